"""Read one rule from its TOML file, strictly: what is unknown, missing or of the wrong type is a RuleError that names
the file, the line, the key and the way out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from io import TextIOWrapper
from pathlib import Path
from string import Formatter
from typing import Any, NoReturn

from summarylint.errors import RuleError, SettingsError, did_you_mean, toml_line
from summarylint.model import SEVERITIES, Hit, Severity
from summarylint.reading.opening import open_found
from summarylint.rulebook.examples import KINDS_OF_EXAMPLE, Example, WrongExample, examples_from
from summarylint.rulebook.kind_settings import WrongSetting, read_kind_settings
from summarylint.rulebook.kinds import CheckKind, find_kind
from summarylint.settings import Settings

CODE = re.compile(r"[A-Z]{3,}[0-9]{3}")
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

REQUIRED = ("code", "name", "summary", "since", "severity", "message", "help", "rationale")
OPTIONAL = ("aliases", "tags", "enabled", "check", "fix", *KINDS_OF_EXAMPLE)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: words, and settings for a kind of check.

    `message` and `help` are format strings over the fields of a hit; `family` is the letters of the code;
    `enabled` says whether the rule runs where nothing is selected; `path` is the file it was read from.
    The engine calls `check(view, settings)`.
    """

    code: str
    name: str
    summary: str
    since: str
    severity: Severity
    message: str
    help: str
    rationale: str
    family: str
    kind: str
    subject: str
    check: Callable[[Any, Any], Iterator[Hit]]
    settings: Any
    fix_kind: str | None
    examples: tuple[Example, ...]
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    enabled: bool
    path: str

    @property
    def names(self) -> tuple[str, ...]:
        """All words by which the rule is known: name, code, aliases."""
        return (self.name, self.code, *self.aliases)


def read_rule(path: Path | Traversable, settings: Settings | None = None) -> Rule:
    """Read the rule file at `path`, with the settings of its check that a user gives over its own.

    Raises RuleError for a file that does not hold a rule, SettingsError for a user's setting that its check does not have.
    """
    return _RuleFile(str(path), text_of(path)).rule(settings or Settings())


def text_of(path: Path | Traversable) -> str:
    """The text of a rule file. Raises RuleError where it cannot be read."""
    try:
        if not isinstance(path, Path):
            return path.read_text(encoding="utf-8-sig")
        with TextIOWrapper(open_found(path), encoding="utf-8-sig") as file:
            return file.read()
    except OSError as error:
        raise RuleError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise RuleError(f"{path}: cannot be read: {error}; save the file as UTF-8") from error


