"""Traces of the chains in corpora/: each pathology at its cycle, none in the faithful twins."""

from __future__ import annotations

from pathlib import Path

import pytest

from summarylint.engine import Linter
from summarylint.model import Author, Chain, Compaction, Span
from summarylint.provenance.chain import chains_of
from summarylint.provenance.trace import Trace
from summarylint.reading.files import read_file

CORPORA = Path(__file__).resolve().parent.parent / "corpora" / "chains"
LINTER = Linter()


def chain(name: str) -> Chain:
    (found,) = chains_of(one for one in read_file(str(CORPORA / f"{name}.summary.jsonl"), strict=True) if isinstance(one, Compaction))
    return found


def traced(name: str) -> Trace:
    return LINTER.check_chain(chain(name)).trace


def wrong(trace: Trace) -> list[tuple[str, int]]:
    return list(dict.fromkeys((one.name, one.cycle) for one in trace.pathologies))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("provenance-collapse", [("provenance-collapse", 2)]),
        ("drift", [("drift", 2), ("drift", 3), ("became-description", 4)]),
        ("ratchet", [("ratchet", 2)]),
    ],
)
def test_each_pathology_is_named_at_its_cycle(name: str, expected: list[tuple[str, int]]) -> None:
    assert wrong(traced(name)) == expected


@pytest.mark.parametrize(
    ("name", "decisions"),
    [
        ("provenance-collapse", ["allow", "reground"]),
        ("drift", ["allow", "allow", "allow", "halt"]),
        ("ratchet", ["allow", "reground", "reground", "halt"]),
    ],
)
def test_the_gate_closes_at_the_right_place(name: str, decisions: list[str]) -> None:
    assert [report.gate.decision for report in LINTER.check_chain(chain(name)).reports] == decisions


@pytest.mark.parametrize("name", ["provenance-collapse", "drift", "ratchet"])
def test_the_faithful_twin_passes(name: str) -> None:
    found = LINTER.check_chain(chain(f"{name}-faithful"))
    assert found.trace.pathologies == ()
    assert [report.gate.decision for report in found.reports] == ["allow"] * len(found.reports)
    assert [finding for report in found.reports for finding in report.findings] == []


def test_the_figures_of_a_cycle() -> None:
    first, second, *_ = traced("drift").cycles
    assert (first.number, first.identifiers, first.retention, first.types) == (1, 11, None, {})
    assert (second.kept, second.altered, second.lost, second.tags, second.tags_kept) == (8, 0, 3, 5, 5)
    assert second.retention == pytest.approx(8 / 11) and second.witnessed == 1.0
    assert second.types["url"] == (0, 0, 1) and second.specificity < first.specificity


def test_a_life_line_says_what_happened_when() -> None:
    facts = {fact.told[-1][1]: fact for fact in traced("ratchet").facts}
    events = [(event.cycle, event.what, event.span_id) for event in facts["Staging DB port is 5433."].events]
    assert events == [(1, "born", "k1"), (2, "contradicted", "k3"), (2, "contradiction-evicted", "k3")]
    collapse = {fact.told[-1][1]: fact for fact in traced("provenance-collapse").facts}["Staging DB port is 5433."]
    assert [(event.cycle, event.what) for event in collapse.events] == [(1, "born"), (2, "hedge-lost"), (2, "tag-lost")]


def test_a_fact_that_is_told_no_more_is_dropped() -> None:
    spans = (Span("m1", "tool", "mill 4 runs at 48 rpm", "tool_output"),)
    one = Compaction("a/1", spans, "Mill 4 runs at 48 rpm. The grain is dry.", chain="a")
    two = Compaction("a/2", (), "The grain is dry.", chain="a", cycle_depth=1)
    facts = LINTER.check_chain(Chain("a", (one, two))).trace.facts
    assert [(event.cycle, event.what) for event in facts[0].events] == [(1, "born"), (2, "dropped")]
    assert [event.what for event in facts[1].events] == ["born"]


def test_a_chain_that_is_pruned_from_outside_has_no_pathology() -> None:
    found = chain("drift")
    outside = Chain("drift", tuple(Compaction(**{**fields(one), "author": Author("external")}) for one in found.compactions))
    report = LINTER.check_chain(outside)
    assert report.trace.pathologies == ()
    assert [f.name for one in report.reports for f in one.findings if f.code.startswith("CYC")] == []


def fields(compaction: Compaction) -> dict[str, object]:
    return {name: getattr(compaction, name) for name in Compaction.__slots__}
