"""Names that are looked up on first use."""

from __future__ import annotations

import json
import sys
from types import ModuleType

import pytest

from summarylint.lazy import on_first_use


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    made = ModuleType("made_for_the_test")
    monkeypatch.setitem(sys.modules, made.__name__, made)
    made.__getattr__, made.__dir__ = on_first_use(made.__name__, {"dumps": "json"})  # type: ignore[method-assign]
    return made


def test_a_name_comes_from_its_home_and_stays(package: ModuleType) -> None:
    assert "dumps" not in vars(package)
    assert package.dumps is json.dumps
    assert vars(package)["dumps"] is json.dumps


def test_a_name_without_a_home_is_no_attribute(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match="module 'made_for_the_test' has no attribute 'loads'"):
        _ = package.loads


def test_all_names_are_listed_before_they_are_used(package: ModuleType) -> None:
    assert "dumps" in dir(package)
