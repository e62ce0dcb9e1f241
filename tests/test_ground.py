"""Grounding: what to keep and what to read again, and what the budget does not reach."""

from __future__ import annotations

from summarylint.gate.ground import ground, prunable
from summarylint.model import Compaction, Span

LONG = Span("m1", "tool", "relay: listening on port 48213" + " since noon" * 40, "tool_output")
BRIEF = Span("m2", "tool", "relay: listening on port 48213", "tool_output")
USER = Span("m3", "user", "The grain goes to Leith.")
CHAT = Span("m4", "assistant", "I will have a look.")
REFUSED = Span("m5", "tool", "connection refused on 48213", "tool_output")
SUMMARY = "The relay listens on port 48213. The grain goes to Leith."


def record(*spans: Span, summary: str = SUMMARY, survive: tuple[str, ...] = (), window: int | None = 1000, **fields: object) -> Compaction:
    return Compaction("relay/1", spans, summary, surviving_span_ids=frozenset(survive), window_tokens=window, **fields)  # type: ignore[arg-type]


def test_the_cheaper_of_two_witnesses_is_read_again() -> None:
    plan = ground(record(LONG, BRIEF, USER, CHAT, survive=("m3",)))
    assert (plan.keep, plan.reread, plan.exact, plan.unverified) == (("m3",), ("m2",), True, ())
    assert plan.tokens == 8 + 6 and plan.budget == 150 and plan.reaches


def test_what_disagrees_always_stays() -> None:
    plan = ground(record(BRIEF, REFUSED, USER))
    assert plan.disconfirmers == ("m5",) and set(plan.span_ids) == {"m2", "m3", "m5"}
    poor = ground(record(BRIEF, REFUSED, USER, window=10))
    assert poor.span_ids == ("m5",) and poor.tokens > poor.budget and not poor.reaches


def test_what_the_budget_does_not_reach_is_said() -> None:
    plan = ground(record(BRIEF, USER, window=40))
    assert plan.budget == 6 and plan.span_ids == ("m3",)
    assert [claim.text for claim in plan.short] == ["The relay listens on port 48213."]
    assert plan.unsupported == () and not plan.reaches


def test_what_nothing_bears_out_is_said_apart() -> None:
    plan = ground(record(BRIEF, summary="The relay listens on port 48213. Penguins waddle on ice."))
    assert [claim.text for claim in plan.unsupported] == ["Penguins waddle on ice."] and plan.short == ()


def test_the_window_is_that_of_all_spans_where_it_is_not_given() -> None:
    assert ground(record(Span("m1", "tool", "x" * 400, "tool_output"), window=None), 0.5).budget == 50


def test_a_counter_of_ones_own_is_used() -> None:
    assert ground(record(BRIEF, USER), count=lambda text: 7).tokens == 14


def test_earlier_compactions_lend_their_spans() -> None:
    first = record(BRIEF, USER, chain="relay")
    plan = ground(record(CHAT, chain="relay"), earlier=(first,))
    assert set(plan.reread) == {"m2", "m3"}


def test_a_span_that_only_a_tag_names_is_part_of_the_plan() -> None:
    plan = ground(record(BRIEF, summary="Penguins waddle on ice. [user-said:z1]", survive=("z1",)))
    assert (plan.keep, plan.tokens, plan.unverified) == (("z1",), 0, ())


def test_nothing_is_read_again_once_the_spans_of_a_plan_survive() -> None:
    plan = ground(record(BRIEF, USER, survive=("m3",)))
    assert set(plan.span_ids) | {"m3"} == {"m2", "m3"}
    assert ground(record(BRIEF, USER, survive=("m2", "m3"))).reread == ()


def test_what_no_claim_needs_may_go() -> None:
    pinned = Span("m6", "user", "Remember the lamp.", pinned=True)
    kept = Span("m7", "user", "Never open the sluice.")
    compaction = Compaction("relay/2", (LONG, BRIEF, USER, CHAT, REFUSED, pinned, kept), SUMMARY, protected=("Never open the sluice",))
    assert [span.id for span in prunable(compaction)] == ["m1", "m4"]
    assert [span.id for span in prunable(Compaction("relay/3", compaction.spans, SUMMARY, surviving_span_ids=frozenset({"m4", "m3"})))] == [
        "m4"
    ]
