"""What may never end is not read: devices, and pipes that nobody named."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from summarylint.errors import RecordError
from summarylint.reading.files import read_file
from summarylint.reading.opening import open_found, open_named

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")

RECORD = b'{"spans": [], "summary": "The pump is on."}\n'


def run(*arguments: str, shell: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "summarylint", *arguments]
    if shell:
        command = ["bash", "-c", f'"$@" {shell}', "bash", *command]
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom"])
def test_a_device_is_refused_with_the_way_out(device: str) -> None:
    (error,) = read_file(device)
    assert isinstance(error, RecordError)
    assert str(error) == (
        f"{device}: cannot be read: it is a device, which may never end; give a file, or pipe its bytes to standard input"
    )


def test_a_link_to_a_device_is_one(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").symlink_to("/dev/zero")
    (error,) = read_file(str(tmp_path / "a.jsonl"))
    assert "it is a device" in str(error)


def test_the_device_that_is_always_empty_holds_no_record() -> None:
    assert list(read_file(os.devnull)) == []


@pytest.mark.parametrize("command", ["check", "trace", "gate", "claims", "evaluate"])
def test_every_command_that_reads_refuses_it(command: str) -> None:
    found = run(command, "/dev/zero")
    assert found.returncode == 2
    assert "/dev/zero: cannot be read: it is a device" in found.stderr


@pytest.mark.parametrize("option", ["--prompt", "--config"])
def test_options_that_name_a_file_refuse_it(option: str) -> None:
    found = run("check", option, "/dev/zero")
    assert found.returncode == 2
    assert "it is a device" in found.stderr


def test_standard_input_out_of_a_device_is_refused() -> None:
    found = run("check", "-", shell="< /dev/zero")
    assert found.returncode == 2
    assert "<stdin>: cannot be read: it is a device" in found.stderr


def test_a_pipe_that_a_shell_names_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(RECORD)
    found = run("check", shell=f"--no-cache <(cat {tmp_path}/a.jsonl)")
    assert (found.stdout, found.returncode) == ("0 findings in 0 of 1 record; exit 0\n", 0)


@pytest.mark.parametrize("put", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_what_was_found_must_be_a_file(tmp_path: Path, put: Callable[[Path], None]) -> None:
    put(tmp_path / "found")
    with pytest.raises(OSError, match="it is no file"):
        open_found(tmp_path / "found")


@pytest.mark.parametrize("opening", [open_named, open_found])
def test_a_file_is_read_by_either(tmp_path: Path, opening: Callable[[Path], object]) -> None:
    (tmp_path / "a").write_bytes(RECORD)
    with opening(tmp_path / "a") as file:  # type: ignore[attr-defined]
        assert file.read() == RECORD


def test_a_pipe_is_not_fixed(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.jsonl")
    found = run("check", "--diff", str(tmp_path / "a.jsonl"))
    assert (found.returncode, "a.jsonl: cannot be fixed: it is no file" in found.stderr) == (2, True)


def test_a_batch_does_not_read_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.jsonl")
    found = run("batch", str(tmp_path / "a.jsonl"), "-o", str(tmp_path / "out"), "--workers", "1")
    assert found.returncode == 2
    assert "write it to a file first" in (tmp_path / "out/rejects.jsonl").read_text()


def test_a_pipe_among_the_rules_of_a_user_is_an_error(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "own.toml")
    found = run("test", str(tmp_path))
    assert (found.returncode, "own.toml: cannot be read: it is no file" in found.stderr) == (2, True)


def test_a_pipe_in_place_of_the_floors_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b'{"id": "a", "spans": [], "expect": [], "clean_summary": "The pump is on."}\n')
    os.mkfifo(tmp_path / "floors.toml")
    found = run("evaluate", str(tmp_path))
    assert (found.returncode, "floors.toml: cannot be read: it is no file" in found.stderr) == (2, True)


def test_a_pipe_in_place_of_a_manifest_is_no_run_and_no_folder_to_write_to(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.jsonl").write_bytes(RECORD)
    os.mkfifo(tmp_path / "in/manifest.json")
    found = run("batch", str(tmp_path / "in"), "-o", str(tmp_path / "out"), "--workers", "1")
    assert (found.returncode, "in 0 of 1 record" in found.stdout) == (0, True)
    refused = run("batch", str(tmp_path / "in/a.jsonl"), "-o", str(tmp_path / "in"), "--workers", "1")
    assert (refused.returncode, "manifest.json: cannot be read" in refused.stderr) == (2, True)
