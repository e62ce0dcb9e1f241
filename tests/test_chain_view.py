"""What a check on chains sees."""

from __future__ import annotations

from summarylint.checks.chain_view import ChainView, earlier_place, first_place
from summarylint.checks.comparison import compare
from summarylint.model import Chain, Compaction, Span

FIRST = Compaction(
    "r/1", (Span("m1", "tool", "relay: listening on port 48213", "tool_output"),), "The relay listens on port 48213.", chain="r"
)
SECOND = Compaction(
    "r/2", (Span("m2", "user", "Go on with the lamp."),), "The relay listens on port 48213. Lamp next.", chain="r", cycle_depth=1
)


def view(compaction: Compaction, *earlier: Compaction) -> ChainView:
    return ChainView(compaction, compare(compaction), earlier)


def test_claims_are_traced_through_the_whole_run() -> None:
    assert view(SECOND).claims[0].primary_span_id is None
    assert view(SECOND, FIRST).claims[0].primary_span_id == "m1"


def test_the_depth_is_as_told_or_by_place() -> None:
    bare = [Compaction(f"r/{n}", (), "It runs.", chain="r") for n in range(3)]
    assert view(bare[2], *bare[:2]).depth == 2
    assert view(SECOND, FIRST).depth == 1
    anew = Compaction("r/3", (), "It runs.", chain="r")
    assert view(anew, FIRST, SECOND).depth == 0


def test_a_tag_at_the_end_of_a_sentence_stands_for_all_of_it() -> None:
    tagged = Compaction("x", FIRST.spans, "- The relay is up; it listens on port 48213. [tool-output:m1]")
    assert view(tagged).tagged
    assert not view(FIRST).tagged and not view(Compaction("x", (), "")).tagged


def test_places() -> None:
    found = view(SECOND, FIRST)
    place = earlier_place(found, found.before[0], "here")
    assert (place.span_id, place.quote) == ("r/1/summary", "The relay listens on port 48213.")
    assert first_place(found) == (0, 32)
    assert first_place(view(Compaction("x", (), ""))) == (None, None)
    kept = Compaction("x", (Span("m0", "summary", "Lamp is lit."),), "It runs.", previous_summary="Lamp is lit.")
    assert earlier_place(view(kept), view(kept).before[0], "").span_id == "m0"
    lone = Compaction("x", (), "It runs.", previous_summary="Lamp is lit.")
    assert earlier_place(view(lone), view(lone).before[0], "").span_id == "previous_summary"


def test_the_trace_of_a_view_is_that_of_its_chain() -> None:
    first = view(FIRST)
    found = ChainView(SECOND, compare(SECOND), (FIRST,), (), (first.reading,)).trace()
    assert found.chain == Chain("r", (FIRST, SECOND)) and [cycle.kept for cycle in found.cycles] == [0, 1]
