"""Prompt clause: what a summariser's prompt asks for, leaves out, or forbids."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.chain_view import ChainView
from summarylint.errors import RuleError
from summarylint.model import Hit, Place

KIND = "prompt-clause"
SUBJECT = "chain"
FIELDS = frozenset({"quote", "sentence"})

PATTERN_SECONDS = 0.5
"""How long one pattern may take on one prompt."""

PROMPT = "prompt"
"""The name under which a place in the prompt stands among the evidence."""

LONGEST_PLACE = 160
"""Code points of the prompt's end that are shown where something is to be added."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`asked` are patterns of what the prompt has to ask for, any of them enough; `forbidden` what it must not say.

    A `forbidden` phrase with one of `unless` in the same line is none. Patterns are regular expressions, letter case aside.
    `sentence` is what to add to the prompt.
    """

    asked: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    sentence: str = ""


def check(view: ChainView, settings: Settings) -> Iterator[Hit]:
    """Yield a hit where the prompt of the record does not ask for it, and one for each place where it forbids it."""
    prompt = view.compaction.prompt
    if prompt is None or not prompt.strip():
        return
    for start, end in _places(prompt, settings.forbidden):
        line_end = prompt.find("\n", end)
        line = prompt[prompt.rfind("\n", 0, start) + 1 : line_end if line_end >= 0 else len(prompt)]
        if not any(True for _ in _places(line, settings.unless)):
            yield _hit(prompt, start, end, "forbids it", settings)
    if settings.asked and not any(True for _ in _places(prompt, settings.asked)):
        end = len(prompt.rstrip())
        start = max(prompt.rfind("\n", 0, end) + 1, end - LONGEST_PLACE)
        yield _hit(prompt, start, end, "add it behind this", settings)


def _hit(prompt: str, start: int, end: int, label: str, settings: Settings) -> Hit:
    quote = prompt[start:end]
    return Hit(
        start=None,
        end=None,
        evidence=(Place(PROMPT, start, end, quote, label),),
        fields={"quote": " ".join(quote.split()), "sentence": settings.sentence},
    )


def _places(text: str, patterns: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    import regex

    for pattern in patterns:
        try:
            found = [match.span() for match in regex.finditer(pattern, text, regex.IGNORECASE, timeout=PATTERN_SECONDS)]
        except TimeoutError as error:
            raise RuleError(f"the pattern {pattern!r} took more than {PATTERN_SECONDS} s on one prompt; make it simpler") from error
        yield from found
