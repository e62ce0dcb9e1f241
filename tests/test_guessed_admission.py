"""An admission is held against the user's own words that come closest to it."""

from __future__ import annotations

from summarylint.engine import check
from summarylint.model import Finding, Span
from summarylint.settings import Settings


def found(summary: str, *said: str) -> list[Finding]:
    spans = [Span(f"s{n}", "user", text) for n, text in enumerate(said, 1)]
    return list(check(summary, spans, settings=Settings(select=("ATT005",))).findings)


def test_a_guess_told_as_an_admission_is_a_finding_at_both() -> None:
    (finding,) = found("The user acknowledged that the tank leaks at the seam.", "the tank leaks at the seam I guess?")
    assert finding.severity == "error"
    assert finding.summary is not None and finding.summary.quote.startswith("The user acknowledged that the tank leaks")
    assert [place.quote for place in finding.evidence] == ["the tank leaks at the seam I guess?"]


def test_an_admission_that_was_made_is_none() -> None:
    assert (
        found("The user acknowledged that the tank leaks at the seam.", "I guess the tank leaks", "yes, the tank leaks at the seam") == []
    )


def test_the_same_admission_in_other_words_is_one_too() -> None:
    summary = "The user admitted that the tank leaks at the seam. Later: the user admitted it was careless."
    assert len(found(summary, "the tank leaks at the seam I guess?")) == 2


def test_a_question_that_the_user_answered_with_yes_in_the_end_is_none() -> None:
    assert found("The user confirmed that the tank leaks at the seam.", "does the tank leak at the seam?", "yes, go on") == []
