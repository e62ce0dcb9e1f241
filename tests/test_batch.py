"""`summarylint batch` and `stats` as a user sees them, and `lint_batch` inside another engine."""

from __future__ import annotations

import csv
import errno
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from batch_runs import record, rows, write_corpus
from click.testing import CliRunner, Result

from summarylint import __version__
from summarylint.batch import lint_batch
from summarylint.batch.durable import cannot_write
from summarylint.batch.job import BatchError, Chunk, ChunkTotals, Job, Piece
from summarylint.batch.layout import JOURNAL
from summarylint.batch.manifest import FOLDERS, Journal, RunFolder, digest_of, finished_chunks
from summarylint.batch.parts import Parts
from summarylint.batch.processes import keeps_too_much, resident
from summarylint.batch.watching import DEATHS, Watchdog, blame
from summarylint.batch.working import _Work, linter_of, run_chunk
from summarylint.cli.main import cli
from summarylint.model import Compaction
from summarylint.reading.run_folder import OVERWRITTEN
from summarylint.rulebook import load_rulebook
from summarylint.settings import Settings


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [*(str(argument) for argument in arguments)])


@pytest.fixture(scope="session")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Result]:
    corpus = write_corpus(tmp_path_factory.mktemp("corpus") / "in", 12)
    out = corpus.parent / "out"
    return corpus, out, run("batch", corpus, "-o", out, "--isolated", "--workers", 1)


@pytest.mark.slow
def test_a_batch_finds_what_a_check_finds(done: tuple[Path, Path, Result]) -> None:
    corpus, out, result = done
    checked = [json.loads(line) for line in run("check", corpus, "--output-format", "jsonl", "--isolated").stdout.splitlines()]
    batched = [json.loads(row) for row in rows(out)["findings"]]
    assert sorted(one["fingerprint"] for one in batched) == sorted(found["fingerprint"] for one in checked for found in one["findings"])
    assert len(rows(out)["claims"]) == sum(len(one["claims"]) for one in checked)
    assert result.exit_code == 1
    assert "dropped-hedge" in result.stdout and result.stdout.endswith(f"results in {out}\n")
    summary = json.loads((out / "summary.json").read_text())
    assert (summary["complete"], summary["records"], summary["files"], summary["rejects"]) == (True, 12, 2, {})
    assert (out / "rejects.jsonl").read_text() == ""


@pytest.mark.slow
def test_json_lines_are_the_results_of_a_check(done: tuple[Path, Path, Result], tmp_path: Path) -> None:
    corpus = done[0]
    result = run("batch", f"file://{corpus}/*.jsonl", "-o", tmp_path / "out", "--output-format", "jsonl", "--isolated", "--exit-zero")
    assert result.exit_code == 0, result.stderr
    told = [json.loads(line) for part in sorted(tmp_path.glob("out/results/*.jsonl")) for line in part.read_text().splitlines()]
    checked = [json.loads(line) for line in run("check", corpus, "--output-format", "jsonl", "--isolated").stdout.splitlines()]
    for one in told:
        one["path"] = one["path"].removeprefix("file://")
    assert sorted(told, key=lambda one: one["id"]) == sorted(checked, key=lambda one: one["id"])


@pytest.mark.slow
def test_a_complete_run_goes_on_to_nothing_and_is_not_begun_twice(done: tuple[Path, Path, Result]) -> None:
    corpus, out, first = done
    again = run("batch", corpus, "-o", out, "--isolated", "--resume")
    assert (again.exit_code, again.stdout) == (1, first.stdout)
    refused = run("batch", corpus, "-o", out, "--isolated")
    assert refused.exit_code == 2 and "--resume goes on with it, --overwrite starts it anew" in refused.stderr
    other = run("batch", corpus, "-o", out, "--isolated", "--resume", "--select", "HDG")
    assert other.exit_code == 2 and "begun with another set of rules or settings; use the same again" in other.stderr


