"""Records in Python files are found without running them, each once and at its place."""

from __future__ import annotations

import sys

import pytest

from summarylint.errors import RecordError
from summarylint.output.position import position
from summarylint.reading.fixtures import fixtures
from summarylint.reading.fixtures.fixture import Dynamic, Fixture, FixtureResult

SPAN = "{'role': 'user', 'text': 'hi'}"


def read(code: str) -> list[FixtureResult]:
    return list(fixtures(code, "a.py", ".py"))


def summaries(code: str) -> list[str]:
    return [found.compaction.summary for found in read(code) if isinstance(found, Fixture)]


@pytest.mark.parametrize(
    "code",
    [
        f"X = {{'spans': [{SPAN}], 'summary': 'told'}}",
        f"X = dict(spans=[{SPAN}], summary='told')",
        f"SPANS = [{SPAN}]\nX = [{{'spans': SPANS, 'summary': 'told'}}]",
        f"REST = {{'summary': 'told'}}\nX = {{**REST, 'spans': [{SPAN}], 'summary': 'told'}}",
        "X = Compaction(id='a', spans=(Span('s1', 'user', 'hi'),), summary='told')",
        "def test_x():\n    spans = [Span(id='s1', role='user', text='hi')]\n    assert summarylint.check('told', spans).findings",
        f"GOOD_SPANS = [{SPAN}]\nGOOD_SUMMARY = 'told'",
        f"def test_x():\n    spans_one = [{SPAN}]\n    summary_one = 'told'",
        "GOOD_SPANS = [('user', 'hi')]\nGOOD_SUMMARY = 'told'",
        f"@pytest.mark.parametrize(('n', 'spans', 'summary'), [(1, [{SPAN}], 'told')])\ndef test_x(n, spans, summary): ...",
        f"ROWS = [pytest.param([{SPAN}], 'told', id='x')]\n@mark.parametrize('spans, summary', ROWS)\ndef test_x(spans, summary): ...",
        f"# summarylint: record\nX = ('told', [{SPAN}])",
        f"X: dict = {{  # summarylint: record\n    'spans': [{SPAN}],\n    'summary': 'told',\n}}",
        "X = Sample(input=[ChatMessageUser(content='hi')], target='x', metadata={'summary': 'told'})",
        "class TestX:\n    A_SPANS = [('user', 'hi')]\n    A_SUMMARY = textwrap.dedent('''\\\n        told''')",
        "A_SPANS = [('user', 'hi')]\nA_SUMMARY = 'to' 'ld'",
        "A_SPANS = [('user', 'hi')] + []\nA_SUMMARY = 'to' + inspect.cleandoc('  ld  ').strip()",
    ],
)
def test_a_record_is_found_once(code: str) -> None:
    (found,) = read(code)
    assert isinstance(found, Fixture)
    assert found.compaction.summary == "told"
    assert [(span.role, span.text) for span in found.compaction.spans] == [("user", "hi")]


def test_places_are_those_of_the_characters() -> None:
    code = "# é😀\r\nA_SPANS = [('user', 'hi'), ('tool', r'lo')]\r\nA_SUMMARY = (\r\n    'a\\tb'\r\n    f\"{c} é d\"\r\n)\r\n"
    (found,) = read(code)
    assert isinstance(found, Fixture)
    assert found.compaction.summary == "a\tb\ufffc é d"
    assert found.compaction.source is not None
    lines = code.split("\n")
    places = [position(found.compaction.source, offset) for offset in range(len(found.compaction.summary))]
    assert [lines[line - 1][column - 1] for line, column in places] == ["a", "\\", "b", "{", " ", "é", " ", "d"]
    assert [position(span.source, 0) for span in found.compaction.spans if span.source] == [(2, 22), (2, 39)]


@pytest.mark.parametrize(
    "code",
    [
        "X = {'spans': {'type': 'array'}, 'other': 1}",
        "spans = []\nsummary = ''",
        "A_SPANS = [('user', 'hi')]\nB_SUMMARY = 'told'",
        "A_SUMMARY = 'one'\nA_SUMMARY = 'two'\nA_SPANS = [('user', 'hi')]",
        "def f(spans):\n    return check('x', spans)",
        "PROMPT = 'Say hello'",
        "A_SPANS = [('user', 'hi')]\nA_SUMMARY = b'told'",
    ],
)
def test_what_is_no_record(code: str) -> None:
    assert read(code) == []


def test_what_only_running_the_code_would_tell_is_told_as_such() -> None:
    (found,) = read("X = {'spans': make(1), 'summary': 'told'}")
    assert found == Dynamic("make(1) (line 1) is known only when the code runs", 1)
    (found,) = read("X = {'spans': {'a': 1}, 'summary': 'told'}")
    assert isinstance(found, Dynamic)
    assert "it is no record: $.spans" in found.reason


