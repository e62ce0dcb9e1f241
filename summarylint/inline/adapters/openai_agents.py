"""The OpenAI Agents SDK: sessions and input filters that compact, with a guard.

    from summarylint.inline.adapters.openai_agents import LintedSession
    Runner.run(agent, text, session=LintedSession(MySummarizingSession("thread-1"), Guard("repair")))

OpenAI's own compaction is encrypted: as the store of an OpenAIResponsesCompactionSession, a LintedSession reports that it
cannot be judged. Written against openai-agents 0.24.
"""

from __future__ import annotations

import inspect
import json
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

from agents.memory.session import SessionABC
from agents.run_config import CallModelData, ModelInputData

from summarylint.gate.validator import ContextProvenanceError
from summarylint.inline.codecs.responses import ResponsesCodec
from summarylint.inline.driving import beside_the_loop
from summarylint.inline.guard import Guard
from summarylint.inline.rewrite import find_rewrite
from summarylint.inline.window import read_window
from summarylint.reading.transcripts.content import told
from summarylint.reading.transcripts.window import Piece

Again = Callable[[list[Any], str], Awaitable[str]]
"""Has the items summarised again, by this instruction."""
IsSummary = Callable[[Any], bool]

logger = logging.getLogger("summarylint")


class _MarkedCodec(ResponsesCodec):
    """Reads items; those that the host names are summaries, whatever their role."""

    def __init__(self, is_summary: IsSummary | None) -> None:
        self.is_summary = is_summary

    def pieces(self, message: Any) -> Iterator[Piece]:
        if self.is_summary is not None and self.is_summary(message):
            yield Piece("summary", told(message.get("content")))
        else:
            yield from super().pieces(message)


