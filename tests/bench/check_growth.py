"""How time and memory grow with the spans, with the summary, and on texts of one shape over and over.

    python tests/bench/check_growth.py [--largest CODE_POINTS]

Times are CPU milliseconds, the least of a few runs, each size in a fresh process with its lexicons loaded. `exponent` is the
slope of time over size in a log-log plot, fitted over the rows above it; the shapes have it between their two sizes. Memory is
what the ledger of a window holds at its peak and at rest, in multiples of the text. Prints tables; judges nothing.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import statistics
import time
import tracemalloc
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log

from agent_text import AgentText, compaction

from summarylint.engine import Linter
from summarylint.evidence.index import Ledger
from summarylint.model import Compaction, Span

SPAN_SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
SUMMARY_SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
FIXED_SUMMARY, FIXED_SPANS = 4_000, 300_000
REPEATED_BELOW = 2_000_000
"""Windows smaller than this are measured more than once."""

MEMORY_WINDOW = 160_000
OUTPUT_SIZES, MESSAGE_SIZES, SUMMARY_SHAPE_SIZES = (40_000, 320_000), (4_000, 32_000), (1_000, 8_000)
SHAPES = {
    "one word": "a ", "dots": ".", "open brackets": "(", "quotation marks": '"', "backticks": "`", "backslashes": "\\\\n",
    "semicolons": "f(x; ", "one long word": "a", "digits": "1", "slashes": "a/", "numbers": "1,", "short lines": "a\n",
    "carriage returns": "a\r", "bullets": "- a\n", "deep bullets": "  - a\n    - b\n", "quoted lines": "> a\n", "table": "| a | b |\n",
    "fences": "```\n", "headings": "# a\n", "bold": "**a** ", "labels": "a: b\n", "asterisks": "*", "underscores": "_", "tags": "<a>",
    "ideographs": "任", "wrapped lines": "a line that is long enough to be wrapped and goes\n", "times": "10:41 ", "hyphens": "a-",
    "questions": "may it? ", "negations": "do not ", "prices": "$1 ", "e-mail": "a@b.cc ", "links": "https://a.bc/d?e=f ",
}  # fmt: skip


def least(run: Callable[[], object], repetitions: int) -> float:
    """The least CPU time of the runs in milliseconds."""
    times = []
    for _ in range(repetitions):
        began = time.process_time()
        run()
        times.append(time.process_time() - began)
    return 1000 * min(times)


def warm() -> Linter:
    """A linter whose lexicons and patterns are loaded, as they are once in a process; its texts are no part of the measure."""
    linter = Linter()
    linter.check(compaction(20_000, 2_000, seed=1))
    return linter


def sized(spans: int, summary: int) -> tuple[float, float, float]:
    """Milliseconds of the ledger and of the whole check, and the peak of the process in MB."""
    linter, made = warm(), compaction(spans, summary)
    repetitions = 3 if spans < REPEATED_BELOW else 1
    whole = least(lambda: linter.check(made), repetitions)
    return least(lambda: Ledger(made.spans), repetitions), whole, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def shaped(name: str) -> list[tuple[float, float]]:
    """Milliseconds of the larger check and the exponent, for a shape as a tool's output, as a message and as a summary."""
    linter, found = warm(), []
    for kind, sizes in enumerate((OUTPUT_SIZES, MESSAGE_SIZES, SUMMARY_SHAPE_SIZES)):
        times = []
        for size in sizes:
            text = (SHAPES[name] * size)[:size]
            span = (Span("s1", "tool", text, "tool_output"), Span("s1", "assistant", text), Span("s1", "user", "I think the pump is on."))[
                kind
            ]
            made = Compaction(id=name, spans=(span,), summary=text if kind == 2 else "The pump is on.")
            times.append(least(partial(linter.check, made), 2))
        found.append((times[-1], exponent(sizes, times)))
    return found


def held(size: int) -> tuple[float, float]:
    """What the ledger of a window takes at its peak and at rest, in multiples of the text."""
    spans = AgentText(seed=3).spans(size)
    warm()
    tracemalloc.start()
    ledger = Ledger(spans)
    rest, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    text = sum(len(span.text.encode()) for span in ledger.spans)
    return peak / text, rest / text


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """The slope of the straight line through the points in a log-log plot."""
    return statistics.linear_regression([log(size) for size in sizes], [log(value) for value in times]).slope


def table(title: str, sizes: Sequence[int], rows: Sequence[tuple[float, float, float]]) -> None:
    print(f"\n{title}\n{'code points':>12} {'ledger ms':>10} {'check ms':>10} {'peak MB':>8}")
    for size, (ledger, whole, peak) in zip(sizes, rows, strict=True):
        print(f"{size:12,} {ledger:10.1f} {whole:10.1f} {peak:8.0f}")
    print(f"{'exponent':>12} {exponent(sizes, [row[0] for row in rows]):10.2f} {exponent(sizes, [row[1] for row in rows]):10.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Print how time and memory of a check grow.")
    parser.add_argument("--largest", type=int, default=SPAN_SIZES[-1], help="the largest window, in code points")
    largest = parser.parse_args().largest
    spans, summaries = [size for size in SPAN_SIZES if size <= largest], list(SUMMARY_SIZES)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context, max_tasks_per_child=1) as pool:
        table(f"spans under a summary of {FIXED_SUMMARY:,}", spans, [*pool.map(sized, spans, [FIXED_SUMMARY] * len(spans))])
        table(f"summary over spans of {FIXED_SPANS:,}", summaries, [*pool.map(sized, [FIXED_SPANS] * len(summaries), summaries)])
        peak, rest = pool.submit(held, MEMORY_WINDOW).result()
        print(f"\nledger of {MEMORY_WINDOW:,} code points: {rest:.1f} times the text, {peak:.1f} while it is made")
        print(f"\n{'shape':20}" + "".join(f"{kind + ' ms':>13} {'exponent':>9}" for kind in ("output", "message", "summary")))
        for name, found in zip(SHAPES, pool.map(shaped, SHAPES), strict=True):
            print(f"{name:20}" + "".join(f"{milliseconds:13.1f} {slope:9.2f}" for milliseconds, slope in found), flush=True)


if __name__ == "__main__":
    main()
