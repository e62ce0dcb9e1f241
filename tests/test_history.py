"""The compactions of a chain that a run keeps while it reads on."""

from __future__ import annotations

from dataclasses import replace

from summarylint.checking import History
from summarylint.model import Compaction, Span


def compaction(number: int, chain: str | None = "c", size: int = 10) -> Compaction:
    return Compaction(f"r{number}", (Span("s", "user", "x" * size),), "y", chain=chain)


def test_a_chain_is_known_as_far_as_it_was_read() -> None:
    history = History()
    assert [len(history.before(compaction(number))) for number in range(3)] == [0, 1, 2]
    assert history.before(compaction(9, chain="other")) == ()
    assert history.before(compaction(9, chain=None)) == ()


def test_the_beginning_of_a_long_chain_is_let_go_and_that_is_known() -> None:
    history = History(longest=25)
    found = [[one.id for one in history.before(compaction(number))] for number in range(5)]
    assert found == [[], ["r0"], ["r0", "r1"], ["r1", "r2"], ["r2", "r3"]]


def test_nothing_is_known_of_survival_where_the_beginning_of_a_chain_was_let_go() -> None:
    history = History(longest=25)
    found = [history.placed(replace(compaction(number), surviving_span_ids=frozenset({"s"}))) for number in range(4)]
    assert [(one.surviving_span_ids, len(earlier)) for one, earlier in found] == [
        (frozenset({"s"}), 0),
        (frozenset({"s"}), 1),
        (frozenset({"s"}), 2),
        (None, 2),
    ]


def test_the_last_window_is_kept_whatever_its_size() -> None:
    history = History(longest=5)
    history.before(compaction(0, size=100))
    assert [one.id for one in history.before(compaction(1))] == ["r0"]
