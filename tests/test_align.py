"""Alignment: the span statements a summary statement may rest on."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from summarylint.evidence.align import CANDIDATES, LEAST_SCORE, align, candidates, witness, worth, worth_of
from summarylint.evidence.index import Ledger
from summarylint.language.statements import read_statements
from summarylint.model import Span, Statement


def statement(text: str) -> Statement:
    (found,) = read_statements(text)
    return found


def ledger(*texts: str) -> Ledger:
    return Ledger([Span(f"s{n}", "assistant", text) for n, text in enumerate(texts, 1)])


def test_the_statement_with_the_rarest_terms_comes_first() -> None:
    held = ledger("The worker restarts.", "The worker restarts after the lease on shard 12 expires.", "The lease expires.")
    best = candidates(statement("Lease of shard 12 expired"), held)[0]
    assert held.text(best.order) == "The worker restarts after the lease on shard 12 expires."
    assert best.score == 1.0 and set(best.shared) == {"leas", "shard", "12", "expir"}


def test_nothing_shared_gives_no_candidates() -> None:
    assert candidates(statement("Penguins waddle"), ledger("The port is 5433.")) == ()


def test_a_statement_of_stop_words_gives_no_candidates() -> None:
    assert candidates(statement("It is what it is."), ledger("It is up.")) == ()


def test_scores_fall_and_never_below_the_least() -> None:
    held = ledger(*(f"Cache {n} of the northern region holds {n * 7} entries." for n in range(30)))
    found = candidates(statement("Cache 3 of the northern region holds 21 entries."), held)
    scores = [candidate.score for candidate in found]
    assert len(found) == CANDIDATES and scores == sorted(scores, reverse=True) and scores[-1] >= LEAST_SCORE
    assert held.text(found[0].order) == "Cache 3 of the northern region holds 21 entries."


def test_neighbours_lift_the_statement_between_them() -> None:
    held = ledger("The quota was raised. It took effect on Monday. The region is north.", "It took effect on Monday.")
    found = candidates(statement("The raised quota took effect on Monday in region north"), held)
    order = {held.span_of(c.order).id: c.score for c in reversed(found) if "effect" in c.shared}
    assert order["s1"] > order["s2"]


def test_headings_choose_between_equals() -> None:
    held = ledger("Limit is 40 for the importer.", "Limit is 40 for the exporter.")
    found = candidates(statement("Limit is 40"), held, ("export",))
    assert held.span_of(found[0].order).id == "s2"


def test_a_rare_value_is_worth_more_than_a_word_as_rare() -> None:
    held = ledger("alpha 7781", "beta", "gamma")
    assert worth(held, "7781") > worth(held, "alpha") > 0


def test_worths_follow_a_growing_window() -> None:
    held = ledger("alpha", "beta")
    before = worth(held, "alpha")
    held.add(Span("s3", "user", "alpha alpha. alpha again"))
    assert worth(held, "alpha") < before


def test_a_large_window_finds_what_a_small_one_finds() -> None:
    texts = [f"Row {n}: the nightly job wrote {n} files." for n in range(900)] + ["The nightly job was moved to host quokka."]
    best = candidates(statement("The nightly job was moved to quokka"), ledger(*texts))[0]
    assert best.order == 900 and best.score == 1.0


def test_a_witness_is_read_from_its_candidate() -> None:
    held = ledger("The port is 5433.")
    found = candidates(statement("Port 5433"), held)[0]
    read = witness(held, found)
    assert (read.span.id, read.statement.text, read.score, read.order) == ("s1", "The port is 5433.", 1.0, 0)


@given(st.lists(st.sampled_from(["port 5433 open", "host quokka is up", "the limit is 40", "nothing else"]), max_size=8), st.integers(0, 3))
def test_every_candidate_shares_what_it_says(texts: list[str], number: int) -> None:
    held = ledger(*texts)
    asked = statement(["Port 5433", "Quokka is up", "Limit 40 on port 5433", "Else"][number])
    alignment = align(asked, held)
    assert [order for _, order in alignment.leading][: len(alignment.candidates)] == [c.order for c in alignment.candidates]
    for candidate in alignment.candidates:
        assert set(candidate.shared) == set(asked.terms) & set(held.terms[candidate.order])
        assert 0 < candidate.score <= 1


def test_worth_counts_each_term_once() -> None:
    held = ledger("The boiler valve leaks.", "The boiler is old.")
    assert worth_of(held, ["valv", "valv"]) == worth_of(held, ["valv"])
    assert worth_of(held, ["valv"]) > worth_of(held, ["boiler"]) > 0
    assert worth_of(held, []) == 0
