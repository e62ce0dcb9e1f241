"""Find the check kind that a rule names.

A kind is a module of `summarylint.checks` (kind `lost-certainty` is the module `lost_certainty`), or an object with
the same four names that an installed package offers in the entry point group `summarylint.checks`:

- `KIND: str`, its name;
- `FIELDS: frozenset[str]`, the fields that a rule's message and help may name;
- `Settings`, a frozen dataclass in which every field has a default;
- `check(view, settings) -> Iterator[Hit]`, a pure function.

`FIXES: frozenset[str]` may name the kinds of fix that its hits can carry. `SUBJECT: str` says what `check` is shown:
"statement" (the default; one summary statement, `checks.view.View`), "owed" (one span statement that the summary owes
something, `OwedView`), "summary" (the whole comparison, `WholeView`), or "chain" (one compaction with those before it in
its run, `ChainView`).
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, is_dataclass
from functools import cache
from importlib import import_module
from typing import Any

from summarylint import checks
from summarylint.errors import RuleError, did_you_mean
from summarylint.model import Hit

GROUP = "summarylint.checks"
"""The entry point group in which installed packages offer kinds of their own."""


@dataclass(frozen=True, slots=True)
class CheckKind:
    """One kind of check, as rules use it."""

    name: str
    fields: frozenset[str]
    settings: type[Any]
    check: Callable[[Any, Any], Iterator[Hit]]
    fixes: frozenset[str] | None
    """None where the kind does not say which fixes it can make."""
    subject: str = "statement"
    """What the check is shown: "statement", "owed", "summary" or "chain"."""


def find_kind(name: str) -> CheckKind:
    """Return the kind called `name`; only its own module is imported.

    Raises RuleError for an unknown kind, naming the nearest, and for one that lacks what a kind must have.
    """
    try:
        found = _built_in(name) or _installed(name)
    except ImportError as error:
        raise RuleError(f"check kind {name!r} cannot be imported: {error}") from error
    if found is None:
        raise RuleError(f"unknown check kind {name!r}{did_you_mean(name, kind_names())}")
    return _described(name, found)


def kind_names() -> list[str]:
    """The names by which kinds are looked up, sorted; no module is imported, so a module that holds no kind is among them."""
    return sorted({module.replace("_", "-") for module in _modules()} | {entry.name for entry in _entry_points()})


def _modules() -> frozenset[str]:
    return _modules_in(tuple(checks.__path__))


@cache
def _modules_in(folders: tuple[str, ...]) -> frozenset[str]:
    return frozenset(module.name for module in pkgutil.iter_modules(folders) if not module.name.startswith("_"))


def _built_in(name: str) -> Any | None:
    module_name = name.replace("-", "_")
    if module_name not in _modules():
        return None
    module = import_module(f"{checks.__name__}.{module_name}")
    return module if getattr(module, "KIND", None) == name else None


def _entry_points() -> Any:
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def _installed(name: str) -> Any | None:
    return next((entry.load() for entry in _entry_points() if entry.name == name), None)


def _described(name: str, found: Any) -> CheckKind:
    missing = [part for part in ("KIND", "FIELDS", "Settings", "check") if not hasattr(found, part)]
    if missing:
        raise RuleError(f"check kind {name!r} lacks {', '.join(missing)}")
    settings: type[Any] = found.Settings
    if not is_dataclass(settings):
        raise RuleError(f"check kind {name!r}: Settings is no dataclass")
    subject = getattr(found, "SUBJECT", "statement")
    return CheckKind(name, frozenset(found.FIELDS), settings, found.check, getattr(found, "FIXES", None), subject)
