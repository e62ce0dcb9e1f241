"""Which edits a summary needs: fixes are applied until none is left that mends anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarylint.editing.edits import Edited
from summarylint.language.secrecy import redact
from summarylint.reading.fixtures.tree import OPAQUE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from summarylint.model import Edit, Finding, Fix, Report, Safety

MOST_ROUNDS = 50
"""Rounds over one summary. Each leaves fewer fixable findings than the last, so that most end after two."""


def mended(summary: str, check: Callable[[str], Sequence[Report]], safeties: frozenset[Safety]) -> tuple[Edited, int]:
    """The summary after every fix of `safeties` that mends, and how many findings they mended.

    `check` tells what is found in a text in the place of the summary, for each record that has it. A fix is kept only where it
    leaves fewer fixable findings and not more findings than before; so a second run finds nothing to do.
    """
    made = Edited.of(summary)
    findings = _findings(check(summary))
    mended_count = 0
    for _ in range(MOST_ROUNDS):
        fixes = list(fixable(findings, made.text, safeties))
        taken = next(_improved(made, fixes, findings, check, safeties), None)
        if taken is None:
            break
        made, after = taken
        mended_count += len(fixes) - len(list(fixable(after, made.text, safeties)))
        findings = after
    return made, mended_count


def fixable(findings: Iterable[Finding], text: str, safeties: frozenset[Safety]) -> Iterator[Fix]:
    """The fixes that may be applied: of these safeties, without a secret, and not of what only running code would tell."""
    for finding in findings:
        fix = finding.fix
        if fix is None or fix.safety not in safeties or not fix.edits:
            continue
        if all(redact(edit.text) == edit.text and OPAQUE not in text[edit.start : edit.end] + edit.text for edit in fix.edits):
            yield fix


def _improved(
    made: Edited,
    fixes: list[Fix],
    findings: list[Finding],
    check: Callable[[str], Sequence[Report]],
    safeties: frozenset[Safety],
) -> Iterator[tuple[Edited, list[Finding]]]:
    """The text after all fixes that fit together, then after each by itself, where it is better than before."""
    together = _together(fixes)
    for edits in ([together] if len(fixes) > 1 else []) + [list(fix.edits) for fix in fixes]:
        changed = made.after(edits)
        if changed.text == made.text:
            continue
        after = _findings(check(changed.text))
        if len(after) <= len(findings) and len(list(fixable(after, changed.text, safeties))) < len(fixes):
            yield changed, after


def _together(fixes: Iterable[Fix]) -> list[Edit]:
    """The edits of as many fixes as do not touch one another, in order of the findings."""
    taken: list[Edit] = []
    for fix in fixes:
        fresh = [edit for edit in fix.edits if edit not in taken]
        if all(edit.end < other.start or other.end < edit.start for edit in fresh for other in taken):
            taken += fresh
    return taken


def _findings(reports: Iterable[Report]) -> list[Finding]:
    return [finding for report in reports for finding in report.findings]
