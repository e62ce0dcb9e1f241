"""What a run is told: which rules, how severe, which files. A plain value; reading/settings_files.py finds it on disk."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from summarylint.errors import SettingsError, did_you_mean
from summarylint.model import SEVERITIES, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run; every field has a default, so `Settings()` checks all rules as they come.

    Rules are named by name, code or family (`dropped-hedge`, `HDG001`, `HDG`). Field names are written with hyphens in
    a settings file (`fail-on`).
    """

    select: tuple[str, ...] = ()
    """The rules to check; empty means every rule."""
    ignore: tuple[str, ...] = ()
    """Rules left out of what is selected."""
    extend_select: tuple[str, ...] = ()
    """Rules added to what is selected."""
    fail_on: Severity = "warning"
    """The weakest severity that makes a run fail."""
    rules: tuple[Path, ...] = ()
    """Folders or files of rules beside those that come with the package."""
    severity: Mapping[str, Severity] = field(default_factory=dict)
    """Severities that differ from the rule's own, by rule."""
    rule: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Settings of single rules (`[tool.summarylint.rule.dropped-hedge]`), checked by the rule's own check."""
    require_tags: bool = False
    """Must every factual statement carry a provenance tag?"""
    tag_patterns: tuple[str, ...] = ()
    """Regular expressions of other spellings of a tag, with the groups `origin` and `ids`."""
    exclude: tuple[str, ...] = ()
    """Glob patterns of files and folders that a search leaves out."""
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Rules that are not told for files that match a glob pattern."""
    root: Path | None = None
    """The folder that glob patterns are relative to: that of the settings file, else None for the working directory."""
    source: str | None = None
    """Where the settings were read, for errors that come up later."""
    sources: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Where single entries of lists and tables were read (`select.HDG`, `rule.dropped-hedge`), by key and entry."""

    def source_of(self, key: str, entry: str) -> str:
        """Where the entry of a table was read, for errors."""
        return self.sources.get(f"{key}.{entry}") or self.source or "settings"


def settings_from(table: Mapping[str, Any], *, source: str, root: Path | None = None, over: Settings | None = None) -> Settings:
    """The settings that a table of a settings file gives, on top of those in `over`.

    `source` names the table in errors, `root` is the folder that relative paths start from.
    Raises SettingsError for an unknown key, naming the nearest right one, and for a value of the wrong type.
    """
    base = over if over is not None else Settings()
    given: dict[str, Any] = {}
    sources = dict(base.sources)
    for key, value in table.items():
        name = key.replace("-", "_")
        read = _READERS.get(name)
        if read is None:
            raise SettingsError(f"{source}: unknown key {key!r}{did_you_mean(key, key_names()) or '; known are ' + ', '.join(key_names())}")
        if name in given:
            raise SettingsError(f"{source}: {key!r} is given twice, with a hyphen and with an underscore; keep one")
        made = read(value, _Place(f"{source}: {key}", root))
        if isinstance(made, dict | tuple):
            sources.update({f"{name}.{entry}": source for entry in made})
        given[name] = {**getattr(base, name), **made} if isinstance(made, dict) and over is not None else made
    return replace(base, **given, root=base.root or root, source=base.source or source, sources=sources)


def key_names() -> list[str]:
    """The keys of a settings file, as written there."""
    return [entry.name.replace("_", "-") for entry in fields(Settings) if entry.name in _READERS]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a value stands, for errors and relative paths."""

    name: str
    root: Path | None

    def fault(self, wanted: str, value: object) -> SettingsError:
        return SettingsError(f"{self.name}: must be {wanted}, not {value!r}")

    def inside(self, key: str) -> _Place:
        return _Place(f"{self.name}.{key}", self.root)


def _words(value: Any, place: _Place) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) and word for word in value):
        raise place.fault("a list of strings", value)
    return tuple(value)


def _truth(value: Any, place: _Place) -> bool:
    if not isinstance(value, bool):
        raise place.fault("true or false", value)
    return value


def _severity(value: Any, place: _Place) -> Severity:
    for severity in SEVERITIES:
        if value == severity:
            return severity
    hint = did_you_mean(value, SEVERITIES) if isinstance(value, str) else ""
    raise SettingsError(f"{place.fault('error, warning or note', value)}{hint}")


def _paths(value: Any, place: _Place) -> tuple[Path, ...]:
    return tuple(_path(word, place) for word in _words(value, place))


def _path(word: str, place: _Place) -> Path:
    try:
        path = (place.root or Path()) / Path(word).expanduser()
        exists = path.exists()
    except (RuntimeError, OSError, ValueError) as error:  # no such user; a name that is too long; a null character
        reason = error.strerror if isinstance(error, OSError) else error
        raise SettingsError(f"{place.name}: {word!r} is no usable path: {reason}") from None
    if not exists:
        raise SettingsError(f"{place.name}: {str(path)!r} does not exist")
    return path


def _patterns(value: Any, place: _Place) -> tuple[str, ...]:
    for pattern in _words(value, place):
        try:
            groups = re.compile(pattern).groupindex
        except re.error as error:
            raise SettingsError(f"{place.name}: {pattern!r} is no regular expression: {error}") from None
        for name in ("origin", "ids"):
            if name not in groups:
                raise SettingsError(f"{place.name}: {pattern!r} needs a group named {name}, as in (?P<origin>\\w+):(?P<ids>\\w+)")
    return tuple(value)


def _table(value: Any, place: _Place) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise place.fault("a table", value)
    return value


def _table_of(read: Callable[[Any, _Place], Any]) -> Callable[[Any, _Place], dict[str, Any]]:
    return lambda value, place: {key: read(inner, place.inside(key)) for key, inner in _table(value, place).items()}


_READERS: dict[str, Callable[[Any, _Place], Any]] = {
    "select": _words,
    "ignore": _words,
    "extend_select": _words,
    "fail_on": _severity,
    "rules": _paths,
    "severity": _table_of(_severity),
    "rule": _table_of(_table),
    "require_tags": _truth,
    "tag_patterns": _patterns,
    "exclude": _words,
    "per_file_ignores": _table_of(_words),
}
