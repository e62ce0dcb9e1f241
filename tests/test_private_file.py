"""A file that is kept between runs is one, and its owner's alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from summarylint.caching.private_file import see_private, see_private_database


def test_a_missing_file_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    with pytest.raises(FileNotFoundError):
        see_private(path, make=False)
    see_private(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_bytes(b"kept")
    see_private(path)
    assert path.read_bytes() == b"kept"


def a_link(path: Path) -> None:
    path.symlink_to(path.parent)


@pytest.mark.parametrize("put", [Path.mkdir, os.mkfifo, a_link])
def test_what_is_no_file_is_not_used(tmp_path: Path, put: Callable[[Path], None]) -> None:
    put(tmp_path / "kept")
    with pytest.raises(OSError, match=r"no file|directory|symbolic links"):
        see_private(tmp_path / "kept")


def test_the_file_of_another_user_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    see_private(tmp_path / "kept")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(PermissionError, match="it belongs to another user"):
        see_private(tmp_path / "kept")


@pytest.mark.parametrize("beside", ["kept-journal", "kept-wal", "kept-shm"])
def test_what_lies_beside_a_database_must_be_a_file_as_well(tmp_path: Path, beside: str) -> None:
    see_private_database(tmp_path / "kept")
    os.mkfifo(tmp_path / beside)
    with pytest.raises(OSError, match="it is no file"):
        see_private_database(tmp_path / "kept")
