"""Prose: what somebody wrote, as against what machines print."""

from __future__ import annotations

import pytest

from summarylint.language.prose import is_command, is_prose


@pytest.mark.parametrize(
    "text",
    [
        "The tide gauge at Hull reads high.",
        "The list (roof, door, gate) is complete; see page 4.",
        "Der Regen fällt heute sehr stark.",
        "She didn’t say when the 14 crates arrive, did she?",
    ],
)
def test_prose(text: str) -> None:
    assert is_prose(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Paid",
        "Deposit paid today",
        "def weigh(crate): return crate",
        "total += weigh(crate) == 12 && open",
        "harbour.py:12 the crate was not weighed",
        "12: the crate was not weighed",
        "+ the crate was not weighed",
        "// the crate was not weighed",
        "let the = crate that was weighed;",
        "12,330.50 | 4 | 6 | 12 of the 40 EUR",
        "$ weigh the crates in hall four",
    ],
)
def test_no_prose(text: str) -> None:
    assert not is_prose(text)


@pytest.mark.parametrize(
    "text", ["$ make test", ">>> weigh(12)", "In [3]: tides.mean()", "root@gauge:~# ls", "PS C:\\tides> dir", "  $ ls"]
)
def test_a_command_line(text: str) -> None:
    assert is_command(text)


@pytest.mark.parametrize("text", ["make test", "$40 was paid", "#12 is open", "the price in $ rose", "gauge: high", ""])
def test_no_command_line(text: str) -> None:
    assert not is_command(text)
