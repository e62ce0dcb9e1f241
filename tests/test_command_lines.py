"""Command lines: where one command ends, and what is set before it."""

from __future__ import annotations

import pytest

from summarylint.language.command_lines import behind_assignments, commands_of


@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("cd app && make test", ["cd app ", " make test"]),
        ("make 2>&1 | tail; ls", ["make 2>&1 ", " tail", " ls"]),
        ("make &> log & ls", ["make &> log ", " ls"]),
        ("grep 'a;b' \"c|d\" e\\;f", ["grep 'a;b' \"c|d\" e\\;f"]),
        ("", []),
    ],
)
def test_a_command_ends_where_no_quotes_hold_the_sign(line: str, commands: list[str]) -> None:
    assert commands_of(line) == commands


@pytest.mark.parametrize(("command", "rest"), [("LANG=C A=1 sort x", "sort x"), ("sort x=1", "sort x=1"), ("./sort", "./sort")])
def test_variables_set_before_a_command_are_no_part_of_it(command: str, rest: str) -> None:
    assert behind_assignments(command) == rest