class LintedSession(SessionABC):
    """The session `session`, which compacts by itself, with its summaries guarded before a model is sent them.

    What is stored stays as `session` wrote it; `get_items` shows a summary as the guard amended it. A guard in the mode
    `raise` raises ContextProvenanceError from the call that compacted, and from then on the replaced items are shown in the
    summary's place. `is_summary` tells a summary by its item, where a session writes more than one new item and marks none;
    `again` writes a summary anew, for the mode `retry`. `opaque` counts the encrypted summaries that came by.

    What is shown in a summary's place is known to this object alone: one made anew, in another process too, shows what is stored.
    """

    def __init__(
        self, session: Any, guard: Guard | None = None, *, is_summary: IsSummary | None = None, again: Again | None = None
    ) -> None:
        self.session, self.guard, self.again, self.opaque = session, guard or Guard(), again, 0
        self._codec = _MarkedCodec(is_summary)
        self._shown: dict[str, list[Any]] = {}
        self._last: list[Any] | None = None

    @property
    def session_id(self) -> str:
        """That of the session inside."""
        return str(self.session.session_id)

    @session_id.setter
    def session_id(self, name: str) -> None:
        self.session.session_id = name

    @property
    def session_settings(self) -> Any:
        """Those of the session inside."""
        return getattr(self.session, "session_settings", None)

    @session_settings.setter
    def session_settings(self, settings: Any) -> None:
        self.session.session_settings = settings

    async def get_items(self, limit: int | None = None) -> list[Any]:
        """The items, latest last, summaries as the guard left them."""
        items = await self.session.get_items(limit)
        if limit is None and self._last is not None:
            await self._compare(self._last, items)
        if limit is None:
            stored = {*map(_key, items)}
            self._shown = {key: shown for key, shown in self._shown.items() if key in stored}
        return self._view(items)

    async def add_items(self, items: list[Any]) -> None:
        """Add items; where the session compacts over it, guard the summary."""
        before = self._view(await self.session.get_items())
        await self.session.add_items(items)
        stored = await self.session.get_items()
        try:
            await self._look(before, items, stored)
        except Exception as error:
            if self.guard.mode == "raise":
                raise
            logger.warning("summarylint could not look at what was added to session %s: %s", self.session_id, error, exc_info=error)

    async def pop_item(self) -> Any:
        """Take out the latest item that is shown."""
        self._last = None
        for latest in await self.session.get_items(1):
            shown = self._shown.get(_key(latest), [latest])
            if len(shown) > 1:  # those that a refused summary replaced, which stays in the store while one of them is shown
                self._shown[_key(latest)] = shown[:-1]
                return shown[-1]
        item = await self.session.pop_item()
        return item if item is None else self._shown.pop(_key(item), [item])[-1]

    async def clear_session(self) -> None:
        """Take out all items; a summary of them that is added next is compared with them, and with the next items they are forgotten."""
        self._last = self._view(await self.session.get_items()) or self._last
        await self.session.clear_session()
        self._shown.clear()

    async def _look(self, before: list[Any], items: list[Any], stored: list[Any]) -> None:
        """Guard what came of adding `items` behind what was shown `before`."""
        for item in items:
            self._report(item)
        if not before and self._last and any(self._is_summary(item) for item in items):
            before = self._last  # a session around this one has cleared it, and writes what it made of it
        await self._compare([*before, *(item for item in items if not self._is_summary(item))], stored)

    async def _compare(self, before: list[Any], stored: list[Any]) -> None:
        after = self._view(stored)
        self._last = after
        if after == before:
            await beside_the_loop(lambda: self.guard.follow(after, self._codec))
            return

        async def ask(instruction: str) -> str:
            return await self.again(before, instruction) if self.again else ""

        if not any(self._is_opaque(item) for item in after if item not in before):
            try:
                outcome = await self.guard.arewrite(before, after, self._codec, ask=ask if self.again else None)
            except ContextProvenanceError:
                self._keep(before, after)
                self._last = self._view(stored)
                raise
            except Exception:
                self._last = before  # nobody has judged the summary, so it is compared again before it is shown
                raise
            for old, new in zip(after, outcome.messages or after, strict=True):
                if new is not old:
                    self._shown[_key(old)] = [new]
            self._last = self._view(stored)

    def _keep(self, before: list[Any], after: list[Any]) -> None:
        """Show the replaced items where a refused summary stands."""
        first = read_window(before, self._codec)
        found = find_rewrite(first, read_window(after, self._codec, first))
        if found is not None:
            self._shown[_key(after[found.place])] = [item for item in before if item not in after]

    def _view(self, stored: Sequence[Any]) -> list[Any]:
        return [item for one in stored for item in self._shown.get(_key(one), [one])]

    def _is_summary(self, item: Any) -> bool:
        return any(piece.role == "summary" for piece in self._codec.pieces(item))

    def _is_opaque(self, item: Any) -> bool:
        return any(piece.role == "summary" and not piece.text.strip() for piece in self._codec.pieces(item))

    def _report(self, item: Any) -> None:
        if self._is_opaque(item):
            self.opaque += 1
            logger.warning("a compaction of session %s is encrypted by its provider and cannot be judged", self.session_id)


def linted_filter(
    compacting: Callable[[CallModelData[Any]], Any], guard: Guard, *, is_summary: IsSummary | None = None, again: Again | None = None
) -> Callable[[CallModelData[Any]], Awaitable[ModelInputData]]:
    """Return the `call_model_input_filter` `compacting` with its summaries guarded before the model is sent them.

    The other parameters are those of LintedSession. A guard in the mode `raise` ends the run.
    """
    codec = _MarkedCodec(is_summary)

    async def filtered(data: CallModelData[Any]) -> ModelInputData:
        before = list(data.model_data.input)
        given = compacting(data)
        made = await given if inspect.isawaitable(given) else given

        async def ask(instruction: str) -> str:
            return await again(before, instruction) if again else ""

        outcome = await guard.arewrite(before, list(made.input), codec, ask=ask if again else None)
        return ModelInputData(input=list(outcome.messages or made.input), instructions=made.instructions)

    return filtered


def _key(item: Any) -> str:
    return json.dumps(item, sort_keys=True, default=str)
