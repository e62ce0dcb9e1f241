"""What is left to do is read from the assistant's last list and from the last to-do list of the harness."""

from __future__ import annotations

import pytest

from summarylint.evidence.dues import OLD_SPANS
from summarylint.evidence.index import Ledger
from summarylint.evidence.remainder import last_entries, left_over, not_yet, short_of
from summarylint.model import Role, Span, SpanKind

LIST = "Rooms 1 to 6 are up.\n\n**Next steps (rooms 7-8):**\n- sand the window frames\n- take the photographs\n\nThe main part is done."


def test_the_items_under_the_last_list_of_what_is_left() -> None:
    ledger = Ledger([Span("s1", "assistant", LIST)])
    assert [item.statement.text for item in left_over(ledger)] == ["- sand the window frames", "- take the photographs"]


def test_what_was_taken_up_later_is_not_left() -> None:
    ledger = Ledger([Span("s1", "assistant", LIST), Span("s2", "tool", "window frames: sanded", kind="tool_output")])
    assert [item.statement.text for item in left_over(ledger)] == ["- take the photographs"]


def test_an_old_list_leaves_nothing() -> None:
    later = [Span(f"t{n}", "tool", "ok", kind="tool_output") for n in range(OLD_SPANS + 1)]
    assert left_over(Ledger([Span("s1", "assistant", LIST), *later])) == ()


def test_a_list_of_what_was_done_leaves_nothing() -> None:
    assert left_over(Ledger([Span("s1", "assistant", "**Changes:**\n- sanded the frames\n- took the photographs")])) == ()


def test_the_last_to_do_list_is_read_with_its_states() -> None:
    first = '{"todos": [{"content": "Sand", "status": "pending"}, {"content": "Paint", "status": "pending"}]}'
    last = '{"plan": [{"step": "Sand", "status": "completed"}, {"step": "Paint", "status": "in_progress"}]}'
    spans = [Span(f"s{n}", "assistant", text, kind="tool_call") for n, text in enumerate((first, last, 'read {"path": "a"}'), 1)]
    assert [(entry.span.id, entry.status) for entry in last_entries(Ledger(spans))] == [("s2", "completed"), ("s2", "in_progress")]
    assert last_entries(Ledger(spans[2:])) == ()


@pytest.mark.parametrize(
    "heading",
    [
        "Remaining endpoints",
        "Open points:",
        "**Outstanding bugs**",
        "The remaining database migrations:",
        "3 rooms left:",
        "Still to be done:",
        "## What's left to do",
        "Pending (later):",
        "TODO",
    ],
)
def test_a_line_that_announces_what_is_left(heading: str) -> None:
    ledger = Ledger([Span("s1", "assistant", f"The rooms are up.\n\n{heading}\n- sand the window frames")])
    assert [item.statement.text for item in left_over(ledger)] == ["- sand the window frames"]


@pytest.mark.parametrize("heading", ["Open the door:", "Left wing:", "Open questions:", "Pending the vote, we sanded:", "Rooms:"])
def test_a_line_that_announces_something_else(heading: str) -> None:
    assert left_over(Ledger([Span("s1", "assistant", f"The rooms are up.\n\n{heading}\n- sand the window frames")])) == ()


def test_an_entry_is_read_whatever_the_order_of_its_fields() -> None:
    entries = '{"status": "canceled", "id": 1, "title": "Sand {a}"}', '{"status": "pending", "content": "Say \\"hm\\""}', '{"status": 3}'
    text = f'TodoWrite {{"todos": [{", ".join(entries)}]}}'
    found = last_entries(Ledger([Span("s1", "assistant", text, kind="tool_call")]))
    assert [entry.status for entry in found] == ["canceled", "pending"]
    assert [text[entry.start : entry.end] for entry in found] == list(entries[:2])


def test_what_is_no_json_is_no_list() -> None:
    text = 'write {\'a\': {"status": pending}} {"status": "open'
    assert last_entries(Ledger([Span("s1", "assistant", text, kind="tool_call")])) == ()


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ([("assistant", "- [x] sand\n- [ ] hang both doors")], ["- [ ] hang both doors"]),
        ([("assistant", "I have yet to hang both doors.")], ["I have yet to hang both doors."]),
        ([("assistant", "- [ ] hang both doors"), ("user", "hang both doors? done")], []),
        ([("assistant", "- [ ] hang both doors"), ("tool", "ok")], []),
        ([("user", "are the doors still to be hung?")], []),
    ],
)
def test_what_somebody_has_yet_to_do_while_nothing_was_done_since(said: list[tuple[Role, str]], left: list[str]) -> None:
    kinds: dict[Role, SpanKind] = {"tool": "tool_output"}
    ledger = Ledger([Span(f"s{n}", role, text, kinds.get(role, "text")) for n, (role, text) in enumerate(said, 1)])
    assert [item.statement.text for item in not_yet(ledger)] == left


def test_a_small_total_needs_a_common_word() -> None:
    ledger = Ledger([Span("s1", "assistant", "3 of 4 chairs are glued.", "text")])
    assert short_of(ledger, 4, frozenset()) is None
    found = short_of(ledger, 4, frozenset(("chair",)))
    assert found is not None and found[1] == 3
