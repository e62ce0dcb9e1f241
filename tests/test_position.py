"""Findings name the line and the column in the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_stub import run
from click.testing import Result

__all__ = ["run"]

CODE = "# é\nA_SPANS = [\n    ('user', 'keep this'),\n]\nA_SUMMARY = '''It\n  was lost'''\n"
PAGE = "```spans\nuser: keep this\n```\n\n```summary\nIt\n  was lost\n```\n"
DOCUMENT = "spans:\n- [user, keep this]\nsummary: |\n  It\n    was lost\n"


@pytest.mark.parametrize(
    ("name", "text", "place", "span"),
    [("a.py", CODE, (6, 7), (3, 15)), ("a.md", PAGE, (7, 7), (2, 7)), ("a.yaml", DOCUMENT, (5, 9), (2, 10))],
)
def test_every_format_tells_the_place(
    run: Callable[..., Result], tmp_path: Path, name: str, text: str, place: tuple[int, int], span: tuple[int, int]
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert text.split("\n")[place[0] - 1][place[1] - 1 :].startswith("lost")
    concise = run("check", name, "--output-format", "concise", "--isolated")
    assert concise.stdout.startswith(f"{name}:{place[0]}:{place[1]}: error lost-word")
    full = run("check", name, "--isolated")
    assert f"{name}:{place[0]}:{place[1]} summary\n" in full.stdout
    assert f"at {span[0]}:{span[1]}\n" in full.stdout
    lines = run("check", name, "--output-format", "jsonl", "--isolated")
    (finding,) = json.loads(lines.stdout)["findings"]
    assert (finding["summary"]["line"], finding["summary"]["column"]) == place
    assert (finding["evidence"][0]["line"], finding["evidence"][0]["column"]) == span
