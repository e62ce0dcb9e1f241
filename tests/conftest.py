"""Settings of all tests: no property fails for the time that it takes, which is the machine's and not the code's.

A run tries the same examples every time, so that a change is judged by itself; HYPOTHESIS_PROFILE=search looks for new ones.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(autouse=True)
def no_answers_of_earlier_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test checks anew; those of the cache ask for it, in a folder of their own."""
    monkeypatch.setenv("SUMMARYLINT_NO_CACHE", "1")
