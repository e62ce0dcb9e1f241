"""The head of a rule file: enough to list the rules, without importing a check or reading an example."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable
from pathlib import Path

from summarylint.errors import RuleError, toml_line
from summarylint.model import SEVERITIES, Severity
from summarylint.rulebook.book import builtin_rules, narrowest, rule_files, users_rule_files
from summarylint.rulebook.rule_file import Rule, text_of
from summarylint.settings import Settings

HEAD = ("code", "name", "summary", "since", "severity", "message", "help", "rationale")


@dataclass(frozen=True, slots=True)
class Outline:
    """The words of a rule, as they stand before its first table; `aliases` and `tags` are further names for it."""

    code: str
    name: str
    summary: str
    since: str
    severity: Severity
    message: str
    help: str
    rationale: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    enabled: bool

    @property
    def family(self) -> str:
        """The letters of the code."""
        return self.code.rstrip("0123456789")

    @property
    def names(self) -> tuple[str, ...]:
        """All words by which the rule is known: name, code, aliases."""
        return (self.name, self.code, *self.aliases)


def outlines(settings: Settings) -> list[Outline]:
    """Return the outlines of all rules by code, with the severities that the settings give them.

    The rules themselves are not checked; a file whose head cannot be read is a RuleError.
    """
    found = [_outline(path) for path in rule_files(builtin_rules())]
    found += [_outline(path) for folder in settings.rules for path in users_rule_files(folder)]
    listed = []
    for rule in sorted(found, key=lambda rule: rule.code):
        selector = narrowest(settings.severity, rule)
        listed.append(replace(rule, severity=settings.severity[selector]) if selector else rule)
    return listed


def require_own_names(rules: Iterable[Rule]) -> None:
    """Raise RuleError for the first of a user's rules whose code, name or alias a built-in rule has, for they could not run together.

    The built-in rules themselves may be among `rules`, also those of another checkout of this project.
    """
    folder = builtin_rules()
    builtin = {name: rule.name for rule in map(_outline, rule_files(folder)) for name in rule.names}
    for rule in rules:
        path = Path(rule.path).resolve()
        taken = next((name for name in rule.names if name in builtin), None)
        if taken is not None and not path.is_relative_to(Path(str(folder)).resolve()) and not _in_checkout(path):
            named = f"the built-in rule {builtin[taken]!r}" if taken != builtin[taken] else "a built-in rule"
            raise RuleError(f"{rule.path}: {taken!r} is already {named}; give your rule a code, a name and aliases of its own")


def _in_checkout(path: Path) -> bool:
    """Does a rule file stand in `rules` of a checkout of this project?"""
    for folder in path.parents:
        project = folder.parent / "pyproject.toml"
        if folder.name == "rules" and project.is_file():
            try:
                table = tomllib.loads(project.read_text(encoding="utf-8")).get("project")
            except (OSError, ValueError):
                continue
            if isinstance(table, dict) and table.get("name") == "summarylint":
                return True
    return False


def _outline(path: Path | Traversable) -> Outline:
    text = text_of(path)
    end = text.find("\n[")
    try:
        head = tomllib.loads(text if end < 0 else text[: end + 1])
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"{path}{toml_line(error)}: not valid TOML: {error}") from error
    missing = [key for key in HEAD if not isinstance(head.get(key), str)]
    if missing:
        raise RuleError(f"{path}: {missing[0]!r} is missing")
    if head["severity"] not in SEVERITIES:
        raise RuleError(f"{path}: severity {head['severity']!r} is not one of {', '.join(SEVERITIES)}")
    words = {key: head[key] for key in HEAD} | {"rationale": head["rationale"].strip()}
    return Outline(**words, aliases=tuple(head.get("aliases", ())), tags=tuple(head.get("tags", ())), enabled=head.get("enabled", True))
