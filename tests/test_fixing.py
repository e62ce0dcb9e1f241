"""Fixes are written into the literal and nowhere else; what is right stays as it is, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from fixture_files import FAULTY, RIGHT, Made, files, markdown_files, python_files, yaml_files
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from summarylint.editing.fixing import ALL, SAFE, fix
from summarylint.engine import Linter
from summarylint.model import Compaction, Edit, Finding, Fix, Report, SummaryPlace
from summarylint.reading.fixtures.fixture import Fixture
from summarylint.reading.literals import literals

LINTER = Linter()
ENOUGH = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))


def words(**mends: str) -> object:
    """A check that finds each word and mends it, in place of the real rules."""

    def check(compaction: Compaction, earlier: Sequence[Compaction] = ()) -> Report:
        return Report(compaction, tuple(finding(compaction, word, new) for word, new in mends.items() if word in compaction.summary), ())

    return check


def finding(compaction: Compaction, word: str, new: str) -> Finding:
    start = compaction.summary.index(word)
    place = SummaryPlace(start, start + len(word), word)
    return Finding("AAA001", "a-word", "error", "m", place, (), "", Fix("safe", (Edit(place.start, place.end, new),)), {}, word)


def summaries(path: str, data: bytes) -> list[str]:
    return [found.compaction.summary for found in literals(path, data) or () if isinstance(found, Fixture)]


def fixed(path: str, text: str, check: object, safeties: frozenset[str] = SAFE) -> str:
    return fix(path, text.encode(), check, safeties).after.decode()  # type: ignore[arg-type]


def real(compaction: Compaction, earlier: Sequence[Compaction] = ()) -> Report:
    return LINTER.check(compaction, earlier=earlier)


@ENOUGH
@given(files(faulty=False))
def test_an_untouched_file_is_the_same_byte_for_byte(made: Made) -> None:
    assert summaries("a" + made.suffix, made.text.encode())
    assert fix("a" + made.suffix, made.text.encode(), words(**{FAULTY: RIGHT})).after == made.text.encode()  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [python_files, yaml_files, markdown_files], ids=["python", "yaml", "markdown"])
def test_a_fixed_file_differs_only_inside_the_literal(kind: object) -> None:
    @ENOUGH
    @given(kind(faulty=True))  # type: ignore[operator]
    def holds(made: Made) -> None:
        path, check = "a" + made.suffix, words(**{FAULTY: RIGHT})
        (before,) = summaries(path, made.text.encode())
        after = fixed(path, made.text, check)
        assert after.startswith(made.before)
        assert after.endswith(made.behind)
        assert summaries(path, after.encode()) == [before.replace(FAULTY, RIGHT)]
        assert fixed(path, after, check) == after

    holds()


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(files(faulty=True), st.sampled_from([SAFE, ALL]))
def test_the_real_rules_leave_nothing_to_fix_and_a_second_run_nothing_to_do(made: Made, safeties: frozenset[str]) -> None:
    path = "a" + made.suffix
    after = fixed(path, made.text, real, safeties)
    assert after.startswith(made.before)
    assert after.endswith(made.behind)
    (mended,) = summaries(path, after.encode())  # as it is read: the literal may write the name in pieces or with escapes
    assert RIGHT in mended
    assert FAULTY not in mended
    assert fixed(path, after, real, safeties) == after


@ENOUGH
@given(st.text(), st.text(), st.booleans(), st.sampled_from(["", " ", "\n"]))
def test_json_is_changed_inside_its_string_and_escaped_as_the_file_is(before: str, behind: str, escaped: bool, space: str) -> None:
    summary = f"{before}FAULT{behind}"
    if "FAULT" in before + behind:
        return
    new = 'quo"te \\ é\n😀'
    lead = f'{{{space}"spans":[], "meta": "x é", "summary" :{space}'
    tail = f'{space},"previous_summary": null{space}}}'
    literal = json.dumps(summary, ensure_ascii=escaped) if summary.isprintable() else json.dumps(summary)
    after = fixed("a.json", lead + literal + tail, words(FAULT=new))
    assert after.startswith(lead)
    assert after.endswith(tail)
    assert json.loads(after)["summary"] == before + new + behind
    assert len(after) - len(lead + literal + tail) == len(json.dumps(new, ensure_ascii=False)) - 2 - len("FAULT")


def test_only_the_faulty_line_of_json_lines_changes() -> None:
    lines = [json.dumps({"spans": [], "summary": word}) for word in ("fine", "BAD one", "fine too")]
    text = "\ufeff" + lines[0] + "\r\n\n" + lines[1] + "\n{broken\n" + lines[2]
    assert fixed("a.jsonl", text, words(BAD="good")) == text.replace("BAD", "good")


def test_cases_of_other_tools_are_fixed_in_json_too() -> None:
    text = '{"tests": [{"vars": {"spans": [], "summary": "BAD"}},\n {"vars": {"q": 1}},\n {"vars": {"spans": [], "summary": "a BAD b"}}]}'
    assert fixed("a.json", text, words(BAD="good")) == text.replace("BAD", "good")


@pytest.mark.parametrize(
    ("path", "text", "want"),
    [
        ("a.yaml", "spans: []\nsummary: BAD thing # c\n", 'spans: []\nsummary: "a: b thing" # c\n'),
        ("a.yaml", "spans: []\nsummary: >\n  BAD\n  thing\nid: x\n", "spans: []\nsummary: >\n  a: b\n  thing\nid: x\n"),
        ("a.yaml", "spans: []\r\nsummary: |\r\n  BAD\r\n  é\r\n", "spans: []\r\nsummary: |\r\n  a: b\r\n  é\r\n"),
        ("a.py", "X = {'spans': [], 'summary': r'\\d BAD'}\n", "X = {'spans': [], 'summary': r'\\d a: b'}\n"),
        ("a.py", "X = {'spans': [], 'summary': 'B' \"AD\"}\r\n", "X = {'spans': [], 'summary': 'a: b' \"\"}\r\n"),
    ],
)
def test_the_way_a_text_is_written_is_kept_as_far_as_it_can_be(path: str, text: str, want: str) -> None:
    assert fixed(path, text, words(BAD="a: b")) == want


def test_a_raw_string_that_cannot_hold_the_fix_is_written_as_a_plain_one() -> None:
    after = fixed("a.py", "X = {'spans': [], 'summary': r'\\d BAD'}\n", words(BAD="it's"))
    assert after == "X = {'spans': [], 'summary': '\\\\d it\\'s'}\n"


def test_a_fix_that_does_not_mend_is_not_kept() -> None:
    def endless(compaction: Compaction, earlier: Sequence[Compaction] = ()) -> Report:
        place = SummaryPlace(0, 0, "")
        fix = Fix("safe", (Edit(0, 0, "More: "),))
        return Report(compaction, (Finding("AAA001", "a-word", "error", "m", place, (), "", fix, {}, "f"),), ())

    text = '{"spans": [], "summary": "x"}'
    assert fixed("a.json", text, endless) == text


def test_a_placeholder_is_left_alone() -> None:
    text = "X = {'spans': [], 'summary': f'a {name} BAD'}\n"
    assert fixed("a.py", text, words(**{"\ufffc BAD": "x", "BAD": "good"})) == text.replace("BAD", "good")


def test_a_literal_that_several_records_share_is_changed_once() -> None:
    text = "S = 'BAD'\nA = {'spans': [('user', 'x')], 'summary': S}\nB = {'spans': [('user', 'y')], 'summary': S}\n"
    assert fixed("a.py", text, words(BAD="good")) == text.replace("BAD", "good")


def test_records_of_a_chain_are_seen_after_their_fixes() -> None:
    seen: list[list[str]] = []

    def check(compaction: Compaction, earlier: Sequence[Compaction] = ()) -> Report:
        seen.append([before.summary for before in earlier])
        return words(BAD="good")(compaction)  # type: ignore[operator, no-any-return]

    lines = [json.dumps({"spans": [], "summary": word, "chain": "c"}) for word in ("BAD", "other")]
    fixed("a.jsonl", "\n".join(lines), check)
    assert seen[-1] == ["good"]


def test_a_transcript_and_a_compressed_file_are_never_changed() -> None:
    transcript = json.dumps({"type": "session", "version": 3, "id": "x", "timestamp": "t", "cwd": "/"}) + "\n"
    assert literals("a.jsonl.gz", b"\x1f\x8b\x08rest") is None
    assert fix("a.jsonl", transcript.encode(), words(BAD="good")).after == transcript.encode()  # type: ignore[arg-type]
