"""The pytest plugin: files of records are tests, one a record, and `lint_summary` is a fixture.

pytest imports this module in every project that has summarylint installed. So it imports pytest and a list of names before a file
of records is met or the fixture asked for.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import pytest

from summarylint.testing.file_names import FILES

if TYPE_CHECKING:
    from pathlib import Path

    from summarylint.testing.project import SummaryLinter
    from summarylint.testing.record_file import RecordFile

SEVERITIES = ("note", "warning", "error")
"""Those of summarylint.model, which a run without records does not import."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--summarylint-fail-on`, and the ini options of this plugin."""
    group = parser.getgroup("summarylint", "summaries of agents")
    group.addoption(
        "--summarylint-fail-on",
        choices=SEVERITIES,
        help="the weakest severity of a finding that fails the test of a record (default: fail-on of the settings of summarylint)",
    )
    parser.addini("summarylint_fail_on", "default of --summarylint-fail-on: note, warning or error", default="")
    parser.addini("summarylint_files", "names of files whose records are tests; empty for none", type="args", default=FILES)


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker of these tests known; raises UsageError for a severity that does not exist."""
    config.addinivalue_line("markers", "summarylint: a record of a summary and its spans, collected by summarylint")
    given = config.getini("summarylint_fail_on")
    if given and given not in SEVERITIES:
        raise pytest.UsageError(f"summarylint_fail_on must be one of {', '.join(SEVERITIES)}, not {given!r}")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RecordFile | None:
    """The collector of a file of records, None for any other file, and for one that the settings exclude."""
    if not any(fnmatchcase(file_path.name, pattern) for pattern in parent.config.getini("summarylint_files")):
        return None
    from summarylint.testing.record_file import record_file

    return record_file(file_path, parent)


@pytest.fixture(scope="session")
def lint_summary(pytestconfig: pytest.Config) -> SummaryLinter:
    """A function from a summary and its spans to a report, by the project's own settings.

    `lint_summary.assert_faithful` fails the test instead, with what the spans say beside what the summary says.
    """
    from summarylint.testing.project import of_config

    return of_config(pytestconfig).linter
