"""Records in Markdown files."""

from __future__ import annotations

import pytest

from summarylint.errors import RecordError
from summarylint.output.position import position
from summarylint.reading.fixtures import fixtures
from summarylint.reading.fixtures.fixture import Fixture, FixtureResult


def read(page: str) -> list[FixtureResult]:
    return list(fixtures(page, "a.md", ".md"))


def told(page: str) -> list[tuple[str, list[tuple[str, str]]]]:
    found = [outcome.compaction for outcome in read(page) if isinstance(outcome, Fixture)]
    return [(record.summary, [(span.role, span.text) for span in record.spans]) for record in found]


def test_blocks_that_are_named() -> None:
    page = "# A\n\n```spans\nuser: hi\nyou\ntool (s9): ok: 1\n\n```\n~~~ text summary\none\n\n  two\n~~~\n```summary\nother\n```\n"
    spans = [("user", "hi\nyou"), ("tool", "ok: 1")]
    assert told(page) == [("one\n\n  two", spans), ("other", spans)]


def test_spans_in_yaml_or_json_and_whole_records() -> None:
    page = '```yaml spans\n- {role: user, text: hi}\n```\n```json spans\n[["tool", "ok"]]\n```\n```summary\none\n```\n'
    page += "```yaml record\nspans: []\nsummary: two\n```\n"
    assert told(page) == [("one", [("user", "hi"), ("tool", "ok")]), ("two", [])]


def test_front_matter() -> None:
    fields = "---\ntitle: x\ncycle_depth: 2\n---\n"
    (found,) = read(fields + "```spans\nuser: hi\n```\n```summary\none\n```\n")
    assert isinstance(found, Fixture)
    assert (found.compaction.cycle_depth, found.compaction.summary) == (2, "one")
    assert told("---\nspans: [[user, hi]]\n---\n\nThe *page*.\r\n\nEnd.\n\n") == [("The *page*.\n\nEnd.", [("user", "hi")])]
    assert told("---\nspans: [[user, hi]]\nsummary: one\n---\n\nText.\n") == [("one", [("user", "hi")])]


def test_a_block_in_a_list_or_a_quotation_has_its_places() -> None:
    page = "```spans\nuser: hi\n```\n\n- item\n\n  ```summary\n  one\n    twö\n  ```\n\n> ```summary\n> three\n> ```\n"
    found = [outcome.compaction for outcome in read(page) if isinstance(outcome, Fixture)]
    assert [record.summary for record in found] == ["one\n  twö", "three"]
    assert found[0].source is not None
    assert found[1].source is not None
    assert [position(found[0].source, offset) for offset in (0, 2, 4, 6)] == [(8, 3), (8, 5), (9, 3), (9, 5)]
    assert position(found[1].source, 0) == (13, 3)


def test_a_prompt() -> None:
    (found,) = read("```prompt\nSummarise.\n```\n")
    assert isinstance(found, Fixture)
    assert (found.compaction.prompt, found.compaction.line) == ("Summarise.", 2)


@pytest.mark.parametrize(
    ("page", "words", "line"),
    [
        ("```summary\nx\n```\n", "the summary has no spans above it", 1),
        ("```spans\nuser: x\n```\n", "the spans have no summary", 1),
        ("\n```spans\nwho knows\n```\n```summary\nx\n```\n", "a list in YAML or JSON, or lines that begin with a role", 2),
        ("---\na: [\n---\n", "not YAML", 3),
    ],
)
def test_what_cannot_be_paired_is_told_with_its_line(page: str, words: str, line: int) -> None:
    (error,) = read(page)
    assert isinstance(error, RecordError)
    assert words in error.reason
    assert error.line == line


def test_a_page_without_such_blocks_holds_nothing() -> None:
    assert read("---\ntitle: x\n---\n# A\n\n```python\nspans = 1\n```\n") == []
