"""Support: the weighing of whole spans for one claim."""

from __future__ import annotations

from summarylint.evidence.align import align
from summarylint.evidence.index import Ledger
from summarylint.language.statements import read_statements
from summarylint.model import Span
from summarylint.provenance.support import Manner, Support, best_order, named_terms, supports


def weighed(summary: str, manner: Manner, *spans: Span) -> tuple[list[Support], Ledger]:
    ledger = Ledger(spans)
    (statement,) = read_statements(summary)
    return supports(statement, manner, align(statement, ledger), ledger), ledger


def test_two_sentences_of_one_message_bear_out_what_one_line_folds_together() -> None:
    folded = Span("a", "assistant", "The lease on shard 12 expired. So the worker restarted.")
    spans = (folded, Span("b", "assistant", "The worker restarted."))
    found, ledger = weighed("Worker restarted since lease on shard 12 expired", "fact", *spans)
    assert ledger.spans[found[0].number].id == "a"
    assert 0.8 <= found[0].score < 1.0


def test_scores_are_shares_and_weights_fall() -> None:
    spans = tuple(Span(f"s{n}", "user", f"Cache {n} holds {n * 7} entries.") for n in range(9))
    found, _ = weighed("Cache 3 holds 21 entries", "fact", *spans)
    assert all(0 < support.score <= 1 for support in found)
    assert [s.weight for s in found] == sorted((s.weight for s in found), reverse=True)
    assert found[0].number == 3


def test_a_wish_weighs_the_user_above_the_assistant() -> None:
    spans = (Span("a", "user", "keep the exporter"), Span("b", "assistant", "I will keep the exporter"))
    assert [s.source for s in weighed("Keep the exporter", "wish", *spans)[0]] == ["user", "text"]


def test_summaries_and_system_texts_are_not_weighed() -> None:
    spans = (Span("a", "summary", "keep the exporter"), Span("b", "system", "keep the exporter"))
    assert weighed("Keep the exporter", "fact", *spans)[0] == []


def test_the_best_statement_of_a_span_found_by_its_names_is_looked_up() -> None:
    edit = Span("a", "assistant", 'Edit {"path": "budget.py"}\nnothing here\nretryBudget = 3', "tool_call")
    _, ledger = weighed("Renamed it to `retryBudget`", "deed", edit)
    (statement,) = read_statements("Renamed it to `retryBudget`")
    alignment = align(statement, ledger)
    assert ledger.text(best_order(Support(0, -1, 0.5, 0.5, "deed"), alignment, ledger)) == "retryBudget = 3"


def test_names_are_the_terms_of_identifiers_and_code() -> None:
    (statement,) = read_statements("Renamed the helper to `retryBudget` in budget.py")
    assert named_terms(statement) == {"retryb", "retrybudget", "budget.py"}
