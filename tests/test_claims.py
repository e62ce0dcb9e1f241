"""Claims: origin and primary span of what a summary states."""

from __future__ import annotations

import pytest

from summarylint.evidence.align import align
from summarylint.evidence.index import Ledger
from summarylint.language.statements import read_statements
from summarylint.language.terms import terms
from summarylint.model import Author, Claim, Span
from summarylint.provenance.claims import claim_of, manner_of


def said(id: str, text: str) -> Span:
    return Span(id, "user", text)


def wrote(id: str, text: str) -> Span:
    return Span(id, "assistant", text)


def call(id: str, text: str) -> Span:
    return Span(id, "assistant", text, "tool_call")


def output(id: str, text: str) -> Span:
    return Span(id, "tool", text, "tool_output")


def claims(summary: str, *spans: Span, author: Author = Author()) -> list[Claim]:  # noqa: B008
    ledger = Ledger(spans)
    found = []
    for statement in read_statements(summary):
        above = terms(" ".join((*statement.segment.headings[-2:], statement.segment.label)))
        claim = claim_of(statement, align(statement, ledger, above), ledger, author=author)
        if claim is not None:
            found.append(claim)
    return found


def traced(summary: str, *spans: Span) -> tuple[str | None, str | None]:
    claim = claims(summary, *spans)[-1]
    return claim.origin, claim.primary_span_id


def test_a_printed_fact_is_traced_to_the_output() -> None:
    spans = (call("a", 'Bash {"command": "pg_isready -p 5433"}'), output("b", "localhost:5433 - accepting connections"))
    assert traced("localhost:5433 is accepting connections.", *spans) == ("tool-output", "b")


def test_an_unresolved_guess_is_hedged() -> None:
    assert traced("Staging DB port is 5433.", said("a", "I think the staging DB is on port 5433.")) == ("hedged", "a")


def test_the_users_words_go_before_the_assistants_account_of_them() -> None:
    spans = (said("a", "Keep the old exporter, customers depend on it."),
             wrote("b", "The user wants to keep the old exporter because customers depend on it."))  # fmt: skip
    assert traced("The user wants to keep the old exporter.", *spans) == ("user-said", "a")


def test_a_request_put_as_a_question_is_what_the_user_said() -> None:
    spans = (said("a", "can you rename the exporter module to sender?"), wrote("b", "Renaming it now."))
    assert traced("User asked to rename the exporter module to sender.", *spans) == ("user-said", "a")


def test_a_deed_is_traced_to_the_call_that_did_it_and_not_to_the_recap() -> None:
    spans = (
        call("a", 'Edit {"file_path": "/app/src/budget.py", "old_string": "limit", "new_string": "def retryBudget(limit): return limit"}'),
        output("b", "The file has been updated."),
        wrote("c", "Done. Added a `retryBudget` helper to budget.py."),
    )
    assert traced("Added `retryBudget` helper in `budget.py`.", *spans) == ("tool-output", "a")


def test_a_list_of_todos_is_no_deed() -> None:
    spans = (
        call("a", 'TodoWrite {"todos": [{"content": "Add retryBudget helper to budget.py", "status": "completed"}]}'),
        call("b", 'Edit {"file_path": "/app/src/budget.py", "new_string": "def retryBudget(limit): return limit"}'),
        call("c", 'TodoWrite {"todos": [{"content": "Add retryBudget helper to budget.py", "status": "completed"}]}'),
    )
    assert traced("Added `retryBudget` helper to `budget.py`.", *spans) == ("tool-output", "b")


def test_an_opinion_is_inferred() -> None:
    spans = (wrote("a", "The lock is contended because both workers poll the same queue."), output("b", "lock waits: 40"))
    assert traced("The lock is contended because both workers poll the same queue.", *spans) == ("inferred", "a")


def test_nothing_that_supports_it_is_no_origin() -> None:
    claim = claims("Penguins waddle on ice.", said("a", "Please restart the importer."))[0]
    assert (claim.origin, claim.primary_span_id, claim.witness_span_ids, claim.verified) == (None, None, (), False)


def test_an_earlier_summary_is_never_the_primary_span() -> None:
    earlier = Span("a", "summary", "The relay listens on port 48213.")
    assert traced("The relay listens on port 48213.", earlier) == (None, None)
    assert traced("The relay listens on port 48213.", earlier, output("b", "relay: listening on port 48213")) == ("tool-output", "b")


def test_a_heading_without_support_is_no_claim() -> None:
    spans = (output("a", "relay: listening on port 48213"),)
    found = claims("## Networking overview\n\nRelay listens on port 48213.", *spans)
    assert [claim.text for claim in found] == ["Relay listens on port 48213."]


def test_a_copied_line_of_code_is_a_claim() -> None:
    spans = (output("a", "12: retry_budget = compute(window, 48213)"),)
    assert traced("```\nretry_budget = compute(window, 48213)\n```", *spans) == ("tool-output", "a")


def test_places_are_of_the_summary() -> None:
    summary = "# State\n\n- Relay listens on port 48213.\n"
    claim = claims(summary, output("a", "relay: listening on port 48213"))[-1]
    assert summary[claim.start : claim.end] == claim.text == "Relay listens on port 48213."


@pytest.mark.parametrize(("author", "verified"), [(Author("policy", "model"), True), (Author("model", "model"), False), (Author(), False)])
def test_only_a_separate_author_makes_an_output_verified(author: Author, verified: bool) -> None:
    claim = claims("Relay listens on port 48213.", output("a", "relay: listening on port 48213"), author=author)[0]
    assert claim.verified is verified


def test_what_a_call_asked_for_is_not_verified_by_it() -> None:
    claim = claims("Added port 48213 to relay.conf.", call("a", 'Edit {"file_path": "relay.conf", "new_string": "port 48213"}'),
                   author=Author("policy", "model"))[0]  # fmt: skip
    assert (claim.origin, claim.verified) == ("tool-output", False)


def test_the_primary_span_is_the_first_witness() -> None:
    spans = (output("a", "relay: listening on port 48213"), output("b", "relay: listening on port 48213 since noon"))
    claim = claims("Relay listens on port 48213.", *spans)[0]
    assert claim.witness_span_ids[0] == claim.primary_span_id and set(claim.witness_span_ids) == {"a", "b"}


@pytest.mark.parametrize(
    ("text", "manner"),
    [
        ("The user asked for a dry run.", "told"),
        ("Renamed the module.", "deed"),
        ("- [x] rename the module", "deed"),
        ("src/budget.py — retry helper", "deed"),
        ("The lock is contended.", "fact"),
    ],
)
def test_manners(text: str, manner: str) -> None:
    (statement,) = read_statements(text)
    assert manner_of(statement) == manner
