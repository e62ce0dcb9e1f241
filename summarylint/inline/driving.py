"""Driving: the same work done in place, or beside an event loop.

The work is a generator: it yields an instruction for the summariser, is sent the summary that comes of it (None where there is
nobody to ask) or has the summariser's error thrown in, and returns an outcome.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import TypeVar

from summarylint.inline.outcome import Outcome

Ask = Callable[[str], str]
"""Has the summariser write the summary again, with this instruction added to its own."""
AskLater = Callable[[str], Awaitable[str]]

Work = Generator[str, str | None, Outcome]

T = TypeVar("T")


def driven(work: Work, ask: Ask | None) -> Outcome:
    """Do the work in place."""
    answer: str | None = None
    error: Exception | None = None
    while True:
        try:
            instruction = work.send(answer) if error is None else work.throw(error)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome
        answer, error = None, None
        try:
            answer = ask(instruction) if ask else None
        except Exception as failure:
            error = failure


async def adriven(work: Work, ask: AskLater | None) -> Outcome:
    """Do the work in threads, and await what is asked."""
    answer: str | None = None
    error: Exception | None = None

    def step() -> str | Outcome:
        try:
            return work.send(answer) if error is None else work.throw(error)
        except StopIteration as end:  # which cannot leave a thread as one
            outcome: Outcome = end.value
            return outcome

    while True:
        told = await beside_the_loop(step)
        if isinstance(told, Outcome):
            return told
        answer, error = None, None
        try:
            answer = await ask(told) if ask else None
        except Exception as failure:
            error = failure


async def beside_the_loop(work: Callable[[], T]) -> T:
    """Do `work` in a thread, so that the event loop is free meanwhile; under another loop than asyncio's, in place."""
    import asyncio

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return work()
    return await asyncio.to_thread(work)
