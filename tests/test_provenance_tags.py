"""Writing tags: they go in behind the claims, come out byte for byte, and change nothing that is found."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from summarylint.engine import Linter
from summarylint.errors import UsageError
from summarylint.language.statements import read_statements
from summarylint.language.tags import compiled
from summarylint.model import Claim, Compaction, Span
from summarylint.provenance.tags import tags_of, with_tags, without_tags, written

LINTER = Linter()
SPANS = (
    Span("s1", "user", "I think the staging DB is on port 5433. Do not push to main."),
    Span("s2", "tool", "psql: connection refused on 5433\nretry_cap = 7", "tool_output"),
    Span("s3", "assistant", "The retry cap is 7; I will push after the review."),
)


def tagged(summary: str, spans: tuple[Span, ...] = SPANS) -> str:
    compaction = Compaction("x", spans, summary)
    report, views = LINTER.check(compaction), LINTER.views(compaction)
    return with_tags(summary, [view.statement for view in views], report.claims)


@pytest.mark.parametrize(
    ("summary", "found"),
    [
        ("The retry cap is 7.", "The retry cap is 7. [tool-output:s2]"),
        ("- Staging DB port is 5433\n", "- Staging DB port is 5433 [hedged:s1]\n"),
        ("Penguins waddle.", "Penguins waddle. [unverified]"),
        ("The retry cap is 7. [inferred:s3]", "The retry cap is 7. [inferred:s3]"),
        ("```\nretry_cap = 7\n```", "```\nretry_cap = 7\n```"),
        ("# State", "# State"),
        ("", ""),
    ],
)
def test_a_tag_goes_behind_the_claim(summary: str, found: str) -> None:
    assert tagged(summary) == found
    assert tagged(found) == found


def test_an_id_that_no_tag_can_hold_is_told() -> None:
    with pytest.raises(UsageError, match="cannot stand in a tag"):
        written(Claim("x", 0, 1, "hedged", "a b"))
    assert written(Claim("x", 0, 1, None, None)) == "[unverified]"


def test_tags_of_another_spelling_are_taken_out_as_well() -> None:
    spelt = compiled([r"<(?P<origin>\w+) (?P<ids>\w+)>"])
    assert without_tags("It runs. <user m1> It stops. [hedged:s1]", spelt) == "It runs. It stops."


def test_what_a_tag_says() -> None:
    (statement,) = read_statements("It runs. [hedged:s1,s2] [unverified]")
    assert [(tag.origin, tag.span_ids) for tag in tags_of(statement)] == [("hedged", ("s1", "s2")), (None, ())]


PIECES = [
    "The retry cap is 7.", "Staging DB port is 5433", " ", "\n", "\n\n", "- ", "; ", "Penguins waddle.",
    "| a | b |\n|---|---|\n| retry cap | 7 |",
    "## Plan", "`retry_cap`", "push to main", ", and ", "😀", "[x]", "(see above)", "```\nretry_cap = 7\n```", "Done: the review", "\t",
]  # fmt: skip


@settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(PIECES), max_size=10).map("".join))
def test_tags_come_out_byte_for_byte_and_find_no_new_fault(summary: str) -> None:
    text = tagged(summary)
    assert without_tags(text) == summary
    before = LINTER.check(Compaction("x", SPANS, summary)).findings
    after = LINTER.check(replace(Compaction("x", SPANS, summary), summary=text)).findings

    def faults(found: tuple[object, ...]) -> Counter[tuple[str, str]]:
        return Counter((f.name, without_tags(f.summary.quote).strip() if f.summary else "") for f in found)  # type: ignore[attr-defined]

    assert not faults(after) - faults(before)
