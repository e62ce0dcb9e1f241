"""The group of commands: help without cost, nearest names, and what happens to unexpected errors."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_stub import record, run, write_lines
from click.testing import Result

from summarylint import __version__
from summarylint.cli.main import COMMANDS, cli

Run = Callable[..., Result]
__all__ = ["run"]

HEAVY = ("spacy", "pydantic", "rich", "libcst", "markdown_it", "regex", "numpy")


def imported_by(*arguments: str) -> set[str]:
    script = (
        "import sys\n"
        "from summarylint.cli.main import main\n"
        f"sys.argv = ['summarylint', *{list(arguments)!r}]\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0, end.code\n"
        "print('\\n' + ' '.join(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in done.stderr.splitlines()[-1].split()}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["check", "--help"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    assert imported_by(*arguments).isdisjoint(HEAVY)


def test_help_names_every_command(run: Run) -> None:
    done = run("--help")
    assert done.exit_code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_loads_and_has_help(run: Run, name: str) -> None:
    command = cli.get_command(None, name)  # type: ignore[arg-type]
    assert command is not None
    assert command.help
    assert run(name, "--help").exit_code == 0


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"summarylint, version {__version__}\n"


def test_an_unknown_command_is_told_with_the_nearest(run: Run) -> None:
    done = run("chekc")
    assert done.exit_code == 2
    assert "no such command 'chekc'; did you mean 'check'?" in done.stderr


def test_what_nobody_expected_is_a_sentence_and_two(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise KeyError("lost")

    monkeypatch.setattr("summarylint.reading.settings_files.load_settings", fail)
    done = run("claims")
    assert done.exit_code == 2
    assert done.stderr == "error: internal error, KeyError: 'lost'; please report it, with what --verbose shows\n"
    assert "Traceback" in run("claims", "--verbose").stderr


def test_python_dash_m_is_the_same_program() -> None:
    done = subprocess.run([sys.executable, "-m", "summarylint", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"summarylint, version {__version__}\n"


FULL = Path("/dev/full")
"""A device on which every write fails for want of space."""
PROGRAM = f"{shlex.quote(sys.executable)} -m summarylint"


def in_shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A shell line whose `LINT` is the program."""
    return subprocess.run(
        ["sh", "-c", line.replace("LINT", PROGRAM)], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    "arguments", ["--version", "--help", "check --help", "rules", "check a.jsonl", "check a.jsonl --output-format jsonl"]
)
def test_output_that_cannot_be_written_is_a_sentence_and_two(tmp_path: Path, arguments: str) -> None:
    write_lines(tmp_path / "a.jsonl", record("It is kept."))
    done = in_shell(f"LINT {arguments} >/dev/full", tmp_path)
    assert (done.returncode, done.stderr) == (2, "error: cannot write the output: No space left on device\n")


@pytest.mark.slow
@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize(("arguments", "status"), [("check nope.jsonl", 3), ("chekc", 2), ("check --nope", 2)])
@pytest.mark.parametrize("target", ["/dev/full", "&-"])
def test_an_error_that_cannot_be_written_changes_no_status(tmp_path: Path, arguments: str, status: int, target: str) -> None:
    assert in_shell(f"LINT {arguments} 2>{target}", tmp_path).returncode == status


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("LINT --version >&-", "error: cannot write the output: standard output is closed"),
        ("LINT check - <&-", "error: <stdin>: cannot be read: standard input is closed"),
        ("mkdir gone; cd gone; rmdir ../gone; LINT check", "error: the working directory cannot be found"),
    ],
)
def test_a_stream_or_folder_that_is_gone_is_a_sentence_and_two(tmp_path: Path, line: str, sentence: str) -> None:
    done = in_shell(line, tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(sentence)
    assert "internal error" not in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="statuses as POSIX shells have them")
@pytest.mark.parametrize("arguments", [["--help"], ["rules"], ["check", "a.jsonl", "--diff", "--unsafe"]])
def test_a_pipe_that_nobody_reads_ends_the_program_quietly(tmp_path: Path, arguments: list[str]) -> None:
    write_lines(tmp_path / "a.jsonl", record("Port is 5433.", "I think the port is 5433."))
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "summarylint", *arguments], cwd=tmp_path,
            stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")
