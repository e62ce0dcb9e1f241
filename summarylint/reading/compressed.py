"""Files under gzip, xz or zstandard, known by their first bytes, read as a stream."""

from __future__ import annotations

import io
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from summarylint.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GZIP, XZ, ZSTANDARD = b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"
"""The first bytes of each (RFC 1952, the .xz file format 1.1, RFC 8878)."""
LONGEST_MAGIC = 6
SUFFIXES = (".gz", ".xz", ".zst", ".zstd")
"""What a name loses before its other suffix says what is inside."""


LONGEST_LOOK = 1 << 26
"""Bytes after which a look at the beginning of a stream ends as if the stream did: what a file is shows long before, and a file
without an end of line would be held whole."""


class Rereadable(io.RawIOBase):
    """A stream whose beginning is looked at and then read again, for pipes cannot seek."""

    def __init__(self, inner: BinaryIO) -> None:
        self.inner, self.kept, self.keeping = inner, bytearray(), True
        self.read_some: Callable[[int], bytes] = getattr(inner, "read1", inner.read)
        self.again, self.at = b"", 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        if self.at < len(self.again):
            data = self.again[self.at : self.at + len(buffer)]
            self.at += len(data)
        else:
            self.again, self.at = b"", 0
            if self.keeping and len(self.kept) >= LONGEST_LOOK:
                return 0
            data = self.read_some(len(buffer))  # what there is: a pipe's writer may wait for the answer to its first record
            if self.keeping:
                self.kept += data
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """The stream is its owner's to close; readers that are laid aside must not."""

    def looking(self) -> io.BufferedReader:
        """A reader that starts at the first byte; what it reads is kept for the next one."""
        self.again, self.at = bytes(self.kept), 0
        return io.BufferedReader(self, 1 << 16)

    def rewound(self) -> BinaryIO:
        """A reader that starts anew at the first byte; the beginning is not kept a second time."""
        self.again, self.at, self.kept, self.keeping = bytes(self.kept), 0, bytearray(), False
        return io.BufferedReader(self, 1 << 20)


def plain(file: BinaryIO, path: str) -> BinaryIO:
    """The stream itself, or what it holds where it is compressed.

    Raises RecordError where zstandard is needed and no reader for it is installed.
    """
    source = Rereadable(file)
    first = source.looking().read(LONGEST_MAGIC)
    again = source.rewound()
    if first.startswith(GZIP):
        import gzip

        return cast("BinaryIO", gzip.GzipFile(fileobj=again))
    if first.startswith(XZ):
        import lzma

        return cast("BinaryIO", lzma.LZMAFile(again))
    return _zstandard(again, path) if first.startswith(ZSTANDARD) else again


def _zstandard(file: BinaryIO, path: str) -> BinaryIO:
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]  # Python 3.14 and newer

        return cast("BinaryIO", zstd.ZstdFile(file))
    except ImportError:
        pass
    try:
        import zstandard
    except ImportError:
        raise RecordError("is compressed with zstandard; pip install 'summarylint[zstd]' to read it", path=path) from None
    return io.BufferedReader(_Frames(file, lambda: zstandard.ZstdDecompressor().decompressobj()), 1 << 16)


class _Frames(io.RawIOBase):
    """Frames of zstandard, one after another, as a stream; the library's own does not tell that the last one breaks off."""

    CHUNK = 1 << 14

    def __init__(self, file: BinaryIO, start: Callable[[], Any]) -> None:
        self.file, self.start = file, start
        self.frame: Any = None
        self.packed, self.plain = b"", b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while not self.plain:
            self.packed = self.packed or self.file.read(self.CHUNK)
            if not self.packed:
                if self.frame is not None:
                    raise EOFError("the last frame is not whole")
                return 0
            self.frame = self.frame or self.start()
            self.plain = self.frame.decompress(self.packed)
            self.packed = self.frame.unused_data
            if self.frame.eof:
                self.frame = None
        size = min(len(buffer), len(self.plain))
        buffer[:size], self.plain = self.plain[:size], self.plain[size:]
        return size


def faults() -> tuple[type[Exception], ...]:
    """What the readers raise for data that is broken or breaks off."""
    import lzma
    import zlib

    found: list[type[Exception]] = [EOFError, zlib.error, lzma.LZMAError]
    found += list(_zstandard_faults())
    return tuple(found)


def _zstandard_faults() -> Iterator[type[Exception]]:
    import sys

    for name in ("zstandard", "compression.zstd"):
        if name in sys.modules:
            yield sys.modules[name].ZstdError


def inner_name(path: str) -> str:
    """The name of a file without the suffix of its compression: `a.jsonl` for `a.jsonl.zst`."""
    pure = PurePath(path)
    return pure.stem if pure.suffix.lower() in SUFFIXES else pure.name
