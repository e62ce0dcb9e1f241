"""Telemetry where its package is missing; the events themselves are tried in adapters/."""

from __future__ import annotations

import sys

import pytest

from summarylint.errors import UsageError
from summarylint.inline.telemetry import telemetry


def test_without_its_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    monkeypatch.setitem(sys.modules, "opentelemetry._logs", None)
    with pytest.raises(UsageError, match=r"pip install 'summarylint\[otel\]'"):
        telemetry()
