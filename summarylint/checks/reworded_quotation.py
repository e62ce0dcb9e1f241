"""Reworded quotations: an error message or a quoted text that is nearly, and not exactly, one of the spans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import View
from summarylint.evidence.quotations import LEAST_WORDS, NearQuotation, nearly_quoted, words
from summarylint.language.identifiers import is_error_string
from summarylint.language.prose import is_command, is_prose
from summarylint.language.secrecy import is_secret
from summarylint.language.terms import stem
from summarylint.model import Edit, Fix, Hit, Mark, Place, Share

KIND = "reworded-quotation"
FIELDS = frozenset({"quotation", "original", "span_id"})
FIXES = frozenset({"copy-quotation"})

LONGEST = 600
"""Code points beyond which a quotation is a document of its own."""

LABELLED_LIKENESS = 0.75
"""How alike a message without quotation marks has to be: its label says only that a message follows."""

LEAST_LABELLED = 5
"""Words of a message without quotation marks."""

NEGATIONS = frozenset(("not", "no", "never", "none", "without", "nor", "except", "unless", "only", "until"))
"""Words without which a saying means something else."""

_LABEL = re.compile(
    r"(?:^|\b)(?:error|error message|message|exception|failure|fails with|failed with|fails|failed|says|log|logged|output)"
    r"\s*:\s+(?P<message>[^\n`\"“]+?)\s*(?:[.;]?\s*$|(?<=\w)\.\s)",
    re.I | re.M,
)


_ELIDED = re.compile(r"\[[^\]\n]{3,}\]|…|\.\.\.")
"""Brackets and dots in a quotation tell openly that words were left out or put in."""

_SYMBOLS = re.compile(r"[=(){}\[\]<>|&]")
"""Signs of code, of which a message in words has none."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`least_likeness`: the share of words in the same order from which a text is a rewording."""

    least_likeness: Share = 0.6


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield one hit for each quotation or message that the spans hold in nearly these words."""
    if view.statement.segment.form == "code":
        return
    for start, end, least in _quoted(view):
        content = view.compaction.summary[start:end]
        near = nearly_quoted(content, view.ledger)
        if (
            near is not None
            and near.likeness >= max(least, settings.least_likeness)
            and not is_secret(near.text)
            and not _earlier(view, content)
            and not _harmless(near)
            and not _ELIDED.search(content)
        ):
            yield _hit(view, start, end, near)


def _quoted(view: View) -> Iterator[tuple[int, int, float]]:
    """The places of quotations, code in prose and labelled messages, each with the least likeness asked of it."""
    text = view.compaction.summary
    taken: list[tuple[int, int]] = []
    for mark in view.statement.marks:
        if mark.kind not in ("quotation", "code") or mark.type == "block" or len(mark.value) > LONGEST:
            continue
        start = mark.start + mark.text.find(mark.value)
        taken.append((mark.start, mark.end))
        if len(words(mark.value)) >= LEAST_WORDS and not (mark.kind == "code" and _is_code(mark)):
            yield start, start + len(mark.value), 0.0
    for found in _LABEL.finditer(text, view.lead, view.statement.end):
        start, end = found.span("message")
        if (
            not any(a < end and start < b for a, b in taken)
            and len(words(found["message"])) >= LEAST_LABELLED
            and is_error_string(found["message"])
        ):
            yield start, end, LABELLED_LIKENESS


def _is_code(mark: Mark) -> bool:
    """Code that is no message: a command or an expression may be put together anew."""
    message = is_error_string(mark.value) or (
        len(words(mark.value)) >= LEAST_LABELLED and is_prose(mark.value) and _SYMBOLS.search(mark.value) is None
    )
    return not message or is_command(mark.value)


def _earlier(view: View, content: str) -> bool:
    return content in (view.compaction.previous_summary or "")


def _harmless(near: NearQuotation) -> bool:
    """Is no more than a slip mended, an ending changed or a word of no weight added or left out?"""
    if near.slips:
        return True
    changed = [word for word in (*near.told, *near.original) if stem(word)]
    if near.told or not changed:
        return not changed
    # What somebody said may be told in part; a message is searched for by its words.
    said = not is_error_string(near.text) and not any(word in NEGATIONS for word in near.original)
    return (len(near.original) == 1 or said) and not any(char.isdigit() for word in near.original for char in word)


def _hit(view: View, start: int, end: int, near: NearQuotation) -> Hit:
    quotation = view.compaction.summary[start:end]
    return Hit(
        start=start,
        end=end,
        evidence=(Place(near.span_id, near.start, near.end, near.text, "as it stands in the span"),),
        fields={"quotation": quotation, "original": near.text, "span_id": near.span_id},
        why={"likeness": near.likeness, "told": " ".join(near.told), "original": " ".join(near.original)},
        fix=Fix("safe", (Edit(start, end, near.text),)) if "\n" not in near.text else None,
    )
