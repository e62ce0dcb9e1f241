"""Each mode of a guard ends as it says, over cycles, in threads and beside an event loop."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_messages import FACT, FAITHFUL, GUESS, ORDER, REFUSED, after, before, later

from summarylint import ContextProvenanceError, Guard, lint_rewrite
from summarylint.engine import Linter
from summarylint.errors import UsageError
from summarylint.inline.appendix import OPEN, quotes_in, split
from summarylint.inline.codecs import ANTHROPIC, OPENAI_CHAT
from summarylint.inline.guard import MODES, Mode
from summarylint.inline.outcome import Outcome

LINTER = Linter()


def guard(mode: Mode, **more: Any) -> Guard:
    return Guard(mode, linter=LINTER, **more)


def guarded(mode: Mode, summary: str = FACT, **more: Any) -> Outcome:
    messages = before()
    return guard(mode).rewrite(messages, after(messages, summary), OPENAI_CHAT, **more)


def names(outcome: Outcome) -> set[str]:
    return {finding.name for finding in outcome.report.findings} if outcome.report else set()


def test_annotate_tags_the_claims_and_says_what_is_unverified() -> None:
    outcome = guarded("annotate")
    assert outcome.messages is not None
    content = outcome.messages[0]["content"]
    assert content.startswith(f"Earlier:\n\n{FACT[:-1]}")
    assert "[hedged:m1]" in content
    assert "the user said 'I think'" in content
    assert content.count(OPEN) == 1
    assert (outcome.ending, outcome.messages[1:]) == ("annotated", before()[-1:])


def test_what_the_summariser_was_shown_may_be_looked_for_and_not_found() -> None:
    def lost() -> Any:
        raise LookupError("the framework has changed")

    outcome = guarded("annotate", shown=lost)
    assert (outcome.ending, outcome.messages) == ("failed", after(before()))
    assert guarded("annotate", shown=before).summary == guarded("annotate", shown=before()).summary
    with pytest.raises(LookupError):
        guarded("raise", shown=lost)


def test_repair_quotes_the_hedge_and_what_disagrees() -> None:
    outcome = guarded("repair")
    quotes = quotes_in(outcome.summary)
    assert {(quote.span.role, quote.span.text, quote.origin) for quote in quotes} == {
        ("user", GUESS, "hedged"),
        ("tool", REFUSED, "tool-output"),
    }
    assert "evicted-contradiction" not in names(outcome)
    assert outcome.ending == "repaired"


def test_repair_quotes_a_lost_instruction() -> None:
    messages = before()
    outcome = guard("repair").rewrite(messages, [{"role": "user", "content": FAITHFUL}], OPENAI_CHAT)
    assert [quote.span.text for quote in quotes_in(outcome.summary)] == [ORDER.partition(" Go")[0]]


def test_repair_copies_an_identifier_back() -> None:
    outcome = guarded("repair", FAITHFUL.replace("psql says", "psql at 10.0.3.71 says"))
    assert "10.0.3.71" not in split(outcome.summary)[0]
    assert "10.0.3.7 " in outcome.summary


def test_retry_asks_with_the_findings_and_takes_the_better_summary() -> None:
    asked: list[str] = []

    def ask(instruction: str) -> str:
        asked.append(instruction)
        return FAITHFUL

    outcome = guarded("retry", ask=ask)
    assert len(asked) == 1
    assert "I think" in asked[0]
    assert (outcome.ending, outcome.attempts) == ("rewritten", 2)
    assert outcome.messages is not None
    assert outcome.messages[0]["content"].endswith(FAITHFUL)


def test_retry_is_bounded_keeps_the_best_and_annotates_what_is_left() -> None:
    answers = iter(
        ["The staging DB is on port 5439, deployed on Friday.", "The user thinks the staging DB is on port 5433.", "never asked"]
    )
    outcome = guarded("retry", ask=lambda _: next(answers))
    assert outcome.attempts == 3
    assert next(answers) == "never asked"
    assert outcome.summary.startswith("The user thinks the staging DB is on port 5433")
    assert outcome.ending == "annotated"


def test_retry_without_anybody_to_ask_annotates() -> None:
    assert (guarded("retry").ending, guarded("retry").attempts) == ("annotated", 1)


def test_a_summariser_that_fails_when_asked_again_costs_nothing_but_the_attempt() -> None:
    def ask(instruction: str) -> str:
        raise TimeoutError("no answer")

    outcome = guarded("retry", ask=ask)
    assert isinstance(outcome.error, TimeoutError)
    assert outcome.ending == "annotated"


@pytest.mark.parametrize("answer", [5, ["a list"], {"content": FAITHFUL}])
def test_a_summariser_that_gives_something_else_than_a_text_fails_and_the_summary_is_annotated(answer: Any) -> None:
    outcome = guarded("retry", ask=lambda _: answer)
    assert isinstance(outcome.error, TypeError)
    assert outcome.ending == "annotated"


def test_raise_raises_and_lets_a_faithful_summary_pass() -> None:
    with pytest.raises(ContextProvenanceError, match="not true to what it replaced"):
        guarded("raise")
    outcome = guarded("raise", FAITHFUL)
    assert outcome.ending == "unchanged"
    assert outcome.messages is not None
    assert outcome.messages[0]["content"].endswith(FAITHFUL)


def test_a_faithful_summary_is_not_quoted_against() -> None:
    assert guarded("repair", FAITHFUL).ending == "unchanged"


def test_without_a_new_summary_the_messages_stay() -> None:
    messages = before()
    outcome = guard("raise").rewrite(messages, messages[1:], OPENAI_CHAT)
    assert (outcome.messages, outcome.report, outcome.error) == (messages[1:], None, None)


def test_an_unknown_mode_is_told() -> None:
    with pytest.raises(UsageError, match="did you mean 'repair'"):
        Guard("repare")  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", MODES)
def test_in_the_second_cycle_a_guess_is_still_one(mode: Mode) -> None:
    one = guard(mode if mode != "raise" else "annotate")
    messages = before()
    first = one.rewrite(messages, after(messages), OPENAI_CHAT, ask=lambda _: FACT)
    assert first.messages is not None
    second = later(first.messages)
    outcome = one.rewrite(second, after(second), OPENAI_CHAT, ask=lambda _: FACT)
    assert outcome.report is not None
    [claim] = [claim for claim in outcome.report.claims if "5433" in claim.text]
    assert (claim.origin, claim.primary_span_id) == ("hedged", "m1")
    assert "dropped-hedge" in names(outcome)
    assert [span.role for span in outcome.report.compaction.spans if FACT in span.text] == ["summary"]
    if mode == "raise":
        one.mode = "raise"
        with pytest.raises(ContextProvenanceError):
            one.rewrite(second, after(second), OPENAI_CHAT)


def test_a_lost_instruction_is_quoted_cycle_after_cycle_until_the_summary_tells_it() -> None:
    one, messages = guard("repair"), before()
    outcome = one.rewrite(messages, [{"role": "user", "content": FAITHFUL}], OPENAI_CHAT)
    for _ in range(3):
        assert outcome.messages is not None
        messages = later(outcome.messages)
        outcome = one.rewrite(messages, [{"role": "user", "content": FAITHFUL}, messages[-1]], OPENAI_CHAT)
        assert "Never deploy on Fridays" in outcome.summary.partition(OPEN)[2]
    assert outcome.messages is not None
    messages = later(outcome.messages)
    told = f"{FAITHFUL} The user said: never deploy on Fridays."
    outcome = one.rewrite(messages, [{"role": "user", "content": told}, messages[-1]], OPENAI_CHAT)
    assert "Never deploy" not in outcome.summary


@given(st.lists(st.sampled_from([FACT, FAITHFUL, "The DB is on 10.0.3.7.", "copied"]), min_size=3, max_size=6))
def test_over_cycles_the_block_is_replaced_and_never_stacked(summaries: list[str]) -> None:
    one, messages = guard("repair"), before()
    last = FACT
    for summary in summaries:
        given_back = last if summary == "copied" else summary
        outcome = one.rewrite(messages, after(messages, given_back), OPENAI_CHAT)
        assert outcome.messages is not None
        assert outcome.summary.count(OPEN) <= 1
        assert len(outcome.summary) <= len(split(given_back)[0]) + 2_000
        messages, last = later(outcome.messages), outcome.summary


def test_a_crash_of_the_guard_hands_the_summary_back_and_is_told(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        settings = LINTER.settings

        def check(self, *_: Any) -> Any:
            raise RuntimeError("broken")

    messages = before()
    for mode in ("annotate", "repair", "retry"):
        with caplog.at_level(logging.WARNING, logger="summarylint"):
            outcome = Guard(mode, linter=Broken()).rewrite(messages, after(messages), OPENAI_CHAT)  # type: ignore[arg-type]
        assert (outcome.ending, outcome.messages) == ("failed", after(messages))
        assert isinstance(outcome.error, RuntimeError)
    assert "could not guard a compaction" in caplog.text
    with pytest.raises(RuntimeError, match="broken"):
        Guard("raise", linter=Broken()).rewrite(messages, after(messages), OPENAI_CHAT)  # type: ignore[arg-type]


def test_a_signed_summary_stays_as_it_is_and_the_outcome_says_why() -> None:
    messages = [{"role": "user", "content": GUESS}]
    block = {"role": "assistant", "content": [{"type": "compaction", "content": FACT, "signature": "x"}]}
    outcome = guard("annotate").rewrite(messages, [block], ANTHROPIC)
    assert (outcome.ending, outcome.messages) == ("failed", [block])
    assert "signed" in str(outcome.error)
    assert "dropped-hedge" in names(outcome)


def test_a_summary_made_from_an_encrypted_one_is_one_cycle_deeper() -> None:
    sealed = {"role": "assistant", "content": [{"type": "compaction", "encrypted_content": "x"}]}
    messages = [sealed, {"role": "user", "content": GUESS}, {"role": "user", "content": ORDER}]
    outcome = guard("annotate").rewrite(messages, after(messages), ANTHROPIC)
    assert outcome.report is not None
    assert outcome.report.compaction.cycle_depth == 1


def test_a_text_alone_can_be_guarded() -> None:
    outcome = guard("repair").summary(before(), FACT, OPENAI_CHAT)
    assert GUESS in outcome.summary
    assert outcome.messages is None


def test_beside_an_event_loop_the_ends_are_the_same() -> None:
    async def ask(instruction: str) -> str:
        await asyncio.sleep(0)
        return FAITHFUL

    async def run() -> list[Outcome]:
        messages = before()
        works = [guard(mode).arewrite(messages, after(messages), OPENAI_CHAT, ask=ask) for mode in ("annotate", "repair", "retry")]
        return [*await asyncio.gather(*works), await guard("repair").asummary(messages, FACT, OPENAI_CHAT)]

    found = asyncio.run(run())
    wanted = [guarded("annotate"), guarded("repair"), guarded("retry", ask=lambda _: FAITHFUL)]
    assert [outcome.summary for outcome in found[:3]] == [outcome.summary for outcome in wanted]
    assert found[3].ending == "repaired"


def test_many_tasks_with_one_guard_find_what_one_does() -> None:
    async def run(one: Guard) -> list[Outcome]:
        works = []
        for number in range(12):
            messages, summary = conversation(number)
            works.append(one.arewrite(messages, after(messages, summary), OPENAI_CHAT))
        return await asyncio.gather(*works)

    alone = []
    for number in range(12):
        messages, summary = conversation(number)
        alone.append(guard("repair").rewrite(messages, after(messages, summary), OPENAI_CHAT))
    assert asyncio.run(run(guard("repair"))) == alone


def test_beside_an_event_loop_raise_raises() -> None:
    messages = before()
    with pytest.raises(ContextProvenanceError):
        asyncio.run(guard("raise").arewrite(messages, after(messages), OPENAI_CHAT))


def conversation(number: int) -> tuple[list[dict[str, Any]], str]:
    port = 5400 + number
    told = [{**message, "content": (message["content"] or "").replace("5433", str(port))} for message in before()]
    return told, FACT.replace("5433", str(port))


def test_eight_threads_with_one_linter_report_what_one_does() -> None:
    def run(number: int) -> list[Any]:
        messages, summary = conversation(number)
        return [lint_rewrite(messages, after(messages, summary), OPENAI_CHAT, linter=LINTER) for _ in range(2)]

    alone = [run(number) for number in range(16)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(run, range(16))) == alone


def test_eight_threads_with_one_guard_find_what_one_does() -> None:
    def run(one: Guard, number: int) -> list[Any]:
        messages, summary = conversation(number)
        found = []
        for _ in range(3):
            outcome = one.rewrite(messages, after(messages, summary), OPENAI_CHAT)
            assert outcome.messages is not None
            assert outcome.report is not None
            found.append((outcome.summary, outcome.report))
            messages = later(outcome.messages)
        return found

    alone = [run(guard("repair"), number) for number in range(16)]
    shared = guard("repair")
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda number: run(shared, number), range(16)))
    assert together == alone
