"""A record in reading form: an oddly written one is judged as its plain twin, and places are those of the texts as given."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from summarylint.engine import Linter
from summarylint.evidence.index import Ledger
from summarylint.gate.ground import ground
from summarylint.language.statements import read_statements
from summarylint.model import Compaction, Ignore, Span
from summarylint.provenance.as_read import as_read, summary_as_read
from summarylint.provenance.tags import with_tags, without_tags
from summarylint.rulebook.example_runs import apply_edits

CHAT = (
    Span("s1", "user", "I think the pump DB is on port 5433. Do not drop the table tide_marks.\nThe lamp feed lives at /srv/lamp_feed.py."),
    Span("s2", "tool", "FAILED tests/test_tide.py::test_ebb\n3 failed, 41 passed", "tool_output"),
    Span("s3", "assistant", "The retry limit of the lamp feed is 1204 ms, and the café list isn't checked yet."),
)
FAULTY = (
    "The pump DB is on port 5433.\nThe lamp feed lives at /srv/lamp_fead.py and all tests pass.\n"
    "The retry limit of the lamp feed is 1402 ms. The user said to drop the table tide_marks."
)
FAITHFUL = (
    "The user thinks that the pump DB is on port 5433, and said not to drop the table tide_marks.\n"
    "The lamp feed lives at /srv/lamp_feed.py. Three tests failed. The assistant said that its retry limit is 1204 ms."
)
_WORDS = re.compile(r"(?<=[a-z]) (?=[a-z])")
_MARKED = re.compile(r"(?<!\S)([A-Za-z]{3,})(?= )")

ODDITIES: dict[str, Callable[[str], str]] = {
    "two blanks": lambda text: _WORDS.sub("  ", text),
    "no-break blanks": lambda text: text.replace(" ", "\u00a0"),
    "thin blanks": lambda text: text.replace(" ", "\u2009"),
    "line separators": lambda text: text.replace("\n", "\u2028"),
    "next lines": lambda text: text.replace("\n", "\x85"),
    "carriage returns": lambda text: text.replace("\n", "\r"),
    "full width": lambda text: re.sub(r"\w+", lambda word: "".join(chr(ord(s) + 0xFEE0) if s.isascii() else s for s in word[0]), text),
    "full-width digits": lambda text: re.sub(r"(?<![\w_])\d+(?![\w_])", lambda word: "".join(chr(ord(s) + 0xFEE0) for s in word[0]), text),
    "colours": lambda text: _MARKED.sub("\x1b[1;31m\\1\x1b[0m", text),
    "decomposed": lambda text: text.replace("é", "e\u0301"),
    "zero width": lambda text: text.replace(" ", " \u200b"),
    "soft hyphens": lambda text: re.sub(r"(?<![\w./-])([a-z]{3})([a-z]{3,})(?![\w./-])", "\\1\u00ad\\2", text),
    "byte order mark": lambda text: "\ufeff" + text,
    "curly apostrophes": lambda text: text.replace("'", "’"),
}
MARKUP: dict[str, Callable[[str], str]] = {
    "escapes": lambda text: text.replace("_", "\\_"),
    "entities": lambda text: text.replace("'", "&#39;").replace(" on ", "&nbsp;on&nbsp;"),
    "tabs": lambda text: _WORDS.sub("\t", text, count=4),
}
"""What is read in prose alone."""

LINTER = Linter()


def codes(spans: tuple[Span, ...], summary: str) -> list[str]:
    return sorted(finding.code for finding in LINTER.check(Compaction("r", spans, summary)).findings if finding.severity != "note")


def twin(spans: tuple[Span, ...], odd: Callable[[str], str], *, prose: bool = False) -> tuple[Span, ...]:
    return tuple(span if prose and span.role == "tool" else replace(span, text=odd(span.text)) for span in spans)


@pytest.mark.parametrize("name", [*ODDITIES, *MARKUP])
@pytest.mark.parametrize("side", ["summary", "spans", "both"])
def test_an_oddly_written_twin_is_judged_alike(name: str, side: str) -> None:
    odd = {**ODDITIES, **MARKUP}[name]
    spans = twin(CHAT, odd, prose=name in MARKUP or name == "two blanks") if side != "summary" else CHAT
    for told in (FAULTY, FAITHFUL):
        summary = odd(told) if side != "spans" else told
        assert codes(spans, summary) == codes(CHAT, told)


def test_the_fixtures_are_what_they_are_meant_to_be() -> None:
    assert codes(CHAT, FAITHFUL) == []
    assert {code[:3] for code in codes(CHAT, FAULTY)} >= {"HDG", "IDN", "CON"}


@pytest.mark.parametrize("name", [*ODDITIES, *MARKUP])
def test_every_place_is_one_of_the_texts_as_given(name: str) -> None:
    odd = {**ODDITIES, **MARKUP}[name]
    given = Compaction("r", twin(CHAT, odd), odd(FAULTY))
    report = LINTER.check(given)
    texts = {span.id: span.text for span in given.spans}
    assert report.compaction is given
    assert report.findings and report.claims
    for claim in report.claims:
        assert given.summary[claim.start : claim.end] == claim.text
    for finding in report.findings:
        place = finding.summary
        assert place is None or given.summary[place.start : place.end] == place.quote
        for told in finding.evidence:
            assert texts[told.span_id][told.start : told.end] == told.quote


def test_a_fix_mends_the_text_as_given() -> None:
    spans = (Span("s1", "user", "the lamp feed lives at /srv/lamp_feed.py"),)
    summary = "\ufeffThe  lamp feed lives at \x1b[1m/srv/lamp\\_fead.py\x1b[0m &amp; runs."
    report = LINTER.check(Compaction("r", spans, summary))
    mended = apply_edits(summary, (edit for finding in report.findings if finding.fix for edit in finding.fix.edits))
    assert mended == "\ufeffThe  lamp feed lives at \x1b[1m/srv/lamp_feed.py\x1b[0m &amp; runs."
    assert codes(spans, mended) == []


def test_an_invisible_sign_or_a_look_alike_in_a_name_of_the_summary_is_a_fault_and_one_in_a_span_is_none() -> None:
    spans = (Span("s1", "tool", "table tide_marks2 has 5433 rows"),)
    for name in ("tide_\u200bmarks2", "tide_m\u0430rks2"):
        assert codes(spans, f"The table {name} has 5433 rows.") != []
    odd = (Span("s1", "tool", "table tide_\u200bmarks2 has 5433 rows"),)
    assert codes(odd, "The table tide_marks2 has 5433 rows.") == []
    for copy in ("tide_\u200bmarks2", "`tide_\u200bmarks2`", "(tide_\u200bmarks2)", "tide_\u200bmarks2,"):
        assert codes(odd, f"5433 rows are in the table {copy} by now.") == []
        assert codes(spans, f"5433 rows are in the table {copy} by now.") != []


def test_the_ampersand_of_a_url_may_be_an_entity_in_the_output_of_a_tool() -> None:
    spans = (Span("s1", "tool", '<a href="https://lamp.example/list?id=81&amp;day=4">list</a>'),)
    assert codes(spans, "The list is at https://lamp.example/list?id=81&day=4.") == []


def test_a_record_without_oddities_is_one_object_as_read() -> None:
    given = Compaction(
        "r", CHAT, FAULTY, previous_summary="Nothing yet.", protected=("tide_marks",), ignore=(Ignore("x", "port", "known"),)
    )
    assert as_read(given).compaction is given


def test_a_ledger_that_is_kept_reads_an_odd_window_once() -> None:
    ledger, spans = Ledger(), twin(CHAT, ODDITIES["no-break blanks"])
    LINTER.check(Compaction("r", spans, FAULTY), ledger)
    held = list(ledger.spans)
    LINTER.check(Compaction("r", (*spans, Span("s4", "user", "go on")), FAULTY), ledger)
    assert all(now is then for now, then in zip(ledger.spans, held, strict=False))


def test_ignores_and_protected_texts_are_found_however_they_are_written() -> None:
    ignore = (Ignore("dropped-hedge", "port 5433", "checked by hand"), Ignore("dropped-hedge", "port\u00a09", "gone"))
    given = Compaction("r", CHAT, FAULTY.replace("port 5433", "port\u00a05433"), ignore=ignore, protected=("table\u00a0tide_marks",))
    report = LINTER.check(given)
    assert [idle.ignore for idle in report.idle_ignores] == [ignore[1]]
    assert "dropped-hedge" not in {finding.name for finding in report.findings}
    assert "lost-protected-quote" not in {finding.name for finding in report.findings}


def test_places_in_an_earlier_summary_lead_back_too() -> None:
    earlier = Compaction("r/1", CHAT, "The  retry limit may be 1204\u00a0ms. [hedged:s3]", chain="r")
    later = Compaction("r/2", CHAT[:1], "The retry limit is 1204 ms.", chain="r", cycle_depth=1, previous_summary=earlier.summary)
    texts = {"r/1/summary": earlier.summary, "previous_summary": earlier.summary} | {span.id: span.text for span in CHAT}
    places = [place for finding in LINTER.check(later, earlier=(earlier,)).findings for place in finding.evidence]
    assert any(place.span_id in ("r/1/summary", "previous_summary") for place in places)
    for place in places:
        assert texts[place.span_id][place.start : place.end] == place.quote


def test_a_plain_span_keeps_its_places_beside_an_odd_one_of_its_name_in_an_earlier_record() -> None:
    said = "I think the pump is on line 5433."
    earlier = Compaction("r/1", (Span("s1", "user", said.replace("I ", "I  ")),), "The pump may be on line 5433.", chain="r")
    later = Compaction("r/2", (Span("s1", "user", said),), "The pump is on line 5433.", chain="r", cycle_depth=1)
    (finding,) = (found for found in LINTER.check(later, earlier=(earlier,)).findings if found.name == "dropped-hedge")
    assert [(place.span_id, place.start, place.end, place.quote) for place in finding.evidence] == [("s1", 0, len(said), said)]


def test_tags_go_into_the_text_as_given() -> None:
    given = Compaction("r", CHAT, "\ufeffThe  pump DB may be on port\u00a05433.\nTests &amp; lamps failed.")
    report, reading = LINTER.check(given), summary_as_read(given)
    tagged = with_tags(given.summary, read_statements(reading.text), report.claims, reading)
    assert tagged.startswith("\ufeffThe  pump DB may be on port\u00a05433. [hedged:s1]\nTests &amp; lamps failed. [")
    assert without_tags(tagged) == given.summary


def test_a_plan_names_claims_as_given() -> None:
    given = Compaction("r", CHAT[:1], "The  zebra\u00a0queue holds 99 items.")
    assert [claim.text for claim in ground(given).unsupported] == [given.summary]
