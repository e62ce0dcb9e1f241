"""Two lists of messages become a comparison: spans, summary, survivors, and what an earlier summary was."""

from __future__ import annotations

from typing import Any

import pytest
from inline_messages import FACT, GUESS, REFUSED, after, before

from summarylint import lint_rewrite
from summarylint.errors import UsageError
from summarylint.evidence.index import Ledger
from summarylint.inline import UnreadableSummaryError
from summarylint.inline.appendix import Appendix, Quote, with_appendix
from summarylint.inline.codecs import OPENAI_CHAT, PLAIN, RESPONSES
from summarylint.model import Compaction, Span


def names(report: Any) -> set[str]:
    return {finding.name for finding in report.findings if finding.severity != "note"}


def test_the_only_new_message_is_the_summary() -> None:
    messages = before()
    report = lint_rewrite(messages, after(messages), OPENAI_CHAT)
    assert names(report) == {"dropped-hedge", "evicted-contradiction"}
    assert report.compaction.surviving_span_ids == {"m4"}
    assert [span.id for span in report.compaction.spans] == ["m1", "c1:call", "c1", "m4"]
    assert report.compaction.cycle_depth == 0


def test_a_marked_message_is_the_summary_beside_other_new_ones() -> None:
    messages = before()
    marked = {"role": "user", "content": FACT, "metadata": {"summary": True}}
    report = lint_rewrite(messages, [{"role": "system", "content": "Be brief."}, marked, messages[-1]], OPENAI_CHAT)
    assert report.compaction.summary == FACT


def test_without_a_new_summary_there_is_nothing_to_compare() -> None:
    messages = before()
    with pytest.raises(UsageError, match="no message in `after` is a new summary"):
        lint_rewrite(messages, messages[1:], OPENAI_CHAT)


def test_an_encrypted_summary_is_told_and_not_passed() -> None:
    items = [{"type": "message", "role": "user", "content": GUESS}]
    with pytest.raises(UnreadableSummaryError):
        lint_rewrite(items, [{"type": "compaction", "encrypted_content": "gAAA"}], RESPONSES)


def test_an_earlier_summary_is_no_user_s_word_whatever_its_role() -> None:
    old = {"role": "user", "content": f"The user thinks the port is 5433: {FACT}", "metadata": {"summary": True}}
    messages = [old, *before()[3:]]
    report = lint_rewrite(messages, after(messages), OPENAI_CHAT)
    assert report.compaction.spans[0].role == "summary"
    assert (report.compaction.previous_summary, report.compaction.cycle_depth) == (old["content"], 1)
    assert [claim.origin for claim in report.claims] == [None]


def test_a_summary_that_says_the_same_again_is_a_new_one() -> None:
    old = {"role": "user", "content": FACT, "metadata": {"summary": True}}
    messages = [old, *before()]
    report = lint_rewrite(messages, [dict(old), messages[-1]], OPENAI_CHAT)
    assert (report.compaction.summary, report.compaction.cycle_depth) == (FACT, 1)
    with pytest.raises(UsageError):
        lint_rewrite(messages, [old, messages[-1]], OPENAI_CHAT)


def test_what_an_earlier_summary_quotes_is_the_word_of_its_first_speaker() -> None:
    quotes = (Quote(Span("m1", "user", GUESS), "hedged"), Quote(Span("c1", "tool", REFUSED, "tool_output"), "tool-output"))
    old = {"role": "summary", "id": "s", "text": with_appendix(FACT, Appendix(quotes=quotes))}
    messages = [old, {"role": "user", "id": "m9", "text": "go on"}]
    report = lint_rewrite(messages, [{"role": "summary", "id": "t", "text": FACT}, messages[1]], PLAIN)
    assert report.compaction.previous_summary == FACT
    assert [(claim.origin, claim.primary_span_id) for claim in report.claims] == [("hedged", "m1")]
    assert "dropped-hedge" in names(report)


def test_the_appendix_of_a_summary_is_none_of_its_text() -> None:
    messages = before()
    report = lint_rewrite(messages, after(messages, with_appendix(FACT, Appendix(("check it",)))), OPENAI_CHAT)
    assert report.compaction.summary.endswith(FACT)


def test_what_the_summariser_was_not_shown_is_told() -> None:
    messages = before()
    report = lint_rewrite(messages, after(messages), OPENAI_CHAT, shown=messages[2:])
    assert report.compaction.shown_span_ids == {"c1", "m4"}


def test_any_other_field_of_a_compaction_can_be_given() -> None:
    messages = before()
    earlier = [Compaction("first", (), "Nothing yet.")]
    report = lint_rewrite(messages, after(messages), OPENAI_CHAT, ledger=Ledger(), earlier=earlier, pending_action="ls", id="run/2")
    assert (report.compaction.id, report.compaction.pending_action, report.compaction.cycle_depth) == ("run/2", "ls", 1)


@pytest.mark.parametrize(
    ("name", "told"), [("spans", "takes no 'spans'; it may be given id, "), ("cycle_dept", "did you mean 'cycle_depth'")]
)
def test_a_field_that_is_none_is_told(name: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        lint_rewrite(before(), after(before()), OPENAI_CHAT, **{name: 1})
