"""The ledger: what it holds, and that growing it is the same as building it anew."""

from __future__ import annotations

import weakref
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.evidence import index
from summarylint.evidence.index import Ledger
from summarylint.language.statements import read_statement
from summarylint.language.terms import terms
from summarylint.model import Span

SPANS = (
    Span("a", "user", "I think the port is 5433. Please check it."),
    Span("b", "tool", "5433 accepting connections\nuptime 4 days", "tool_output"),
    Span("c", "assistant", "It is up.\n\n- [ ] restart the worker", "text"),
)


def state(ledger: Ledger) -> tuple[object, ...]:
    return ledger.spans, ledger.firsts, list(ledger.bounds), [ledger.terms[order] for order in range(len(ledger))], dict(ledger.postings)


def test_statements_are_numbered_through_all_spans() -> None:
    ledger = Ledger(SPANS)
    assert [ledger.text(order) for order in range(len(ledger))][:4] == [
        "I think the port is 5433.", "Please check it.", "5433 accepting connections", "uptime 4 days",
    ]  # fmt: skip
    assert ledger.orders("b") == range(2, 4)
    assert ledger.span_of(3).id == "b"
    assert [ledger.number_of(order) for order in range(len(ledger))] == [0, 0, 1, 1, 2, 2]


def test_postings_name_the_statements_that_hold_a_term() -> None:
    assert Ledger(SPANS).postings["5433"] == [0, 2]


def test_a_term_that_nothing_holds_leaves_no_trace() -> None:
    ledger = Ledger(SPANS)
    assert ledger.postings.get("nowhere") is None
    assert ledger.holders("nowhere") == []
    assert "nowhere" not in ledger.postings


def test_holders_and_vocabulary_are_by_span() -> None:
    ledger = Ledger(SPANS)
    assert ledger.holders("5433") == [0, 1]
    assert ledger.vocabulary(1) == set(terms(SPANS[1].text))
    assert ledger.by_users == [0]


def test_holders_are_brought_up_to_date_by_a_new_span() -> None:
    ledger = Ledger(SPANS)
    assert ledger.holders("5433") == [0, 1]
    ledger.add(Span("d", "tool", "5433 refused", "tool_output"))
    assert ledger.holders("5433") == [0, 1, 3]


def test_an_unknown_span_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        Ledger(SPANS).number("z")


def test_a_span_held_already_is_not_scanned_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = Ledger(SPANS)
    scanned: list[str] = []
    whole = index.scan_text
    monkeypatch.setattr(index, "scan_text", lambda text: scanned.append(text) or whole(text))
    ledger.update([*SPANS, Span("d", "user", "And now?")])
    assert scanned == ["And now?"]


def test_a_changed_span_replaces_the_old_one() -> None:
    ledger = Ledger(SPANS)
    ledger.add(replace(SPANS[0], text="The port is 5434."))
    assert ledger.postings.get("5433") == [1]
    assert ledger.text(0) == "The port is 5434."


def test_a_statement_is_the_same_as_one_read_at_once() -> None:
    ledger = Ledger(SPANS)
    late = ledger.statement(0)
    at_once = read_statement(SPANS[0].text, late.segment)
    assert late == at_once and at_once == late and hash(late) == hash(at_once)
    assert late.stance.certainty == "probable" or late.stance.certainty == "possible"


def test_a_late_statement_can_be_replaced_and_has_no_other_fields() -> None:
    late = Ledger(SPANS).statement(0)
    shorter = replace(late, text="5433")
    assert (shorter.text, shorter.marks, shorter.start) == ("5433", late.marks, late.start)
    with pytest.raises(AttributeError):
        late.nothing  # noqa: B018


def test_a_call_is_code_and_an_output_is_printed() -> None:
    ledger = Ledger([Span("a", "assistant", '{"command": "ls"}', "tool_call"), SPANS[1]])
    assert ledger.statement(0).segment.form == "code"
    assert ledger.statement(1).segment.form == "log"


def test_the_task_box_of_a_message_is_read_with_its_statement() -> None:
    ledger = Ledger(SPANS)
    assert ledger.statement(ledger.orders("c")[-1]).segment.checked is False


spans = st.lists(st.text(alphabet="ab 1.\n→-", max_size=30), max_size=6).map(
    lambda texts: [Span(f"s{n}", "user", text) for n, text in enumerate(texts)]
)


@given(spans, spans)
def test_a_ledger_brought_up_to_date_is_like_a_new_one(old: list[Span], new: list[Span]) -> None:
    ledger = Ledger(old)
    ledger.update(new)
    assert state(ledger) == state(Ledger(new))


@given(spans)
def test_bounds_lie_inside_their_spans_in_order(given_spans: list[Span]) -> None:
    ledger = Ledger(given_spans)
    for span in given_spans:
        places = [ledger.bounds[order] for order in ledger.orders(span.id)]
        assert places == sorted(places)
        assert all(0 <= start < end <= len(span.text) for start, end in places)


@pytest.mark.parametrize(
    ("text", "form", "headings"),
    [
        ("The port is open. It was shut before.", "sentence", ()),
        ("# Ports\n\nThe port is open. It was shut before.", "sentence", ("Ports",)),
        ("Port: 5433", "pair", ()),
        ("npm ERR! missing script", "log", ()),
    ],
)
def test_the_structure_of_a_message_is_read_where_it_has_any(text: str, form: str, headings: tuple[str, ...]) -> None:
    ledger = Ledger([Span("a", "assistant", text)])
    segment = ledger.statement(len(ledger) - 1).segment
    assert (segment.form, segment.headings) == (form, headings)


def test_what_is_computed_once_is_computed_anew_when_the_window_grows() -> None:
    counted: list[int] = []

    def nothing(ledger: Ledger) -> None:
        counted.append(len(ledger.spans))

    ledger = Ledger(SPANS[:2])
    assert ledger.once(nothing) is ledger.once(nothing) is None
    ledger.add(SPANS[2])
    ledger.once(nothing)
    assert counted == [2, 3]


def test_what_is_computed_of_each_statement_is_kept_while_the_window_grows() -> None:
    asked: list[int] = []

    def text(ledger: Ledger, order: int) -> str:
        asked.append(order)
        return ledger.text(order)

    ledger = Ledger(SPANS[:2])
    assert ledger.each(text)[0] == ledger.each(text)[0] == ledger.text(0)
    ledger.add(SPANS[2])
    assert ledger.each(text)[0] == ledger.text(0)
    assert asked == [0]
    ledger.update(SPANS[1:])
    assert ledger.each(text)[0] == ledger.text(0)
    assert asked == [0, 0]


def test_a_ledger_that_was_read_from_goes_with_its_last_user() -> None:
    ledger = Ledger([Span("s1", "assistant", "# Ports\n\nI think the port is 5433.")])
    lengths = ledger.each(_length)
    assert [lengths[order] for order in ledger.orders("s1")] == [7, 25]
    assert ledger.statement(1).stance.certainty == "probable"
    gone = weakref.ref(ledger)
    del ledger, lengths
    assert gone() is None


def _length(ledger: Ledger, order: int) -> int:
    return len(ledger.text(order))
