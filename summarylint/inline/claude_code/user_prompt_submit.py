"""UserPromptSubmit: the first prompt after a compaction hands the findings to the model, if no tool call did so before."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from summarylint.inline.claude_code.handing import hand_over
from summarylint.inline.claude_code.state import opened, state_folder

if TYPE_CHECKING:
    from summarylint.inline.claude_code.event import Event
    from summarylint.inline.claude_code.options import Options
    from summarylint.inline.claude_code.state import Held

RELEASE = "summarylint ok"
"""Words of a user that let go what is held after the last compaction."""


def answer(event: Event, options: Options) -> str:
    """Return the findings as context for the model where it does not have them yet; take the user's word that all is well."""
    if event.agent:
        return ""
    with opened(event.session, state_folder(options.state)) as state:
        if state is None:
            return ""
        with state.held() as held:
            text = "" if held is None else _handed(held, event.text("prompt"), options.tokens)
    if not text:
        return ""
    return json.dumps({"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": text}})


def _handed(held: Held, prompt: str, tokens: int) -> str:
    if RELEASE in " ".join(prompt.lower().split()) and not held.ended:
        held.ended = "the user said so"
    return hand_over(held, tokens)
