"""Which witness of a claim still stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from summarylint.language.statements import read_statements
from summarylint.model import Claim, Compaction, Span
from summarylint.provenance.standing import availability, primary_witnesses, standing

PRINTED = Span("m1", "tool", "relay: listening on port 48213", "tool_output")
AGAIN = Span("m2", "tool", "relay: listening on port 48213 since noon", "tool_output")
OTHER = Span("m3", "tool", "relay: listening since noon", "tool_output")
RETOLD = Span("m4", "assistant", "The relay listens on port 48213.")
SPANS = (PRINTED, AGAIN, OTHER, RETOLD)
TEXT = "The relay listens on port 48213."
CLAIM = Claim(TEXT, 0, len(TEXT), "tool-output", "m1", ("m1", "m2", "m3", "m4"))
(STATEMENT,) = read_statements(TEXT)


def test_only_a_witness_that_is_as_good_can_stand_in() -> None:
    assert primary_witnesses(CLAIM, {span.id: span for span in SPANS}) == ("m1", "m2")


def test_what_disagrees_stands_in_for_nothing() -> None:
    disputed = replace(CLAIM, disconfirmer_span_ids=("m2",))
    assert primary_witnesses(disputed, {span.id: span for span in SPANS}) == ("m1",)


@pytest.mark.parametrize(("surviving", "primary"), [({"m1", "m2"}, "m1"), ({"m2", "m4"}, "m2"), ({"m3", "m4"}, "m1"), (None, "m1")])
def test_a_witness_that_is_gone_gives_way(surviving: set[str] | None, primary: str) -> None:
    compaction = Compaction("x", SPANS, TEXT, surviving_span_ids=None if surviving is None else frozenset(surviving))
    found = standing(CLAIM, STATEMENT, compaction)
    assert (found.primary_span_id, found.origin) == (primary, "tool-output")
    assert found.witness_span_ids[0] == primary and set(found.witness_span_ids) == {"m1", "m2", "m3", "m4"}


def test_a_tag_speaks_where_no_span_does() -> None:
    text = "Penguins waddle. [hedged:z1,z2]"
    (statement,) = read_statements(text)
    bare = Claim("Penguins waddle.", 0, 16, None, None)
    found = standing(
        bare, statement, Compaction("x", SPANS, text, surviving_span_ids=frozenset({"z2"}), recoverable_span_ids=frozenset({"z1"}))
    )
    assert (found.origin, found.primary_span_id, found.witness_span_ids) == ("hedged", "z2", ("z2", "z1"))
    assert standing(bare, statement, Compaction("x", SPANS, text)) == bare


def test_availability() -> None:
    compaction = Compaction("x", SPANS, TEXT, surviving_span_ids=frozenset({"m1"}), recoverable_span_ids=frozenset({"m2"}))
    assert [availability(name, compaction) for name in ("m1", "m2", "m3", "z")] == ["surviving", "recoverable", "gone", "unknown"]
