"""Codecs: how the messages of one kind of agent are read as pieces of text, and how a summary in one is replaced.

One file a kind; `codec.py` says what a codec is. None imports the framework whose messages it reads.
"""

from __future__ import annotations

from summarylint.inline.codecs.adk import ADK
from summarylint.inline.codecs.anthropic import ANTHROPIC
from summarylint.inline.codecs.codec import Codec, UnwritableSummaryError
from summarylint.inline.codecs.langchain import LANGCHAIN
from summarylint.inline.codecs.openai_chat import OPENAI_CHAT
from summarylint.inline.codecs.plain import PLAIN
from summarylint.inline.codecs.pydantic_ai import PYDANTIC_AI
from summarylint.inline.codecs.responses import RESPONSES

__all__ = ["ADK", "ANTHROPIC", "LANGCHAIN", "OPENAI_CHAT", "PLAIN", "PYDANTIC_AI", "RESPONSES", "Codec", "UnwritableSummaryError"]
