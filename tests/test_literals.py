"""Any text in the place of a fixture gives records or errors that are told, never a crash."""

from __future__ import annotations

from fixture_files import Made, files
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from summarylint.errors import RecordError
from summarylint.reading.fixtures.fixture import Fixture
from summarylint.reading.literals import literals

ENOUGH = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))


def read(path: str, text: str) -> int:
    try:
        return len(literals(path, text.encode("utf-8", "replace")) or ())
    except RecordError:
        return -1


@ENOUGH
@given(st.data(), files(faulty=False))
def test_a_file_with_a_piece_torn_out_or_put_in(data: st.DataObject, made: Made) -> None:
    start = data.draw(st.integers(0, len(made.text)))
    end = data.draw(st.integers(start, min(len(made.text), start + 20)))
    put = data.draw(st.sampled_from(["", "{", "'", '"""', "\\", "&a", "*a", "!!x", "```", "---\n", "\x00", "\t", "\r\n", "\ud83d", "f'{"]))
    assert read("a" + made.suffix, made.text[:start] + put + made.text[end:]) >= -1


@ENOUGH
@given(st.text(), st.sampled_from(["a.py", "a.yaml", "a.md", "a.json", "a.jsonl"]))
def test_any_text(text: str, path: str) -> None:
    assert read(path, "spans " + text) >= -1


def test_the_literals_are_those_of_the_records() -> None:
    text = '{"summary": "one", "spans": []}\n{"spans": []}\n{"spans": [], "summary": "t\\u0077o"}'
    found = literals("a.jsonl", text.encode())
    assert found is not None
    places = [outcome.summary.place for outcome in found if isinstance(outcome, Fixture) and outcome.summary]
    assert [text[place : place + 5] for place in places] == ['"one"', '"t\\u0']
    assert [type(outcome) for outcome in found] == [Fixture, RecordError, Fixture]
