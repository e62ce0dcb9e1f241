"""The settings and the linter of a test run, read once, when the first record or fixture needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from summarylint.checking import with_ignores
from summarylint.engine import Linter
from summarylint.reading.settings_files import load_settings
from summarylint.rulebook import load_rulebook
from summarylint.testing.faithfulness import Verdict, compaction_of, verdict
from summarylint.testing.file_names import FILES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from summarylint.model import Compaction, Report, Severity
    from summarylint.settings import Settings
    from summarylint.testing.faithfulness import SpanGiven


class SummaryLinter:
    """What the fixture `lint_summary` is: `lint_summary(summary, spans)` gives the report on them.

    `settings` are those of the project, `fail_on` the weakest severity that fails a test.
    """

    def __init__(self, linter: Linter, fail_on: Severity) -> None:
        self.settings, self.fail_on, self._linter = linter.settings, fail_on, linter

    def __call__(self, summary: str, spans: Iterable[SpanGiven], **known: Any) -> Report:
        """The report on `summary` and the `spans` it replaced; takes and raises what `summarylint.testing.judge` does."""
        return self._verdict(summary, spans, known).report

    def assert_faithful(self, summary: str, spans: Iterable[SpanGiven], **known: Any) -> None:
        """Fail with AssertionError where `summary` is not faithful to `spans`."""
        __tracebackhide__ = True
        found = self._verdict(summary, spans, known)
        if not found.passed:
            raise AssertionError(found.reason)

    def _verdict(self, summary: str, spans: Iterable[SpanGiven], known: dict[str, Any]) -> Verdict:
        return verdict(self._linter, compaction_of({**known, "spans": spans, "summary": summary}), self.fail_on)


class Project:
    """The settings that hold for a test run, searched for from pytest's root folder upwards.

    `asked` says whether the project names summarylint at all, in settings of its own or in those of pytest.

    Raises SettingsError or RuleError where they cannot be read.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.settings: Settings = load_settings(start=config.rootpath)
        given = config.getoption("summarylint_fail_on") or config.getini("summarylint_fail_on")
        self.fail_on: Severity = given or self.settings.fail_on
        named = config.getini("summarylint_files") is not FILES
        self.asked = bool(named or given or self.settings.root is not None)
        every_rule = load_rulebook(self.settings)
        linter = Linter(self.settings, every_rule)
        self.linter = SummaryLinter(linter, self.fail_on)
        self._check = with_ignores(lambda one, earlier: linter.check(one, earlier=earlier), every_rule, self.settings)

    def verdict(self, compaction: Compaction, earlier: Sequence[Compaction]) -> Verdict:
        """The verdict on a record, `earlier` being those before it in its chain. Raises RecordError or RuleError."""
        return Verdict(self._check(compaction, earlier), self.fail_on)


_PROJECT = pytest.StashKey[Project]()


def of_config(config: pytest.Config) -> Project:
    """The project of a test run, the same one each time."""
    if _PROJECT not in config.stash:
        config.stash[_PROJECT] = Project(config)
    return config.stash[_PROJECT]
