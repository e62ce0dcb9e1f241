"""What the hook for Claude Code reads in a transcript: the window that a summary replaced, and what came into it since."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hook_session import FAITHFUL, HEDGED, LAUNDERED, REFUSED_OUTPUT, Session, session
from hypothesis import given
from hypothesis import strategies as st

from summarylint.inline.claude_code import rereading, window
from summarylint.inline.claude_code.event import HookError
from summarylint.inline.claude_code.post_compact import bare_summary
from summarylint.inline.claude_code.quoting import digest, quoted
from summarylint.inline.claude_code.record import KeptClaim, Record, Source, dumped, loaded
from summarylint.inline.claude_code.rereading import catch_up
from summarylint.inline.claude_code.state import Held
from summarylint.inline.claude_code.window import read_replaced
from summarylint.output.redaction import LONGEST_QUOTE, quote_of
from summarylint.reading.transcripts.content import call

__all__ = ["session"]


def replaced(session: Session, summary: str = LAUNDERED) -> window.Replaced:
    return read_replaced(str(session.transcript), session.id, summary)


# ---------------------------------------------------------------- the window


def test_the_rows_are_the_spans_and_survival_is_unknown(session: Session) -> None:
    found = replaced(session)
    said = [(span.id, span.role, span.text) for span in found.compaction.spans]
    assert said[0] == ("row-1", "user", HEDGED)
    assert [name for name, _, _ in said] == ["row-1", "t1:call", "t1"]
    assert found.compaction.surviving_span_ids is None
    assert (found.compaction.cycle_depth, found.compaction.previous_summary, found.earlier) == (0, None, ())
    assert found.messages == {"t1:call": "row-2", "t1": "row-3"}
    assert found.end == session.transcript.stat().st_size


def test_a_later_window_holds_the_summary_before_it_and_what_was_preserved(session: Session) -> None:
    session.written(FAITHFUL, "row-1")
    session.say("Paint the fence.")
    found = replaced(session)
    assert [span.role for span in found.compaction.spans] == ["user", "summary", "user"]
    assert found.compaction.previous_summary is not None
    assert found.compaction.previous_summary.endswith(FAITHFUL)
    assert found.compaction.cycle_depth == 1
    assert [len(one.spans) for one in found.earlier] == [3]


def test_rows_of_subagents_are_no_part_of_the_window(session: Session) -> None:
    before = replaced(session).compaction.spans
    session.call("side", "Read", {"file_path": "x"}, "The DB is on port 5432.", isSidechain=True, agentId="a1")
    assert replaced(session).compaction.spans == before


def test_a_boundary_that_is_there_already_tells_what_survives(session: Session) -> None:
    session.row("system", subtype="compact_boundary", compactMetadata={"preservedMessages": {"uuids": ["row-3"]}})
    found = replaced(session)
    assert found.compaction.surviving_span_ids == {"t1"}
    assert (found.compaction.cycle_depth, len(found.compaction.spans)) == (0, 3)


def test_a_summary_that_is_there_already_is_not_its_own_predecessor(session: Session) -> None:
    session.written(LAUNDERED, "row-1")
    found = replaced(session)
    assert found.compaction.summary == LAUNDERED
    assert found.compaction.surviving_span_ids == {"row-1"}
    assert (found.compaction.cycle_depth, len(found.compaction.spans), found.earlier) == (0, 3, ())


def test_words_about_a_boundary_are_none(session: Session) -> None:
    session.say('{"type": "system", "subtype": "compact_boundary"}')
    session.call("t2", "Read", {"file_path": "a.jsonl"}, '{"type":"system","subtype":"compact_boundary"}')
    assert replaced(session).compaction.cycle_depth == 0


@pytest.mark.parametrize(
    "about", [None, 7, [], "preservedMessages", {"preservedMessages": 7}, {"preservedMessages": {"uuids": 7, "allUuids": [7]}}]
)
def test_a_boundary_of_any_shape(session: Session, about: object) -> None:
    session.row("system", subtype="compact_boundary", compactMetadata=about)
    assert len(replaced(session).compaction.spans) == 3


def test_of_a_long_transcript_the_last_windows_are_read_and_every_cycle_is_counted(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        session.written(FAITHFUL)
        session.say(f"Paint fence {number}.")
    monkeypatch.setattr(window, "MOST_READ", 1_500)
    found = replaced(session)
    assert found.compaction.cycle_depth == 5
    assert [span.text for span in found.compaction.spans if span.role == "user"] == ["Paint fence 4."]
    assert 0 < len(found.earlier) < 4


def test_a_window_that_is_too_long_is_not_checked(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "MOST_READ", 100)
    monkeypatch.setattr(window, "LONGEST_WINDOW", 200)
    with pytest.raises(HookError, match="was not checked: more than 0 MiB since the last compaction"):
        replaced(session)


def test_a_window_without_a_message_is_not_checked(session: Session) -> None:
    session.transcript.write_text("", encoding="utf-8")
    session.written(FAITHFUL)
    with pytest.raises(HookError, match="the compaction was not checked"):
        replaced(session)


# ---------------------------------------------------------------- the summary


@pytest.mark.parametrize(
    ("written", "summary"),
    [
        ("<analysis>\nhm\n</analysis>\n\n<summary>\n1. Done.\n</summary>", "1. Done."),
        ("<summary>cut off", "cut off"),
        ("<analysis>a</analysis>Plain.", "Plain."),
        ("No tags.", "No tags."),
        ("<summary>It says <summary> itself </summary> here.</summary>", "It says <summary> itself </summary> here."),
        ("", ""),
    ],
)
def test_the_summary_is_taken_out_of_what_the_model_wrote(written: str, summary: str) -> None:
    assert bare_summary(written) == summary


# ---------------------------------------------------------------- what came since


def held(*sources: Source, read_to: int = 0, asked: tuple[str, ...] = ()) -> Held:
    claim = KeptClaim("The port is 5433.", ("port", "5433"), sources)
    return Held(Record(0, "reground", (), (claim,)), [0], read_to, list(asked))


def test_a_call_is_known_again_as_the_reader_of_transcripts_tells_it(session: Session) -> None:
    arguments = {"command": "psql -h 10.0.3.7 -p 5433", "what": "é\n"}
    session.call("t9", "Bash", arguments, "now it is something else")
    now = held(Source("tool", "", call=digest(call("Bash", arguments).text)))
    catch_up(now, str(session.transcript))
    assert now.open == []


def test_a_call_without_a_result_is_waited_for(session: Session) -> None:
    digested = digest(call("Read", {"file_path": "x"}).text)
    now = held(Source("tool", "", call=digested), read_to=session.transcript.stat().st_size)
    session.call("t9", "Read", {"file_path": "x"}, None)
    catch_up(now, str(session.transcript))
    assert now.open == [0]
    session.row("user", [{"type": "tool_result", "tool_use_id": "t9", "content": [{"type": "text", "text": "port"}]}])
    catch_up(now, str(session.transcript))
    assert now.open == []


def test_a_failed_call_gave_nothing_again(session: Session) -> None:
    session.call("t9", "Read", {"file_path": "x"}, "File does not exist.", failed=True)
    now = held(Source("tool", "", call=digest(call("Read", {"file_path": "x"}).text)))
    catch_up(now, str(session.transcript))
    assert now.open == [0]


def test_what_was_read_before_the_compaction_does_not_count(session: Session) -> None:
    now = held(Source("tool", REFUSED_OUTPUT), read_to=session.transcript.stat().st_size)
    catch_up(now, str(session.transcript))
    assert now.open == [0]


@pytest.mark.parametrize(("quote", "said"), [("ok", "okapi"), ("ok", "ok"), ("port 5433 is open", "port 5433 is opened by hand")])
def test_a_quotation_that_only_looks_like_what_was_said_closes_nothing(session: Session, quote: str, said: str) -> None:
    session.say(f"I say {said}.")
    now = held(Source("user", quote))
    catch_up(now, str(session.transcript))
    assert now.open == [0]


def test_of_many_new_rows_the_last_are_read(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rereading, "MOST_READ", 600)
    session.say(HEDGED)
    for _ in range(10):
        session.say("filler " * 20)
    now = held(Source("user", HEDGED))
    catch_up(now, str(session.transcript))
    assert now.open == [0]
    session.say(HEDGED)
    catch_up(now, str(session.transcript))
    assert now.open == []


def test_of_a_transcript_that_was_written_anew_what_follows_its_boundary_counts(session: Session) -> None:
    now = held(Source("user", HEDGED), read_to=10**9)
    catch_up(now, str(session.transcript))
    assert now.open == [0]
    now = held(Source("user", HEDGED), read_to=10**9)
    session.written(LAUNDERED)
    catch_up(now, str(session.transcript))
    assert now.open == [0]
    session.say(HEDGED)
    catch_up(now, str(session.transcript))
    assert now.open == []


FIELDS = st.sampled_from(["type", "message", "content", "text", "id", "tool_use_id", "input", "subtype"])
VALUES: st.SearchStrategy[object] = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_no_row_breaks_the_reading(tmp_path_factory: pytest.TempPathFactory, value: object) -> None:
    path = tmp_path_factory.mktemp("rows") / "t.jsonl"
    rows = [
        value,
        {"type": "user", "message": value},
        {"type": "assistant", "message": {"content": value}},
        {"type": "user", "message": {"content": [value]}},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    now = held(Source("user", "never said"))
    catch_up(now, str(path))
    assert now.open == [0]


# ---------------------------------------------------------------- quotations and records


@given(st.text(max_size=600), st.data())
def test_a_quotation_is_short_and_on_one_line(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    quote = quote_of(text, start, data.draw(st.integers(start, len(text))))
    assert len(quote) <= LONGEST_QUOTE
    assert len(quote.splitlines()) <= 1


def test_a_secret_is_masked_by_what_stands_before_it() -> None:
    text = "password = hunter2hunter2xyz and more"
    start = text.index("hunter2")
    assert "hunter2hunter2xyz" not in quote_of(text, start, start + 17)


def test_a_quotation_cannot_be_closed_from_within() -> None:
    assert quoted("a ” b </system-reminder> c \x1b[31m <b>") == '“a " b ‹/system-reminder> c \\x1b[31m ‹b>”'


@given(st.text(max_size=50), st.lists(st.text(max_size=10), max_size=4))
def test_a_record_is_read_back_as_it_was(text: str, terms: list[str]) -> None:
    record = Record(2, "halt", (), (KeptClaim(text, tuple(terms), (Source("user", text, "m", "c", "t"),)),))
    assert loaded(dumped(record)) == record


def test_the_path_of_the_home_folder_is_understood(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(session.folder))
    assert len(read_replaced(f"~/{Path(session.transcript).name}", session.id, LAUNDERED).compaction.spans) == 3
