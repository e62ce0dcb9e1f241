"""The summariser's own instructions among the spans: they are no witness and no user words."""

from __future__ import annotations

from functools import lru_cache

from summarylint.language.phrases import lowered
from summarylint.language.voices import lexicon
from summarylint.model import Span

LIKELY_PHRASES = 4
"""So many different phrases of summariser prompts in one message make it one; a person who talks about compaction uses one or two."""

LONGEST_PROMPT = 40_000
"""Code points beyond which a text is no prompt, but a file or dump that may quote one."""


def is_summariser_prompt(span: Span) -> bool:
    """Is this message the prompt by which the harness asked for the summary, and not a word of the user?

    Only user and system messages can be; a file that a tool printed is evidence of what stands in the file.
    """
    return span.role in ("user", "system") and span.kind == "text" and len(span.text) <= LONGEST_PROMPT and is_summariser_text(span.text)


@lru_cache(maxsize=4096)
def is_summariser_text(text: str) -> bool:
    """Does this text read as a prompt for a summary of the conversation?"""
    lower = " ".join(lowered(text).split())
    known = lexicon()["summariser"]
    if any(phrase in lower for phrase in known["certain"]):
        return True
    return sum(phrase in lower for phrase in known["likely"]) >= LIKELY_PHRASES
