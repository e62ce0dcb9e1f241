"""Texts of one shape over and over: each is checked to its end, in time that grows with its length."""

from __future__ import annotations

import pytest

import summarylint
from summarylint.model import Span

SHAPES = {
    "dots": ("." * 40_000, "The pump is on."),
    "ellipses": ("…" * 32_000, "The pump is on."),
    "numbers": ("1," * 10_000, "1," * 10_000),
    "prices": ("$1 " * 6_000, "$1 " * 6_000),
    "carriage returns": ("a\r" * 8_000, "a\r" * 8_000),
    "escapes": ("\\_" * 20_000, "The pump is on."),
    "entities": ("http://&amp;" * 6_000, "The pump is on."),
    "control sequences that never end": ("\x1b]a" * 20_000, "The pump is on."),
    "two blanks": ("a  b " * 12_000, "The pump is on."),
    "invisible signs": ("I think the pump is on.", ("a" * 50 + "\u200b") * 600),
    "line ends of Unicode": ("\u2028" * 40_000 + " 4", "The pump is on."),
    "values without a word": ("The pump is on.", "[1;1;" * 1_500),
    "marks on one letter": ("I think the pump is on.", "a" + "\u0301" * 20_000),
    "unlike marks on one letter": ("I think the pump is on.", "a" + "\u0301\u0316" * 200_000),
    "one long word": ("I think the pump is on.", "a" * 60_000),
    "one word of parts": ("I think the pump is on.", "a-" * 20_000),
    "one key of parts": ("I think the pump is on.", "a:" * 20_000),
    "numbers in the summary only": ("I think the pump is on.", "1," * 1_250),
}


@pytest.mark.parametrize(("text", "summary"), SHAPES.values(), ids=SHAPES.keys())
def test_it_ends_and_finds_nothing(text: str, summary: str) -> None:
    report = summarylint.check(summary, [Span("s1", "tool", text)])
    assert [finding.name for finding in report.findings if finding.severity != "note"] == []


@pytest.mark.parametrize("sign", ["\n", "!", ". ", "../", "oh. "], ids=ascii)
def test_a_message_of_the_user_is_read_to_its_end(sign: str) -> None:
    said = sign * (40_000 // len(sign)) + "correction: the pump takes 17 l."
    spans = [Span("s1", "tool", "the pump takes 12 l"), Span("s2", "user", said)]
    report = summarylint.check("The pump takes 12 l.", spans)
    assert [finding.name for finding in report.findings if finding.severity == "error"] == ["superseded-value"]


# İ, ı, ſ and the Kelvin sign are i, i, s and k for a pattern that takes any case, and stay what they are in a table of words
LOOKALIKES = ["3 mİllion", "4 pİxels", "4 pıxels", "twenty-sıx", "ſix", "5 Aprİl", "Aprıl 5, 2026", "5 minuteſ", "2 \u212am", "Frıday"]
BLANKS = ["\u00a0", "\u202f", "\u2003", "\t", "\x1f"]


@pytest.mark.parametrize("odd", LOOKALIKES)
def test_a_letter_that_only_looks_like_another_is_read_as_written(odd: str) -> None:
    told = f"The pump takes {odd}."
    assert [finding.name for finding in summarylint.check(told, [Span("s1", "tool", told)]).findings if finding.severity != "note"] == []
    for finding in summarylint.check("The pump takes 5 of the 17.", [Span("s1", "tool", told)]).findings:
        assert all(told[place.start : place.end] == place.quote for place in finding.evidence)


@pytest.mark.parametrize("blank", BLANKS, ids=ascii)
def test_a_phrase_is_found_with_any_blank_between_its_words(blank: str) -> None:
    guess = "I think the pump is on line 5433.".replace(" think the ", f"{blank}think{blank}the ")
    report = summarylint.check("The pump is on line 5433.", [Span("s1", "user", guess)])
    assert [finding.name for finding in report.findings if finding.severity == "error"] == ["dropped-hedge"]
    kept = summarylint.check(f"The user{blank}thinks the pump is on line 5433.", [Span("s1", "user", guess)])
    assert [finding.name for finding in kept.findings if finding.severity != "note"] == []


@pytest.mark.parametrize("blank", [" ", "\u00a0", "\u202f"], ids=ascii)
def test_a_value_and_a_flipped_word_are_found_with_blanks_that_do_not_break(blank: str) -> None:
    said = "The pump ran 1204 ms on 14 workers. Do not refill the tank of the pump."
    told = "The pump ran 1402 ms on 41 workers. The user's instruction is to refill the tank of the pump."
    for summary, spoken in [
        (told.replace(" ", blank), said),
        (told, said.replace(" ", blank)),
        (told.replace(" ", blank), said.replace(" ", blank)),
    ]:
        report = summarylint.check(summary, [Span("s1", "user", spoken)])
        assert [f.name for f in report.findings if f.severity == "error"] == ["altered-quantity", "altered-quantity", "flipped-negation"]
    assert [f.name for f in summarylint.check(said.replace(" ", blank), [Span("s1", "user", said)]).findings] == []


@pytest.mark.parametrize("sign", ["\n", "\u201c"], ids=ascii)
def test_a_message_that_holds_a_run_is_read_to_its_end(sign: str) -> None:
    said = "I think the pump is on line 5433. " + sign * 200_000 + "\nSorry, no, it is Monday."
    report = summarylint.check("The pump is on line 5433.", [Span("s1", "user", said)])
    assert [finding.name for finding in report.findings if finding.severity == "error"] == ["dropped-hedge"]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\u2028", "\x85"], ids=ascii)
def test_a_wrapped_line_goes_on_after_any_line_end(end: str) -> None:
    said = "The staging DB\nis on port 5433, and the pool\nhas 20 connections.\nI think the pump\nis on."
    told = "The staging DB\nis on port 5434, and the pool\nhas 30 connections.\nThe pump is on."

    def named(summary: str, spoken: str) -> list[tuple[str, str, str]]:
        report = summarylint.check(summary, [Span("s1", "user", spoken)])
        assert all(f.summary is None or summary[f.summary.start : f.summary.end] == f.summary.quote for f in report.findings)
        assert all(spoken[e.start : e.end] == e.quote for f in report.findings for e in f.evidence)
        return [(f.name, f.severity, f.summary.quote.replace(end, "\n") if f.summary else "") for f in report.findings]

    plain = named(told, said)
    assert [name for name, severity, _ in plain if severity == "error"][:2] == ["altered-identifier", "altered-quantity"]
    assert named(told.replace("\n", end), said.replace("\n", end)) == plain
