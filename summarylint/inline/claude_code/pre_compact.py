"""PreCompact: what the hook prints is added to the summariser's prompt."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING

from summarylint.inline.claude_code.event import HookError
from summarylint.inline.claude_code.state import opened, state_folder
from summarylint.inline.claude_code.transcript import opened_file

if TYPE_CHECKING:
    from summarylint.inline.claude_code.event import Event
    from summarylint.inline.claude_code.options import Options

LONGEST_WORDING = 10_000
"""Code points that Claude Code takes from a hook; it cuts what is longer."""


def answer(event: Event, options: Options) -> str:
    """Return the sentences for the summariser. An automatic compaction is never refused; a manual one is where that is asked for."""
    try:
        refused = options.block_manual and event.text("trigger") == "manual" and not event.agent and _refuse(event, options)
    except HookError as error:
        raise HookError(str(error), answer=wording(options)) from None
    if refused:
        reason = (
            "summarylint: the summary of the last compaction is still unverified, and this would build a new one on it. "
            "Send a prompt first, so that the model is told what to read again; or run /compact once more to go on all the same."
        )
        return json.dumps({"decision": "block", "reason": reason})
    return wording(options)


def wording(options: Options) -> str:
    """What is added to the summariser's prompt. Raises HookError, with the built-in text, where the user's own cannot be used."""
    own = files(__package__).joinpath("wording.txt").read_text(encoding="utf-8")
    if options.wording is None:
        return own
    try:
        with opened_file(str(options.wording)) as file:
            text = file.read(4 * LONGEST_WORDING + 1).decode("utf-8-sig")
    except (HookError, ValueError) as error:
        raise HookError(f"the wording for the summariser cannot be read, the built-in one is taken: {error}", answer=own) from None
    if len(text) > LONGEST_WORDING:
        reason = f"the wording for the summariser is longer than {LONGEST_WORDING} characters, the built-in one is taken"
        raise HookError(f"{reason}: {options.wording}", answer=own)
    return text


def _refuse(event: Event, options: Options) -> bool:
    """Is this manual compaction to be refused? Once for each compaction, while its summary is unverified."""
    with opened(event.session, state_folder(options.state)) as state:
        if state is None:
            return False
        with state.held() as held:
            if held is None or held.refused or held.ended or not held.record.holds or not held.open:
                return False
            held.refused = True
            return True
