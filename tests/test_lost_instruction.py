"""What a lost order is worth, where it is shown, and what silences it."""

from __future__ import annotations

from summarylint.engine import check
from summarylint.model import Finding, Span
from summarylint.settings import Settings

ONLY = Settings(select=("OMI001", "OMI005"))


def found(summary: str, *said: str) -> list[Finding]:
    return list(check(summary, [Span(f"s{n}", "user", text) for n, text in enumerate(said, 1)], settings=ONLY).findings)


def test_a_lost_prohibition_is_an_error_at_its_span_and_at_the_nearest_statement() -> None:
    (finding,) = found("The hall was swept. The shed is next.", "Sweep hall and shed. Never open the shed window, it sticks.")
    assert (finding.code, finding.severity) == ("OMI001", "error")
    assert [place.quote for place in finding.evidence] == ["Never open the shed window"]
    assert finding.summary is not None and finding.summary.quote == "The shed is next."


def test_a_lost_request_is_a_warning() -> None:
    (finding,) = found("The hall was swept.", "good. move the piano to the lobby")
    assert finding.severity == "warning"


def test_an_order_with_little_to_go_by_is_a_note() -> None:
    (finding,) = found("The hall was swept.", "do not run it, ok")
    assert finding.severity == "note"


def test_an_empty_summary_loses_the_order_without_a_place() -> None:
    (finding,) = found("", "Never open the shed window.")
    assert finding.summary is None and finding.evidence[0].span_id == "s1"


def test_the_place_of_a_long_statement_is_cut() -> None:
    long = "The shed, " + "which is old and " * 30 + "is next."
    (finding,) = found(long, "Never open the shed window, it sticks.")
    assert finding.summary is not None and finding.summary.end - finding.summary.start <= 200


def test_the_opposite_of_an_order_is_said_to_be_so() -> None:
    (finding,) = found("Next: add the awning.", "looks odd. remove the awning")
    assert "tells the opposite ('add')" in finding.message


def test_a_rule_told_in_two_sentences_is_told() -> None:
    assert found("No ladders. The attic is to be painted from the floor.", "paint the attic. Never use ladders in the attic") == []


def test_a_weakened_order_is_a_finding_and_a_kept_one_is_none() -> None:
    order = "The piano must be tuned before the concert."
    assert [f.code for f in found("The piano is ideally tuned before the concert.", order)] == ["OMI005"]
    assert found("The piano must be in tune before the concert starts; ideally it is dusted.", order) == []


def loud(summary: str, *said: str) -> list[str]:
    return [finding.severity for finding in found(summary, *said) if finding.severity != "note"]


def test_a_word_that_only_the_order_holds_tells_it_in_other_words() -> None:
    said = ("Sweep the hall.", "Never sail on a Friday with the old skipper.")
    assert loud("The hall is swept. Sailing is from Monday to Thursday.", *said) == []
    assert loud("The hall is swept.", *said) == ["error"]


def test_an_order_of_one_word_is_lost_only_where_nothing_else_binds_anybody() -> None:
    said = ("Sweep the hall, it is full of leaves.", "no glitter!")
    assert loud("The hall is swept of its leaves.", *said) == ["error"]
    assert loud("The hall is swept. Sparkling stuff is banned.", *said) == []


def test_a_long_order_is_not_told_by_its_topic_alone() -> None:
    said = ("For the regatta the order is fixed: flags, buoys, rescue boats, briefing, start.",)
    assert loud("The regatta is in June.", *said) == ["warning"]


def test_figures_are_the_same_in_words_and_by_another_clock() -> None:
    assert loud("Calls from 17:00 on.", "the quay is closed. no calls to the harbour office before 5pm") == []
    assert loud("Retries: three at most.", "keep the retries at 3, no more than 3 retries") == []


def test_an_order_that_may_be_told_in_words_of_its_own_is_a_note() -> None:
    (finding,) = found("The hall was swept. Panes must stay shut.", "Sweep the hall. Never lift the shed sash, it sticks.")
    assert finding.severity == "note"


def test_what_an_answer_is_to_be_free_of_is_a_note() -> None:
    (finding,) = found("The hall was swept.", "how is the hall cleaned? no jargon please")
    assert finding.severity == "note"


def test_a_path_is_told_by_its_end() -> None:
    assert found("masters/ stays as it is.", "keep originals untouched in /srv/choir/masters") == []


def test_an_earlier_summary_repeated_owes_an_order_once() -> None:
    earlier = "User: nothing gets sold or burnt before the visit on 4 May.", "Nothing sold or burnt before 4 May."
    spans = [Span(f"s{n}", "summary", text) for n, text in enumerate(earlier, 1)]
    findings = check("The hall was swept.", spans, settings=ONLY).findings
    assert [place.span_id for finding in findings for place in finding.evidence] == ["s2"]
