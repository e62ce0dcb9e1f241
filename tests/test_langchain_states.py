"""What deepagents and LangChain put around a summary, and compactions that deepagents keeps beside the messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from summarylint.model import Compaction
from summarylint.reading.files import read_file

SAVED = "You are in the middle of a conversation that has been summarized.\n\nThe full history has been saved to /h/t.md for details.\n\n"


def read(folder: Path, value: Any) -> list[Compaction]:
    file = folder / "state.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    return [record for record in read_file(str(file)) if isinstance(record, Compaction)]


def marked(text: str) -> dict[str, Any]:
    return {"type": "human", "id": "s1", "content": text, "additional_kwargs": {"lc_source": "summarization"}}


@pytest.mark.parametrize(
    "text",
    [
        "Here is a summary of the conversation to date:\n\nRye is baked.",
        f"{SAVED}A condensed summary follows:\n\n<summary>\nRye is baked.\n</summary>",
    ],
)
def test_what_surrounds_a_summary_is_not_part_of_it(tmp_path: Path, text: str) -> None:
    (record,) = read(tmp_path, [{"type": "human", "id": "h1", "content": "Bake rye."}, marked(text)])
    assert record.summary == "Rye is baked."


def test_a_compaction_beside_the_messages_replaced_those_before_its_cutoff(tmp_path: Path) -> None:
    talk = [{"type": kind, "id": f"{kind}{n}", "content": f"{kind} says {n}"} for n in range(4) for kind in ("human", "ai")]

    def state(step: int, count: int, event: dict[str, Any] | None) -> dict[str, Any]:
        return {"values": {"messages": talk[:count], "_summarization_event": event}, "metadata": {"step": step}}

    first = {"cutoff_index": 2, "summary_message": marked("Here is a summary of the conversation to date:\n\nOne."), "file_path": None}
    second = {"cutoff_index": 5, "summary_message": {**marked("Two."), "id": "s2"}, "file_path": None}
    history = [state(4, 8, second), state(3, 6, second), state(2, 4, first), state(1, 4, None)]
    one, two = read(tmp_path, history)
    assert (one.summary, [span.id for span in one.spans], one.cycle_depth) == ("One.", ["human0", "ai0"], 0)
    assert (two.summary, [span.id for span in two.spans], two.cycle_depth) == ("Two.", ["s1", "human1", "ai1", "human2"], 1)


def test_a_compaction_block_of_the_provider_that_failed_replaced_nothing(tmp_path: Path) -> None:
    block = {"type": "compaction", "content": "<summary>\nRye is baked.\n</summary>"}
    (record,) = read(
        tmp_path,
        [
            {"role": "user", "content": [{"type": "text", "text": "Bake rye."}]},
            {"role": "assistant", "content": [{"type": "compaction", "content": None}, {"type": "text", "text": "Baked."}]},
            {"role": "assistant", "content": [block, {"type": "text", "text": "Next?"}]},
        ],
    )
    assert (record.summary, [span.text for span in record.spans]) == ("Rye is baked.", ["Bake rye.", "Baked."])
