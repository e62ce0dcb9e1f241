"""Chains: which records make one, and what is known of its spans."""

from __future__ import annotations

from typing import Any

from summarylint.model import Compaction, Span
from summarylint.provenance.chain import chains_of, earlier_summaries, known_spans, widened


def record(name: str, chain: str | None = None, depth: int = 0, spans: tuple[Span, ...] = (), **fields: Any) -> Compaction:
    return Compaction(name, spans, f"Summary {name}.", chain=chain, cycle_depth=depth, **fields)


def test_records_of_one_name_are_one_chain_and_others_stand_alone() -> None:
    found = chains_of([record("a1", "a"), record("x"), record("b1", "b"), record("a2", "a", 1), record("y")])
    assert [(chain.id, [one.id for one in chain.compactions]) for chain in found] == [
        ("a", ["a1", "a2"]), ("x", ["x"]), ("b", ["b1"]), ("y", ["y"]),
    ]  # fmt: skip


def test_depths_without_a_gap_give_the_order_and_others_do_not() -> None:
    shuffled = chains_of([record("c", "a", 2), record("a", "a", 0), record("b", "a", 1)])
    assert [one.id for one in shuffled[0].compactions] == ["a", "b", "c"]
    anew = chains_of([record("a", "a", 0), record("b", "a", 1), record("c", "a", 0)])
    assert [one.id for one in anew[0].compactions] == ["a", "b", "c"]


def test_every_span_is_known_once_and_the_last_record_keeps_its_ids() -> None:
    first = record("r1", spans=(Span("s1", "user", "one"), Span("s2", "user", "kept")))
    second = record("r2", spans=(Span("s2", "user", "kept"), Span("s1", "user", "two")))
    assert [(span.id, span.text) for span in known_spans((first, second))] == [("r1/s1", "one"), ("s2", "kept"), ("s1", "two")]
    third = record("r3", spans=(Span("s1", "user", "three"),))
    names = [span.id for span in known_spans((first, second, third))]
    assert names == ["r1/s1", "s2", "r2/s1", "s1"] and len(set(names)) == 4


def test_a_lone_record_is_not_widened() -> None:
    lone = record("r1", spans=(Span("s1", "user", "one"),))
    assert widened((), lone) is lone
    wide = widened((lone,), record("r2"))
    assert [span.id for span in wide.spans] == ["s1"] and wide.previous_summary == "Summary r1."


def test_earlier_summaries_each_once() -> None:
    held = record("r2", spans=(Span("s0", "summary", "Summary r1."),), previous_summary="Before.")
    assert earlier_summaries(held, (record("r1"),)) == ("Summary r1.", "Before.")
    assert earlier_summaries(record("r1")) == ()
