"""A file is changed whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from summarylint.editing.writing import WriteError, replace_file


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "a.json", tmp_path / "link.json"
    target.write_bytes(b"old\r\n")
    target.chmod(0o640)
    link.symlink_to(target)
    replace_file(str(link), b"old\r\n", b"new\r\n")
    assert target.read_bytes() == b"new\r\n"
    assert target.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "link.json"]


def test_a_read_only_file_stays(tmp_path: Path) -> None:
    target = tmp_path / "a.json"
    target.write_bytes(b"old")
    target.chmod(0o444)
    with pytest.raises(WriteError, match="read-only"):
        replace_file(str(target), b"old", b"new")
    assert target.read_bytes() == b"old"


def test_a_file_that_changed_meanwhile_stays(tmp_path: Path) -> None:
    target = tmp_path / "a.json"
    target.write_bytes(b"newer")
    with pytest.raises(WriteError, match="has changed since it was read"):
        replace_file(str(target), b"old", b"new")
    assert target.read_bytes() == b"newer"
    assert os.listdir(tmp_path) == ["a.json"]  # noqa: PTH208


def test_a_step_that_fails_leaves_the_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.json"
    target.write_bytes(b"old")

    def fail(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(WriteError, match="No space left"):
        replace_file(str(target), b"old", b"new")
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.json"]  # noqa: PTH208


def test_a_file_that_is_gone_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="cannot be written"):
        replace_file(str(tmp_path / "none.json"), b"old", b"new")
