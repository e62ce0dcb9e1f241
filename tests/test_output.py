"""One report through every output format."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import summarylint.output
from summarylint.errors import RecordError
from summarylint.gate.ground import Plan
from summarylint.model import Chain, Claim, Compaction, Edit, Finding, Fix, Gate, GateReason, Place, Report, Span, SummaryPlace
from summarylint.output.concise import Concise
from summarylint.output.full import Full
from summarylint.output.gate import gate_lines, plan_lines, prunable_lines
from summarylint.output.json_lines import Json, JsonLines
from summarylint.output.result import error_result, result
from summarylint.output.statements import show
from summarylint.output.statistics import statistics
from summarylint.output.style import Style
from summarylint.output.totals import Totals
from summarylint.output.trace import trace_text
from summarylint.provenance.as_read import as_read
from summarylint.provenance.trace import Cycle, Trace

SCHEMA = json.loads((Path(summarylint.output.__file__).parent / "result.schema.json").read_text(encoding="utf-8"))
TOKEN = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"

SUMMARY = "Done.\nThe timeout is caused by the pool, port 5433."
SOURCE = "see log\nThe timeout is probably caused by the pool on 5432, I guess."
BROKEN = RecordError("not JSON", path="runs.jsonl", line=4, pointer="$.spans", id="r4")


def place(text: str, quote: str, label: str = "", span_id: str = "s7") -> Place:
    start = text.index(quote)
    return Place(span_id, start, start + len(quote), quote, label)


def report(
    summary: str = SUMMARY,
    marked: str | None = "caused by the pool",
    source: str = SOURCE,
    evidence: tuple[Place, ...] = (place(SOURCE, "probably", "hedged here"),),
    **fields: object,
) -> Report:
    start = summary.index(marked) if marked is not None else 0
    finding = Finding(
        code="HDG001",
        name="dropped-hedge",
        severity="error",
        message="the source says 'probably'; the summary states it as fact",
        summary=None if marked is None else SummaryPlace(start, start + len(marked), marked),
        evidence=evidence,
        help="put 'probably' back",
        fix=Fix("unsafe", (Edit(start, start, "probably "),)),
        why={"check": "lost-certainty", "cues": frozenset({"b", "a"}), "score": 0.5},
        fingerprint="b2c1",
    )
    changed = {name: fields.get(name, getattr(finding, name)) for name in Finding.__dataclass_fields__}
    compaction = Compaction("run-41", (Span("s7", "tool", source, "tool_output"),), summary, path="runs.jsonl", line=3)
    claims = (Claim(summary[start:], start, len(summary), "hedged", "s7", ("s7",), (), "user", 0.5),) if start < len(summary) else ()
    return Report(compaction, (Finding(**changed),), claims, Gate("reground", (GateReason("cycle-depth", "too deep"),)))  # type: ignore[arg-type]


def test_full_draws_the_summary_and_each_span_line() -> None:
    evidence = (place(SOURCE, "probably", "hedged here"), place(SOURCE, "I guess", "and here"))
    assert Full().piece(report(evidence=evidence)) == (
        "error[dropped-hedge]: the source says 'probably'; the summary states it as fact\n"
        "  ┌─ runs.jsonl:3 run-41 summary 2:16\n"
        "  │ The timeout is caused by the pool, port 5433.\n"
        "  │                ^^^^^^^^^^^^^^^^^^\n"
        "  ├─ span s7, tool, tool_output, 2:16\n"
        "  │ The timeout is probably caused by the pool on 5432, I guess.\n"
        "  │                -------- hedged here\n"
        "  │                                                     ------- and here\n"
        "  = help: put 'probably' back\n"
        "  = fix (unsafe): insert 'probably '\n"
        "  = HDG001, summarylint explain dropped-hedge\n"
        "\n"
    )


def test_full_without_a_place_in_the_summary() -> None:
    assert "  ┌─ runs.jsonl:3 run-41 nothing in the summary\n  ├─ span s7," in Full().piece(report(marked=None))


def test_full_shows_a_finding_about_the_prompt_in_the_prompt() -> None:
    made = report(marked=None, evidence=(Place("prompt", 11, 18, "Be sure", "forbids it"),))
    told = replace(made, compaction=replace(made.compaction, prompt="Summarise.\nBe sure of it."))
    assert Full().piece(told).splitlines()[1:5] == [
        "  ┌─ runs.jsonl:3 run-41 prompt 2:1",
        "  │ Be sure of it.",
        "  │ ^^^^^^^ forbids it",
        "  = help: put 'probably' back",
    ]


def test_full_takes_a_span_of_that_name_for_no_prompt() -> None:
    made = report(marked=None, evidence=(Place("prompt", 0, 4, "Told", ""),))
    told = replace(made, compaction=replace(made.compaction, prompt="Summarise."))
    assert "  ┌─ runs.jsonl:3 run-41 nothing in the summary\n  ├─ span prompt\n" in Full().piece(told)


def test_full_lines_up_under_wide_characters_and_tabs() -> None:
    shown = Full().piece(report(summary="日本\t待機 is lost", marked="待機")).splitlines()
    assert shown[2:4] == ["  │ 日本    待機 is lost", "  │         ^^^^"]


def test_full_cuts_a_long_line_around_the_mark() -> None:
    summary = "before " * 500 + "MARK" + " after" * 500
    line, under = Full(width=60).piece(report(summary=summary, marked="MARK")).splitlines()[2:4]
    assert len(line) <= 60
    assert line[4] == "…"
    assert line[-1] == "…"
    assert line[under.index("^") : under.rindex("^") + 1] == "MARK"


def test_full_shows_a_mark_over_lines_by_its_first() -> None:
    shown = Full().piece(report(summary="a\n- one\n- two\n- three\nb", marked="\n- one\n- two\n- three\n")).splitlines()
    assert shown[1].endswith("summary 2:1")
    assert shown[2:4] == ["  │ - one", "  │ ^^^^^ (and 2 more lines)"]


@pytest.mark.parametrize(("bad", "shown"), [("\x1b[2J", r"\x1b[2J"), ("\u202e", r"\u202e"), ("\ud800", r"\ud800"), ("\x00", r"\x00")])
def test_text_formats_escape_what_could_harm_a_terminal(bad: str, shown: str) -> None:
    made = report(summary=f"x{bad}y", marked=bad, message=f"it says {bad}")
    for form in (Full(), Concise()):
        text = form.piece(made)
        assert bad not in text
        assert shown in text


def test_a_span_that_is_not_there_is_shown_by_its_quote() -> None:
    assert "  ├─ span gone\n  │ old words\n" in Full().piece(report(evidence=(Place("gone", 0, 9, "old words"),)))


def test_concise_is_a_line_a_finding() -> None:
    line = "error dropped-hedge (HDG001) the source says 'probably'; the summary states it as fact\n"
    assert Concise().piece(report()) == f"runs.jsonl:3:2:16: {line}"
    assert Concise().piece(report(marked=None)) == f"runs.jsonl:3: {line}"


def test_colour_only_where_it_is_wanted() -> None:
    for form in (Full, Concise):
        assert "\x1b[" in form(Style(colour=True)).piece(report())
        assert "\x1b[" not in form(Style(colour=False)).piece(report())


def test_json_lines_hold_the_contract_and_the_schema() -> None:
    (line,) = JsonLines().piece(report()).splitlines()
    made = json.loads(line)
    jsonschema.validate(made, SCHEMA)
    start = SUMMARY.index("caused")
    assert made["id"] == "run-41"
    assert (made["path"], made["line"], made["error"]) == ("runs.jsonl", 3, None)
    (finding,) = made["findings"]
    assert finding["summary"] == {"start": start, "end": start + 18, "quote": "caused by the pool"}
    assert finding["evidence"] == [{"span_id": "s7", "start": 23, "end": 31, "quote": "probably", "label": "hedged here"}]
    assert finding["fix"] == {"safety": "unsafe", "edits": [{"start": start, "end": start, "text": "probably "}]}
    assert finding["why"] == {"check": "lost-certainty", "cues": ["a", "b"], "score": 0.5}
    assert made["claims"][0]["origin"] == "hedged"
    assert made["gate"] == {"decision": "reground", "reasons": [{"reason": "cycle-depth", "text": "too deep"}]}


def test_a_broken_record_has_a_result_of_its_own() -> None:
    made = json.loads(JsonLines().error(BROKEN))
    jsonschema.validate(made, SCHEMA)
    assert made == {
        "format": 1, "id": "r4", "path": "runs.jsonl", "line": 4, "findings": [], "claims": [],
        "gate": {"decision": None, "reasons": []}, "error": {"reason": "not JSON", "pointer": "$.spans"},
    }  # fmt: skip


def test_json_is_one_document() -> None:
    form = Json()
    text = form.placed(form.piece(report())) + form.error(BROKEN) + form.placed(form.piece(report())) + form.end()
    assert json.loads(text) == {
        "format": 1,
        "results": [json.loads(JsonLines().piece(report())), error_result(BROKEN), json.loads(JsonLines().piece(report()))],
    }
    assert json.loads(Json().end()) == {"format": 1, "results": []}


def test_json_is_ascii_whatever_the_text() -> None:
    line = JsonLines().piece(report(summary="\ud800 é 日", marked="\ud800"))
    assert line.isascii()
    assert json.loads(line)["findings"][0]["summary"]["quote"] == "\ud800"


def test_no_format_prints_a_secret() -> None:
    summary, source = f"The key={TOKEN} works.", f"export KEY={TOKEN}\nok"
    made = report(
        summary, TOKEN, source, (place(source, TOKEN, "here"),), message=f"saw {TOKEN}", help=f"use {TOKEN}",
        fix=Fix("safe", (Edit(0, 3, TOKEN),)), why={"value": TOKEN, "all": [TOKEN]},
    )  # fmt: skip
    for form in (Full(), Concise(), JsonLines(), Json()):
        text = form.piece(made)
        assert TOKEN not in text
        assert TOKEN[8:] not in text
    assert result(made)["findings"][0]["fix"] is None
    under = next(line for line in Full().piece(made).splitlines() if "^" in line)
    assert under.count("^") < len(TOKEN)


def test_totals_close_every_output() -> None:
    totals = Totals()
    assert totals.line(0) == "0 findings in 0 of 0 records; exit 0"
    totals.add(report())
    totals.add(report(severity="note", name="other", code="HDG002", fix=Fix("safe", ())))
    totals.add(Report(Compaction("x", (), ""), (), ()))
    totals.add_broken()
    assert totals.line(2) == "2 findings in 2 of 3 records (1 error, 1 note), 1 safe fix, 1 record not checked; exit 2"
    assert (totals.at_least("error"), totals.at_least("warning"), totals.at_least("note")) == (1, 1, 2)


def test_statistics_name_the_most_frequent_rule_first() -> None:
    totals = Totals()
    assert statistics(totals) == ""
    for made in (report(), report(severity="note", name="other", code="HDG002"), *[report()] * 9):
        totals.add(made)
    assert statistics(totals) == "10  error    HDG001  dropped-hedge\n 1  note     HDG002  other\n"


@given(st.text(st.characters(), max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_any_text_can_be_shown(summary: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(summary)), min(other, len(summary))))
    made = report(summary, summary[start:end], summary, (Place("s7", start, end, summary[start:end]),))
    text = Full().piece(made) + Concise().piece(made)
    assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in text.replace("\n", ""))
    assert json.loads(JsonLines().piece(made))["findings"][0]["summary"]["quote"] == summary[start:end]


def test_ids_are_shown_to_people_without_secrets_and_to_programs_as_they_are() -> None:
    made = report(evidence=(place(SOURCE, "probably", span_id=TOKEN),))
    compaction = replace(made.compaction, id=TOKEN, spans=(Span(TOKEN, "tool", SOURCE, "tool_output"),), chain=TOKEN)
    made = replace(made, compaction=compaction)
    cycle = Cycle(1, compaction, words=9, specificity=0.0, identifiers=0)
    trace = Trace(Chain(TOKEN, (compaction,)), (cycle,), (), ())
    plan = Plan(keep=(TOKEN,), reread=(), disconfirmers=(), tokens=1, budget=2, exact=True, bound=1.0, short=(), unsupported=())
    for shown in (
        Full().piece(made),
        Concise().piece(replace(made, compaction=replace(compaction, path=None))),
        show(as_read(compaction), ()),
        trace_text(trace),
        gate_lines(compaction, Gate("allow", ())),
        plan_lines(compaction, plan, len),
        prunable_lines(compaction, compaction.spans, len),
    ):
        assert TOKEN not in shown
        assert "ghp_…" in shown
    assert json.loads(JsonLines().piece(made))["id"] == TOKEN


def test_json_quotes_no_secret_that_only_its_surroundings_tell() -> None:
    secret = "k7f2q9c4d1e8a6b5"
    summary, source = f"The API_KEY={secret} works.", f"export API_KEY={secret}\nok"
    text = JsonLines().piece(report(summary, secret, source, (place(source, secret, "here"),)))
    assert secret not in text.partition('"claims"')[0]
