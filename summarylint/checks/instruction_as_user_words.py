"""Instruction as user words: the prompt by which the harness asked for a summary is told as the user's request."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from summarylint.checks.view import View
from summarylint.evidence.instructions import is_summariser_prompt
from summarylint.evidence.voices import best_share, is_users
from summarylint.language.cues import find_cues
from summarylint.language.phrases import lowered
from summarylint.language.segment import scan
from summarylint.language.stance import heading_stance
from summarylint.language.terms import terms
from summarylint.language.voices import lexicon
from summarylint.model import Hit, Place, Share, Statement

KIND = "instruction-as-user-words"
FIELDS = frozenset({"claim", "quote"})


@dataclass(frozen=True, slots=True)
class Settings:
    """How much of the statement's distinct terms the prompt has to hold as a whole and in one sentence, and how much the user's own
    words may hold."""

    whole_share: Share = 0.75
    least_share: Share = 0.4
    own_share: Share = 0.5


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield at most one hit for a statement that tells the prompt as what the user asked for."""
    statement = view.statement
    if statement.segment.form in ("heading", "code", "log") or not _credits_the_user(statement) or not _about_summaries(statement.text):
        return
    own = set(statement.terms) - {term for cue in find_cues(statement.text) if cue.type == "wish" for term in terms(cue.text)}
    if len(own) < 2 or best_share(view.ledger, own, is_users)[0] > settings.own_share:
        return
    best: tuple[float, Place | None, str] = (0.0, None, "")
    for span_id, text in _prompts(view):
        if len(own & set(terms(text))) < settings.whole_share * len(own):
            continue
        for start, end in scan(text):
            share = len(own & set(terms(text[start:end]))) / len(own)
            if share > best[0]:
                quote = text[start:end]
                best = share, Place(span_id, start, end, quote, "the summariser's instruction") if span_id else None, quote
    share, found, quote = best
    if share >= settings.least_share:
        yield Hit(
            start=statement.start,
            end=statement.end,
            evidence=(found,) if found else (),
            fields={"claim": statement.text, "quote": quote[:80]},
            why={"share": round(share, 3)},
        )


def _prompts(view: View) -> Iterator[tuple[str, str]]:
    for span in view.compaction.spans:
        if is_summariser_prompt(span):
            yield span.id, span.text
    if view.compaction.prompt:
        yield "", view.compaction.prompt


def _credits_the_user(statement: Statement) -> bool:
    if re.search(r"\buser\b", lowered(statement.text)):
        return True
    around = (*statement.segment.headings, statement.segment.label)
    return any(heading_stance(label).get("force") == "request" or re.search(r"\buser\b", lowered(label)) for label in around)


def _about_summaries(text: str) -> bool:
    """Only what the prompts speak of can be taken from them; a word of theirs in a statement on another matter is chance."""
    lower = lowered(text)
    return any(phrase in lower for phrase in (*lexicon()["summariser"]["certain"], *lexicon()["summariser"]["likely"])) or bool(
        re.search(r"\b(?:summar\w+|compact\w*|checkpoint|hand-?off|text only|tool calls?|no tools|call(?:ing)? (?:any )?tools)\b", lower)
    )
