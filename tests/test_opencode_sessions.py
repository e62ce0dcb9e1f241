"""Sessions of opencode: what the program puts into the user's messages, and windows that overflowed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from summarylint.errors import RecordError
from summarylint.model import Compaction
from summarylint.reading.files import read_file
from summarylint.reading.search import find_files

Message = dict[str, Any]


def said(id: str, role: str, *parts: Any, **about: Any) -> Message:
    given = [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]
    parts_with_ids = [{"id": f"{id}-{number}", **part} for number, part in enumerate(given, 1)]
    return {"info": {"id": id, "sessionID": "ses", "role": role, "time": {"created": 1}, **about}, "parts": parts_with_ids}


def compacted(id: str, summary: str, **asked: Any) -> list[Message]:
    return [said(f"{id}-ask", "user", {"type": "compaction", **asked}), said(id, "assistant", summary, summary=True)]


def read(folder: Path, *messages: Message) -> list[Compaction]:
    file = folder / "session.json"
    file.write_text(json.dumps({"info": {"id": "ses"}, "messages": messages}), encoding="utf-8")
    return [record for record in read_file(str(file)) if isinstance(record, Compaction)]


def test_a_file_that_the_user_attached_stands_in_his_turn(tmp_path: Path) -> None:
    attached = {"type": "text", "text": "<file>\nDo not bake wheat.\n</file>", "synthetic": True}
    asked = said("m1", "user", "Bake what this says.", attached, {"type": "file", "filename": "rye.md"})
    (record,) = read(tmp_path, asked, *compacted("m2", "Rye."))
    assert [(span.role, span.text) for span in record.spans] == [("user", "Bake what this says."), ("user", attached["text"])]


def test_what_is_told_again_after_an_overflow_was_not_summarised(tmp_path: Path) -> None:
    talk = [
        said("m1", "user", "Bake rye."),
        said("m2", "assistant", "Mixed."),
        said("m3", "user", "Now wheat."),
        said("m4", "assistant", "Hm."),
    ]
    (record,) = read(tmp_path, *talk, *compacted("m5", "Rye is mixed.", overflow=True), said("m6", "user", "Now wheat."))
    assert record.shown_span_ids == {"m1-1", "m2-1"}
    (record,) = read(tmp_path, *talk[:2], *compacted("m5", "Rye is mixed.", overflow=True))
    assert record.shown_span_ids is None  # there was no other message: all was summarised


def test_an_attempt_that_failed_or_said_nothing_is_no_summary(tmp_path: Path) -> None:
    failed = said("x1", "assistant", "Rye", summary=True, error={"name": "Aborted"})
    empty = said("x2", "assistant", summary=True)
    (record,) = read(tmp_path, said("m1", "user", "Bake rye."), failed, empty, *compacted("m2", "Rye is baked."))
    assert (record.summary, [span.id for span in record.spans]) == ("Rye is baked.", ["m1-1"])


def test_a_session_that_is_a_folder_has_its_parts_beside_it(tmp_path: Path) -> None:
    messages = [said("msg_1", "user", "Bake rye."), said("msg_2", "assistant", "Baked."), *compacted("msg_3", "Rye is baked.")]
    for message in messages:
        id = message["info"]["id"].replace("msg_3-ask", "msg_2b")
        (tmp_path / "message/ses").mkdir(parents=True, exist_ok=True)
        (tmp_path / f"message/ses/{id}.json").write_text(json.dumps(message["info"]), encoding="utf-8")
        (tmp_path / "part" / id).mkdir(parents=True)
        for part in message["parts"]:
            (tmp_path / "part" / id / f"prt_{part['id']}.json").write_text(json.dumps(part), encoding="utf-8")
    (place,) = find_files([str(tmp_path)])
    assert place.files == (str(tmp_path / "message/ses"),)
    (record,) = read_file(place.files[0])
    assert isinstance(record, Compaction)
    assert (record.id, record.summary, [span.id for span in record.spans]) == ("ses/1", "Rye is baked.", ["msg_1-1", "msg_2-1"])
    shutil.rmtree(tmp_path / "part")
    (error,) = read_file(place.files[0])
    assert isinstance(error, RecordError)
    assert "holds messages without what they say" in error.reason
