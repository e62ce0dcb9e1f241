"""Refusal: nothing answers at the address that the summary gives."""

from __future__ import annotations

import pytest
from windows import Said, ledger, statement

from summarylint.evidence.refusal import refused

CLAIM = "The relay is on port 48213."


def turns(summary: str, *said: Said) -> list[str]:
    return [turn.witness.span.id for turn in refused(summary, statement(summary), ledger(*said))]


def test_the_last_refusal_is_found() -> None:
    said: list[Said] = [("tool", "connection refused on 48213"), ("tool", 'server at "lamp", port 48213 failed: Connection refused')]
    assert turns(CLAIM, ("user", CLAIM), *said) == ["s3"]


@pytest.mark.parametrize(
    "said",
    [
        [("tool", "connection refused on 48213"), ("tool", "lamp:48213 - accepting connections")],
        [("tool", "connection refused on 48213"), ("user", "The relay is on port 48213 again, I started it.")],
        [("tool", "connection refused on 48214")],
        [("tool", "port 148213: connection refused")],
        [("assistant", "Connection refused on 48213.")],
        [("tool", "$ grep 'connection refused' relay-48213.log")],
    ],
)
def test_silent_where_something_answered_or_it_is_another_matter(said: list[Said]) -> None:
    assert turns(CLAIM, *said) == []


def test_the_users_doubt_is_no_answer() -> None:
    assert turns(CLAIM, ("tool", "connection refused on 48213"), ("user", "I think the relay is on port 48213.")) == ["s1"]


@pytest.mark.parametrize("summary", ["The relay does not answer on port 48213.", "Connection refused on port 48213."])
def test_silent_where_the_summary_tells_it(summary: str) -> None:
    assert turns(summary, ("tool", "connection refused on 48213")) == []
