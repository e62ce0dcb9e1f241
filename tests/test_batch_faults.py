"""Batches that are killed, stopped, starved or poisoned, in processes of their own: no row is lost and none comes twice."""

from __future__ import annotations

import json
import os
import select
from collections import Counter
from pathlib import Path

import pytest
from batch_runs import DOOMED, FAIL, HANG, KILL, LIMIT, ONCE, WORKERS, batch, names, record, rows, write_corpus

from summarylint.batch.manifest import RunFolder

pytestmark = pytest.mark.slow

RECORDS = 44
ALL = Counter({f"r{number}": 1 for number in range(RECORDS)})


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_corpus(tmp_path_factory.mktemp("corpus"), RECORDS)


@pytest.fixture(scope="session")
def undisturbed(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Counter[str]]:
    out = tmp_path_factory.mktemp("undisturbed") / "out"
    done = batch(corpus, "-o", out)
    assert done.returncode == 1, done.stderr
    assert names(out) == ALL
    assert json.loads((out / "summary.json").read_text())["chunks"] > 4
    return rows(out)


@pytest.mark.parametrize(
    ("fault", "status", "words"),
    [
        ("kill-before:3", -9, ""),
        ("kill-within:2", -9, ""),
        ("kill-after:2", -9, ""),
        ("interrupt-all:2", 130, "error: interrupted; what is done is kept in"),
        ("terminate:2", 143, "error: terminated; what is done is kept in"),
        ("full:5000", 2, "make room for it and go on with --resume"),
        ("full-for-workers:3000", 2, "make room for it and go on with --resume"),
    ],
)
def test_a_run_that_was_stopped_goes_on_to_the_same_rows(
    corpus: Path, undisturbed: dict[str, Counter[str]], tmp_path: Path, fault: str, status: int, words: str
) -> None:
    out = tmp_path / "out"
    what, _, size = fault.partition(":")
    limited = what == "full-for-workers"
    stopped = batch(corpus, "-o", out, fault="none" if limited else fault, environment={LIMIT: size} if limited else {})
    assert stopped.returncode == status, stopped.stderr
    assert words in stopped.stderr and "Traceback" not in stopped.stderr
    done = batch(corpus, "-o", out, "--resume")
    assert done.returncode == 1, done.stderr
    assert rows(out) == undisturbed
    assert not [*out.glob("*/.*"), *out.glob("progress"), *out.glob("unpacked")]


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for processes by pidfd, which only Linux has")
def test_workers_end_with_the_program_also_where_it_is_killed(corpus: Path, tmp_path: Path) -> None:
    numbers = tmp_path / "workers"
    batch(corpus, "-o", tmp_path / "out", fault="kill-before:2", environment={WORKERS: str(numbers)})
    workers = [int(number) for number in numbers.read_text().split()]
    assert workers
    for number in workers:
        try:
            process = os.pidfd_open(number)
        except ProcessLookupError:
            continue
        assert select.select([process], [], [], 60)[0], f"worker {number} outlives the program"
        os.close(process)


def test_dead_workers_are_replaced_and_their_chunks_done_again(corpus: Path, undisturbed: dict[str, Counter[str]], tmp_path: Path) -> None:
    done = batch(corpus, "-o", tmp_path / "out", fault="kill-workers:2")
    assert done.returncode == 1, done.stderr
    assert rows(tmp_path / "out") == undisturbed


def test_a_worker_that_dies_between_the_names_of_its_files_leaves_no_row_twice(
    corpus: Path, undisturbed: dict[str, Counter[str]], tmp_path: Path
) -> None:
    done = batch(corpus, "-o", tmp_path / "out", environment={ONCE: str(tmp_path / "once")})
    assert (done.returncode, (tmp_path / "once").exists()) == (1, True), done.stderr
    assert rows(tmp_path / "out") == undisturbed


def test_records_that_kill_hang_or_fail_are_rejected_and_the_others_are_done(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "in", RECORDS, r10=KILL, r11=HANG, r41=FAIL)
    with (corpus / "b.jsonl").open("a", encoding="utf-8") as file:
        file.write("{broken\n")
    out = tmp_path / "out"
    done = batch(corpus, "-o", out, "--record-timeout", "3")
    assert done.returncode == 2, done.stderr
    assert "records that were not checked: 1 broken, 1 crash, 1 failed, 1 timeout" in done.stderr
    assert names(out) == ALL - Counter(["r10", "r11", "r41"])
    rejects = [json.loads(line) for line in (out / "rejects.jsonl").read_text().splitlines()]
    assert [(Path(one["path"]).name, one["line"], one["kind"]) for one in rejects] == [
        ("a.jsonl", 11, "crash"), ("a.jsonl", 12, "timeout"), ("b.jsonl", 20, "failed"), ("b.jsonl", 23, "broken")
    ]  # fmt: skip
    assert "took more than 3 s of processor time" in rejects[1]["reason"] and "the test was told to" in rejects[2]["reason"]


def test_a_row_of_parquet_that_kills_its_worker_costs_that_row_alone(tmp_path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    (tmp_path / "in").mkdir()
    some = [record(number, KILL if number == 5 else "") for number in range(12)]
    parquet.write_table(pyarrow.Table.from_pylist(some), tmp_path / "in" / "a.parquet")
    done = batch(tmp_path / "in", "-o", tmp_path / "out")
    assert done.returncode == 2, done.stderr
    assert names(tmp_path / "out") == Counter({f"r{number}": 1 for number in range(12) if number != 5})
    (reject,) = (json.loads(line) for line in (tmp_path / "out" / "rejects.jsonl").read_text().splitlines())
    assert (reject["line"], reject["kind"]) == (6, "crash")


def test_workers_that_all_die_before_they_work_end_the_run(corpus: Path, tmp_path: Path) -> None:
    ended = batch(corpus, "-o", tmp_path / "out", environment={DOOMED: "1"})
    assert ended.returncode == 2
    assert "the worker processes die before they come to a record" in ended.stderr


def test_a_second_run_in_one_folder_is_refused(corpus: Path, tmp_path: Path) -> None:
    with RunFolder(tmp_path / "out"):
        refused = batch(corpus, "-o", tmp_path / "out")
    assert refused.returncode == 2
    assert "another run works in this folder" in refused.stderr


def test_a_cluster_gives_the_same_rows_also_when_one_of_its_workers_is_killed(
    corpus: Path, undisturbed: dict[str, Counter[str]], tmp_path: Path
) -> None:
    done = batch(corpus, "-o", tmp_path / "out", "--scheduler", "local", fault="kill-cluster-worker:1")
    assert done.returncode == 1, done.stderr
    assert rows(tmp_path / "out") == undisturbed
