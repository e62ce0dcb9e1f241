"""Unsupported claim: events and reasons of which no span holds a word."""

from __future__ import annotations

import pytest

from summarylint.engine import Linter
from summarylint.model import Compaction, Span
from summarylint.settings import Settings

LINTER = Linter(Settings(select=("unsupported-claim",)))


def found(summary: str, *said: str, previous: str | None = None) -> list[str]:
    spans = tuple(Span(f"s{n}", "user", text) for n, text in enumerate(said, 1))
    report = LINTER.check(Compaction("r", spans, summary, previous_summary=previous))
    return [finding.summary.quote for finding in report.findings if finding.summary]


HALL = "the hall seats 240 and the stage lights hang from two beams"


@pytest.mark.parametrize(
    ("summary", "quote"),
    [
        ("The hall seats 240; its stage lights are out of order.", "its stage lights are out of order."),
        ("The stage lights hang from two beams because the architect forbids drilling.", "because the architect forbids drilling."),
        ("The hall seats 240, and the stage lights were insured in Utrecht.", "the stage lights were insured in Utrecht."),
        ("Seats in the hall have gone up since winter.", "Seats in the hall have gone up since winter."),
    ],
)
def test_an_event_or_reason_without_ground_is_found_where_it_stands(summary: str, quote: str) -> None:
    assert found(summary, HALL) == [quote]


@pytest.mark.parametrize(
    "summary",
    [
        "The hall seats 240; whether its stage lights are out of order is open.",
        "The hall seats 240; its stage lights are not out of order.",
        "The stage lights hang from two beams because the hall seats 240.",
        "## Next steps\n- have the stage lights of the hall insured",
        "The user wants the stage lights of the hall to be insured.",
        "Are the stage lights of the hall insured?",
    ],
)
def test_what_is_denied_open_wished_or_known_is_left_alone(summary: str) -> None:
    assert found(summary, HALL) == []


@pytest.mark.parametrize("ground", ["two of the stage lights broke", "the stage lights have a fault", "one light doesn't work"])
def test_another_word_for_the_event_is_ground_enough(ground: str) -> None:
    assert found("The hall seats 240; its stage lights are out of order.", HALL, ground) == []


def test_the_previous_summary_gives_ground() -> None:
    assert found("The stage lights of the hall are out of order.", HALL, previous="Two lights are broken.") == []


def test_a_known_figure_gives_ground_for_a_comparison() -> None:
    assert found("Seats in the hall rose to 240 in winter.", HALL) == []


def test_in_a_long_window_only_what_touches_the_matter_gives_ground() -> None:
    talk = [f"item {n} of the list concerns cushion colour number {n}" for n in range(400)]
    assert found("The stage lights are out of order.", HALL, *talk, "the van broke") == ["The stage lights are out of order."]
    assert found("The stage lights are out of order.", HALL, "one broke", *talk) == []


@pytest.mark.parametrize(
    ("summary", "quote"),
    [
        ("The hall seats 240; its operators have been briefed.", ["its operators have been briefed."]),
        ("The hall seats 240; a caretaker has oiled the hinges.", ["a caretaker has oiled the hinges."]),
        ("The hall seats 240; a caretaker has counted the seats.", []),  # some of it is known
        ("The hall seats 240; no caretaker has oiled the hinges.", []),
        ('The hall seats 240 for "Winter Sonata".', ['"Winter Sonata"']),
        ('The hall seats 240 on "Two Beams".', []),
    ],
)
def test_persons_and_titles_of_which_nothing_is_known(summary: str, quote: list[str]) -> None:
    assert found(summary, HALL) == quote