@pytest.mark.parametrize(
    ("code", "line", "told"),
    [
        (
            "A_SPANS = [\n    {'role': 'user', 'text': 'hi'},\n    {'role': 'usr', 'text': 'hi'},\n]\nA_SUMMARY = 'told'",
            3,
            "at $.spans[1].role: ",
        ),
        ("A_SPANS = [('user', 'hi'), ('usr', 'hi')]\nA_SUMMARY = 'told'", 1, "at $.spans[1]: "),
        ("A_SPANS = [{'role': 'user', 'txt': 'hi'}]\nA_SUMMARY = 'told'", 1, "at $.spans[0].text: 'text' is required and missing"),
        ("X = {\n  'spans': [{'role': 'developer', 'content': 'hi'}],\n  'summary': 'told'}", 2, "at $.spans[0].role: "),
        ("X = Compaction('a', [Span('s1', 'bot', 'hi')], 'told')", 1, "at $.spans[0].role: "),
        (f"X = {{'spans': [{SPAN}], 'summary': 'told', 'cycle_depth': 'x'}}", 1, "at $.cycle_depth: "),
    ],
)
def test_a_record_with_spans_that_are_none_is_an_error_at_its_line(code: str, line: int, told: str) -> None:
    (found,) = read(code)
    assert isinstance(found, RecordError)
    assert str(found).startswith(f"a.py:{line} {told}")


@pytest.mark.parametrize(
    "code",
    [
        "A_SPANS = [(0, 5, 'PERSON')]\nA_SUMMARY = 'told'",
        "A_SPANS = [('usr', 'hi')]\nA_SUMMARY = 'told'",
        "A_SPANS = [{'name': 'GET /', 'start': 1}]\nA_SUMMARY = 'told'",
        "X = {'spans': [{'role': 'button', 'width': 3}], 'summary': 'told'}",
        "X = {'spans': [], 'summary': {'role': 'user', 'text': 'hi'}}",
        "X = {'spans': [{'role': 'user', 'text': 'hi'}], 'summary': 5}",
    ],
)
def test_other_things_that_are_called_spans_are_no_broken_record(code: str) -> None:
    (found,) = read(code)
    assert isinstance(found, Dynamic)
    assert "it is no record: $." in found.reason


@pytest.mark.parametrize("value", ["make()", "'told'", "[1]", "{'spans': [], 'summary': name}"])
def test_a_mark_on_what_cannot_be_read_is_an_error(value: str) -> None:
    (found,) = read(f"\nX = {value}  # summarylint: record")
    assert isinstance(found, RecordError)
    assert found.line == 2


def test_prompts_are_known_by_their_name_or_a_mark() -> None:
    code = "SUMMARY_PROMPT = 'one'\nOTHER_PROMPT = 'two'\n# summarylint: prompt\nTEXT = 'three'\nCOMPACTION_SYSTEM_PROMPT = 'four'\n"
    found = [outcome for outcome in read(code) if isinstance(outcome, Fixture)]
    assert [(outcome.compaction.prompt, outcome.compaction.line) for outcome in found] == [("one", 1), ("three", 4), ("four", 5)]
    (pair,) = read("A_SPANS = [('user', 'hi')]\nA_SUMMARY = 'told'\nA_PROMPT = 'asked'\n")
    assert isinstance(pair, Fixture)
    assert pair.compaction.prompt == "asked"


def test_two_records_on_a_line_have_ids_of_their_own() -> None:
    one = f"{{'spans': [{SPAN}], 'summary': 'told'}}"
    found = [outcome.compaction.id for outcome in read(f"X = [{one}, {one}]\n") if isinstance(outcome, Fixture)]
    assert found == ["a.py:1", "a.py:1/2"]


def test_broken_code_is_an_error_with_its_line() -> None:
    with pytest.raises(RecordError, match="not Python") as caught:
        read("spans = 1\nx = (\n")
    assert caught.value.line is not None


def test_a_file_that_runs_would_be_noticed() -> None:
    sys.modules.pop("fixture_that_ran", None)
    assert summaries(f"import sys; sys.modules['fixture_that_ran'] = 1\nX = {{'spans': [{SPAN}], 'summary': 'told'}}") == ["told"]
    assert "fixture_that_ran" not in sys.modules


def test_a_file_without_the_words_is_not_parsed() -> None:
    assert read("x = (") == []


def test_code_that_is_nested_without_end_is_an_error_and_long_strings_are_none() -> None:
    with pytest.raises(RecordError, match=r"nested|parentheses"):
        read("spans = " + "[" * 3000 + "]" * 3000)
    assert summaries("A_SPANS = [('user', 'hi')]\nA_SUMMARY = (" + "'a' " * 500 + ")\n") == ["a" * 500]


def test_names_that_stand_for_names_end() -> None:
    doubled = "".join(f"V{number} = V{number - 1} + V{number - 1}\n" for number in range(1, 60))
    assert read(f"V0 = 'a'\n{doubled}A_SPANS = [('user', 'hi')]\nA_SUMMARY = V59\n") == []
    assert read("A_SPANS = [('user', 'hi')]\nA_SUMMARY = A_SUMMARY\n") == []
