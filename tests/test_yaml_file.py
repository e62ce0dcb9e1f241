"""Records and cases in YAML files."""

from __future__ import annotations

from summarylint.errors import RecordError
from summarylint.reading.fixtures import fixtures
from summarylint.reading.fixtures.cases import case_values
from summarylint.reading.fixtures.fixture import Fixture, FixtureResult


def read(page: str) -> list[FixtureResult]:
    return list(fixtures(page, "a.yaml", ".yaml"))


def told(page: str) -> list[tuple[str, list[str], int | None]]:
    return [
        (found.compaction.summary, [span.text for span in found.compaction.spans], found.compaction.line)
        for found in read(page)
        if isinstance(found, Fixture)
    ]


def test_a_record_a_list_and_several_documents() -> None:
    assert told("spans: [[user, hi]]\nsummary: one\n---\n- {spans: [], summary: two}\n-\n  spans: []\n  summary: three\n") == [
        ("one", ["hi"], 1),
        ("two", [], 4),
        ("three", [], 6),
    ]


def test_a_suite_of_promptfoo() -> None:
    page = """
prompts: ["Summarise {{spans}}", file://other.txt]
defaultTest: {vars: {spans: &spans [{role: user, text: hi}]}}
tests:
  - vars: {summary: one}
  - {vars: {question: x}, assert: []}
  - vars: {spans: [{role: user, content: [{type: text, text: ho}]}], other: 1}
    providerOutput: two
"""
    assert told(page) == [("", [], 2), ("one", ["hi"], 5), ("two", ["ho"], 7)]
    assert [found.compaction.prompt for found in read(page) if isinstance(found, Fixture)] == ["Summarise {{spans}}", None, None]


def test_samples_of_inspect() -> None:
    page = """
- {id: 7, input: [{role: user, content: hi}], target: x, metadata: {summary: one}}
- {input: Summarise., target: two, metadata: {spans: [{role: tool, text: ho}], topic: x}}
- {input: [{role: user, content: What is the sum}], target: "4", metadata: {topic: sums}}
"""
    assert told(page) == [("one", ["hi"], 2), ("two", ["ho"], 3)]
    assert [found.compaction.id for found in read(page) if isinstance(found, Fixture)] == ["7", "a.yaml:3"]


def test_cases_in_json() -> None:
    assert case_values({"vars": {"spans": [], "summary": "x", "other": 1}}) == [{"spans": [], "summary": "x"}]
    assert case_values({"spans": [], "summary": "x", "metadata": {}}) is None
    assert case_values({"tests": [{"vars": {}}]}) is None


def test_spans_without_a_summary_and_broken_yaml_are_errors() -> None:
    (error,) = read("\nspans: []\n")
    assert isinstance(error, RecordError)
    assert (error.line, error.pointer) == (2, "$.summary")
    first, error = read("spans: []\nsummary: x\n---\na: [\n")
    assert isinstance(first, Fixture)
    assert isinstance(error, RecordError)
    assert "not YAML" in error.reason


def test_a_file_of_something_else_holds_nothing() -> None:
    assert read("name: build\non: [push]\n") == []


def test_what_has_a_summary_or_spans_alone_says_what_it_lacks() -> None:
    page = "summary: Port is 5433.\n---\nspans: [[user, hi]]\n---\n- {span: [[user, hi]], summary: one}\n---\nother: 1\n"
    errors = [(found.line, found.pointer, found.reason) for found in read(page) if isinstance(found, RecordError)]
    assert errors == [
        (1, "$.spans", "'spans' is required and missing"),
        (3, "$.summary", "'summary' is required and missing"),
        (5, "$.spans", "'spans' is required and missing"),
    ]
