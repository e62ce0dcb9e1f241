"""The sentences that Claude Code, and Cline after it, put around a summary when a session goes on from it."""

from __future__ import annotations

import re

CONTINUED = "This session is being continued from a previous conversation"
"""How the message begins that tells the summary."""

_BEFORE = re.compile(
    rf"\s*{CONTINUED}[^\n]*?\.\s*"
    r"(?:The (?:conversation is summarized below|summary below covers the earlier portion of the conversation)[:.])?\s*"
)
_ANALYSIS = re.compile(r"\s*(?:<analysis>.*?</analysis>|Analysis:\n.*?\n(?=\s*(?:Summary:|<summary>)))\s*", re.DOTALL)
_LABEL = re.compile(r"\s*(?:Summary:[ \t]*(?:\n|$)|<summary>)\s*")
_AFTER = re.compile(
    r"""\s*(?:
        </summary>\s*\.?
      | If\ you\ need\ specific\ details\ from\ before\ compaction\ [^\n]*
      | Recent\ messages\ are\ preserved\ verbatim\.
      | (?:Please\ )?[Cc]ontinue\ the\ conversation\ from\ where\ (?:we|it)\ left\ (?:it\ )?off\ [^\n]*
    )\s*\Z""",
    re.VERBOSE,
)


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
    while after := _AFTER.search(text):
        text = text[: after.start()]
    return text
