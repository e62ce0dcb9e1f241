"""What cannot be judged because a part of the summary is known only when code runs, such as the placeholder of an f-string."""

from __future__ import annotations

from typing import TYPE_CHECKING

from summarylint.reading.fixtures.tree import OPAQUE

if TYPE_CHECKING:
    from summarylint.model import Finding

VALUES = "IDN"
"""The family of rules that compare values; the others compare how a thing is said, which a placeholder does not change."""
VAGUE = "vague-identifier"
"""The rule that misses a value near a label: a placeholder on the same line may be that value."""


def is_unjudged(finding: Finding, summary: str) -> bool:
    """Is this a finding about a value that a placeholder is a part of, or may be?"""
    place = finding.summary
    if OPAQUE not in summary or place is None or not finding.code.startswith(VALUES):
        return False
    start, end = place.start, place.end
    beyond = (lambda mark: mark != "\n") if finding.name == VAGUE else (lambda mark: not mark.isspace())
    while start > 0 and beyond(summary[start - 1]):
        start -= 1
    while end < len(summary) and beyond(summary[end]):
        end += 1
    return OPAQUE in summary[start:end]
