"""What the commands over records share: find the files, read them, guard the work on each record, keep the status."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import click

from summarylint.cli.streams import CLEAN, NOTHING, TROUBLE, VERBOSE, internal, tell
from summarylint.errors import RecordError, SummarylintError
from summarylint.output.redaction import redact
from summarylint.output.totals import count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from summarylint.engine import Linter
    from summarylint.model import Compaction, Report
    from summarylint.reading.files import Unread
    from summarylint.reading.records import UnknownField
    from summarylint.reading.search import Place
    from summarylint.reading.transcripts.window import Note
    from summarylint.settings import Settings

Result = TypeVar("Result")

LONGEST_QUOTE = 60
"""Code points of an ignore's quote that a note repeats: enough to find it in its record."""


def ruleless(settings: Settings) -> Linter:
    """A linter that reads and aligns, and checks no rule."""
    from summarylint.engine import Linter
    from summarylint.rulebook import Rulebook

    return Linter(replace(settings, select=(), ignore=(), extend_select=()), Rulebook(()))


class Run:
    """One pass over the paths that a command was given."""

    def __init__(self, settings: Settings, *, strict: bool = False, force_exclude: bool = False, format_name: str | None = None) -> None:
        self.settings, self.strict, self.force_exclude, self.format_name = settings, strict, force_exclude, format_name
        self.broken = self.unmatched = False
        self.opaque = self.incomplete = 0
        self.strangers = self.idle = 0
        self._told: set[str] = set()
        self._noted = self._passed = 0
        self._searched = False

    @property
    def status(self) -> int:
        """The exit status so far, findings aside: what could not be checked outweighs what was not there."""
        return TROUBLE if self.broken else NOTHING if self.unmatched else CLEAN

    def records(self, paths: Sequence[str]) -> Iterator[Compaction | RecordError]:
        """Every record of every file that the paths mean, in order; a path that holds none is told and remembered."""
        from summarylint.reading.files import readings

        return readings(self.unread(paths))

    def unread(self, paths: Sequence[str]) -> Iterator[Compaction | RecordError | Unread]:
        """The same, but that a record which stands in its file as JSON is yielded before it is read."""
        from summarylint.reading.files import PROMPT_HINT, unread_file
        from summarylint.reading.search import find_files

        places = find_files(paths or (".",), exclude=self.settings.exclude, root=self.settings.root, force_exclude=self.force_exclude)
        for place in places:
            found = False
            for file in place.files:
                empty, noted = True, self._noted
                self._searched = file != place.given
                for record in unread_file(file, strict=self.strict, on_unknown=self.unknown, format=self.format_name, on_note=self.note):
                    empty = False
                    yield record
                if empty and noted == self._noted:
                    hint = PROMPT_HINT if not self._searched and file.lower().endswith(".md") else ""
                    tell("warning", f"{place.given if file == '-' else file}: holds no record{hint}")
                found = found or not empty
            if not found:
                self.nothing(place)
        if self.opaque + self.incomplete:
            tell("note", f"{count(self.opaque, 'opaque compaction')} and {self.incomplete} with missing spans could not be checked")

    def note(self, note: Note) -> None:
        """Tell what a transcript holds and that cannot be checked; a search passes over transcripts without a compaction."""
        self._noted += 1
        self.opaque += note.kind == "opaque"
        self.incomplete += note.kind == "incomplete"
        if note.kind != "none":
            tell("note", redact(f"{note.path}:{note.line}: {note.kind} compaction {note.id}: {note.reason}"))
        elif self._searched:
            self._passed += 1
        else:
            tell("warning", f"{note.path}: {note.reason}")

    def nothing(self, place: Place) -> None:
        """A path that was given held nothing to check; under `--force-exclude` that is as it should be."""
        if not place.exists:
            self.absent(place.given)
        elif not place.files and not self.force_exclude:
            from summarylint.reading.search import SEARCHED

            names = ", ".join(SEARCHED)
            tell("error", f"{place.given}: nothing to check; a folder is searched for {names}; a named file is read in any case")
        elif self._passed:
            tell("warning", f"{place.given}: {count(self._passed, 'transcript')} without a compaction")
        self.unmatched = self.unmatched or not self.force_exclude

    def absent(self, path: str, more: str = "") -> None:
        """A path that was given is not there."""
        tell("error", f"{path}: no such file or folder{more}")
        self.unmatched = self.unmatched or not self.force_exclude

    def unknown(self, field: UnknownField, path: str, line: int) -> None:
        """Tell each unknown name once, and count how often any was met."""
        self.strangers += 1
        if field.name not in self._told:
            self._told.add(field.name)
            tell("warning", f"{path}:{line} at {field.pointer}: {field.reason}")

    def ignores(self, report: Report) -> None:
        """Tell in one line which ignores of a record silence nothing, and count such records."""
        if report.idle_ignores:
            from summarylint.language.shortening import shortened
            from summarylint.output.form import where

            self.idle += 1
            told = "; ".join(
                f"{one.ignore.rule!r}{f' at {shortened(one.ignore.quote, LONGEST_QUOTE)!r}' if one.ignore.quote else ''}, {one.reason}"
                for one in report.idle_ignores
            )
            tell("note", redact(f"{where(report.compaction)}: ignores that silence nothing: {told}"))

    def error(self, error: RecordError) -> None:
        """Tell a record that could not be read or checked."""
        self.broken = True
        tell("error", redact(str(error)))

    def guarded(self, compaction: Compaction, work: Callable[[Compaction], Result]) -> Result | RecordError:
        """What `work` makes of a record, or why it could not: one bad record or rule must not end the run."""
        try:
            return work(compaction)
        except RecordError as error:
            return error
        except SummarylintError as error:
            reason = str(error)
        except Exception as error:
            reason = internal(error)
            if click.get_current_context().meta.get(VERBOSE):
                import traceback

                click.echo("".join(traceback.format_exception(error)), err=True)
        return RecordError(reason, path=compaction.path, line=compaction.line, id=compaction.id)


def prompt_linter(linter: Linter) -> Linter:
    """A linter with the rules about prompts among those of `linter`, for a prompt that comes without a summary."""
    from summarylint.engine import Linter
    from summarylint.rulebook import Rulebook

    settings = replace(linter.settings, select=("ALL",), ignore=(), extend_select=(), require_tags=False)
    return Linter(settings, Rulebook(tuple(rule for rule in linter.rulebook.rules if rule.family == "PRM")))


def read_prompt(path: str) -> Compaction | RecordError:
    """The prompt in a text file as a record with nothing else in it, or why it could not be read."""
    from summarylint.model import Compaction
    from summarylint.reading.json_text import TextFault, decode
    from summarylint.reading.opening import open_named

    try:
        with open_named(path) as file:
            text = decode(file.read()).replace("\r\n", "\n").replace("\r", "\n")
    except OSError as error:
        return RecordError(f"the prompt cannot be read: {error.strerror or error}; --prompt takes a text file", path=path)
    except TextFault as fault:
        return RecordError(f"the prompt cannot be read: {fault.reason}", path=path, line=fault.line)
    return Compaction(id=path, spans=(), summary="", prompt=text, path=path)
