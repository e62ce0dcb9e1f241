"""`summarylint mcp` where its package is missing; the server itself is tried in adapters/."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from cli_stub import run
from click.testing import Result

__all__ = ["run"]


def test_without_its_package_the_command_says_what_to_install(run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "summarylint.serving.mcp", raising=False)
    monkeypatch.setitem(sys.modules, "mcp", None)
    done = run("mcp")
    assert done.exit_code == 2
    assert done.stderr == "error: the server needs the package mcp, version 2; pip install 'summarylint[mcp]'\n"
