"""A corpus for batches, of any size: `python tests/bench/corpus.py FOLDER [--size 2GB]` writes it, at 50 MB/s or more.

JSON Lines in files of about 64 MB. Records of 5 kB to 5 MB, spread evenly over the orders of magnitude: the talk, calls, listings
and logs of an agent under summaries of 1 to 4 kB that repeat the talk. A third stands in chains of about six, interleaved
with others; from 400 MB on one record has 50 MB. One line in 400 is broken: cut off, no UTF-8, or of a wrong type.

The text is cut out of a store that agent_text.py makes. The digits of each record are then changed about and its names get an
ending of their own, as whatever remembers texts would find the same ones again and again.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from agent_text import AgentText

UNITS = {"": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9}
SMALLEST, TIMES = 5_000, 1000
"""Bytes of the smallest record, and how many times as large the largest is, but for one."""
LARGEST = 50_000_000
FILE = 64_000_000
CHAINED_EACH, CHAIN, BROKEN_EACH = 3, 6, 400
STORE = 1_500_000
"""Code points of each kind of text in the store."""
ABROAD = "Größe und Maß stimmen; naïve déjà-vu. 数据库端口是 5433，还没有确认。 Порт, кажется, 5433. ✅ 🚀\n"
"""Text beyond ASCII, of which Python takes up to four bytes a character; it stands in every tenth record."""


@dataclass
class Made:
    """What a corpus holds: bytes, whole records, broken lines, and the bytes of the longest line."""

    bytes: int = 0
    records: int = 0
    broken: int = 0
    longest: int = 0


class Store:
    """Long texts of each kind of span, and records that are cut out of them."""

    def __init__(self, seed: int) -> None:
        source, self.random = AgentText(seed), random.Random(seed)
        kinds = {"talk": source.talk, "call": source.call, "listing": source.listing, "log": source.log, "hits": source.hits}
        self.texts = {name: _long(make) for name, make in kinds.items()}

    def record(self, number: int, size: int) -> bytes:
        """A record of about `size` bytes on a line."""
        rng, spans = self.random, list(self._spans(number, size))
        talk = "\n".join(span["text"] for span in spans if span["role"] in ("user", "assistant") and "kind" not in span)[:200_000]
        told = [line for line in talk.replace(". ", ".\n").splitlines() if 40 < len(line) < 400 and line.endswith(".")] or ["Nothing."]
        lines = rng.sample(told, min(len(told), rng.randrange(8, 24)))
        fields: dict[str, Any] = {"id": f"r{number}", "spans": spans, "summary": "".join(f"- {line}\n" for line in lines)}
        if number % CHAINED_EACH == 0:
            group, place = divmod(number // CHAINED_EACH, CHAIN * 4)
            fields |= {"chain": f"run-{group}-{place % 4}", "cycle_depth": place // 4}
        return json.dumps(fields, ensure_ascii=False).encode() + b"\n"

    def _spans(self, number: int, size: int) -> Iterator[dict[str, str]]:
        rng, held, count = self.random, 0, 0
        digits = str.maketrans("123456789", "".join(rng.sample("123456789", 9)))
        ending = f"{'bcdfgklmnprstvz'[number % 15]}{'aeiou'[number // 15 % 5]}{'bcdfgklmnprstvz'[number // 75 % 15]}_"
        while held < size:
            count += 1
            kind = rng.choices(("talk", "call", "listing", "log", "hits"), weights=(4, 4, 3, 1, 2))[0]
            role = (
                rng.choice(("user", "assistant", "assistant", "assistant")) if kind == "talk" else "assistant" if kind == "call" else "tool"
            )
            length = min(size - held, int(200 * 60 ** rng.random()) * (8 if size > 10**6 else 1))
            at = rng.randrange(STORE - length)
            text = self.texts[kind][at : at + length].translate(digits).replace("_", ending)
            if number % 10 == 0 and count % 9 == 1:
                text += ABROAD
            span = {"id": f"s{count}", "role": role, "text": text}
            yield span | {"kind": "tool_call"} if kind == "call" else span
            held += len(text) + 50


def _long(make: Callable[[], str]) -> str:
    parts, held = list[str](), 0
    while held < STORE:
        parts.append(make())
        held += len(parts[-1]) + 1
    return "\n".join(parts)[:STORE]


def lines(total: int, made: Made, seed: int = 7) -> Iterator[bytes]:
    """Lines of about `total` bytes together; `made` is told what they are."""
    store, rng, number, large = Store(seed), random.Random(seed), 0, total >= 8 * LARGEST
    while made.bytes < total:
        now_large = large and made.bytes > total // 3
        large = large and not now_large
        line = store.record(number, LARGEST if now_large else int(SMALLEST * TIMES ** rng.random()))
        number += 1
        if number % BROKEN_EACH == 50 and not now_large:
            line = (line[: len(line) // 2] + b"\n", line[:100] + b"\xff" + line[100:], b'{"spans": 3, "summary": ""}\n')[number % 3]
            made.broken += 1
        else:
            made.records += 1
        made.bytes, made.longest = made.bytes + len(line), max(made.longest, len(line))
        yield line


def write_corpus(folder: Path, total: int) -> Made:
    """Write a corpus of about `total` bytes into a folder that is made for it."""
    folder.mkdir(parents=True)
    made, file, number = Made(), None, 0
    for line in lines(total, made):
        if file is None or file.tell() > FILE:
            if file is not None:
                file.close()
            file, number = (folder / f"part-{number:04}.jsonl").open("wb"), number + 1
        file.write(line)
    if file is not None:
        file.close()
    return made


def bytes_of(words: str) -> int:
    """The number of bytes in words such as `200MB` or `2GB`."""
    found = re.fullmatch(r"([\d.]+)\s*([kKmMgG]?[bB]?)", words)
    if found is None:
        raise SystemExit(f"{words}: no size; give 200MB, 2GB or the like")
    return int(float(found[1]) * UNITS[found[2].lower()])


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a corpus for batches.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", default="2GB")
    given = parser.parse_args()
    began = time.perf_counter()
    made = write_corpus(given.folder, bytes_of(given.size))
    took = time.perf_counter() - began
    print(f"{json.dumps(asdict(made))} in {took:.1f} s, {made.bytes / took / 1e6:.0f} MB/s")


if __name__ == "__main__":
    main()
