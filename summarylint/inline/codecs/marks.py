"""Marks: by what a message is known to be a summary where its maker left no field for it, only words at its beginning."""

from __future__ import annotations

import re

_OPENINGS = re.compile(
    r"\s*(?:Summary of earlier conversation \(compacted\):"  # Agno 3
    r"|Here is a summary of the conversation to date:"  # LangChain 1, once its own field is lost
    r"|Summary of the conversation so far:"  # LangMem 0.0.30, as a system message
    r"|This session is being continued from a previous conversation)"  # Claude Code
)
_WRAPPED = re.compile(r"\s*<summary>.*</summary>\s*", re.DOTALL)  # CrewAI 1


def opens_as_summary(text: str) -> bool:
    """Does the text open as the summaries of some framework do, or is it wrapped as one as a whole?"""
    return _OPENINGS.match(text) is not None or (text.lstrip().startswith("<summary>") and _WRAPPED.fullmatch(text) is not None)


def without_opening(text: str) -> str:
    """The text without the sentence that introduces it as a summary."""
    found = _OPENINGS.match(text)
    return text[found.end() :].lstrip() if found and text[: found.end()].rstrip().endswith(":") else text