@pytest.mark.slow
def test_a_changed_input_is_refused_and_overwritten_on_request(tmp_path: Path) -> None:
    corpus, out = write_corpus(tmp_path / "in", 4), tmp_path / "out"
    assert run("batch", corpus, "-o", out, "--isolated").exit_code == 1
    (corpus / "c.jsonl").write_text(json.dumps(record(99)) + "\n")
    refused = run("batch", corpus, "-o", out, "--isolated", "--resume")
    assert refused.exit_code == 2 and "c.jsonl is new; give the old input back, start anew with --overwrite" in refused.stderr
    assert run("batch", corpus, "-o", out, "--isolated", "--overwrite").exit_code == 1
    assert len(rows(out)["records"]) == 5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--resume", "--overwrite"), "give one"),
        (("--format", "jsonl"), "the output is --output-format jsonl"),
        (("--select", "HDX"), "unknown rule 'HDX'; did you mean 'HDG'"),
    ],
)
def test_wrong_usage_is_told(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    result = run("batch", write_corpus(tmp_path / "in", 2), "-o", tmp_path / "out", "--isolated", *arguments)
    assert (result.exit_code, words in result.stderr) == (2, True), result.stderr


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "out" / "records").mkdir(parents=True)
    (tmp_path / "out" / "records" / "mine.txt").touch()
    for more in ((), ("--overwrite",), ("--resume",)):
        refused = run("batch", write_corpus(tmp_path / "in", 2), "-o", tmp_path / "out", "--isolated", *more)
        assert refused.exit_code == 2 and "holds 'records' and is no run" in refused.stderr
    assert (tmp_path / "out" / "records" / "mine.txt").exists()


@pytest.mark.slow
def test_statistics_answer_by_rule_source_depth_time_and_worst(done: tuple[Path, Path, Result]) -> None:
    out = done[1]
    told: dict[str, list[dict[str, Any]]] = json.loads(run("stats", out, "--output-format", "json", "--worst", 3).stdout)
    assert set(told) == {"rule", "source", "depth", "time", "retention", "worst"}
    assert sum(row["findings"] for row in told["rule"]) == len(rows(out)["findings"])
    assert [(Path(row["path"]).name, row["records"]) for row in told["source"]] == [("a.jsonl", 6), ("b.jsonl", 6)]
    assert sum(row["records"] for row in told["depth"]) == sum(row["records"] for row in told["time"]) == 12
    assert len(told["worst"]) == 3
    table = list(csv.DictReader(run("stats", out, "--by", "rule", "--output-format", "csv").stdout.splitlines()))
    assert [row["code"] for row in table] == [row["code"] for row in told["rule"]]
    full = run("stats", out, "--by", "rule", "--by", "worst").stdout
    assert full.startswith("findings by rule\ncode ") and "\nworst records\n" in full
    assert run("stats", out, "--output-format", "csv").exit_code == 2


def test_statistics_need_a_run(tmp_path: Path) -> None:
    (tmp_path / "records.jsonl").touch()
    for place, words in (
        (tmp_path, "holds no run of summarylint batch"),
        (tmp_path / "records.jsonl", "holds no run of summarylint batch"),
        (tmp_path / "nowhere", "no such folder; give the one that summarylint batch -o wrote"),
    ):
        refused = run("stats", place)
        assert (refused.exit_code, words in refused.stderr) == (3, True), refused.stderr


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ("nowhere.jsonl", "nowhere.jsonl: no such file or folder"),
        ("nothing", "nothing: nothing to check; a folder is searched for *.jsonl"),
        ("*.nothing", "*.nothing: nothing to check; no file matches"),
    ],
)
def test_a_path_that_means_no_file_is_three_before_the_run_begins(tmp_path: Path, named: str, words: str) -> None:
    (tmp_path / "nothing").mkdir()
    corpus = write_corpus(tmp_path / "in", 2)
    refused = run("batch", corpus, tmp_path / named, "-o", tmp_path / "out", "--isolated")
    assert (refused.exit_code, words in refused.stderr) == (3, True), refused.stderr
    assert run("stats", tmp_path / "out").exit_code == 3


