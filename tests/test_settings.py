"""Settings are typed, and a wrong one is told with its file and the nearest right one."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

from summarylint.errors import SettingsError
from summarylint.settings import Settings, key_names, settings_from


def read(**table: Any) -> Settings:
    return settings_from(table, source="summarylint.toml")


def test_every_key_is_read(tmp_path: Path) -> None:
    (tmp_path / "lint").mkdir()
    table = {
        "select": ["HDG"],
        "ignore": ["dropped-hedge"],
        "extend-select": ["IDN001"],
        "fail-on": "error",
        "rules": ["lint"],
        "severity": {"dropped-hedge": "note"},
        "rule": {"dropped-hedge": {"stances": ["asked"]}},
        "require-tags": True,
        "tag-patterns": [r"<(?P<origin>\w+) (?P<ids>\w+)>"],
        "exclude": ["build"],
        "per-file-ignores": {"old/*": ["HDG"]},
    }
    assert sorted(table) == sorted(key_names())
    assert settings_from(table, source="x.toml", root=tmp_path) == Settings(
        select=("HDG",),
        ignore=("dropped-hedge",),
        extend_select=("IDN001",),
        fail_on="error",
        rules=(tmp_path / "lint",),
        severity={"dropped-hedge": "note"},
        rule={"dropped-hedge": {"stances": ["asked"]}},
        require_tags=True,
        tag_patterns=(r"<(?P<origin>\w+) (?P<ids>\w+)>",),
        exclude=("build",),
        per_file_ignores={"old/*": ("HDG",)},
        root=tmp_path,
        source="x.toml",
    )


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"selct": []}, "summarylint.toml: unknown key 'selct'; did you mean 'select'?"),
        ({"qqqq": []}, "known are select, ignore,"),
        ({"select": "HDG"}, "summarylint.toml: select: must be a list of strings, not 'HDG'"),
        ({"ignore": [1]}, "must be a list of strings"),
        ({"fail-on": "eror"}, "did you mean 'error'?"),
        ({"fail-on": 1}, "must be error, warning or note"),
        ({"severity": {"dropped-hedge": "fatal"}}, "severity.dropped-hedge: must be error, warning or note"),
        ({"severity": "note"}, "must be a table"),
        ({"rule": {"x": 1}}, "rule.x: must be a table"),
        ({"require-tags": 1}, "must be true or false"),
        ({"rules": ["nowhere"]}, "'nowhere' does not exist"),
        ({"tag-patterns": ["("]}, "is no regular expression"),
        ({"tag-patterns": ["x"]}, "needs a group named origin"),
        ({"tag-patterns": [r"<(?P<origin>\w+)>"]}, "needs a group named ids"),
        ({"per-file-ignores": {"a": "HDG"}}, "per-file-ignores.a: must be a list"),
        ({"fail-on": "note", "fail_on": "note"}, "given twice"),
        ({"root": "/"}, "unknown key 'root'"),
    ],
)
def test_a_wrong_setting_is_told(table: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read(**table)
    assert words in str(caught.value)


def test_what_comes_on_top_replaces_values_and_joins_tables() -> None:
    under = read(select=["HDG"], severity={"a": "note", "b": "note"})
    over = settings_from({"select": ["IDN"], "severity": {"b": "error"}}, source="--config", over=under)
    assert over.select == ("IDN",)
    assert over.severity == {"a": "note", "b": "error"}
    assert over.source == "summarylint.toml"


def test_settings_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().fail_on = "note"  # type: ignore[misc]


@pytest.mark.parametrize("path", ["~nouser-of-this-name/x", "a" * 5000])
def test_a_path_that_cannot_be_is_told_with_file_and_key(path: str) -> None:
    with pytest.raises(SettingsError, match=r"^summarylint\.toml: rules: .* is no usable path: "):
        read(rules=[path])
