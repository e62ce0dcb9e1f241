"""What a summary tells to work is held against the last trouble in the spans, and against what was run."""

from __future__ import annotations

import pytest

from summarylint.evidence.index import Ledger
from summarylint.evidence.success import last_stopped, of_the_whole, open_troubles, told_as_aim, told_to_run, told_to_work, was_run
from summarylint.language.statements import read_statements
from summarylint.model import Role, Span, SpanKind, Statement


def statement(text: str) -> Statement:
    return read_statements(text)[0]


def ledger(*said: tuple[Role, SpanKind, str]) -> Ledger:
    return Ledger([Span(f"s{n}", role, text, kind=kind) for n, (role, kind, text) in enumerate(said, 1)])


@pytest.mark.parametrize("text", ["The pump works as expected.", "The pump still works.", "The pump is complete and working."])
def test_a_result_is_told_to_work(text: str) -> None:
    assert told_to_work(statement(text)) is not None


@pytest.mark.parametrize("text", ["The pump works on diesel.", "Keep the pump working as before.", "Verify that the pump works properly."])
def test_a_description_and_an_aim_are_no_result(text: str) -> None:
    assert told_to_work(statement(text)) is None


def test_the_work_as_a_whole_has_no_name_of_its_own() -> None:
    whole, part = statement("The implementation is complete and working."), statement("The bilge pump is complete and working.")
    assert of_the_whole(whole, 23)
    assert not of_the_whole(part, 18)


def test_a_trouble_is_open_until_it_is_put_right_or_something_is_done() -> None:
    trouble: tuple[Role, SpanKind, str] = ("assistant", "text", "There is a mismatch: 77 crates, not 627.")
    assert [found.statement.text for found in open_troubles(ledger(trouble))] == ["There is a mismatch: 77 crates, not 627."]
    assert open_troubles(ledger(trouble, ("assistant", "text", "Fixed, the till shows 627."))) == ()
    assert open_troubles(ledger(trouble, ("assistant", "tool_call", 'Edit {"file_path": "till.py"}'))) == ()
    assert open_troubles(ledger(trouble, ("assistant", "tool_call", 'Bash {"command": "git log -1"}'))) != ()
    assert open_troubles(ledger(trouble, ("user", "text", "ok, there isn't a mismatch any more"))) == ()


@pytest.mark.parametrize(
    "text",
    [
        "There is a mismatch.",
        "The totals don't tally.",
        "The count is off.",
        "Its totals are way off.",
        "It no longer matches.",
        "The two lists are still inconsistent.",
        "Something went wrong.",
    ],
)
def test_trouble_in_other_words(text: str) -> None:
    assert [found.statement.text for found in open_troubles(ledger(("user", "text", text)))] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "There is no mismatch.",
        "There isn't any mismatch.",
        "We can't see a mismatch.",
        "If there is a mismatch, ring.",
        "The pump is off for the night.",
    ],
)
def test_no_trouble(text: str) -> None:
    assert open_troubles(ledger(("user", "text", text))) == ()


def test_a_name_is_run_where_it_stands_behind_a_program() -> None:
    calls = ledger(
        ("assistant", "tool_call", 'Bash {"command": "cd a && npx tsx src/board.ts"}'), ("assistant", "tool_call", 'Read {"path": "b.ts"}')
    )
    assert was_run(calls, ["board.ts"])
    assert not was_run(calls, ["b.ts"])
    assert not was_run(ledger(("assistant", "tool_call", 'Bash {"command": "cat src/board.ts"}')), ["src/board.ts"])
    assert was_run(ledger(("assistant", "tool_call", 'Bash {"command": "./deploy/check.sh"}')), ["deploy/check.sh"])


def test_what_is_wanted_to_work_is_an_aim_until_somebody_says_that_it_does() -> None:
    wanted: tuple[Role, SpanKind, str] = ("user", "text", "copy it, so the old board still works")
    told = statement("The old board still works.")
    found = told_as_aim(ledger(wanted), told)
    assert found is not None and found.span.id == "s1"
    assert told_as_aim(ledger(wanted, ("user", "text", "the old board still works, I tried it")), told) is None


def test_a_thing_last_seen_down_may_have_been_started_by_a_later_call() -> None:
    down: tuple[Role, SpanKind, str] = ("tool", "tool_output", "daemon: connection refused")
    found = last_stopped(ledger(down), "daemon")
    assert found is not None and found.span.id == "s1"
    assert last_stopped(ledger(down, ("tool", "tool_output", "the daemon is running")), "daemon") is None
    assert last_stopped(ledger(down, ("assistant", "tool_call", 'Bash {"command": "npm run dev"}')), "daemon") is None


@pytest.mark.parametrize(
    "down",
    ["no server is left", "daemon: no running process", "the daemon isn't responding", "daemon not listening", "it won't come up"],
)
def test_a_thing_is_down_in_other_words(down: str) -> None:
    found = last_stopped(ledger(("tool", "tool_output", f"the daemon: {down}")), "daemon")
    assert found is not None and found.span.id == "s1"


def test_up_to_date_is_no_service() -> None:
    assert told_to_run(statement("The daemon is up to date.")) is None
    assert told_to_run(statement("The daemon is up.")) is not None
