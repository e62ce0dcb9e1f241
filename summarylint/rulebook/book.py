"""All rules of a run: found in their folders, and selected by name, code, alias, tag, code prefix or `ALL`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Protocol

from summarylint.errors import RuleError, SettingsError, UsageError, did_you_mean
from summarylint.rulebook.rule_file import Rule, read_rule
from summarylint.settings import Settings

ALL = "ALL"
"""The selector of every rule, also of those that are off by default."""

_EXACT = 1000
"""The weight of a selector that names one rule: above that of any prefix, whose weight is its length."""


class Named(Protocol):
    """What a selector is held against: the names of a rule."""

    @property
    def code(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def tags(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Rules in the order of their codes."""

    rules: tuple[Rule, ...]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def find(self, name_or_code: str) -> Rule:
        """Return the rule with this name, code or alias. Raises UsageError, naming the nearest."""
        for rule in self.rules:
            if name_or_code in rule.names:
                return rule
        known = [name for rule in self.rules for name in rule.names]
        raise _unknown(name_or_code, known)

    def select(self, select: Iterable[str] = (), ignore: Iterable[str] = (), extend_select: Iterable[str] = ()) -> Rulebook:
        """Return the rules that are to run.

        A selector is a rule's name, code, alias or tag, the start of codes from the family's letters on (`HDG`,
        `HDG0`), or `ALL`. Without `select` the rules that are on by default are taken; `extend_select` adds to them.
        Of two selectors that disagree about a rule the narrower wins, and of two equal ones `ignore`.
        Raises UsageError for a selector that names nothing, with the nearest that does.
        """
        chosen, dropped, added = [*select], [*ignore], [*extend_select]
        self.require((*chosen, *dropped, *added))

        def runs(rule: Rule) -> bool:
            default = 0 if rule.enabled and not chosen else -1
            wanted = max((_weight(selector, rule) for selector in (*chosen, *added)), default=-1)
            unwanted = max((_weight(selector, rule) for selector in dropped), default=-1)
            return max(wanted, default) > unwanted

        return Rulebook(tuple(filter(runs, self.rules)))

    def require(self, selectors: Iterable[str]) -> None:
        """Raise UsageError for the first selector that names no rule, with the nearest that does."""
        for selector in selectors:
            if selector != ALL and all(_weight(selector, rule) < 0 for rule in self.rules):
                known = {word for rule in self.rules for word in (*rule.names, *rule.tags, rule.family)} | {ALL}
                raise _unknown(selector, known)

    def matches(self, selector: str, rule: Rule) -> bool:
        """Does `selector` name `rule`?"""
        return _weight(selector, rule) >= 0


def load_rulebook(settings: Settings | None = None) -> Rulebook:
    """Read the built-in rules and the user's own, with the settings and severities that the user gives them.

    Raises RuleError for the first file that does not hold a rule, for a folder without one, and for a code or name
    that two rules claim; SettingsError for settings, a selection or a severity of a rule that does not exist.
    """
    settings = settings or Settings()
    files_of_rules = [*rule_files(builtin_rules())]
    if not files_of_rules:
        raise RuleError(f"{builtin_rules()}: the built-in rules are missing; install summarylint again")
    for folder in settings.rules:
        files_of_rules.extend(users_rule_files(folder))
    rules = [read_rule(path, settings) for path in files_of_rules]
    claimed_once(rules)
    rules.sort(key=lambda rule: rule.code)
    _known_in_settings(Rulebook(tuple(rules)), settings)
    return Rulebook(tuple(_with_severity(rule, settings) for rule in rules))


def builtin_rules() -> Traversable:
    """Return the folder of built-in rules: inside the installed package, or beside it in a checkout."""
    package = files("summarylint")
    shipped = package / "rules"
    if shipped.is_dir():
        return shipped
    checkout = Path(str(package)).parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "rules").is_dir():
        return checkout / "rules"
    raise RuleError(f"{shipped}: the built-in rules are missing; install summarylint again")


def rule_files(folder: Traversable) -> Iterator[Traversable]:
    """Yield the TOML files under `folder`, by name."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from rule_files(entry)
        elif entry.name.endswith(".toml"):
            yield entry


def users_rule_files(path: Path) -> list[Traversable]:
    """Return the rule file at `path`, or those under it. Raises RuleError where there is none."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise RuleError(f"{path}: no such folder or file of rules; correct 'rules' in the settings")
    found = list(rule_files(path))
    if not found:
        raise RuleError(f"{path}: holds no rule file (*.toml); correct 'rules' in the settings")
    return found


def _known_in_settings(book: Rulebook, settings: Settings) -> None:
    """Raise SettingsError for the first rule that the settings name and that is none; what came from elsewhere is the caller's."""
    for name in settings.rule:
        with _told_of(settings.source_of("rule", name), "rule"):
            book.find(name)
    for selector in settings.severity:
        with _told_of(settings.source_of("severity", selector), "severity"):
            book.require((selector,))
    for pattern, selectors in settings.per_file_ignores.items():
        with _told_of(settings.source_of("per_file_ignores", pattern), "per-file-ignores"):
            book.require(selectors)
    chosen = {"select": settings.select, "ignore": settings.ignore, "extend_select": settings.extend_select}
    for key, selectors in chosen.items():
        for selector in selectors:
            if source := settings.sources.get(f"{key}.{selector}"):
                with _told_of(source, key.replace("_", "-")):
                    book.require((selector,))


@contextmanager
def _told_of(source: str, key: str) -> Iterator[None]:
    try:
        yield
    except UsageError as error:
        raise SettingsError(f"{source}: {key}: {error}") from error


def _unknown(selector: str, known: Iterable[str]) -> UsageError:
    return UsageError(f"unknown rule {selector!r}{did_you_mean(selector, known) or '; `summarylint rules` lists them'}")


def _with_severity(rule: Rule, settings: Settings) -> Rule:
    selector = narrowest(settings.severity, rule)
    return replace(rule, severity=settings.severity[selector]) if selector else rule


def narrowest(selectors: Iterable[str], rule: Named) -> str:
    """Return the selector that names `rule` most narrowly, "" where none does."""
    found = max(selectors, key=lambda selector: _weight(selector, rule), default="")
    return found if found and _weight(found, rule) >= 0 else ""


def claimed_once(rules: Iterable[Rule]) -> None:
    """Raise RuleError for the first code, name or alias that two rules claim."""
    claimed: dict[str, Rule] = {}
    for rule in rules:
        for name in rule.names:
            if name in claimed:
                raise RuleError(f"{rule.path}: {name!r} is already a rule in {claimed[name].path}; a code or name is never reused")
            claimed[name] = rule


def _weight(selector: str, rule: Named) -> int:
    """How narrowly `selector` names `rule`; -1 where it does not."""
    if selector in rule.names:
        return _EXACT
    if rule.code.startswith(selector) and selector.startswith(rule.family):
        return len(selector)
    if selector in rule.tags:
        return 1
    return 0 if selector == ALL else -1
