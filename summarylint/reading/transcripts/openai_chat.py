"""Messages of the OpenAI chat API and of frameworks that keep them; a summary is known by the mark of its maker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarylint.reading.transcripts.chat import messages_of, read
from summarylint.reading.transcripts.format import Format

if TYPE_CHECKING:
    from summarylint.reading.transcripts.window import Entry


def recognises(entry: Entry) -> bool:
    """Is this a message with a role and content, or an object with a list of them?"""
    return bool(messages_of(entry))


FORMAT = Format(
    name="openai-chat",
    title="OpenAI chat messages",
    found="a list of messages, a request with `messages`, or one a line",
    knows="summaries marked by LangChain, Haystack, Semantic Kernel, the Microsoft Agent Framework or Inspect, with what stands before",
    lacks="a summary without a mark looks like any other message and is not found; which messages stay",
    recognises=recognises,
    read=read,
    generic=True,
)
