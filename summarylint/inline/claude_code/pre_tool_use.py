"""PreToolUse: an irreversible call is held while the summary of the last compaction is unverified.

The findings go to the model with the first call, where no prompt came before it: after an automatic compaction none may for hours.
It is held where open claims of the summary bear on it; once after each compaction also where none does, as all of them are
unverified then. An edit of a file can be taken back, so it is held only for claims that bear on what it writes.
Holding ends, until the next compaction, with the first of these: every statement of the summary has a source in the window
again; the user let a held call through; the user wrote the words of release; as many calls were held as the options allow.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from summarylint.inline.claude_code.event import HookError
from summarylint.inline.claude_code.state import opened, state_folder

if TYPE_CHECKING:
    from summarylint.inline.claude_code.event import Event
    from summarylint.inline.claude_code.options import Options
    from summarylint.inline.claude_code.record import KeptClaim
    from summarylint.inline.claude_code.state import Held
    from summarylint.provenance.deeds import Deed

_JOINTS = re.compile(r"[\W_]+")

LONGEST_DEED = 80
"""Code points of the call that are shown."""

SHOWN_TO_USER = 2
"""Statements that are shown to the user in a question; the model is handed more."""


def answer(event: Event, options: Options) -> str:
    """Return the decision about a tool call, with what the model is to know; "" where there is nothing to say."""
    fault, answered = None, ""
    with opened(event.session, state_folder(options.state)) as state:
        if state is not None and not state.is_quiet():  # else not even the words of irreversible deeds are read
            deed = _guarded(event, options)
            with state.held() as held:
                if held is not None:
                    fault, answered = _answered(held, deed, event, options)
    if fault is not None:
        raise HookError(f"it is not known what was read again: {fault}", answer=answered)
    return answered


def _guarded(event: Event, options: Options) -> Deed | None:
    """What the call does that is to be held, None where it does nothing of the kind."""
    from summarylint.inline.claude_code.deeds import deed_of

    if options.permission == "off":
        return None
    deed = deed_of(event.text("tool_name"), event.fields.get("tool_input"))
    return deed if deed is not None and (options.kinds is None or deed.kind in options.kinds) else None


def _answered(held: Held, deed: Deed | None, event: Event, options: Options) -> tuple[HookError | None, str]:
    """Decide about the call by what the model knows so far; what it is handed with the answer counts from the next call on."""
    fault, decided = None, dict[str, str]()
    if deed is not None and held.open and not held.ended:
        fault = _catch_up(held, event)
        decided = _decision(held, deed, event, options)
    findings = ""
    if not held.told and not event.agent:  # a subagent has a window of its own
        from summarylint.inline.claude_code.handing import hand_over

        findings = hand_over(held, options.tokens)
    context = "\n\n".join(filter(None, (findings, decided.pop("additionalContext", ""))))
    if context:
        decided["additionalContext"] = context
    output = json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", **decided}}) if decided else ""
    return fault, output


def _catch_up(held: Held, event: Event) -> HookError | None:
    """Bring the state up to date; a transcript that cannot be read only means that nothing is known to be read again."""
    from summarylint.inline.claude_code.rereading import catch_up

    try:
        catch_up(held, event.transcript)
    except HookError as fault:
        return fault
    return None


def _decision(held: Held, deed: Deed, event: Event, options: Options) -> dict[str, str]:
    """What becomes of the call as fields of the output, none where it is let alone."""
    if not held.open:
        held.ended = "every source is in the window again"
    bearing = _bearing(held, deed)
    call = event.text("tool_use_id")
    again = call != "" and call in held.asked  # the same hook may stand in several settings files
    if held.ended or (not bearing and not again and (deed.written is not None or held.asked)):
        return {}
    if not again:
        if len(held.asked) >= options.asks:
            held.ended = "it was held often enough"
            return {}
        held.asked.append(call)
    return _held_call(held, deed, bearing, event, options)


def _bearing(held: Held, deed: Deed) -> list[KeptClaim]:
    """The open claims that bear on the call, those of which a finding speaks first."""
    from summarylint.language.terms import terms
    from summarylint.provenance.deeds import LEAST_SHARED_WITH_COMMAND, LEAST_SHARED_WITH_EDIT, bears

    if deed.written is None:
        words, least = deed.words.partition(" ")[2], LEAST_SHARED_WITH_COMMAND  # without the program's name
        done = frozenset(terms(f"{words} {_JOINTS.sub(' ', words)}"))  # `fence.txt` is about the fence
    else:
        done, least = frozenset(terms(deed.written)), LEAST_SHARED_WITH_EDIT
    claims = [held.record.claims[number] for number in held.open]
    near = [claim for claim in claims if bears(done.intersection(claim.terms), least)]
    found = [finding.quote for finding in held.record.findings if finding.quote]
    return sorted(near, key=lambda claim: not any(quote in claim.text or claim.text in quote for quote in found))


def _held_call(held: Held, deed: Deed, bearing: list[KeptClaim], event: Event, options: Options) -> dict[str, str]:
    from summarylint.inline.claude_code.handing import sources_text
    from summarylint.inline.claude_code.quoting import quoted
    from summarylint.output.redaction import kept

    opening = (
        f"summarylint: before {quoted(kept(deed.words, LONGEST_DEED))} ({deed.kind}) read again what it rests on. Of the summary of "
        f"the last compaction {_counted(held)} no source in the window"
    )
    opening += f"; it was made from {held.record.depth} summaries before it." if held.record.decision == "halt" else "."
    if bearing:
        opening += " These bear on the call, each with its source before the compaction:"
    context, shown = sources_text(opening, bearing, options.tokens)
    if options.permission == "deny":
        if not event.agent:  # a subagent has a window of its own
            held.close(shown)
        reason = f"{context}\nMake the call again after that, if it still holds."
        return {"permissionDecision": "deny", "permissionDecisionReason": reason}
    question, _ = sources_text(opening, bearing[:SHOWN_TO_USER], options.tokens)
    reason = f"{question}\nTo allow it ends these questions until the next compaction."
    return {"permissionDecision": "ask", "permissionDecisionReason": reason, "additionalContext": context}


def _counted(held: Held) -> str:
    statements = {held.record.claims[number].text for number in held.open}
    return "one statement has" if len(statements) == 1 else f"{len(statements)} statements have"
