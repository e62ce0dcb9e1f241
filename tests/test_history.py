"""The compactions of a chain that a run keeps while it reads on."""

from __future__ import annotations

from dataclasses import replace

from summarylint.checking import History, in_chains
from summarylint.engine import Linter
from summarylint.model import Compaction, Span


def compaction(number: int, chain: str | None = "c", size: int = 10) -> Compaction:
    return Compaction(f"r{number}", (Span("s", "user", "x" * size),), "y", chain=chain)


def test_a_chain_is_known_as_far_as_it_was_read() -> None:
    history = History()
    assert [len(history.before(compaction(number))) for number in range(3)] == [0, 1, 2]
    assert history.before(compaction(9, chain="other")) == ()
    assert history.before(compaction(9, chain=None)) == ()


def test_of_the_beginning_of_a_long_chain_only_the_summaries_are_kept() -> None:
    history = History(longest=25)
    found = [[(one.id, one.summary, len(one.spans)) for one in history.before(compaction(number))] for number in range(4)]
    assert found == [
        [],
        [("r0", "y", 1)],
        [("r0", "y", 0), ("r1", "y", 1)],
        [("r0", "y", 0), ("r1", "y", 0), ("r2", "y", 1)],
    ]


def test_nothing_is_known_of_survival_where_spans_of_a_chain_were_let_go() -> None:
    history = History(longest=25)
    found = [history.placed(replace(compaction(number), surviving_span_ids=frozenset({"s"}))) for number in range(3)]
    assert [(one.surviving_span_ids, len(earlier)) for one, earlier in found] == [(frozenset({"s"}), 0), (frozenset({"s"}), 1), (None, 2)]


def test_a_record_without_spans_is_no_chain_that_was_let_go() -> None:
    history = History()
    history.placed(replace(compaction(0), spans=()))
    placed, _ = history.placed(replace(compaction(1), surviving_span_ids=frozenset({"s"})))
    assert placed.surviving_span_ids == {"s"}


def test_beside_a_window_that_is_too_large_itself_no_other_spans_are_held() -> None:
    history = History(longest=5)
    assert history.before(compaction(0, size=100)) == ()
    assert [(one.id, one.spans) for one in history.before(compaction(1, size=100))] == [("r0", ())]


def test_a_chain_whose_beginning_was_let_go_keeps_its_depth() -> None:
    check = in_chains(Linter(), History(longest=1))
    found = [[finding.code for finding in check(compaction(number)).findings] for number in range(4)]
    assert ["CYC003" in codes for codes in found] == [False, False, False, True]
