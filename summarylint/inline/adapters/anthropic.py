"""The Anthropic SDK: compactions are signed, so they are blocked or asked for anew, and what is wrong is said beside them.

    from summarylint.inline.adapters.anthropic import compact
    messages = compact(client.beta.messages.create, Guard("retry"), model=..., max_tokens=..., messages=messages, betas=[...]).messages

`check_compaction` takes a compaction that came by another way, `linted` a tool runner. Written against anthropic 2.14.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from summarylint.inline.appendix import OPEN
from summarylint.inline.codecs.anthropic import AnthropicCodec
from summarylint.inline.codecs.codec import fields_of
from summarylint.inline.guard import Guard
from summarylint.inline.outcome import Outcome

CORRECTED = "The summary above was checked against the messages that it replaces. Go by this version of it:"


class _SignedCodec(AnthropicCodec):
    """Reads as the codec of the API does, and leaves a signed summary as it is."""

    def rewritten(self, message: Any, old: str, new: str) -> Any:
        return message


SIGNED = _SignedCodec()


@dataclass(frozen=True, slots=True)
class Checked:
    """A compaction that was checked.

    `message` is the one to use: as it came, or the best of those that were asked for anew. `correction` is a message that
    belongs behind it, None where nothing is wrong with it.
    """

    message: Any
    correction: dict[str, Any] | None
    outcome: Outcome

    @property
    def messages(self) -> list[Any]:
        """What takes the place of the replaced messages."""
        own = self.message.to_param() if hasattr(self.message, "to_param") else self.message
        return [own] if self.correction is None else [own, self.correction]


def check_compaction(
    message: Any, replaced: Sequence[Any], guard: Guard, *, kept: Sequence[Any] = (), again: Callable[[str], Any] | None = None
) -> Checked:
    """Guard the response `message`, whose block `compaction` is to stand for the messages `replaced`.

    `kept` are messages that stay beside it. `again` asks for a compaction by these instructions, for a guard in the mode
    `retry`. A guard in the mode `raise` raises ContextProvenanceError, before anything was sent with the new summary.
    """
    if not summary_of(message):  # the API could not summarise, and takes the block for nothing
        return Checked(message, None, Outcome(""))
    written = {summary_of(message): message}

    def ask(instruction: str) -> str:
        return _noted(written, again(instruction)) if again else ""

    outcome = guard.rewrite([*replaced, *kept], [message, *kept], SIGNED, ask=ask if again else None)
    return _checked(message, written, outcome, guard)


async def acheck_compaction(
    message: Any, replaced: Sequence[Any], guard: Guard, *, kept: Sequence[Any] = (), again: Callable[[str], Awaitable[Any]] | None = None
) -> Checked:
    """`check_compaction` beside an event loop."""
    if not summary_of(message):
        return Checked(message, None, Outcome(""))
    written = {summary_of(message): message}

    async def ask(instruction: str) -> str:
        return _noted(written, await again(instruction)) if again else ""

    outcome = await guard.arewrite([*replaced, *kept], [message, *kept], SIGNED, ask=ask if again else None)
    return _checked(message, written, outcome, guard)


def compact(create: Callable[..., Any], guard: Guard, **params: Any) -> Checked:
    """Compact the conversation in `params["messages"]` and guard the summary.

    `create` is `client.beta.messages.create`, `params` what it takes but for `compaction`; `betas` has to name the beta
    `compact-2026-09-04`. Raises what `check_compaction` and `create` raise.
    """
    message = create(**params, compaction=_asked(None))
    return check_compaction(message, params["messages"], guard, again=lambda instruction: create(**params, compaction=_asked(instruction)))


async def acompact(create: Callable[..., Awaitable[Any]], guard: Guard, **params: Any) -> Checked:
    """`compact` with the `create` of an AsyncAnthropic client."""

    async def again(instruction: str) -> Any:
        return await create(**params, compaction=_asked(instruction))

    message = await create(**params, compaction=_asked(None))
    return await acheck_compaction(message, params["messages"], guard, again=again)


def linted(runner: Any, guard: Guard) -> Iterator[Any]:
    """The messages of a tool runner, its compactions checked.

    A guard in the mode `raise` ends the loop before the next request. A correction joins the conversation one turn later, as
    a runner takes no messages while it compacts; its summary is not asked for anew (`compact` does that).
    """
    correction: dict[str, Any] | None = None
    for message in runner:
        if correction is not None:
            runner.set_messages_params(_inserting(correction))
            correction = None
        if message.stop_reason == "compaction":
            correction = check_compaction(message, _history(runner), guard).correction
        yield message


async def alinted(runner: Any, guard: Guard) -> AsyncIterator[Any]:
    """`linted` for the tool runner of an AsyncAnthropic client."""
    correction: dict[str, Any] | None = None
    async for message in runner:
        if correction is not None:
            runner.set_messages_params(_inserting(correction))
            correction = None
        if message.stop_reason == "compaction":
            correction = (await acheck_compaction(message, _history(runner), guard)).correction
        yield message


def summary_of(message: Any) -> str:
    """The text of a message's block `compaction`, "" where there is none or the API could not summarise."""
    content = fields_of(message).get("content")
    blocks = content if isinstance(content, list | tuple) else ()
    texts = [fields_of(block).get("content") for block in blocks if fields_of(block).get("type") == "compaction"]
    return next((text for text in reversed(texts) if isinstance(text, str)), "").strip()


def _asked(instruction: str | None) -> dict[str, Any]:
    """The parameter `compaction`; its instructions take the place of the API's own prompt, and a guard's stand by themselves."""
    return {"type": "summarize"} if instruction is None else {"type": "summarize", "instructions": instruction}


def _noted(written: dict[str, Any], message: Any) -> str:
    text = summary_of(message)
    written.setdefault(text, message)
    return text


def _checked(message: Any, written: dict[str, Any], outcome: Outcome, guard: Guard) -> Checked:
    if outcome.report is None:
        return Checked(message, None, outcome)
    chosen = written.get(outcome.report.compaction.summary.strip(), message)
    guard.watch.also_known_as(outcome.summary, summary_of(chosen))
    corrects = OPEN in outcome.summary or outcome.ending == "repaired"
    correction = {"role": "user", "content": f"{CORRECTED}\n\n{outcome.summary}"} if corrects else None
    return Checked(chosen, correction, outcome)


def _history(runner: Any) -> list[Any]:
    """The messages that a runner holds; it shows them to a function that may change them."""
    found: list[Any] = []

    def look(params: Any) -> Any:
        found.extend(params["messages"])
        return params

    runner.set_messages_params(look)
    return found


def _inserting(correction: dict[str, Any]) -> Callable[[Any], Any]:
    def changed(params: Any) -> Any:
        messages = [*params["messages"]]
        place = next((number + 1 for number in reversed(range(len(messages))) if summary_of(messages[number])), 0)
        return {**params, "messages": [*messages[:place], correction, *messages[place:]]}

    return changed
