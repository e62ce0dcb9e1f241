"""The gate: the provenance validator's word always stands, and each decision comes for its own reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from summarylint.checks.chain_view import ChainView
from summarylint.checks.comparison import compare
from summarylint.engine import Linter
from summarylint.gate.gate import arguments, gate
from summarylint.gate.ground import ground
from summarylint.gate.validator import MAX_SELF_SUMMARY_CYCLES, ContextProvenanceError, validate_compaction
from summarylint.model import Author, Compaction, Span
from summarylint.provenance.actions import irreversible_action

MILL = Span("m1", "tool", "mill 4 runs at 48 rpm", "tool_output")
USER = Span("m2", "user", "The grain goes to Leith.")
SEPARATE = Author("miller", "clerk")
SAME = Author("miller", "miller")
TAGGED = "Mill 4 runs at 48 rpm. [tool-output:m1]"


def record(summary: str = TAGGED, spans: tuple[Span, ...] = (MILL, USER), **fields: Any) -> Compaction:
    given = {"surviving_span_ids": frozenset({"m1", "m2"}), "author": SEPARATE, **fields}
    return Compaction(id="mill/1", spans=spans, summary=summary, **given)


def decided(compaction: Compaction, **more: Any) -> tuple[str | None, list[str]]:
    found = gate(compaction, **more)
    return found.decision, [reason.reason for reason in found.reasons]


def test_without_survivors_there_is_no_decision() -> None:
    assert decided(record(surviving_span_ids=None)) == (None, [])


def test_what_is_borne_out_may_go_on() -> None:
    assert decided(record()) == ("allow", [])
    assert decided(record(pending_action="deploy the mill", cycle_depth=2)) == ("allow", [])


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_self_serving_pass_before_an_irreversible_action_is_grounded_again(depth: int) -> None:
    assert decided(record(author=SAME, cycle_depth=depth, pending_action_irreversible=True)) == ("reground", ["self-authored"])
    assert decided(record(author=SAME, cycle_depth=depth, pending_action_irreversible=False)) == ("allow", [])


def test_more_than_two_self_authored_cycles_before_an_irreversible_action_halt() -> None:
    deep = record(author=SAME, cycle_depth=3, pending_action="git push --force")
    assert decided(deep) == ("halt", ["cycle-depth", "self-authored"])
    assert decided(replace(deep, pending_action="git status")) == ("allow", [])
    assert decided(replace(deep, author=Author("external", "miller"))) == ("reground", ["cycle-depth"])


def test_a_separate_pass_clears_its_claims_only_with_the_raw_spans_and_tags() -> None:
    acting = record(pending_action_irreversible=True)
    assert decided(acting)[0] == "allow"
    assert decided(replace(acting, summary="Mill 4 runs at 48 rpm.")) == ("reground", ["self-authored"])
    assert decided(replace(acting, shown_span_ids=frozenset({"m2"}))) == ("reground", ["self-authored"])


def test_a_witness_that_can_only_be_paged_in_again_is_no_halt() -> None:
    away = record(surviving_span_ids=frozenset({"m2"}), recoverable_span_ids=frozenset({"m1"}))
    assert decided(away) == ("reground", ["no-surviving-witness"])
    assert "page m1 in again" in gate(away).reasons[0].text
    assert decided(away, reread=["m1"]) == ("allow", [])


def test_a_claim_without_any_witness_has_to_be_mended() -> None:
    assert decided(record("Penguins waddle on ice.")) == ("repair", ["no-origin"])
    assert decided(record("Penguins waddle on ice.", pending_action_irreversible=True))[0] == "reground"


def test_what_was_tagged_unverified_is_not_acted_on() -> None:
    assert decided(record("Penguins waddle on ice. [unverified]", pending_action_irreversible=True))[0] == "reground"


def test_a_tag_names_a_surviving_span_that_the_record_does_not_hold() -> None:
    told = record("Penguins waddle on ice. [user-said:z9]", surviving_span_ids=frozenset({"m1", "m2", "z9"}))
    assert decided(told) == ("allow", [])
    assert decided(replace(told, surviving_span_ids=frozenset({"m1"})))[0] == "repair"


def test_what_disagrees_must_stay() -> None:
    spans = (Span("m1", "user", "The relay is on port 48213."), Span("m2", "tool", "connection refused on 48213", "tool_output"))
    told = record("The relay is on port 48213. [user-said:m1]", spans, cycle_depth=1)
    assert decided(told) == ("allow", [])
    assert decided(replace(told, surviving_span_ids=frozenset({"m1"}))) == ("reground", ["no-disconfirmer"])
    given = arguments(ChainView(told, compare(told)), None)
    assert {"m2", "contra:m2"} <= given.surviving_spans and given.disagreeing == {"m2"}


def test_faults_of_the_summary_have_to_be_mended() -> None:
    guess = Compaction(
        "mill/2", (Span("m1", "user", "I think the staging DB is on port 5433."),), "Staging DB port is 5433.",
        surviving_span_ids=frozenset({"m1"}), author=SEPARATE,
    )  # fmt: skip
    found = Linter().check(guess).gate
    assert (found.decision, [reason.reason for reason in found.reasons]) == ("repair", ["dropped-hedge"])
    assert Linter().gate(guess) == found


def test_the_chain_shows_what_the_record_does_not_hold() -> None:
    first = record(chain="mill")
    second = record(
        chain="mill", spans=(Span("m3", "assistant", "Next the sieve."),), cycle_depth=1, surviving_span_ids=frozenset({"m1", "m3"})
    )
    assert decided(second, earlier=(first,)) == ("allow", [])
    assert decided(replace(second, surviving_span_ids=frozenset({"m3"})), earlier=(first,)) == ("reground", ["no-surviving-witness"])


SAID = (
    "The relay is on port 48213.", "Mill 4 runs at 48 rpm.", "I think the barge leaves on Friday.", "The grain goes to Leith.",
    "The export folder is deleted on logout.", "The export folder is not deleted on logout.", "connection refused on 48213",
)  # fmt: skip
TOLD = (
    *SAID[:5],
    "The barge leaves on Friday.",
    "Penguins waddle on ice.",
    "The grain goes to Leith. [user-said:z1]",
    "Mill 4 runs at 48 rpm. [unverified]",
)


@st.composite
def compactions(draw: st.DrawFn) -> Compaction:
    roles = st.sampled_from(["user", "assistant", "tool", "summary"])
    said = draw(st.lists(st.tuples(roles, st.sampled_from(SAID)), max_size=5))
    spans = tuple(Span(f"s{n}", role, text, "tool_output" if role == "tool" else "text") for n, (role, text) in enumerate(said))  # type: ignore[arg-type]
    ids = [*(span.id for span in spans), "z1"]
    return Compaction(
        id="any",
        spans=spans,
        summary=" ".join(draw(st.lists(st.sampled_from(TOLD), max_size=3))),
        surviving_span_ids=frozenset(draw(st.lists(st.sampled_from(ids)))),
        recoverable_span_ids=frozenset(draw(st.lists(st.sampled_from(ids)))),
        cycle_depth=draw(st.integers(0, 4)),
        author=draw(st.sampled_from([Author(), SAME, SEPARATE, Author("external", "miller")])),
        pending_action_irreversible=draw(st.booleans()),
        window_tokens=10_000,
    )


FEW = settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])


@FEW
@given(compactions())
def test_the_gate_never_allows_what_the_validator_refuses(compaction: Compaction) -> None:
    given = arguments(ChainView(compaction, compare(compaction)), irreversible_action(compaction))
    known = given.surviving_spans if given.disagreeing else given.surviving_spans | {"contra:"}
    try:
        validate_compaction(given.summary_claims, known, given.cycle_depth, given.pending_action_irreversible)
    except ContextProvenanceError:
        assert gate(compaction).decision != "allow"


@FEW
@given(compactions())
def test_a_reports_own_claims_are_judged_no_milder_than_by_the_validator(compaction: Compaction) -> None:
    report = Linter().check(compaction)
    claims = [{"text": c.text, "origin": c.origin, "primary_span_id": c.primary_span_id} for c in report.claims]
    assert compaction.surviving_span_ids is not None
    try:
        validate_compaction(
            claims, compaction.surviving_span_ids | {"contra:"}, compaction.cycle_depth, bool(compaction.pending_action_irreversible)
        )
    except ContextProvenanceError:
        assert report.gate.decision != "allow"


@FEW
@given(compactions())
def test_a_grounding_plan_that_reaches_opens_the_gate(compaction: Compaction) -> None:
    assume(compaction.cycle_depth <= MAX_SELF_SUMMARY_CYCLES)
    plan = ground(compaction)
    assume(not plan.unverified and plan.reaches)
    assert gate(compaction, reread=plan.span_ids).decision == "allow"
