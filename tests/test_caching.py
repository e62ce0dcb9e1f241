"""Answers of earlier runs: the same bytes as without them, and never a fault of the run."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from summarylint.caching import keys
from summarylint.caching.answers import Answers
from summarylint.caching.keys import judge
from summarylint.caching.store import FILE_NAME, KEPT_SHARE, Store
from summarylint.cli.main import cli
from summarylint.settings import Settings

GUESS = {"role": "user", "text": "I think the staging DB is on port 5433."}
SPANS = [GUESS, {"role": "tool", "text": "3 tests failed"}]
FLAT, KEPT = "Staging DB port is 5433.", "The user thinks the staging DB is on port 5433."


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Result]:
    monkeypatch.delenv("SUMMARYLINT_NO_CACHE")
    monkeypatch.setenv("SUMMARYLINT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(cli, ["check", "--isolated", *map(str, arguments)])


def outcome(result: Result) -> tuple[str, str, int]:
    return result.stdout, result.stderr, result.exit_code


def lines(path: Path, *records: Any) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def record(summary: str, **fields: Any) -> dict[str, Any]:
    return {"spans": SPANS, "summary": summary, **fields}


@pytest.mark.parametrize("form", ["full", "concise", "json", "jsonl"])
def test_an_answer_of_an_earlier_run_is_the_same_bytes(run: Callable[..., Result], tmp_path: Path, form: str) -> None:
    path = lines(tmp_path / "runs.jsonl", record(FLAT), record(KEPT), {"spans": 5}, record(FLAT, id="again", strange=1))
    plain = outcome(run("--no-cache", "--output-format", form, "--statistics", path))
    assert plain[2] == 2
    for _ in range(3):
        assert outcome(run("--output-format", form, "--statistics", path)) == plain


def test_a_run_with_answers_alone_loads_neither_engine_nor_validation(tmp_path: Path) -> None:
    path = lines(tmp_path / "runs.jsonl", record(FLAT), record(KEPT))
    program = (
        "import sys\nfrom summarylint.cli.main import cli\n"
        f"try: cli.main(['check', '--isolated', '--cache-dir', {str(tmp_path / 'cache')!r}, {str(path)!r}])\n"
        "except SystemExit as done: print(done.code, [name for name in sys.argv[1:] if name in sys.modules])"
    )
    names = ("summarylint.engine", "summarylint.rulebook", "spacy", "pydantic")
    environment = {name: value for name, value in os.environ.items() if name != "SUMMARYLINT_NO_CACHE"}
    first, second = (
        subprocess.run([sys.executable, "-c", program, *names], capture_output=True, text=True, check=True, env=environment)
        for _ in range(2)
    )
    assert "'summarylint.engine'" in first.stdout
    assert second.stdout.endswith("1 []\n")
    assert second.stdout.rpartition("1 [")[0] == first.stdout.rpartition("1 [")[0]


def test_ignores_that_silence_nothing_are_told_once_a_record_in_every_run(run: Callable[..., Result], tmp_path: Path) -> None:
    known = {"rule": "dropped-hedge", "reason": "by phone"}
    idle = [{**known, "quote": "Prod DB"}, {**known, "rule": "altered-quantity"}]
    path = lines(tmp_path / "runs.jsonl", record(FLAT, ignore=[{**known, "quote": "Staging DB"}]), record(FLAT, ignore=idle))
    for _ in range(2):
        told = [line for line in run(path).stderr.splitlines() if "ignores" in line]
        assert told == [
            f"note: {path}:2: ignores that silence nothing: 'dropped-hedge' at 'Prod DB', its quote stands nowhere in the summary; "
            "'altered-quantity', the rule finds nothing"
        ]
    assert run(lines(path, record(KEPT, ignore=idle))).exit_code == 0


def test_what_judges_a_record_is_part_of_its_key(run: Callable[..., Result], tmp_path: Path) -> None:
    path = lines(tmp_path / "runs.jsonl", record(FLAT))
    assert run(path).exit_code == 1
    assert run("--ignore", "dropped-hedge", path).exit_code == 0
    assert run("--config", "severity.dropped-hedge=note", path).exit_code == 0
    assert run(lines(path, record(KEPT))).exit_code == 0
    assert run(lines(path, record(FLAT))).exit_code == 1


def test_a_rule_of_the_user_that_changes_changes_the_key(tmp_path: Path) -> None:
    rule = tmp_path / "rule.toml"
    rule.write_text("one", "utf-8")
    settings = Settings(rules=(tmp_path,))
    before = judge(settings, ())
    assert judge(settings, ()) == before
    assert judge(settings, ("json",)) != before
    rule.write_text("two", "utf-8")
    assert judge(settings, ()) != before


def test_a_check_of_another_package_that_changes_changes_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "moods_of_summaries"
    package.mkdir()
    (package / "__init__.py").write_text("raise ImportError", "utf-8")
    (package / "mood.py").write_text("LEAST = 1\n", "utf-8")
    rules = tmp_path / "rules"
    rules.mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("mood", "moods_of_summaries.mood", "summarylint.checks")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: EntryPoints([entry]))
    settings = Settings(rules=(rules,))
    first = judge(settings, ())
    assert judge(settings, ()) == first
    (package / "mood.py").write_text("LEAST = 10\n", "utf-8")
    assert judge(settings, ()) != first


def test_another_version_of_what_reads_a_text_changes_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    before = judge(Settings(), ())
    keys._readers.cache_clear()
    monkeypatch.setattr("importlib.metadata.version", lambda name: "0.0")
    assert judge(Settings(), ()) != before
    keys._readers.cache_clear()


def test_a_record_that_comes_to_a_chain_is_checked_in_the_light_of_all_before_it(run: Callable[..., Result], tmp_path: Path) -> None:
    chained = [record(f"{FLAT} [hedged:s1]", chain="run", cycle_depth=n, surviving_span_ids=["s1"], id=f"run/{n}") for n in range(2)]
    last = record(FLAT, chain="run", cycle_depth=2, surviving_span_ids=[], id="run/2")
    path = lines(tmp_path / "runs.jsonl", *chained)
    run("--output-format", "jsonl", path)
    lines(path, *chained, last)
    plain = outcome(run("--no-cache", "--output-format", "jsonl", path))
    assert outcome(run("--output-format", "jsonl", path)) == plain
    assert outcome(run("--output-format", "jsonl", path)) == plain
    assert '"stripped-tag"' in plain[0]


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_broken_store_is_a_new_one(run: Callable[..., Result], tmp_path: Path, content: bytes) -> None:
    path = lines(tmp_path / "runs.jsonl", record(FLAT))
    plain = outcome(run(path))
    store = tmp_path / "cache" / FILE_NAME
    store.write_bytes(content)
    assert outcome(run(path)) == plain
    assert outcome(run(path)) == plain
    assert store.stat().st_size > len(b"no database")
    with sqlite3.connect(store) as database:
        assert database.execute("SELECT count(*) FROM answers").fetchone()[0] == 2


def test_a_pipe_beside_the_store_is_not_waited_for(run: Callable[..., Result], tmp_path: Path) -> None:
    path = lines(tmp_path / "runs.jsonl", record(FLAT))
    plain = outcome(run(path))
    os.mkfifo(tmp_path / "cache" / f"{FILE_NAME}-journal")
    assert outcome(run(path)) == plain


def test_a_table_of_another_shape_is_made_anew(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("CREATE TABLE answers (key, other)")
    database.close()
    first = Store(tmp_path)
    assert first.get(b"key") is None
    first.close()
    second = Store(tmp_path)
    second.put(b"key", b"value")
    second.close()
    assert Store(tmp_path).get(b"key") == b"value"


@pytest.mark.parametrize(
    "held", [b"[1, 2]", b"[" * 100_000, b'["", [["HDG001", "dropped-hedge", "none", 1]], 0]', b'["", [[1, 2, [], 1]], 0]']
)
def test_what_is_no_answer_is_none(tmp_path: Path, held: bytes) -> None:
    store = Store(tmp_path)
    store.put(b"key", held)
    store.close()
    assert Answers(Store(tmp_path), b"judge").recall(b"key") is None


def test_a_folder_that_cannot_be_made_keeps_nothing(run: Callable[..., Result], tmp_path: Path) -> None:
    path = lines(tmp_path / "runs.jsonl", record(FLAT))
    (tmp_path / "file").write_text("", "utf-8")
    assert outcome(run("--cache-dir", tmp_path / "file" / "cache", path)) == outcome(run("--no-cache", path))


def test_a_store_that_another_program_holds_keeps_and_gives_nothing(tmp_path: Path) -> None:
    other = Store(tmp_path)
    other.put(b"key", b"value")
    other.close()
    with sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None) as database:
        database.execute("BEGIN EXCLUSIVE")
        store = Store(tmp_path)
        assert store.get(b"key") is None
        store.put(b"new", b"value")
        store.close()
        database.execute("ROLLBACK")
    database.close()
    again = Store(tmp_path)
    assert (again.get(b"key"), again.get(b"new")) == (b"value", None)
    again.close()


@pytest.mark.skipif(os.name != "posix", reason="modes as POSIX has them")
def test_nobody_else_may_read_the_store(tmp_path: Path) -> None:
    store = Store(tmp_path / "deep" / "cache")
    store.put(b"key", b"value")
    store.close()
    assert stat.S_IMODE((tmp_path / "deep" / "cache" / FILE_NAME).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "deep" / "cache").stat().st_mode) == 0o700


def test_a_full_store_forgets_what_was_used_longest_ago(tmp_path: Path) -> None:
    values = {bytes([number]): os.urandom(1000) for number in range(10)}
    store = Store(tmp_path)
    for key, value in values.items():
        store.put(key, value)
    store.close()
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.executemany("UPDATE answers SET used = ? WHERE key = ?", [(number, bytes([number])) for number in range(10)])
    database.close()
    asked = Store(tmp_path)
    assert asked.get(b"\x00") == values[b"\x00"]  # used again, and so the youngest
    asked.close()
    small = Store(tmp_path, most_bytes=6000)
    small.put(b"new", b"value")
    small.close()
    left = Store(tmp_path)
    held = [key for key in (*values, b"new") if left.get(key) is not None]
    left.close()
    assert held == [b"\x00", *[bytes([number]) for number in range(7, 10)], b"new"]
    assert len(held) * 1000 <= KEPT_SHARE * 6000 + 1000
