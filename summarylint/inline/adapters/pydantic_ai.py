"""Pydantic AI: a capability around the one that compacts the history.

    from summarylint.inline.adapters.pydantic_ai import LintedCompaction
    Agent(model, capabilities=[LintedCompaction(SummarizingCompaction(max_messages=60), guard=Guard("repair"))])

Any capability that rewrites the history before a request may stand inside, `ProcessHistory` too. Written against
pydantic-ai 2.68.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic_ai.capabilities import AbstractCapability, WrapperCapability
from pydantic_ai.exceptions import ApprovalRequired

from summarylint.inline.codecs.pydantic_ai import PYDANTIC_AI
from summarylint.inline.driving import beside_the_loop
from summarylint.inline.guard import Guard
from summarylint.inline.rewrite import new_summary

Instructed = Callable[[Any, str], AbstractCapability[Any]]
"""From a capability that compacts and an instruction to one that follows it as well."""


def with_focus(capability: Any, instruction: str) -> AbstractCapability[Any]:
    """The capability with a further instruction, as SummarizingCompaction of the package pydantic-ai-harness takes one.

    Raises TypeError for a capability that takes none.
    """
    if not callable(focused := getattr(capability, "with_focus", None)):
        raise TypeError(f"{type(capability).__name__} takes no instruction; give LintedCompaction(instructed=...) to use the mode retry")
    made: AbstractCapability[Any] = focused(instruction)
    return made


@dataclass
class LintedCompaction(WrapperCapability[Any]):
    """The capability `wrapped` whose summaries are guarded before they take the place of their messages.

    `instructed` makes a compaction that is told what to do better, for guards in the mode `retry`. A guard in the mode `raise`
    ends the run with ContextProvenanceError. Tool calls that cannot be taken back are held back while the summary that they
    rest on is not grounded (`Guard.on_irreversible`): the agent is told why, or under `"ask"` the call waits for approval.
    """

    guard: Guard = field(default_factory=Guard)
    instructed: Instructed = with_focus

    async def before_model_request(self, ctx: Any, request_context: Any) -> Any:
        """Compact where it is time to, and guard the summary."""
        before = list(request_context.messages)
        given = await super().before_model_request(ctx, request_context)
        old, new = parts_of(before), parts_of(given.messages)
        if [*map(id, old)] == [*map(id, new)]:
            await beside_the_loop(lambda: self.guard.follow(old, PYDANTIC_AI))
            return given

        async def ask(instruction: str) -> str:
            capability = self.instructed(self.wrapped, instruction)
            again = replace(request_context, messages=list(before))
            made = await capability.before_model_request(replace(ctx, messages=list(before)), again)
            return new_summary(old, parts_of(made.messages), PYDANTIC_AI)

        outcome = await self.guard.arewrite(old, new, PYDANTIC_AI, ask=ask)
        amended = {id(part): better for part, better in zip(new, outcome.messages or new, strict=True) if better is not part}
        if not amended:
            return given
        ctx.messages[:] = [_with_parts(message, amended) for message in ctx.messages]
        return replace(given, messages=[_with_parts(message, amended) for message in given.messages])

    async def wrap_tool_execute(self, ctx: Any, *, call: Any, tool_def: Any, args: Any, handler: Any) -> Any:
        """Make the call, or tell the agent why not."""
        if not getattr(ctx, "tool_call_approved", False):
            verdict = await self.guard.acall(call.tool_name, args, parts_of(ctx.messages), PYDANTIC_AI)
            if not verdict.allow and self.guard.on_irreversible == "ask":
                raise ApprovalRequired(metadata={"reason": verdict.text})
            if not verdict.allow:
                return verdict.text
        return await super().wrap_tool_execute(ctx, call=call, tool_def=tool_def, args=args, handler=handler)


def parts_of(messages: Sequence[Any]) -> list[Any]:
    """The parts of all messages, in order: a compaction keeps and drops parts, and puts them into other messages."""
    return [part for message in messages for part in message.parts]


def _with_parts(message: Any, amended: dict[int, Any]) -> Any:
    if not any(id(part) in amended for part in message.parts):
        return message
    return replace(message, parts=[amended.get(id(part), part) for part in message.parts])
