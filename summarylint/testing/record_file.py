"""Records as pytest's tests: a file is a collector, each of its records an item that fails with its findings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from summarylint.checking import History
from summarylint.errors import RecordError, SummarylintError
from summarylint.language.shortening import shortened
from summarylint.output.escaping import visible
from summarylint.output.full import Full
from summarylint.output.redaction import redact
from summarylint.reading.files import read_file
from summarylint.reading.search import excluded
from summarylint.testing.project import of_config

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence

    from summarylint.model import Compaction, Finding
    from summarylint.reading.records import UnknownField
    from summarylint.reading.transcripts.window import Note
    from summarylint.testing.project import Project


LONGEST_NAME = 200
"""Code points of a test's name, which pytest hands on in the environment of all that a test starts."""


class RecordWarning(pytest.PytestWarning):
    """Something in a file of records that fails no test: an unknown field, or a compaction that cannot be checked."""


class FailingFindings(Exception):
    """The findings that fail the test of a record; its text is what pytest shows."""


def record_file(path: Path, parent: pytest.Collector) -> RecordFile | None:
    """The collector of a file, None where the settings exclude it and it was not named on the command line."""
    try:
        project = of_config(parent.config)
    except SummarylintError as error:
        raise parent.CollectError(redact(str(error))) from None
    if excluded(str(path), project.settings.exclude, project.settings.root) and not parent.session.isinitpath(path):
        return None
    return RecordFile.from_parent(parent, path=path, project=project, asked=project.asked or parent.session.isinitpath(path))


class RecordFile(pytest.File):
    """A file of records."""

    def __init__(self, *, project: Project, asked: bool, **given: Any) -> None:
        super().__init__(**given)
        self.project, self.asked = project, asked
        self._told: set[str] = set()

    def collect(self) -> Iterator[pytest.Item]:
        """An item for each record, a broken one too. Raises CollectError for a file that holds none.

        Where nobody asked for records, a file that only has the name of one is another program's, and gives nothing.
        """
        if not self.asked and b'"spans"' not in self.path.read_bytes() and not any(map(_is_read, read_file(str(self.path)))):
            return
        shown, history, names = self._shown_path(), History(), set[str]()
        for number, read in enumerate(read_file(shown, on_unknown=self._unknown, on_note=self._note), 1):
            name = _name(read, number, shown)
            while name in names:
                name = f"{name} ({read.line or number})"
            names.add(name)
            if isinstance(read, RecordError):
                yield BrokenRecord.from_parent(self, name=name, error=read)
            else:
                compaction, earlier = history.placed(read)
                yield RecordItem.from_parent(self, name=name, compaction=compaction, earlier=earlier)
        if not names and not self._told:
            raise self.CollectError(f"{shown}: holds no record; leave it out with the ini option summarylint_files")

    def _shown_path(self) -> str:
        """The path as a reader would write it in the working directory."""
        folder = Path.cwd()
        return str(self.path.relative_to(folder) if self.path.is_relative_to(folder) else self.path)

    def _unknown(self, field: UnknownField, path: str, line: int) -> None:
        """Warn of each unknown name once."""
        if field.name not in self._told:
            self._told.add(field.name)
            self.warn(RecordWarning(visible(redact(f"{path}:{line} at {field.pointer}: {field.reason}"))))

    def _note(self, note: Note) -> None:
        self._told.add(f"{note.kind} {note.id}")
        self.warn(RecordWarning(visible(redact(f"{note.path}:{note.line}: {note.kind} compaction {note.id}: {note.reason}"))))


class RecordTest(pytest.Item):
    """The test of one record, told by where it stands; `line` is its line in the file, from 1."""

    def __init__(self, *, line: int | None, **given: Any) -> None:
        super().__init__(**given)
        self.line = line
        self.add_marker("summarylint")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The findings, or the sentence of an error; a traceback only for what nobody expected."""
        return _told(excinfo.value) or super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[os.PathLike[str], int | None, str]:
        """Where the record stands; pytest counts lines from 0."""
        return self.path, None if self.line is None else self.line - 1, self.name


class RecordItem(RecordTest):
    """A record whose summary is checked."""

    def __init__(self, *, compaction: Compaction, earlier: Sequence[Compaction], **given: Any) -> None:
        super().__init__(line=compaction.line, **given)
        self.compaction, self.earlier = compaction, earlier

    def runtest(self) -> None:
        """Check the record. Raises FailingFindings, or the error of a record or a rule."""
        parent = self.parent
        assert isinstance(parent, RecordFile)
        verdict = parent.project.verdict(self.compaction, self.earlier)
        failing = verdict.failing
        weaker = [finding for finding in verdict.report.findings if finding not in failing]
        if weaker:
            self.add_report_section("call", "summarylint, weaker than what fails", _frames(self.compaction, weaker))
        if failing:
            raise FailingFindings(_frames(self.compaction, failing))


class BrokenRecord(RecordTest):
    """A record that could not be read: a test that fails with the reason."""

    def __init__(self, *, error: RecordError, **given: Any) -> None:
        super().__init__(line=error.line, **given)
        self.error = error

    def runtest(self) -> None:
        """Raise the error, which names file, line and place in the data."""
        raise self.error


def _is_read(read: Compaction | RecordError) -> bool:
    return not isinstance(read, RecordError)


def _told(error: BaseException) -> str | None:
    """What an error of the project says for itself, without a traceback."""
    if isinstance(error, FailingFindings):
        return str(error)
    return visible(redact(str(error))) if isinstance(error, SummarylintError) else None


def _frames(compaction: Compaction, findings: Sequence[Finding]) -> str:
    return "\n\n".join("\n".join(Full().frame(compaction, finding)) for finding in findings)


def _name(read: Compaction | RecordError, number: int, path: str) -> str:
    """The id of a record as the last part of a node id; one that gives none goes by its line."""
    own = read.id if read.id is not None and not read.id.startswith(f"{path}:") else None
    name = own or f"line {read.line or number}"
    return shortened(visible(redact(name)).replace("::", ":"), LONGEST_NAME)
