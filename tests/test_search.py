"""Which files a path means."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from summarylint.reading.search import find_files, matches
from summarylint.reading.transcripts.folders import read_folder


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "a.jsonl", "b.summary.json", "c.compaction.json", "d.record.json", "package.json", "notes.txt", "e.summary.jsonl",
        ".hidden/f.jsonl", "node_modules/g.jsonl", "deep/er/h.jsonl",
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(*paths: str, exclude: tuple[str, ...] = (), force: bool = False, root: Path | None = None) -> list[str]:
    return [file for place in find_files(paths, exclude=exclude, force_exclude=force, root=root) for file in place.files]


def test_a_folder_is_searched_for_the_known_names() -> None:
    assert files(".") == ["a.jsonl", "b.summary.json", "c.compaction.json", "d.record.json", "e.summary.jsonl", "deep/er/h.jsonl"]


def test_a_named_file_is_meant_whatever_its_name() -> None:
    assert files("package.json", ".hidden/f.jsonl", "-") == ["package.json", ".hidden/f.jsonl", "-"]


def test_no_file_comes_twice() -> None:
    assert files("deep", "deep/er/h.jsonl", "./deep") == ["deep/er/h.jsonl"]


def test_what_does_not_exist_is_known_as_such() -> None:
    (place,) = find_files(["nowhere"])
    assert (place.files, place.exists) == ((), False)


@pytest.mark.parametrize(
    "pattern", ["deep", "deep/", "deep/er", "**/er", "h.jsonl", "*/h.jsonl", "deep/**/h.jsonl", "./deep/er/h.jsonl", "er"]
)
def test_a_pattern_names_a_path_a_folder_above_or_a_bare_name(pattern: str) -> None:
    assert "deep/er/h.jsonl" not in files(".", exclude=(pattern,))
    assert "a.jsonl" in files(".", exclude=(pattern,))


def test_excludes_hold_for_named_files_only_when_forced() -> None:
    assert files("a.jsonl", exclude=("*.jsonl",)) == ["a.jsonl"]
    assert files("a.jsonl", exclude=("*.jsonl",), force=True) == []


def test_patterns_are_relative_to_the_folder_of_the_settings(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "deep")
    assert matches("er/h.jsonl", "deep/er/*.jsonl", folder)
    assert not matches("er/h.jsonl", "er/x.jsonl", folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_search_passes_over_a_pipe_that_may_be_named_all_the_same(folder: Path) -> None:
    os.mkfifo(folder / "deep/pipe.jsonl")
    assert files("deep") == ["deep/er/h.jsonl"]
    assert files("deep/pipe.jsonl") == ["deep/pipe.jsonl"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_among_the_events_of_a_folder_is_passed_over(folder: Path) -> None:
    os.mkfifo(folder / "event-00001-x.json")
    assert list(read_folder(str(folder))[1]) == []


def test_a_path_that_is_too_long_is_one_that_does_not_exist() -> None:
    long, fine = find_files(["a" * 5000, "a.jsonl"])
    assert (long.files, long.exists) == ((), False)
    assert fine.files == ("a.jsonl",)


def test_a_search_passes_over_what_a_batch_wrote(folder: Path) -> None:
    for name, manifest in (("runs/out", '{"chunk_bytes": 1}'), ("runs/other", '{"name": "web app"}')):
        (folder / name).mkdir(parents=True)
        (folder / name / "manifest.json").write_text(manifest, encoding="utf-8")
        (folder / name / "b.jsonl").touch()
    assert files("runs") == ["runs/other/b.jsonl"]
    assert files("runs/out") == ["runs/out/b.jsonl"]
