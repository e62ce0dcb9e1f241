"""Which module answers an event; one that is not known is answered with nothing."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from summarylint.inline.claude_code.event import Event
    from summarylint.inline.claude_code.options import Options

EVENTS = {
    "PreCompact": "pre_compact",
    "PostCompact": "post_compact",
    "UserPromptSubmit": "user_prompt_submit",
    "PreToolUse": "pre_tool_use",
}
"""Each event that has an answer, with its module here, which holds `answer(event, options)`."""


def answer(event: Event, options: Options) -> str:
    """Return what the hook prints for `event`, "" for nothing. Raises HookError where it cannot be answered."""
    module = EVENTS.get(event.name)
    if module is None:
        return ""
    answered: str = import_module(f"{__package__}.{module}").answer(event, options)
    return answered