@pytest.mark.slow
def test_an_input_that_is_gone_is_told_as_another_input(tmp_path: Path) -> None:
    corpus, out = write_corpus(tmp_path / "in", 2), tmp_path / "out"
    assert run("batch", corpus, "-o", out, "--isolated", "--workers", 1).exit_code == 1
    shutil.rmtree(corpus)
    gone = run("batch", corpus, "-o", out, "--isolated", "--resume")
    assert gone.exit_code == 2
    assert f"the input is not that of the run: {corpus}: no such file or folder; give the old input back" in gone.stderr


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (errno.EACCES, "Permission denied; give -o a folder in which you may write"),
        (errno.EROFS, "Read-only file system; give -o a folder in which you may write"),
        (errno.ENAMETOOLONG, "File name too long; give -o another folder"),
        (errno.ENOSPC, "No space left on device; make room for it and go on with --resume"),
    ],
)
def test_a_folder_that_cannot_be_made_is_told_with_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: int, words: str
) -> None:
    corpus = write_corpus(tmp_path / "in", 2)

    def refuse(path: Path, *_: object, **__: object) -> None:
        raise OSError(fault, os.strerror(fault), str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    refused = run("batch", corpus, "-o", tmp_path / "out", "--isolated")
    assert (refused.exit_code, words in refused.stderr, f"{tmp_path / 'out'}: cannot be" in refused.stderr) == (2, True, True)


@pytest.mark.parametrize("below", ["", "deeper/down"])
def test_a_folder_cannot_be_made_where_a_file_is(tmp_path: Path, below: str) -> None:
    corpus, file = write_corpus(tmp_path / "in", 2), tmp_path / "file"
    file.touch()
    refused = run("batch", corpus, "-o", file / below, "--isolated")
    assert refused.exit_code == 2
    assert f"{file} is no folder; give -o a folder that is empty or not there yet" in refused.stderr


def test_only_a_full_disk_asks_for_room() -> None:
    def told(fault: int) -> str:
        return str(cannot_write(Path("out"), OSError(fault, os.strerror(fault), "out/records/part")))

    assert told(errno.ENOSPC) == "out/records/part: cannot be written: No space left on device; make room for it and go on with --resume"
    assert told(errno.EDQUOT).endswith("; make room for it and go on with --resume")
    assert told(errno.EIO) == "out/records/part: cannot be written: Input/output error; see to it and go on with --resume"


@pytest.mark.slow
def test_statistics_tell_a_run_that_is_not_complete(done: tuple[Path, Path, Result], tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(done[1], out)
    assert "is not complete" not in run("stats", out).stderr
    (out / "summary.json").unlink()
    assert "the run is not complete" in run("stats", out).stderr


def test_lint_batch_of_a_list_gives_results_in_order() -> None:
    first, broken, third = lint_batch([record(1), {"summary": 3}, record(3)], path="notebook")
    assert [one["name"] for one in first["findings"]] == ["dropped-hedge"]
    assert (broken["findings"], broken["line"], broken["error"]["pointer"]) == ([], 2, "$.spans")
    assert (third["id"], third["path"], third["line"], third["error"]) == ("r3", "notebook", 3, None)
    assert lint_batch([record(1)], settings=Settings(select=("IDN",)))[0]["findings"] == []


def test_lint_batch_serves_polars() -> None:
    import polars

    frame = polars.DataFrame([record(1), record(2), {"id": "r3", "spans": [], "summary": ""}])
    told = polars.from_arrow(lint_batch(frame.to_arrow()))
    assert told["id"].to_list() == ["r1", "r2", "r3"]
    assert [[finding["name"] for finding in row] for row in told["findings"].to_list()] == [["dropped-hedge"], ["dropped-hedge"], []]
    assert told.schema == polars.from_arrow(lint_batch(frame.head(0).to_arrow())).schema


def test_half_a_line_of_the_journal_counts_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    with Journal(path) as journal:
        journal.add(ChunkTotals(4))
    with path.open("ab") as file:
        file.write(b'{"chunk": 5, "cou')
    assert [one.number for one in finished_chunks(path)] == [4]
    with Journal(path) as journal:
        journal.add(ChunkTotals(6))
    assert [one.number for one in finished_chunks(path)] == [4, 6]


def die(folder: Path, step: int, session: str, *, alarm: bool = False) -> bytes:
    """Leave behind what a worker leaves that dies at a step."""
    watch = Watchdog(folder, 7, session, 60.0).__enter__()
    watch.at(step, "checking")
    left = watch.place_path.read_bytes()
    watch.__exit__(None, None, None)
    watch.place_path.write_bytes(left)
    if alarm:
        watch.alarm_path.write_bytes(b"Timeout")
    return blame(folder, 7)


def test_a_record_is_blamed_for_the_third_death_and_for_the_first_alarm(tmp_path: Path) -> None:
    def rejected(session: str) -> dict[int, tuple[str, str]]:
        watch = Watchdog(tmp_path, 7, session, 60.0).__enter__()
        found = dict(watch.rejected)
        watch.__exit__(KeyboardInterrupt, None, None)  # keeps what was learnt
        return found

    for death in range(1, DEATHS + 1):
        die_again = Watchdog(tmp_path, 7, "one", 60.0).__enter__()
        die_again.at(3, "checking")
        place = die_again.place_path.read_bytes()
        die_again.__exit__(KeyboardInterrupt, None, None)
        die_again.place_path.write_bytes(place)
        assert rejected("one") == ({3: ("crash", "checking")} if death == DEATHS else {})
    assert die(tmp_path, 5, "two", alarm=True)
    assert rejected("two") == {5: ("timeout", "checking")}
    assert rejected("three") == {}


def test_a_line_that_killed_while_it_was_read_is_passed_over_alone(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    path.write_text("".join(json.dumps(record(number)) + "\n" for number in range(3)), "utf-8")
    job = Job(str(tmp_path / "out"), Settings(), "jsonl", "0", "one", "key", 60.0)
    piece = Piece(str(path), str(path), "lines", 0, path.stat().st_size, 1)
    watch = Watchdog(tmp_path, 7, "one", 60.0)
    watch.rejected[1] = ("crash", "reading")
    with watch, Parts(tmp_path / "out", 7, "jsonl") as parts:
        found = [one.line for one in _Work(job, watch, parts).records(piece) if isinstance(one, Compaction)]
    assert found == [1, 3]


class Ended(BaseException):
    """The process would be gone."""


@pytest.mark.parametrize("where", ["summarylint.reading.files.decode", "summarylint.engine.Linter.check"])
def test_a_lack_of_memory_ends_the_process_and_is_laid_to_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    def end(status: int) -> None:
        raise Ended(status)

    def refuse(*_: object) -> None:
        raise MemoryError

    path, out = tmp_path / "runs.jsonl", tmp_path / "out"
    path.write_text(json.dumps(record(1)) + "\n", "utf-8")
    out.mkdir()
    monkeypatch.setattr("os._exit", end)
    monkeypatch.setattr(where, refuse)
    job = Job(str(out), Settings(), "jsonl", __version__, "one", "key", 60.0)
    with pytest.raises(Ended):
        run_chunk(job, Chunk(0, (Piece(str(path), str(path), "lines", 0, path.stat().st_size, 1),), 9))


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_rows_of_any_record_that_can_be_read_can_be_written(tmp_path: Path, form: Any) -> None:
    from pyarrow import parquet

    path = tmp_path / "odd\udcff.jsonl"
    path.write_text(
        json.dumps(record(1) | {"id": "\ud800", "chain": "\udc00", "cycle_depth": 10**12}) + "\n" + json.dumps(record(2)) + "\n"
    )
    (tmp_path / "out").mkdir()
    job = Job(str(tmp_path / "out"), Settings(), form, __version__, "one", "key", 60.0)
    done = run_chunk(job, Chunk(0, (Piece(str(path), str(path), "lines", 0, path.stat().st_size, 1),), 9))
    assert (done.counts["records"], done.rules["HDG001 dropped-hedge error"]) == (2, 2)
    if form == "parquet":
        rows = parquet.read_table(tmp_path / "out" / "findings" / "part-0000000.parquet").to_pylist()
        first, second = (row for row in rows if row["name"] == "dropped-hedge")
        assert (first["id"], first["chain"], first["cycle_depth"]) == ("\\ud800", "\\udc00", 10**12)
        assert (Path(first["path"]).name, second["id"]) == ("odd\\udcff.jsonl", "r2")


@pytest.mark.parametrize(("held", "done", "ends"), [(190, 50, False), (210, 9, False), (210, 10, True), (290, 1, True), (0, 50, False)])
def test_a_process_that_keeps_too_much_memory_ends(monkeypatch: pytest.MonkeyPatch, held: int, done: int, ends: bool) -> None:
    monkeypatch.setattr("summarylint.batch.processes.resident", lambda: held * 10**6)
    assert keeps_too_much(done) is ends


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not say it there")
def test_the_memory_that_a_process_holds_grows_with_what_it_holds() -> None:
    before = resident()
    held = b"x" * (64 << 20)
    assert resident() - before > len(held) // 2


def test_a_row_that_killed_while_it_was_read_costs_its_group_and_says_so(tmp_path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    path, out = tmp_path / "runs.parquet", tmp_path / "out"
    parquet.write_table(pyarrow.Table.from_pylist([record(number) for number in range(9)]), path, row_group_size=3)
    job = Job(str(out), Settings(), "jsonl", "0", "one", "key", 60.0)
    watch = Watchdog(tmp_path, 7, "one", 60.0)
    watch.rejected = {1: ("crash", "reading"), 7: ("timeout", "checking")}
    with watch, Parts(out, 7, "jsonl") as parts:
        work = _Work(job, watch, parts)
        found = [one.line for one in work.records(Piece(str(path), str(path), "rows", 0, 9)) if isinstance(one, Compaction)]
        parts.commit()
    assert found == [1, 4, 5, 6, 7, 9]
    first, second = (json.loads(line) for line in (out / "rejects" / "part-0000007.jsonl").read_text().splitlines())
    assert (first["line"], first["kind"], second["line"], second["kind"]) == (2, "crash", 8, "timeout")
    assert first["reason"].endswith("while it was read; row 3 behind it in its group cannot be read without it")


def test_the_folder_from_which_ignores_count_is_part_of_what_a_run_is() -> None:
    rulebook = load_rulebook(Settings())
    here, there = Settings(root=Path("/here")), Settings(root=Path("/there"))
    assert digest_of(here, rulebook) == digest_of(there, rulebook)
    ignoring = {"old/*": ("dropped-hedge",)}
    assert digest_of(replace(here, per_file_ignores=ignoring), rulebook) != digest_of(replace(there, per_file_ignores=ignoring), rulebook)


def test_parts_that_cannot_be_removed_keep_the_run_from_starting_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    with RunFolder(tmp_path) as folder:
        folder.keep({"format": 1})
        (tmp_path / FOLDERS[0]).mkdir()
        monkeypatch.setattr("shutil.rmtree", refuse)
        with pytest.raises(BatchError, match="Permission denied"):
            folder.clear()
        assert OVERWRITTEN in (folder.manifest() or {})
        monkeypatch.undo()
        folder.clear()
        assert folder.manifest() is None and not (tmp_path / FOLDERS[0]).exists()


def test_statistics_of_a_run_that_is_being_taken_away(tmp_path: Path) -> None:
    with RunFolder(tmp_path) as folder:
        folder.keep({"format": 1, OVERWRITTEN: True})
    assert "the run is being taken away" in run("stats", tmp_path).output


def test_threads_with_other_settings_each_get_their_own_linter() -> None:
    wanted = [Settings(root=Path(f"/{number}")) for number in range(4)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda settings: linter_of(settings, repr(settings))[0], wanted * 3))
    assert [linter.settings for linter in found] == wanted * 3


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_a_terminal_sees_rate_and_time_left_and_nothing_else_does(done: tuple[Path, Path, Result], tmp_path: Path) -> None:
    here, there = os.openpty()
    command = [sys.executable, "-m", "summarylint", "batch", str(done[0]), "-o", str(tmp_path / "out"), "--isolated"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=there, env=environment)
    os.close(there)
    shown = b""
    with suppress(OSError):  # how the end of a pseudo-terminal is told
        while data := os.read(here, 1 << 16):
            shown += data
    out = running.communicate()[0].decode()
    os.close(here)
    assert running.returncode == 1
    assert b"checking" in shown and b"12 records" in shown and b"/s" in shown
    assert out.splitlines()[-1] == f"results in {tmp_path / 'out'}" and "\x1b" not in out
    assert done[2].stderr == ""
