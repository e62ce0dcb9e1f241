"""Sources: what kind of word a span is."""

from __future__ import annotations

import pytest

from summarylint.model import Span
from summarylint.provenance.sources import origin_of, source_of


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ('Edit {"file_path": "/app/budget.py", "new_string": "x"}', "deed"),
        ('{"name": "str_replace", "path": "budget.py"}', "deed"),
        ('write {"filePath": "/app/docs/plan.md", "content": "..."}', "document"),
        ('TodoWrite {"todos": []}', "plan"),
        ('update_plan {"plan": []}', "plan"),
        ('Read {"file_path": "/app/docs/plan.md"}', "look"),
        ('Bash {"command": "grep -n budget src"}', "look"),
        ('Bash {"command": "cd /app && git diff --stat"}', "look"),
        ('Bash {"command": "cd /app && git push"}', "deed"),
        ("rm -rf build", "deed"),
    ],
)
def test_calls_by_what_they_show(text: str, source: str) -> None:
    assert source_of(Span("a", "assistant", text, "tool_call")) == source


@pytest.mark.parametrize(
    ("span", "source", "origin"),
    [
        (Span("a", "user", "hi"), "user", "user-said"),
        (Span("a", "tool", "ok", "tool_output"), "output", "tool-output"),
        (Span("a", "tool", "ok"), "output", "tool-output"),
        (Span("a", "assistant", "make", "tool_call"), "deed", "tool-output"),
        (Span("a", "assistant", "fine"), "text", "inferred"),
        (Span("a", "assistant", "hm", "thinking"), "thinking", "inferred"),
        (Span("a", "summary", "it was fine"), None, None),
        (Span("a", "system", "be brief"), None, None),
    ],
)
def test_spans_by_role(span: Span, source: str | None, origin: str | None) -> None:
    assert (source_of(span), origin_of(span)) == (source, origin)
