"""`summarylint check --fix` and `--diff`: fixes into the files, or how they would look."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from summarylint.cli.streams import FINDINGS, TROUBLE, OutputError, tell, write
from summarylint.errors import RecordError, SummarylintError, UsageError
from summarylint.output.redaction import redact
from summarylint.output.totals import count

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from summarylint.editing.fixing import Fixed
    from summarylint.model import Compaction, Report
    from summarylint.settings import Settings

    Check = Callable[[Compaction, Sequence[Compaction]], Report]


class Fixing:
    """One pass of fixes over the files that the paths mean. With `show` they are printed and nothing is written."""

    def __init__(self, settings: Settings, check: Check, *, unsafe: bool, show: bool, force_exclude: bool) -> None:
        self.settings, self.check, self.force_exclude = settings, check, force_exclude
        self.unsafe, self.show = unsafe, show
        self.files = self.fixes = 0
        self.troubled = False

    def run(self, paths: Sequence[str]) -> int:
        """Fix every file, and return the exit status of `--diff`; `--fix` goes on with a check of what is left.

        Raises UsageError for standard input, which has no file to fix.
        """
        from summarylint.reading.search import STANDARD_INPUT, find_files

        if STANDARD_INPUT in paths:
            raise UsageError("standard input cannot be fixed; name a file")
        settings = self.settings
        for place in find_files(paths or (".",), exclude=settings.exclude, root=settings.root, force_exclude=self.force_exclude):
            for file in place.files:
                if not Path(file).is_dir():
                    self.file(file)
        return TROUBLE if self.troubled else FINDINGS if self.fixes else 0

    def file(self, path: str) -> None:
        """Fix one file. One that cannot be fixed is told, and left as it is."""
        try:
            fixed = self.fixed(path)
            for sentence in fixed.refused:
                tell("warning", sentence)
            for error in fixed.broken if self.show else ():  # without --diff the check that follows tells them
                self.trouble(redact(str(error)))
            if fixed.before != fixed.after:
                self.changed(fixed)
        except OutputError:  # no fault of this file, and the next one cannot be shown either
            raise
        except RecordError as error:
            self.trouble(redact(str(error)) if self.show else "")
        except OSError as error:
            self.trouble(f"{path}: cannot be fixed: {error.strerror or error}")
        except SummarylintError as error:
            self.trouble(str(error))

    def fixed(self, path: str) -> Fixed:
        from summarylint.editing.fixing import ALL, SAFE, fix
        from summarylint.reading.opening import open_found

        with open_found(path) as file:  # what is to be written back must be a file
            data = file.read()
        return fix(path, data, self.check, ALL if self.unsafe else SAFE)

    def changed(self, fixed: Fixed) -> None:
        if self.show:
            from summarylint.editing.difference import difference

            write(difference(fixed))
        else:
            from summarylint.editing.writing import replace_file

            replace_file(fixed.path, fixed.before, fixed.after)
        self.files += 1
        self.fixes += fixed.count

    def trouble(self, sentence: str) -> None:
        self.troubled = True
        if sentence:
            tell("error", sentence)

    def line(self) -> str:
        """What was fixed, or would be."""
        verb = "would fix" if self.show else "fixed"
        return f"{verb} {count(self.fixes, 'finding')} in {count(self.files, 'file')}"
