"""The head of a rule file: enough to list the rules, without importing a check or reading an example."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable
from pathlib import Path

from summarylint.errors import RuleError
from summarylint.model import SEVERITIES, Severity
from summarylint.rulebook.book import builtin_rules, narrowest, rule_files, users_rule_files
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


def _outline(path: Path | Traversable) -> Outline:
    text = path.read_text(encoding="utf-8-sig")
    end = text.find("\n[")
    try:
        head = tomllib.loads(text if end < 0 else text[: end + 1])
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"{path}: not valid TOML: {error}") from error
    missing = [key for key in HEAD if not isinstance(head.get(key), str)]
    if missing:
        raise RuleError(f"{path}: {missing[0]!r} is missing")
    if head["severity"] not in SEVERITIES:
        raise RuleError(f"{path}: severity {head['severity']!r} is not one of {', '.join(SEVERITIES)}")
    words = {key: head[key] for key in HEAD} | {"rationale": head["rationale"].strip()}
    return Outline(**words, aliases=tuple(head.get("aliases", ())), tags=tuple(head.get("tags", ())), enabled=head.get("enabled", True))
