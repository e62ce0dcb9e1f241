"""Inputs to chunks: every record in exactly one, a chain never in two, and the same chunks each time."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from batch_runs import record
from hypothesis import given
from hypothesis import strategies as st

from summarylint.batch.inputs import Input, find_inputs
from summarylint.batch.job import BatchError, Chunk
from summarylint.batch.layout import UNPACKED
from summarylint.batch.pieces import PieceReader
from summarylint.batch.planning import LEAST_CHUNK, MOST_CHUNK, Planner, chunk_bytes
from summarylint.batch.runs import BLOCK, chains_of
from summarylint.batch.scanning import chain_of, scan_lines, shape_of
from summarylint.errors import NothingToCheck, RecordError
from summarylint.model import Compaction
from summarylint.reading.files import read_file
from summarylint.reading.search import find_files
from summarylint.settings import Settings


def lines(*records: dict[str, Any]) -> bytes:
    return "".join(json.dumps(one) + "\n" for one in records).encode()


def planned(folder: Path, most: int, *paths: Path) -> list[Chunk]:
    out = folder / "out"
    out.mkdir(exist_ok=True)
    found = list(find_inputs([str(path) for path in paths], Settings()))
    return list(Planner(found, out, most, sum(one.size for one in found)).chunks())


def read(chunk: Chunk) -> list[Compaction | RecordError]:
    class Plain:
        strict, format_name = False, None

    reader = PieceReader(Plain(), lambda *_: None, lambda *_: None)  # type: ignore[arg-type]
    return [one for piece in chunk.pieces for unread in reader.steps(piece) for one in unread.read()]


def test_records_without_a_chain_are_cut_by_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(lines(*(record(number) for number in range(20))))
    chunks = planned(tmp_path, 2000, tmp_path / "a.jsonl")
    assert len(chunks) > 3 and all(chunk.size <= 2000 for chunk in chunks)
    assert [(one.id, one.line) for chunk in chunks for one in read(chunk)] == [(f"r{number}", number + 1) for number in range(20)]


def test_a_large_record_has_a_chunk_to_itself(tmp_path: Path) -> None:
    large = record(1, spans=[{"role": "user", "text": "word " * 2000}])
    (tmp_path / "a.jsonl").write_bytes(lines(record(0), large, record(2)))
    assert [[one.id for one in read(chunk)] for chunk in planned(tmp_path, 2000, tmp_path / "a.jsonl")] == [["r0"], ["r1"], ["r2"]]


def test_a_chain_is_in_one_chunk_wherever_its_records_stand(tmp_path: Path) -> None:
    chained = [record(number, chain=f"c{number % 4}") for number in range(16)]
    (tmp_path / "a.jsonl").write_bytes(lines(*chained[:9]))
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(lines(*chained[9:])))
    chunks = planned(tmp_path, 2500, tmp_path)
    assert len(chunks) == 4
    assert [[one.chain for one in read(chunk)] for chunk in chunks] == [[f"c{chain}"] * 4 for chain in range(4)]  # type: ignore[union-attr]
    assert {(one.path, one.line) for chunk in chunks for one in read(chunk)} == {
        *((str(tmp_path / "a.jsonl"), number + 1) for number in range(9)),
        *((str(tmp_path / "b.jsonl.gz"), number + 1) for number in range(7)),
    }


def test_compressed_lines_that_break_off_are_read_so_far_and_told(tmp_path: Path) -> None:
    whole = gzip.compress(lines(*(record(number, salt=str(number**9)) for number in range(400))))
    (tmp_path / "a.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    found = [one for chunk in planned(tmp_path, 5000, tmp_path / "a.jsonl.gz") for one in read(chunk)]
    assert isinstance(found[-1], RecordError) and "broken or breaks off" in found[-1].reason
    assert [one.id for one in found[:5]] == [f"r{number}" for number in range(5)]


def test_an_unpacked_file_goes_when_all_of_it_is_done(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl.gz").write_bytes(gzip.compress(lines(*(record(number) for number in range(9)))))
    found = list(find_inputs([str(tmp_path)], Settings()))
    planner, left, most = Planner(found, tmp_path, 2000, 1), [], 0
    for chunk in planner.chunks():
        left.append(chunk)
        if len(left) > 1:
            planner.let_go(left.pop(0))
        most = max(most, len(list((tmp_path / UNPACKED).iterdir())))
    planner.let_go(left.pop())
    assert (most, list((tmp_path / UNPACKED).iterdir())) == (2, [])


@pytest.mark.parametrize("with_chain", [False, True])
def test_rows_of_parquet_are_read_once_each(tmp_path: Path, with_chain: bool) -> None:
    import pyarrow
    from pyarrow import parquet

    rows = [record(number, **({"chain": f"c{number % 3}" if number % 2 else None} if with_chain else {})) for number in range(30)]
    folder = tmp_path / "in" / "day=1"
    folder.mkdir(parents=True)
    parquet.write_table(pyarrow.Table.from_pylist(rows), folder / "part-0.parquet", row_group_size=11)
    chunks = planned(tmp_path, 3000, tmp_path / "in")
    found = [one for chunk in chunks for one in read(chunk)]
    assert sorted(found, key=lambda one: one.line or 0) == [one for one in found if one.line] or with_chain
    assert sorted((one.line, one.id) for one in found) == [(number + 1, f"r{number}") for number in range(30)]
    where = {one.chain: number for number, chunk in enumerate(chunks) for one in read(chunk) if one.chain}  # type: ignore[union-attr]
    assert all(where[one.chain] == n for n, chunk in enumerate(chunks) for one in read(chunk) if one.chain)  # type: ignore[union-attr]
    assert len(chunks) > 2


def test_transcripts_and_documents_are_read_whole(tmp_path: Path) -> None:
    (tmp_path / "a.record.json").write_text(json.dumps([record(1), record(2)]), encoding="utf-8")
    (tmp_path / "talk.jsonl").write_text(
        '{"type": "user", "message": {"role": "user", "content": "hello"}, "uuid": "u", "sessionId": "s"}\n' * 3
    )
    (tmp_path / "b.jsonl").write_bytes(lines(record(3)))
    chunks = planned(tmp_path, 10_000, tmp_path)
    assert [[(Path(piece.path).name, piece.kind) for piece in chunk.pieces] for chunk in chunks] == [
        [("a.record.json", "file"), ("b.jsonl", "lines")], [("talk.jsonl", "file")]
    ]  # fmt: skip


@given(
    st.lists(st.tuples(st.sampled_from(["", "a", "b", "c"]), st.integers(0, 300), st.booleans()), max_size=40),
    st.integers(100, 3000),
)
def test_any_lines_come_once_each_and_chains_stay_together(
    tmp_path_factory: pytest.TempPathFactory, made: list[tuple[str, int, bool]], most: int
) -> None:
    folder = tmp_path_factory.mktemp("planned")
    text = b""
    for number, (chain, size, blank) in enumerate(made):
        fields = {"chain": chain} if chain else {}
        text += lines({"id": f"r{number}", "spans": [], "summary": "x" * size, **fields}) + (b"\n" if blank else b"")
    (folder / "a.jsonl").write_bytes(text)
    chunks = planned(folder, most, folder / "a.jsonl")
    told = [[(one.id, one.chain) for one in read(chunk)] for chunk in chunks]  # type: ignore[union-attr]
    assert sorted(name for some in told for name, _ in some) == sorted(f"r{number}" for number in range(len(made)))
    of_chain = {chain: {n for n, some in enumerate(told) for _, other in some if other == chain} for chain in "abc"}
    assert all(len(numbers) <= 1 for numbers in of_chain.values())
    assert chunks == planned(folder, most, folder / "a.jsonl")


@pytest.mark.parametrize(
    ("line", "chain"),
    [
        (b'{"spans": [], "chain": "run 1"}', "run 1"),
        (b'{"chain" : "\\u0041\\"b"}', 'A"b'),
        (b'{"chain": null}', None),
        (b'{"summary": "say \\"chain\\": \\"x\\""}', None),
        (b'{"meta": {"chain": "inner"}, "chain": "outer"}', "outer"),
        (b'{"chain": "outer", "meta": {"chain": "inner"}, broken', None),
        (b'{"spans": []}', None),
    ],
)
def test_the_chain_of_a_line(line: bytes, chain: str | None) -> None:
    assert chain_of(line) == chain


def test_chunks_are_small_enough_to_end_together_and_no_smaller() -> None:
    assert (chunk_bytes(0, 2), chunk_bytes(10**12, 2)) == (LEAST_CHUNK, MOST_CHUNK)
    assert chunk_bytes(128 << 20, 2) == 2 << 20


def test_globs_folders_and_addresses_name_the_same_files(tmp_path: Path) -> None:
    for name in ("x/a.jsonl", "x/b.ndjson.zst", "x/c.parquet", "x/_temporary.parquet.crc", "x/d.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"{}\n")

    def found(*paths: str) -> list[str]:
        return [Path(one.path.removeprefix("file://")).name for one in find_inputs(paths, Settings())]

    assert found(str(tmp_path)) == ["a.jsonl", "b.ndjson.zst", "c.parquet"]
    assert found(f"file://{tmp_path}") == ["a.jsonl", "b.ndjson.zst", "c.parquet"]
    assert found(str(tmp_path / "*" / "[ab].*")) == found(f"file://{tmp_path}/*/[ab].*") == ["a.jsonl", "b.ndjson.zst"]
    assert found(str(tmp_path / "x" / "d.txt"), str(tmp_path / "x" / "d.txt")) == ["d.txt"]
    (tmp_path / "y").symlink_to("x")
    spellings = [tmp_path / "x" / "a.jsonl", tmp_path / "x" / ".." / "x" / "a.jsonl", tmp_path / "y", tmp_path / "*" / "a.jsonl"]
    assert found(*map(str, spellings)) == ["a.jsonl", "b.ndjson.zst", "c.parquet"]


def test_an_input_in_a_store_is_read_through_fsspec(tmp_path: Path) -> None:
    import fsspec

    store = fsspec.filesystem("memory")
    store.pipe("/corpus/a.jsonl", lines(record(1), record(2, chain="c")))
    store.pipe("/corpus/_SUCCESS", b"")
    (one,) = find_inputs(["memory://corpus"], Settings())
    assert (one.path, one.size > 0) == ("memory:///corpus/a.jsonl", True)
    chunks = list(Planner([one], tmp_path, 10_000, one.size).chunks())
    assert [(record.id, record.path) for chunk in chunks for record in read(chunk)] == [
        ("r1", "memory:///corpus/a.jsonl"), ("r2", "memory:///corpus/a.jsonl")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("-", "write standard input to a file first"),
        ("nowhere.jsonl", "no such file"),
        ("memory://nowhere", "no such file"),
        ("odd://x", "odd"),
    ],
)
def test_what_cannot_be_read_is_refused(path: str, words: str) -> None:
    with pytest.raises((BatchError, NothingToCheck), match=words):
        list(find_inputs([path], Settings()))


def test_a_stamp_changes_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"{}\n")
    (before,) = find_inputs([str(path)], Settings())
    path.write_bytes(b"{ }\n")
    (after,) = find_inputs([str(path)], Settings())
    assert (before.path, before == after, isinstance(before, Input)) == (after.path, False, True)


TRANSCRIPTS = Path(__file__).resolve().parent / "fixtures" / "transcripts"


def test_transcripts_of_every_format_give_the_same_compactions_as_a_check(tmp_path: Path) -> None:
    paths = [TRANSCRIPTS, *TRANSCRIPTS.glob("*.json")]
    expected = [one for place in find_files(map(str, paths)) for file in place.files for one in read_file(file)]
    found = [one for chunk in planned(tmp_path, 20_000, *paths) for one in read(chunk)]
    assert len(expected) > 20
    assert sorted(map(repr, found)) == sorted(map(repr, expected))


def where(chunks: list[Chunk]) -> dict[str, set[int]]:
    """The chunks in which each chain stands."""
    found: dict[str, set[int]] = {}
    for chunk in chunks:
        for one in read(chunk):
            found.setdefault(one.chain, set()).add(chunk.number)  # type: ignore[union-attr, arg-type]
    return found


def test_a_chain_is_in_one_chunk_also_across_files_that_are_read_whole(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    span = "spans: [{role: user, text: port 5433}]\n"
    (folder / "a.record.json").write_text(json.dumps([record(1, chain="run 1"), record(2, chain="other")], indent=1))
    (folder / "b.record.json.gz").write_bytes(gzip.compress(json.dumps(record(3, chain="run 2")).encode()))
    (folder / "c.record.yaml").write_text(f"id: y\nchain: run 1   # the first\n{span}summary: Port 5433.\n")
    (folder / "d.jsonl").write_bytes(lines(record(4, chain="run 2"), record(5, chain="alone"), record(6, chain="run 1")))
    (folder / "e.record.md").write_text(f"---\nchain: 'run 2'\n{span}---\nPort 5433.\n")
    (folder / "f.record.json").write_text(json.dumps({**record(7), "chain": "alone \u00fc"}))
    (folder / "g.record.yaml").write_text(f'id: z\nchain: "alone \u00fc"\n{span}summary: Port 5433.\n', "utf-8")
    chunks = planned(tmp_path, 400, folder)
    found = where(chunks)
    assert set(found) == {"run 1", "run 2", "other", "alone", "alone \u00fc"}
    assert all(len(numbers) == 1 for numbers in found.values())
    assert found["other"] == found["run 1"] and len(set.union(*found.values())) == 4
    assert [[one.id for one in read(chunk)] for chunk in chunks] == [
        ["r1", "r2", "y", "r6"],
        ["r3", "r4", f"{folder / 'e.record.md'}:2"],
        ["r5"],
        ["r7", "z"],
    ]


def test_files_that_several_chains_tie_together_are_in_one_chunk(tmp_path: Path) -> None:
    pairs = [("a", "b"), ("c", "d"), ("x", "y"), ("d", "e"), ("b", "c"), ("y", "z")]
    for number, pair in enumerate(pairs):
        path = tmp_path / "in" / f"{number}.record.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps([record(number, chain=chain) for chain in pair]))
    chunks = planned(tmp_path, 100, tmp_path / "in")
    assert [[int(Path(piece.path).name[0]) for piece in chunk.pieces] for chunk in chunks] == [[0, 1, 3, 4], [2, 5]]


@given(st.lists(st.sets(st.sampled_from("abcdefgh"), max_size=3), max_size=12), st.integers(100, 3000))
def test_any_files_of_chains_are_read_once_each_with_each_chain_in_one_chunk(
    tmp_path_factory: pytest.TempPathFactory, made: list[set[str]], most: int
) -> None:
    folder = tmp_path_factory.mktemp("planned")
    (folder / "in").mkdir()
    for number, chains in enumerate(made):
        named = [record(number * 9 + place, chain=chain) for place, chain in enumerate(sorted(chains))]
        (folder / "in" / f"{number:02}.record.json").write_text(json.dumps(named or record(number * 9)))
    chunks = planned(folder, most, folder / "in") if made else []
    assert sorted(one.id for chunk in chunks for one in read(chunk)) == sorted(  # type: ignore[union-attr]
        f"r{number * 9 + place}" for number, chains in enumerate(made) for place in range(max(1, len(chains)))
    )
    assert all(len(numbers) == 1 for chain, numbers in where(chunks).items() if chain is not None)


def test_a_session_is_in_one_chunk_with_the_one_it_goes_on_from(tmp_path: Path) -> None:
    series = TRANSCRIPTS / "claude_code_series"
    chunks = planned(
        tmp_path,
        100,
        *sorted(series.iterdir()),
        TRANSCRIPTS / "codex.jsonl",
        TRANSCRIPTS / "gemini.jsonl",
        TRANSCRIPTS / "gemini_session.json",
    )
    assert [[Path(piece.path).name for piece in chunk.pieces] for chunk in chunks] == [
        ["first.jsonl", "second.jsonl"], ["codex.jsonl"], ["gemini.jsonl", "gemini_session.json"]
    ]  # fmt: skip


def test_the_run_of_a_transcript_is_known_from_its_beginning() -> None:
    known = 0
    for place in find_files([str(TRANSCRIPTS), *map(str, TRANSCRIPTS.glob("*.json"))]):
        for path in place.files:
            if Path(path).is_dir() or Path(path).name == "second.jsonl":  # it tells its own run, and goes on with that of another file
                continue
            chains = {one.chain for one in read_file(path) if isinstance(one, Compaction)} - {path}
            with Path(path).open("rb") as file:
                assert chains <= set(chains_of(file, path, None)), path
            known += len(chains)
    assert known > 10


@pytest.mark.parametrize(
    ("name", "text", "chains"),
    [
        ("a.json", '{"chain": "one", "meta": {"chain" :\n"two"}, "summary": "say \\"chain\\": \\"no\\""}', ["one", "two"]),
        ("a.json", '{"chain": null, "chains": "no", "x": [{"chain": "A\\u0042"}]}', ["AB"]),
        (
            "a.yaml",
            "- chain: one two # so\n- {chain: three, x: 1}\n- chain: 'four'\n- \"chain\": five\n- my-chain: no\n",
            ["one two", "three", "four", "five"],
        ),
        ("a.py", 'Compaction(chain="one", spans=[])\nx = {"chain": \'two\'}\nchain = [1]\n', ["one", "two"]),
        ("a.json.gz", "not compressed", []),
        ("a.txt", "", []),
    ],
)
def test_the_chains_that_a_file_names(name: str, text: str, chains: list[str]) -> None:
    assert chains_of(BytesIO(text.encode()), name, None) == chains


def test_a_chain_is_found_wherever_it_lies_across_two_blocks() -> None:
    for shift in range(0, 40, 3):
        text = '{"x": "' + "y" * (BLOCK - 20 + shift - len('{"x": "')) + '", "chain": "across"}'
        assert chains_of(BytesIO(text.encode()), "a.json", None) == ["across"]


def test_what_a_file_is_shows_in_its_beginning_however_long_its_first_record(tmp_path: Path) -> None:
    class Counted(BytesIO):
        taken = 0

        def read(self, size: int | None = -1) -> bytes:
            data = super().read(size)
            self.taken += len(data)
            return data

        read1 = read

    text = "word " * 2_000_000
    file = Counted(lines({"id": "long", "spans": [{"role": "user", "text": "short"}, {"role": "user", "text": text}], "summary": ""}))
    assert (shape_of(file, "a.jsonl", None), file.taken < len(text) // 2, file.tell()) == ("lines", True, 0)


@pytest.mark.parametrize("held", [40, 64, 1000])
def test_a_line_is_the_same_however_little_of_it_is_held(monkeypatch: pytest.MonkeyPatch, held: int) -> None:
    text = (
        b"\n  \n"
        + lines(record(1, chain="first"), record(2), record(3, "x" * 500, chain='second "quoted"'), record(4, chain="third"))
        + b" " * 200
        + b"\n"
        + b"no end of line" * 20
    )
    plain, copy = list(scan_lines(BytesIO(text))), BytesIO()
    monkeypatch.setattr("summarylint.batch.scanning.LONGEST_HELD", held)
    monkeypatch.setattr("summarylint.batch.scanning.OVERLAP", 39)
    assert list(scan_lines(BytesIO(text), copy)) == plain
    assert copy.getvalue() == text
    assert [(one.line, one.chains) for one in plain] == [(3, ("first",)), (4, ()), (5, ('second "quoted"',)), (6, ("third",)), (8, ())]


def test_a_line_that_is_never_held_counts_all_chains_that_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("summarylint.batch.scanning.LONGEST_HELD", 64)
    (found,) = scan_lines(BytesIO(lines({"meta": {"chain": "inner"}, "chain": "outer", "summary": "x" * 100})))
    assert found.chains == ("inner", "outer")


def test_a_file_without_an_end_of_line_is_not_held_to_see_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("summarylint.reading.compressed.LONGEST_LOOK", 1 << 17)
    most = 0

    class Watched(BytesIO):
        def read1(self, size: int | None = -1) -> bytes:
            nonlocal most
            most = max(most, self.tell())
            return super().read1(size)

    for text in (b"\0" * (1 << 24), b"x" * (1 << 24), b'"' + b"x" * (1 << 24), b'{"a": "' + b"x" * (1 << 24)):
        assert shape_of(Watched(text), "a.jsonl", None) in ("lines", "whole")
    assert most < 1 << 23
    (tmp_path / "a.jsonl").write_bytes(b"\0" * (1 << 20) + b"\n" + lines(record(1)))
    (broken, good) = [one for chunk in planned(tmp_path, 10_000, tmp_path / "a.jsonl") for one in read(chunk)]
    assert isinstance(broken, RecordError) and (broken.line, good.line) == (1, 2)


def test_what_cannot_be_looked_at_is_a_reject_and_no_end_of_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.jsonl").symlink_to("gone")
    (folder / "b.jsonl").symlink_to("b.jsonl")
    (folder / "c.jsonl").write_bytes(lines(record(1)))
    (folder / "up").symlink_to(".")

    def walk(top: str, onerror: Any) -> Any:
        onerror(PermissionError(13, "Permission denied", f"{top}/locked"))
        yield from walked(top)

    walked = os.walk
    monkeypatch.setattr("os.walk", walk)
    chunks = planned(tmp_path, 10_000, folder)
    found = [one for chunk in chunks for one in read(chunk)]
    assert [(Path(one.path or "").name, one.reason if isinstance(one, RecordError) else one.id) for one in found] == [
        ("a.jsonl", "cannot be read: No such file or directory"),
        ("b.jsonl", "cannot be read: Too many levels of symbolic links"),
        ("c.jsonl", "r1"),
        ("locked", "cannot be read: No such file or directory"),
    ]


def test_what_runs_wrote_is_no_input_unless_it_is_named(tmp_path: Path) -> None:
    for name in ("a.jsonl", "out/results/part.jsonl", "out/inputs.jsonl", "deep/other/results/part.jsonl", "deep/b.jsonl", "mine/c.jsonl"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(lines(record(1)))
    (tmp_path / "deep" / "other" / "manifest.json").write_text('{"format": 1, "chunk_bytes": 9}')
    (tmp_path / "mine" / "manifest.json").write_text('{"format": 1}')

    def found(path: Path) -> list[str]:
        return [Path(one.path).relative_to(tmp_path).as_posix() for one in find_inputs([str(path)], Settings(), tmp_path / "out")]

    assert found(tmp_path) == ["a.jsonl", "deep/b.jsonl", "mine/c.jsonl"]
    assert sorted(found(tmp_path / "**" / "*.jsonl")) == ["a.jsonl", "deep/b.jsonl", "mine/c.jsonl"]
    assert found(tmp_path / "deep" / "other" / "results" / "part.jsonl") == ["deep/other/results/part.jsonl"]


@pytest.mark.parametrize(
    ("fault", "words"),
    [("database or disk is full", "make room for it and go on"), ("disk I/O error", "see to it and go on with --resume")],
)
def test_an_index_of_chains_that_cannot_be_written_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, words: str
) -> None:
    def refuse(*_: object) -> None:
        raise sqlite3.OperationalError(fault)

    (tmp_path / "a.jsonl").write_bytes(lines(record(1, chain="one")))
    monkeypatch.setattr("sqlite3.connect", refuse)
    with pytest.raises(BatchError, match=f"chains.sqlite: cannot be written: {fault}; {words}"):
        planned(tmp_path, 1000, tmp_path / "a.jsonl")
