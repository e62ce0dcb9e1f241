"""Text in the shape of an agent's window, of any size, the same for each seed: talk, tool calls, listings, logs, diffs.

Words are drawn by Zipf's law from a large vocabulary, so that new ones keep coming as they do in real windows (Heaps' law)
and most terms are rare. A list of sixteen nouns would make every term a common one and measure something else.
"""

from __future__ import annotations

import json
import random
from bisect import bisect_left
from collections.abc import Callable
from itertools import accumulate

from summarylint.model import Compaction, Role, Span, SpanKind

VOCABULARY = 30_000
"""Distinct words; an agent's window of 10 MB holds about as many."""

ZIPF = 1.05
"""The exponent of the law: the frequency of a word is its rank to the minus this."""

_SYLLABLES = (
    "ba",
    "cor",
    "den",
    "fil",
    "ga",
    "hol",
    "in",
    "jor",
    "ker",
    "lum",
    "mi",
    "nor",
    "os",
    "pra",
    "qui",
    "ret",
    "sto",
    "tra",
    "ul",
    "ver",
)
_SMALL_WORDS = ("the", "a", "of", "in", "to", "and", "is", "that", "for", "with", "on", "it", "now", "not", "this", "when", "from", "we")
_OPENINGS = (
    "I think",
    "Now",
    "So",
    "It seems that",
    "Next:",
    "The user wants that",
    "Done:",
    "Still open:",
    "Please check whether",
    "Note that",
)
_LEVELS = ("INFO", "WARN", "ERROR", "DEBUG")


class AgentText:
    """A source of spans and summaries; `seed` decides all of them."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._words = ["".join(self._random.choices(_SYLLABLES, k=2 + rank % 3)) for rank in range(VOCABULARY)]
        self._shares = list(accumulate((rank + 1) ** -ZIPF for rank in range(VOCABULARY)))

    def word(self) -> str:
        return self._words[min(bisect_left(self._shares, self._random.random() * self._shares[-1]), VOCABULARY - 1)]

    def name(self) -> str:
        """A name of code: camelCase, snake_case or dotted."""
        first, second = self.word(), self.word()
        return self._random.choice((f"{first}{second.title()}", f"{first}_{second}", f"{first}.{second.title()}", f"{first}_{second}()"))

    def path(self) -> str:
        return f"src/{self.word()}/{self.word()}_{self.word()}.{self._random.choice(('py', 'ts', 'go', 'md'))}"

    def sentence(self) -> str:
        words = [self._random.choice(_OPENINGS)]
        for _ in range(self._random.randrange(5, 22)):
            words.append(self._random.choice(_SMALL_WORDS) if self._random.random() < 0.45 else self.word())
        if self._random.random() < 0.4:
            words.append(
                self._random.choice((f"in `{self.path()}`", f"on port {self._random.randrange(1024, 65536)}", f"as `{self.name()}`"))
            )
        return " ".join(words) + "."

    def talk(self) -> str:
        blocks = [" ".join(self.sentence() for _ in range(self._random.randrange(1, 5))) for _ in range(self._random.randrange(1, 4))]
        if self._random.random() < 0.4:
            blocks += [f"## {self.word().title()}", "\n".join(f"- **{self.name()}**: {self.sentence()}" for _ in range(5))]
        return "\n\n".join(blocks)

    def code_line(self) -> str:
        indent = "    " * self._random.randrange(4)
        return self._random.choice((
            f"{indent}{self.name()} = {self.name()}({self.word()}, {self._random.randrange(900)});",
            f"{indent}if {self.name()} != {self.word()} {{",
            f"{indent}// {' '.join(self.word() for _ in range(7))}",
            f"{indent}return {self.name()};",
            f"{indent}}}",
        ))  # fmt: skip

    def listing(self) -> str:
        return "\n".join(f"{number:6}\t{self.code_line()}" for number in range(1, self._random.randrange(10, 200)))

    def log(self) -> str:
        clock = (f"2026-03-0{self._random.randrange(1, 9)}T10:{self._random.randrange(10, 59)}:07Z" for _ in range(60))
        return "\n".join(
            f"{at} {self._random.choice(_LEVELS)} {self.name()} {self.word()} id={self._random.randrange(10**6):06x}" for at in clock
        )

    def hits(self) -> str:
        return "\n".join(
            f"{self.path()}:{self._random.randrange(900)}: {self.code_line().strip()}" for _ in range(self._random.randrange(2, 60))
        )

    def call(self) -> str:
        body = "\n".join(self.code_line() for _ in range(self._random.randrange(2, 40)))
        return "Edit " + json.dumps({"file_path": self.path(), "old_string": body, "new_string": body + "\n" + self.code_line()})

    def spans(self, size: int) -> tuple[Span, ...]:
        """Spans of `size` code points together, in the order in which an agent makes them."""
        found: list[Span] = []
        held = 0
        kinds: list[tuple[Role, SpanKind, Callable[[], str]]] = [
            ("user", "text", self.talk), ("assistant", "text", self.talk), ("assistant", "tool_call", self.call),
            ("tool", "tool_output", self.listing), ("tool", "tool_output", self.log), ("tool", "tool_output", self.hits),
        ]  # fmt: skip
        while held < size:
            role, kind, make = self._random.choices(kinds, weights=(1, 3, 4, 3, 1, 2))[0]
            text = make()[: size - held]
            found.append(Span(f"s{len(found) + 1}", role, text, kind))
            held += len(text)
        return tuple(found)

    def summary(self, spans: tuple[Span, ...], size: int) -> str:
        """A summary of `size` code points: sentences of the talk, some of them told anew, under headings."""
        said = [sentence for span in spans if span.kind == "text" for sentence in span.text.replace("\n", " ").split(". ") if sentence]
        lines: list[str] = []
        held = 0
        while held < size:
            line = self._random.choice(said)[:300] if said and self._random.random() < 0.8 else self.sentence()
            lines.append(f"\n## {line[:20].title()}" if len(lines) % 9 == 0 else f"- {line}")
            held += len(lines[-1]) + 1
        return "\n".join(lines)[:size]


def compaction(span_size: int, summary_size: int, seed: int = 7) -> Compaction:
    """A compaction of this many code points of spans and of summary."""
    source = AgentText(seed)
    spans = source.spans(span_size)
    return Compaction(id=f"made-{span_size}-{summary_size}", spans=spans, summary=source.summary(spans[:400], summary_size))
