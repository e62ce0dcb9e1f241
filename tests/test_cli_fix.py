"""`check --fix`, `--unsafe` and `--diff` on real files with the stub's rules, whose fixes are safe."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_stub import record, run, write_lines
from click.testing import Result

__all__ = ["run"]

Run = Callable[..., Result]


def test_fixes_are_written_and_what_is_left_is_told(run: Run, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", record("it is lost"), record("fine"))
    path.chmod(0o600)
    done = run("check", path, "--fix")
    assert done.exit_code == 0
    assert "fixed 1 finding in 1 file" in done.stderr
    assert "0 findings in 0 of 2 records; exit 0" in done.stdout
    assert [json.loads(line)["summary"] for line in path.read_text().splitlines()] == ["it is kept", "fine"]
    assert path.stat().st_mode & 0o777 == 0o600
    before = path.read_bytes()
    assert "fixed 0 findings in 0 files" in run("check", path, "--fix").stderr
    assert path.read_bytes() == before


def test_a_diff_writes_nothing_and_fails(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("spans: [[user, keep this]]\nsummary: it is lost # here\n")
    done = run("check", "a.yaml", "--diff")
    assert done.exit_code == 1
    assert "-summary: it is lost # here\n+summary: it is kept # here\n" in done.stdout
    assert "would fix 1 finding in 1 file" in done.stderr
    assert "lost" in path.read_text()
    assert run("check", "a.yaml", "--diff", "--exit-zero").exit_code == 0


def test_a_read_only_file_is_an_error_and_stays(run: Run, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", record("it is lost"))
    path.chmod(0o444)
    done = run("check", path, "--fix")
    assert done.exit_code == 2
    assert "read-only" in done.stderr
    assert "lost" in path.read_text()


def test_a_broken_record_costs_no_fix_and_is_told(run: Run, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", "{\n", record("it is lost"))
    shown = run("check", path, "--diff")
    assert shown.exit_code == 2
    assert "not JSON" in shown.stderr
    assert "+" in shown.stdout
    assert run("check", path, "--fix").exit_code == 2
    assert "it is kept" in path.read_text()


@pytest.mark.parametrize(
    ("options", "words"), [(["-", "--fix"], "standard input cannot be fixed"), (["a.jsonl", "--unsafe"], "give --fix or --diff with it")]
)
def test_wrong_usage(run: Run, options: list[str], words: str) -> None:
    done = run("check", *options, input="")
    assert done.exit_code == 2
    assert words in done.stderr


def test_rules_that_are_left_out_are_not_fixed(run: Run, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", record("it is lost and odd"))
    run("check", path, "--fix", "--ignore", "lost-word")
    assert json.loads(path.read_text())["summary"] == "it is lost and kept"
