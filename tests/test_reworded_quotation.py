"""Reworded quotations, from spans and summary to finding."""

from __future__ import annotations

import pytest

from summarylint.engine import Linter
from summarylint.model import Compaction, Finding, Span
from summarylint.settings import Settings

LINTER = Linter(Settings(select=("reworded-error",)))
LOG = "09:12 kiln: zone 3 thermocouple open circuit, refusing to fire (E41)"


def findings(summary: str, text: str = LOG) -> tuple[Finding, ...]:
    return LINTER.check(Compaction("c", (Span("s1", "tool", text),), summary)).findings


@pytest.mark.parametrize(
    "summary",
    [
        'It says "zone 3 thermocouple short circuit, refusing to fire".',
        "It says `error: zone 3 thermocouple short circuit, refusing to fire`.",
        "Error: zone 3 thermocouple open circuit, refused to ignite, cannot fire (E41)",
    ],
)
def test_changed_message_is_found(summary: str) -> None:
    text = (
        "kiln: error: zone 3 thermocouple open circuit, refused to ignite, cannot fire (E42)"
        if summary.startswith("Error")
        else f"error: {LOG[12:]}"
    )
    (finding,) = findings(summary, text)
    assert finding.severity == "error"
    assert finding.evidence[0].quote in text


def test_fix_copies_the_message() -> None:
    summary = 'It says "zone 3 thermocouple short circuit, refusing to fire".'
    (finding,) = findings(summary)
    assert finding.fix is not None
    (edit,) = finding.fix.edits
    assert summary[: edit.start] + edit.text + summary[edit.end :] == 'It says "zone 3 thermocouple open circuit, refusing to fire".'


@pytest.mark.parametrize(
    "summary",
    [
        'It says "zone 3 thermocouple open circuit".',
        'It says "zone 3 ... refusing to fire (E41)".',
        'It says "Zone 3 thermocouple open circuit; refusing to fire".',
        'The user calls it "another broken old kiln of theirs".',
        "It says `short circuit`.",
        "Zone 3 reports an open circuit and does not fire.",
    ],
)
def test_copies_and_other_words_are_left_alone(summary: str) -> None:
    assert findings(summary) == ()


def test_mended_slip_of_a_user_is_left_alone() -> None:
    assert findings('"please don\'t fire the kiln before noon"', "please dont fire the kiln befor noon") == ()
