"""Which chains a file that is read as a whole may belong to, found without reading it as records."""

from __future__ import annotations

import json
import re
from pathlib import PurePath
from typing import TYPE_CHECKING, BinaryIO

from summarylint.errors import RecordError
from summarylint.reading.compressed import Rereadable, faults, inner_name, plain
from summarylint.reading.files import RECORDS
from summarylint.reading.fixtures import CODE_SUFFIXES, SUFFIXES
from summarylint.reading.transcripts.runs import runs_of

if TYPE_CHECKING:
    from collections.abc import Iterator

IN_JSON = re.compile(rb'"chain"\s*:\s*(?P<double>"(?:[^"\\]|\\.)*")')
"""The field in JSON; in a string of JSON its quotes would be escaped."""
IN_TEXT = re.compile(
    rb"""(?<![\w-])["']?chain["']?\s*[:=]\s*(?:(?P<double>"(?:[^"\\\n]|\\.)*")|'(?P<single>[^'\n]*)'|(?P<bare>[^\s"'\[{,}\]#][^\n,}\]]*))"""
)
"""The field in YAML, Markdown and Python, where its value is written out."""
COMMENT = re.compile(rb"\s#")
BLOCK, OVERLAP = 1 << 20, 1 << 12
"""Bytes that are searched at once, and how many of them once more with the next ones: a field may lie across."""


def chains_of(file: BinaryIO, path: str, format_name: str | None) -> list[str]:
    """The names of the chains in a file, each once; nothing where it cannot be read: whoever reads it will tell.

    Rather a name too many: it costs no more than two files in one chunk that would not have to be. A value that only running
    code, an anchor of YAML, or the later entries of a transcript would tell is not found.
    """
    suffix = PurePath(inner_name(path)).suffix.lower()
    broken: tuple[type[Exception], ...] = (OSError, RecordError, *faults())
    try:
        source = Rereadable(plain(file, path))
        if format_name != RECORDS and (format_name is not None or suffix not in CODE_SUFFIXES):
            found = runs_of(source, path, format_name)
            if found is not None:
                return list(dict.fromkeys(found))
        return list(dict.fromkeys(_named(source.rewound(), IN_TEXT if suffix in SUFFIXES else IN_JSON)))
    except broken:
        return []


def _named(file: BinaryIO, pattern: re.Pattern[bytes]) -> Iterator[str]:
    kept = b""
    while block := file.read(BLOCK):
        text = kept + block
        for match in pattern.finditer(text):
            if (name := _value(match)) is not None:
                yield name
        kept = text[-OVERLAP:]


def _value(match: re.Match[bytes]) -> str | None:
    if match["double"] is not None:
        try:
            value = json.loads(match["double"])
        except ValueError:
            return None
        return value if isinstance(value, str) else None
    given = match.groupdict()
    name: bytes = given.get("single") or COMMENT.split(given.get("bare") or b"")[0]
    return name.strip().decode("utf-8", "replace") or None
