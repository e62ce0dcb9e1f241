"""The group of commands: help without cost, nearest names, and what happens to unexpected errors."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from cli_stub import run
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
    done = run("rules")
    assert done.exit_code == 2
    assert done.stderr == "error: internal error, KeyError: 'lost'; please report it, with what --verbose shows\n"
    assert "Traceback" in run("rules", "--verbose").stderr


def test_python_dash_m_is_the_same_program() -> None:
    done = subprocess.run([sys.executable, "-m", "summarylint", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"summarylint, version {__version__}\n"
