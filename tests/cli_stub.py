"""A rulebook and a linter for the tests of the command line, so that they hold whatever the real rules say.

The stub's rules look for words of the summary: `lost-word` for "lost" (an error), `odd-word` for "odd" (a warning),
`small-word` for "small" (a note); "crash" makes the linter fail as a faulty rule would.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from summarylint.cli.main import cli
from summarylint.errors import UsageError, did_you_mean
from summarylint.model import Claim, Compaction, Edit, Finding, Fix, Place, Report, SummaryPlace
from summarylint.settings import Settings


def rule(code: str, name: str, severity: str) -> Any:
    example = SimpleNamespace(
        outcome="bad",
        number=1,
        records=({"spans": [{"role": "user", "text": "keep this"}], "summary": f"It is {name}."},),
        underlined=name,
        because="keep",
        fixed=None,
        note=None,
    )
    return SimpleNamespace(
        code=code,
        name=name,
        names=(name, code),
        severity=severity,
        summary=f"Finds {name}",
        since="0.1.0",
        message="{word} stands there",
        help="take it out",
        rationale="Because.",
        family=code[:3],
        enabled=True,
        examples=(example,),
        path=f"rules/{name}.toml",
    )


RULES = (rule("AAA001", "lost-word", "error"), rule("AAA002", "odd-word", "warning"), rule("BBB001", "small-word", "note"))


class StubBook:
    def __init__(self, rules: tuple[Any, ...] = RULES) -> None:
        self.rules = rules

    def matches(self, selector: str, rule: Any) -> bool:
        return selector in rule.names or rule.code.startswith(selector) or selector == "ALL"

    def find(self, name: str) -> Any:
        for entry in self.rules:
            if name in entry.names:
                return entry
        raise UsageError(f"unknown rule {name!r}{did_you_mean(name, [word for entry in self.rules for word in entry.names])}")

    def select(self, select: Any = (), ignore: Any = (), extend_select: Any = ()) -> StubBook:
        for selector in (*select, *ignore, *extend_select):
            if not any(self.matches(selector, entry) for entry in self.rules) and selector != "ALL":
                self.find(selector)

        def named(entry: Any, selectors: Any) -> bool:
            return any(self.matches(selector, entry) for selector in selectors)

        chosen = (entry for entry in self.rules if not select or named(entry, (*select, *extend_select)))
        return StubBook(tuple(entry for entry in chosen if not named(entry, ignore)))


class StubLinter:
    def __init__(self, settings: Settings, rulebook: StubBook) -> None:
        self.rulebook = rulebook.select(settings.select, settings.ignore, settings.extend_select)

    def check(self, compaction: Compaction) -> Report:
        if "crash" in compaction.summary:
            raise ValueError("the stub was told to")
        if "interrupt" in compaction.summary:
            raise KeyboardInterrupt
        return Report(compaction, tuple(self._findings(compaction)), tuple(self._claims(compaction)))

    def views(self, compaction: Compaction) -> tuple[Any, ...]:
        return ()

    def _findings(self, compaction: Compaction) -> Iterator[Finding]:
        for entry in self.rulebook.rules:
            word = entry.name.split("-")[0]
            for match in re.finditer(word, compaction.summary):
                yield finding(compaction, entry, match.start(), match.end())

    def _claims(self, compaction: Compaction) -> Iterator[Claim]:
        if compaction.summary:
            first = compaction.spans[0].id if compaction.spans else None
            yield Claim(compaction.summary, 0, len(compaction.summary), "user-said" if first else None, first)


def finding(compaction: Compaction, entry: Any, start: int, end: int) -> Finding:
    quote = compaction.summary[start:end]
    places = (Place(compaction.spans[0].id, 0, 4, compaction.spans[0].text[:4], "seen here"),) if compaction.spans else ()
    fix = Fix("safe", (Edit(start, end, "kept"),))
    place = SummaryPlace(start, end, quote)
    return Finding(
        entry.code, entry.name, entry.severity, f"{quote!r} stands there", place, places, "take it out", fix, {"check": "words"}, "f" * 16
    )


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Result]:
    """Call the command line in an empty folder, with the stub in the place of rules and engine."""
    engine, rulebook = ModuleType("summarylint.engine"), ModuleType("summarylint.rulebook")
    engine.Linter = StubLinter  # type: ignore[attr-defined]
    rulebook.load_rulebook = lambda settings=None: StubBook()  # type: ignore[attr-defined]
    rulebook.Rulebook = StubBook  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "summarylint.engine", engine)
    monkeypatch.setitem(sys.modules, "summarylint.rulebook", rulebook)
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return lambda *arguments, **options: CliRunner().invoke(cli, [str(argument) for argument in arguments], **options)


def record(summary: str, text: str = "keep this", **fields: Any) -> dict[str, Any]:
    return {"spans": [{"role": "user", "text": text}], "summary": summary, **fields}


def write_lines(path: Path, *records: Any) -> Path:
    path.write_text("".join(value if isinstance(value, str) else json.dumps(value) + "\n" for value in records), encoding="utf-8")
    return path
