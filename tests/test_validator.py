"""Each branch of the provenance validator: outcome, message and reason, and the order among them."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from summarylint import ContextProvenanceError, validate_compaction
from summarylint.errors import SummarylintError
from summarylint.gate.validator import MAX_SELF_SUMMARY_CYCLES, PROTECTED_ORIGINS

GOOD = {"text": "port 5433", "origin": "user-said", "primary_span_id": "s17"}
UNFALSIFIABLE = "compaction removed all disconfirming spans; summary is now unfalsifiable in-window"
TOO_DEEP = "cycle_depth=3 exceeds 2 and action is irreversible; halt and re-ground against primary spans before proceeding"


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in GOOD.items() if name != key}


def untagged(text: str | None, origin: str | None) -> str:
    return f"claim lacks valid provenance tag: {text!r} origin={origin!r}"


def unwitnessed(text: str | None, span_id: str | None) -> str:
    return f"claim has no surviving primary span (span_id={span_id!r}): {text!r}; summary cannot be sole witness to its own fact"


@pytest.mark.parametrize("origin", ["user-said", "tool-output", "hedged", "inferred"])
def test_every_protected_origin_passes(origin: str) -> None:
    assert validate_compaction([{**GOOD, "origin": origin}], {"s17"}, 0, False) is True


@pytest.mark.parametrize(
    ("claims", "surviving", "depth", "irreversible"),
    [
        ([], set(), 0, False),
        ([], set(), 1, False),  # nothing is claimed, so nothing has to be falsifiable
        ([], set(), 3, False),
        ([GOOD], {"s17"}, 0, True),
        ([GOOD], {"s17", "contra:s4"}, 1, False),
        ([GOOD], {"s17", "contra:s4"}, 2, True),  # two cycles are allowed
        ([GOOD], {"s17", "contra:s4"}, 3, False),
        ([GOOD], {"s17", "contra:"}, 1, False),
        ([without("text")], {"s17"}, 0, False),
        ([{**GOOD, "primary_span_id": "contra:s4"}], {"contra:s4"}, 1, False),
        ([{**GOOD, "primary_span_id": ""}], {""}, 0, False),  # an empty id is an id
    ],
)
def test_passes(claims: list[dict[str, Any]], surviving: set[str], depth: int, irreversible: bool) -> None:
    assert validate_compaction(claims, surviving, depth, irreversible) is True


@pytest.mark.parametrize(
    ("claims", "surviving", "depth", "irreversible", "reason", "message"),
    [
        ([without("origin")], {"s17"}, 0, False, "no-origin", untagged("port 5433", None)),
        ([{}], {"s17"}, 0, False, "no-origin", untagged(None, None)),
        ([{**GOOD, "origin": ""}], {"s17"}, 0, False, "no-origin", untagged("port 5433", "")),
        ([{**GOOD, "origin": "User-Said"}], {"s17"}, 0, False, "no-origin", untagged("port 5433", "User-Said")),
        ([{**GOOD, "origin": "unverified"}], {"s17"}, 0, False, "no-origin", untagged("port 5433", "unverified")),
        ([without("primary_span_id")], {"s17"}, 0, False, "no-surviving-witness", unwitnessed("port 5433", None)),
        ([{**GOOD, "primary_span_id": "s1"}], {"s17"}, 0, False, "no-surviving-witness", unwitnessed("port 5433", "s1")),
        ([GOOD], set(), 0, False, "no-surviving-witness", unwitnessed("port 5433", "s17")),
        ([GOOD], {"contra:s17"}, 0, False, "no-surviving-witness", unwitnessed("port 5433", "s17")),
        ([GOOD], {"s17"}, 1, False, "no-disconfirmer", UNFALSIFIABLE),
        ([GOOD], {"s17", "contrast"}, 1, False, "no-disconfirmer", UNFALSIFIABLE),
        ([GOOD], {"s17", "x-contra:1"}, 1, False, "no-disconfirmer", UNFALSIFIABLE),
        ([GOOD], {"s17", "Contra:1"}, 1, False, "no-disconfirmer", UNFALSIFIABLE),
        ([GOOD], {"s17", " contra:1"}, 1, False, "no-disconfirmer", UNFALSIFIABLE),
        ([GOOD], {"s17", "contra:s4"}, 3, True, "cycle-depth", TOO_DEEP),
        ([], set(), 3, True, "cycle-depth", TOO_DEEP),  # depth counts even where nothing is claimed
    ],
)
def test_refuses(claims: list[dict[str, Any]], surviving: set[str], depth: int, irreversible: bool, reason: str, message: str) -> None:
    with pytest.raises(ContextProvenanceError) as caught:
        validate_compaction(claims, surviving, depth, irreversible)
    assert str(caught.value) == message
    assert caught.value.reason == reason


UNTAGGED, UNWITNESSED = without("origin"), {**GOOD, "primary_span_id": "gone"}


@pytest.mark.parametrize(
    ("claims", "surviving", "depth", "reason"),
    [
        ([{}], set(), 3, "no-origin"),  # origin before witness
        ([UNWITNESSED, UNTAGGED], {"s17"}, 3, "no-surviving-witness"),  # claim by claim
        ([UNTAGGED, UNWITNESSED], {"s17"}, 3, "no-origin"),
        ([GOOD, UNWITNESSED], {"s17"}, 3, "no-surviving-witness"),  # claims before disconfirmers
        ([GOOD], {"s17"}, 3, "no-disconfirmer"),  # disconfirmers before depth
    ],
)
def test_the_first_fault_in_order_is_told(claims: list[dict[str, Any]], surviving: set[str], depth: int, reason: str) -> None:
    with pytest.raises(ContextProvenanceError) as caught:
        validate_compaction(claims, surviving, depth, True)
    assert caught.value.reason == reason


def test_the_error_is_a_runtime_error_of_the_project_and_survives_pickling() -> None:
    error = ContextProvenanceError("gone", reason="no-origin")
    assert isinstance(error, RuntimeError)
    assert isinstance(error, SummarylintError)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.reason) == ("gone", "no-origin")
    assert ContextProvenanceError().reason is None


def test_the_limits_are_the_published_ones() -> None:
    assert {"user-said", "tool-output", "hedged", "inferred"} == PROTECTED_ORIGINS
    assert MAX_SELF_SUMMARY_CYCLES == 2
