"""PostCompact: the new summary is compared with the rows that it replaced, and what came of it is kept for the next events."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from summarylint.errors import SettingsError
from summarylint.inline.claude_code.event import HookError
from summarylint.inline.claude_code.state import opened, state_folder, sweep

if TYPE_CHECKING:
    from summarylint.inline.claude_code.event import Event
    from summarylint.inline.claude_code.options import Options
    from summarylint.inline.claude_code.record import Record

LONGEST_SUMMARY = 400_000
"""Code points of a summary that is checked: one of 100,000 tokens, ten times what a model writes at once."""

_ANALYSIS = re.compile(r"<analysis>.*?</analysis>", re.DOTALL)
_SUMMARY = re.compile(r"<summary>(.*)</summary>|<summary>(.*)\Z", re.DOTALL)


def answer(event: Event, options: Options) -> str:
    """Check the summary and keep what was found; return one line for the user, "" where there is nothing to tell.

    A subagent's summary stays in its own window, which the session's transcript does not hold, and is not checked.
    """
    if event.agent:
        return ""
    folder = state_folder(options.state)
    sweep(folder)
    with opened(event.session, folder, make=True) as state:
        assert state is not None
        summary = bare_summary(event.text("compact_summary"))
        text = blake2b(summary.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
        state.forget(but=text)  # whatever happens now, nothing may be said of a summary that is no longer there
        record, depth, end = _checked(event, summary)
        state.keep(f"{text}-{depth}", record, end)
    return _told(record)


def bare_summary(text: str) -> str:
    """Return the summary in what the model wrote: without its `<analysis>`, and out of its `<summary>`."""
    found = _SUMMARY.search(_ANALYSIS.sub("", text, count=1))
    if found is None:
        return _ANALYSIS.sub("", text, count=1).strip()
    return (found[1] if found[1] is not None else found[2]).strip()


def _checked(event: Event, summary: str) -> tuple[Record, int, int]:
    from summarylint.engine import Linter
    from summarylint.inline.claude_code.checking import checked
    from summarylint.inline.claude_code.window import read_replaced
    from summarylint.reading.settings_files import load_settings

    if not summary:
        raise HookError("the compaction was not checked: the event holds no summary")
    if len(summary) > LONGEST_SUMMARY:
        raise HookError(f"the compaction was not checked: its summary is longer than {LONGEST_SUMMARY:,} characters")
    try:
        settings = load_settings((), isolated=False, start=Path(event.cwd) if event.cwd else None)
    except SettingsError as error:
        raise HookError(f"the compaction was not checked: {error}") from None
    replaced = read_replaced(event.transcript, event.session, summary)
    record = checked(replaced, Linter(settings))
    return record, replaced.compaction.cycle_depth, replaced.end


def _told(record: Record) -> str:
    if not record.findings:
        return ""
    from summarylint.output.totals import by_severity

    told = by_severity(Counter(finding.severity for finding in record.findings))
    return f"summarylint: {told} in the new summary, handed to the model with the next prompt or tool call\n"