class _RuleFile:
    """The text of a rule file while it is read, so that an error can name the line of a key."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        try:
            self.data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise RuleError(f"{path}{toml_line(error)}: not valid TOML: {error}") from error

    def rule(self, users: Settings) -> Rule:
        data = self.data
        self.only(data, (*REQUIRED, *OPTIONAL), "a rule")
        for key in REQUIRED:
            if key not in data:
                self.fail(None, f"{key!r} is missing")
        words = {key: self.string(key) for key in REQUIRED}
        self.match("code", CODE, "capital letters and three digits, such as HDG001")
        self.match("name", NAME, "lower-case words joined by hyphens")
        kind, settings = self.check(users, (words["name"], words["code"], *self.strings("aliases")))
        for key in ("message", "help"):
            self.fields(key, words[key], kind)
        return Rule(
            code=words["code"],
            name=words["name"],
            summary=words["summary"],
            since=words["since"],
            severity=self.severity(),
            message=words["message"],
            help=words["help"],
            rationale=words["rationale"].strip(),
            family=words["code"].rstrip("0123456789"),
            kind=kind.name,
            subject=kind.subject,
            check=kind.check,
            settings=settings,
            fix_kind=self.fix(kind),
            examples=self.examples(),
            aliases=self.strings("aliases"),
            tags=self.strings("tags"),
            enabled=self.enabled(),
            path=self.path,
        )

    def check(self, users: Settings, names: Collection[str]) -> tuple[CheckKind, Any]:
        table = self.table("check")
        if not isinstance(table.get("kind"), str):
            self.fail("check", "'kind' is missing in [check]")
        try:
            kind = find_kind(table["kind"])
        except RuleError as error:
            self.fail("kind", str(error), error)
        own = {key: value for key, value in table.items() if key != "kind"}
        try:
            settings = read_kind_settings(kind.settings, own)
        except WrongSetting as error:
            self.fail(error.key, f"[check] {error}", error)
        for name in names:
            if name not in users.rule:
                continue
            try:
                settings = read_kind_settings(kind.settings, users.rule[name], over=settings)
            except WrongSetting as error:
                raise SettingsError(f"{users.source_of('rule', name)}: rule.{name}: {error}") from error
        return kind, settings

    def severity(self) -> Severity:
        given = self.data["severity"]
        if given not in SEVERITIES:
            self.fail("severity", f"severity {given!r} is not one of {', '.join(SEVERITIES)}")
        return SEVERITIES[SEVERITIES.index(given)]

    def enabled(self) -> bool:
        enabled = self.data.get("enabled", True)
        if not isinstance(enabled, bool):
            self.fail("enabled", "'enabled' is neither true nor false")
        return enabled

    def fields(self, key: str, words: str, kind: CheckKind) -> None:
        try:
            named = [field for _, field, *_ in Formatter().parse(words) if field is not None]
        except ValueError as error:
            self.fail(key, f"{key!r} is no format string: {error}", error)
        for field in named:
            if field not in kind.fields:
                known = ", ".join(sorted(kind.fields))
                self.fail(key, f"{key!r} names {field!r}, but check kind {kind.name!r} has only {known}{did_you_mean(field, kind.fields)}")

    def fix(self, kind: CheckKind) -> str | None:
        if "fix" not in self.data:
            return None
        table = self.table("fix")
        self.only(table, ("kind",), "[fix]")
        named = table.get("kind")
        if not isinstance(named, str):
            self.fail("fix", "'kind' is missing in [fix]")
        if kind.fixes is not None and named not in kind.fixes:
            known = ", ".join(sorted(kind.fixes)) or "none"
            self.fail("fix", f"check kind {kind.name!r} makes no fix {named!r}, only {known}{did_you_mean(named, kind.fixes)}")
        return named

    def examples(self) -> tuple[Example, ...]:
        try:
            return examples_from(self.data)
        except WrongExample as error:
            raise RuleError(f"{self.path}{self.line_of_table(error.outcome, error.number)}: {error}") from error

    def table(self, key: str) -> dict[str, Any]:
        value = self.data.get(key)
        if not isinstance(value, dict):
            self.fail(key, f"the table [{key}] is missing")
        return value

    def string(self, key: str) -> str:
        value = self.data[key]
        if not isinstance(value, str) or not value.strip():
            self.fail(key, f"{key!r} is not a text")
        return value

    def strings(self, key: str) -> tuple[str, ...]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.fail(key, f"{key!r} is not a list of texts")
        return tuple(value)

    def match(self, key: str, pattern: re.Pattern[str], shape: str) -> None:
        if not pattern.fullmatch(self.data[key]):
            self.fail(key, f"{key} {self.data[key]!r} is not made of {shape}")

    def only(self, table: Mapping[str, Any], known: Collection[str], where: str) -> None:
        for key in table:
            if key not in known:
                self.fail(key, f"unknown key {key!r} in {where}{did_you_mean(key, known)}")

    def fail(self, key: str | None, reason: str, cause: Exception | None = None) -> NoReturn:
        found = re.search(rf"^\s*(\[\s*)?{re.escape(key)}\s*[=\]]", self.text, re.MULTILINE) if key else None
        line = f":{self.text.count(chr(10), 0, found.end()) + 1}" if found else ""
        raise RuleError(f"{self.path}{line}: {reason}") from cause

    def line_of_table(self, outcome: str, number: int) -> str:
        found = [match.end() for match in re.finditer(rf"^\s*\[\[\s*{outcome}\s*\]\]", self.text, re.MULTILINE)]
        return f":{self.text.count(chr(10), 0, found[number - 1]) + 1}" if 0 < number <= len(found) else ""
