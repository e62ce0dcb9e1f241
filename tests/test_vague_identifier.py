"""Vague identifiers, from spans and summary to finding."""

from __future__ import annotations

from summarylint.engine import Linter
from summarylint.model import Compaction, Finding, Span
from summarylint.settings import Settings

LINTER = Linter(Settings(select=("vague-identifier",)))


def findings(summary: str, *texts: str) -> tuple[Finding, ...]:
    spans = tuple(Span(f"s{number}", "user", text) for number, text in enumerate(texts, 1))
    return LINTER.check(Compaction("c", spans, summary)).findings


def marked(summary: str, *texts: str) -> list[tuple[str, list[str]]]:
    return [
        (finding.summary.quote, [place.quote for place in finding.evidence]) for finding in findings(summary, *texts) if finding.summary
    ]


def test_label_is_marked_with_the_value_it_stands_for() -> None:
    spans = ("salaries fall under Article 11 of the treaty", "residence falls under Article 1")
    summary = "Salaries fall under the relevant article of the treaty, residence under Article 1."
    assert marked(summary, *spans) == [("the relevant article", ["11"])]


def test_value_elsewhere_in_the_summary_is_enough() -> None:
    assert marked("Branch fix/moss is made. Work goes on a fix branch.", "all of it on branch fix/moss") == []


def test_value_beside_the_label_is_enough() -> None:
    assert marked("It fails on one specific runner, moss-lin-06.", "it fails on runner moss-lin-06") == []


def test_topic_left_out_is_no_label() -> None:
    assert marked("The export works again.", "the export works again on runner moss-lin-06") == []


def test_list_of_labels() -> None:
    summary = "The user gave several values (port, tag, ceiling)."
    spans = ("facts: port 48213, tag moss-heron-17, ceiling 3.75 credits",)
    assert marked(summary, *spans) == [("several values (port, tag, ceiling)", ["48213", "moss-heron-17", "3.75"])]


def test_next_of_a_series() -> None:
    spans = ("Migration 0147 locks the table", "validate goes to 0148")
    assert marked("Migration 0147 locks the table; VALIDATE goes to a later migration.", *spans) == [("a later migration", ["0148"])]


def test_figures_decayed_to_a_comparative() -> None:
    assert marked("The fog shader made the room markedly slower.", "with the fog shader a frame goes from 9.1 ms to 23.4 ms") == [
        ("markedly slower", ["9.1 ms", "23.4 ms"])
    ]


def test_question_is_left_alone() -> None:
    assert marked("Which is the relevant article of the treaty?", "salaries fall under Article 11 of the treaty") == []


def test_fix_is_only_shown() -> None:
    (finding,) = findings("Set a short drain timeout.", "set drain_timeout to 4s")
    assert finding.severity == "warning"
    assert finding.fix is not None
    assert finding.fix.safety == "display"


def test_only_value_of_the_type_in_a_witness_of_the_topic() -> None:
    summary = "The parser was pinned to a specific version because 2.x breaks the build."
    assert marked(summary, "we pinned the parser to 1.26.4 because 2.x breaks the build") == [("a specific version", ["1.26.4"])]
    assert marked("Nobody liked a specific version of the song.", "we pinned the parser to 1.26.4 because 2.x breaks the build") == []


def test_word_before_the_noun_stands_in_the_path() -> None:
    summary = "Permission is denied on the rate card file."
    assert marked(summary, "open /etc/moss/cards/no-2026.json: permission denied") == [
        ("the rate card file", ["/etc/moss/cards/no-2026.json"])
    ]


def test_noun_that_is_nothing_but_a_sign() -> None:
    spans = ("mail from the mill: booked for 2 nights as LH-20988-K",)
    assert marked("The mill is booked for 2 nights and its confirmation number is in the book.", *spans) == [
        ("its confirmation number", ["LH-20988-K"])
    ]
    assert marked("The mill is booked for 2 nights (LH-20988-K) and its confirmation number is in the book.", *spans) == []


def test_key_of_a_value_names_it() -> None:
    spans = ("support wants the error and the job id", '{"job":"bkj_01HN4Z7Q","rc":1}', "disk id 9d2e77b1 is fine")
    assert marked("Support wants the error and the job id.", *spans) == [("the job id", ["bkj_01HN4Z7Q"])]
