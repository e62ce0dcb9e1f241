"""What a guard adds to a compaction, and what the ledger that it keeps takes of memory.

    python tests/bench/check_latency.py [BYTES]

A window of talk, logs, code and calls grows in 200 steps to 160 kB (or BYTES); at each step the agent compacts it. Prints
the median and the 99th percentile of the processor time of each step; judges nothing.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from statistics import quantiles
from typing import Any

from agent_text import AgentText

from summarylint.engine import Linter
from summarylint.evidence.index import Ledger
from summarylint.inline.codecs import OPENAI_CHAT
from summarylint.inline.guard import Guard
from summarylint.inline.rewrite import lint_rewrite
from summarylint.inline.window import read_window

STEPS, BYTES, SUMMARY_LINES = 200, 160_000, 30

Message = dict[str, Any]


def conversation(size: int) -> list[Message]:
    """STEPS messages of an agent at work, the same at every run, `size` bytes together."""
    source = AgentText(7)

    def filled(maker: Callable[[], str], wanted: int) -> str:
        text = maker()
        while len(text) < wanted:
            text += f"\n{maker()}"
        return text[:wanted]

    messages: list[Message] = []
    for number in range(STEPS):
        wanted = size // STEPS
        kind = ("user", "assistant", "call", "tool", "tool")[number % 5]
        if kind == "call":
            arguments = json.dumps({"path": source.path(), "content": filled(source.code_line, wanted - 60)})
            function = {"name": "edit_file", "arguments": arguments}
            messages.append({"role": "assistant", "content": None, "tool_calls": [{"id": f"c{number}", "function": function}]})
        elif kind == "tool":
            messages.append({"role": "tool", "tool_call_id": f"c{number - 1}", "content": filled(source.log, wanted)})
        else:
            messages.append({"role": kind, "content": filled(source.talk, wanted)})
    return messages


def summary_of(messages: list[Message], number: int) -> str:
    """A summary in the words of the messages."""
    rng = random.Random(number)
    told = [line for message in messages if message["role"] != "tool" and message["content"] for line in message["content"].split(". ")]
    return "\n".join(f"- {rng.choice(told).rstrip('.')}." for _ in range(SUMMARY_LINES))


def steps(messages: list[Message]) -> list[tuple[list[Message], list[Message]]]:
    """The window before and after each compaction."""
    windows = [messages[:end] for end in range(1, len(messages) + 1)]
    return [
        (window, [{"role": "user", "content": summary_of(window, number)}, window[-1]]) for number, window in enumerate(windows) if number
    ]


def timed(run: Callable[[list[Message], list[Message]], object], rounds: list[tuple[list[Message], list[Message]]]) -> list[float]:
    """The processor time of each step in milliseconds."""
    times = []
    for before, after in rounds:
        began = time.process_time()
        run(before, after)
        times.append(1000 * (time.process_time() - began))
    return times


def told(name: str, times: list[float]) -> None:
    cuts = quantiles(times, n=100, method="inclusive")
    print(f"{name:<44} p50 {cuts[49]:7.1f} ms   p99 {cuts[98]:7.1f} ms")


def memory(messages: list[Message]) -> tuple[int, int]:
    """The bytes of the texts of a window, and what a ledger that was used on it takes beside them."""
    linter, size = Linter(), sum(len(span.text) for span in read_window(messages, OPENAI_CHAT).spans)
    before, after = steps(messages)[-1]
    lint_rewrite(before, after, OPENAI_CHAT, linter=linter)  # what a process loads once is not the ledger's
    gc.collect()
    tracemalloc.start()
    ledger = Ledger()
    lint_rewrite(before, after, OPENAI_CHAT, linter=linter, ledger=ledger)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size, taken


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else BYTES
    messages = conversation(size)
    rounds, linter, ledger = steps(messages), Linter(), Ledger()
    lint_rewrite(*rounds[-1], OPENAI_CHAT, linter=linter)
    kept = timed(lambda before, after: lint_rewrite(before, after, OPENAI_CHAT, linter=linter, ledger=ledger), rounds)
    cold = timed(lambda before, after: lint_rewrite(before, after, OPENAI_CHAT, linter=linter), rounds)
    print(f"{len(rounds)} compactions of a window that grows to {size / 1000:.0f} kB, summaries of {SUMMARY_LINES} lines")
    told("lint_rewrite, ledger kept between steps", kept)
    told("lint_rewrite, a new ledger at each step", cold)
    for mode in ("annotate", "repair"):
        guard, followed = Guard(mode, linter=linter), list[float]()  # type: ignore[arg-type]

        def step(before: list[Message], after: list[Message], guard: Guard = guard, followed: list[float] = followed) -> None:
            guard.rewrite(before, after, OPENAI_CHAT)

        def follow(before: list[Message], after: list[Message], guard: Guard = guard) -> None:
            guard.follow(before, OPENAI_CHAT)

        times: list[float] = []
        for one in rounds:
            followed += timed(follow, [one])
            times += timed(step, [one])
        told(f"Guard({mode!r}), following the window", times)
    told("Guard.follow, a message more", followed)
    text, taken = memory(messages)
    print(f"ledger after a check: {taken / 1e6:.1f} MB for {text / 1e3:.0f} kB of text, {taken / text:.1f} x")


if __name__ == "__main__":
    main()
