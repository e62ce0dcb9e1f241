"""The sentences that Claude Code, and Cline after it, put around a summary when a session goes on from it."""

from __future__ import annotations

import re

CONTINUED = "This session is being continued from a previous conversation"
"""How the message begins that tells the summary."""

_BEFORE = re.compile(
    rf"\s*{CONTINUED}[^\n]*?\.\s*"
    r"(?:The (?:conversation is summarized below|summary below covers the earlier portion of the conversation)[:.])?\s*"
)
_ANALYSIS = re.compile(r"\s*(?:<analysis>.*?</analysis>|Analysis:\n.*?\n(?=[^\S\n]*(?:Summary:|<summary>)))\s*", re.DOTALL)
_LABEL = re.compile(r"\s*(?:Summary:[ \t]*(?:\n|$)|<summary>)\s*")
_ENDINGS = ("</summary>", "Recent messages are preserved verbatim.")
_LAST_LINE = re.compile(
    r"If you need specific details from before compaction [^\n]*"
    r"|(?:Please )?[Cc]ontinue the conversation from where (?:we|it) left (?:it )?off [^\n]*"
)
"""What stands behind a summary up to the end of the last line."""


def summary_in(text: str) -> str:
    """The summary alone: without the sentences before and behind it, and without the analysis that its writer began with.

    A text that none of them surrounds is returned as it is, and so is one that would be nothing without them.
    """
    before = _BEFORE.match(text)
    if before is None:
        return text
    return without_analysis(text[before.end() :]) or text


def without_analysis(text: str) -> str:
    """The text without the analysis and the label before a summary, and without what stands behind it."""
    for opening in (_ANALYSIS, _LABEL):
        found = opening.match(text)
        text = text[found.end() :] if found else text
    end = len(text)
    while (shorter := _end_before(text, end)) < end:
        end = shorter
    return text[:end]


def _end_before(text: str, end: int) -> int:
    """Where `text[:end]` ends without the last sentence that stands behind the summary, and the blanks before that."""
    last = _last(text, end)
    for ending in _ENDINGS:
        for behind in (last, _last(text, last - 1) if text.endswith(".", 0, last) else last):  # a full stop may stand behind
            if text.endswith(ending, 0, behind):
                return _last(text, behind - len(ending))
    after = _LAST_LINE.search(text, text.rfind("\n", 0, last) + 1, last)
    return _last(text, after.start()) if after else end


def _last(text: str, end: int) -> int:
    """Where `text[:end]` ends without blanks."""
    while end and text[end - 1].isspace():
        end -= 1
    return end
