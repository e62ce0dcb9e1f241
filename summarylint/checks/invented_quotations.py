"""Invented quotations: what the summary quotes the user with, and he never wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator

from summarylint.checks.view import View
from summarylint.evidence.claimed_acts import labels_over
from summarylint.evidence.quoting import TRUE_SHARE, quoted_share
from summarylint.evidence.voices import best_share, is_earlier, is_users, places_of, spans_of
from summarylint.language.late_pattern import LatePattern
from summarylint.language.phrases import lowered, one_of
from summarylint.language.terms import stopwords, terms
from summarylint.language.voices import lexicon
from summarylint.model import Hit, Place

LEAST_QUOTED_WORDS = 4
"""A shorter quotation names a thing rather than repeating what was said."""

_IN_LIST = re.compile(r"(?:[\"”][,;]?(?: and| or| then)?|\(\d+\)|^)\W*(?:\(?\d+[.)])?\W*$")
"""What stands before a quotation in a list of the user's messages: nothing, a number, or the quotation before it."""

_WORDS = lexicon()["claiming_acts"]
_SAID = LatePattern(lambda: rf"\buser\b[^.;]{{0,30}}\b(?:{one_of(_WORDS['quoting'])}|:)\W*(?:[^.;]*[\"”],?(?: and| or)?\s*)?$", re.I)
_USERS_LABEL = LatePattern(lambda: rf"\buser(?:'s|’s|s)? (?:\w+ )?{one_of(_WORDS['quoted'])}\b|\bmessages? (?:from|by|of) the user\b", re.I)


def invented_quotations(view: View) -> Iterator[Hit]:
    """Yield the quotations that the statement puts into the user's mouth and that stand in no word of his."""
    statement, text = view.statement, view.compaction.summary
    labelled = any(_USERS_LABEL.search(label) for label in (*labels_over(statement), *_label_of_sentence(view)))
    for match in re.finditer(r"[\"“]([^\"“”\n]{12,400})[\"”]", text[statement.start : statement.end]):
        quotation = match[1]
        lead = text[statement.start : statement.start + match.start()]
        says = _SAID.search(lead)
        if quotation.startswith("[") or len(quotation.split()) < LEAST_QUOTED_WORDS or not (says or (labelled and _IN_LIST.search(lead))):
            continue
        users = [span.text for span in spans_of(view.ledger, is_users)]
        if not users or not _is_latin(" ".join(users)):
            return
        best = quoted_share(quotation, "\n".join(users))
        if best >= TRUE_SHARE or any(quoted_share(quotation, said) >= TRUE_SHARE for said in users) or _stands_elsewhere(view, quotation):
            continue
        start = statement.start + match.start()
        yield Hit(
            start=start,
            end=statement.start + match.end(),
            evidence=_nearest(view, quotation),
            fields={"who": "the user", "act": "said", "claim": match[0]},
            why={"act": "quotation", "share": round(best, 3)},
        )


def _label_of_sentence(view: View) -> tuple[str, ...]:
    """The label that opens the sentence or line, which later clauses of it share."""
    line = view.compaction.summary.rfind("\n", 0, view.statement.start) + 1
    return tuple(part.segment.label for part in view.statements[max(0, view.number - 12) : view.number] if part.start >= line)


def _stands_elsewhere(view: View, quotation: str) -> bool:
    earlier = [s.text for s in view.ledger.spans if is_earlier(s)] + [view.compaction.previous_summary or ""]
    key = " ".join(lowered(quotation).split())[:40]
    return any(quoted_share(quotation, text) >= TRUE_SHARE for text in earlier if text and len(text) < 40_000) or any(
        key in " ".join(lowered(span.text).split()) for span in view.ledger.spans if span.role == "tool"
    )


def _is_latin(text: str) -> bool:
    if (text := text[:4000]).isascii():
        return re.search("[A-Za-z]", text) is not None
    letters = [char for char in text if char.isalpha()]
    return sum(char < "\u0250" for char in letters) >= 0.8 * max(1, len(letters))


def _nearest(view: View, quotation: str) -> tuple[Place, ...]:
    found = tuple(term for term in terms(quotation) if term not in stopwords())
    _, span = best_share(view.ledger, found, lambda span: span.role in ("user", "assistant", "tool"))
    return () if span is None else places_of(view.ledger, found, span, "the nearest there is")
