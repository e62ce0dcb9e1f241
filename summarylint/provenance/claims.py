"""Claims: one tagged claim for each factual statement of the summary, with the spans that bear it out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from summarylint.evidence.align import Alignment
from summarylint.evidence.bearing import bearings
from summarylint.evidence.index import Ledger
from summarylint.evidence.resolution import UNSURE, settled_by
from summarylint.language.cues import holds_cue
from summarylint.model import Author, Claim, Origin, Statement, Witness
from summarylint.provenance.direct import more_direct
from summarylint.provenance.sources import Source, origin_of
from summarylint.provenance.support import Manner, Support, best_order, supports

SUPPORTS = 0.2
"""The score from which a span supports a claim: a fifth of what it says, the least that alignment keeps too. One faithful
line in twenty stands below it, mostly a label of two words."""

USER_SUPPORTS = 0.12
"""What is enough of the user's own words where the summary says that they are the user's: users are brief, summaries reword."""

WITNESSES = 0.72
"""A span with so much of the best weight is a witness too."""

HEDGED_SHARE = 0.5
"""The part of the claim that has to stand in the scope of an unresolved cue for the origin to be `hedged`."""

FIRST_HAND: dict[Manner, float] = {"told": 1.0, "deed": 0.4, "wish": 0.9, "fact": 0.9}
"""With so much of the score of the assistant's own words a call, an output or the user's word takes their place: what the
assistant said then restates it. A deed is named in other words than it is done, so less than half will do."""

UNKNOWN = Author()

_GIVES_WAY: dict[Manner, tuple[Source, ...]] = {
    "told": (),
    "deed": ("text", "thinking"),
    "wish": ("text", "thinking"),
    "fact": ("text", "thinking"),
}
_FIRST: dict[Manner, tuple[Source, ...]] = {"told": (), "deed": ("deed",), "wish": ("user",), "fact": ("output",)}

_PAST = re.compile(r"\W*(?:I |[Ww]e )?(?:also |then |now )?(?:[A-Za-z]{2,}ed|[Mm]ade|[Rr]an|[Rr]e?wrote|[Bb]uilt|[Cc]hose|[Kk]ept)\s")
"""A verb in the past without a subject, or with the summary's writer as one: a deed of his."""

_FILE = re.compile(r"[\w-]\.[a-z]{1,4}\b")
_FILE_FIRST = re.compile(r"\W*[\w/.-]+\.[a-z]{1,4}\W{1,3}[-\u2013\u2014:] ")
_SAYING = ("suggests", "suggested", "says", "said", "asks", "asked", "wants", "wanted", "proposed", "requested")
_DEEDS = ("done", "failed", "reverted")


def claim_of(statement: Statement, alignment: Alignment, ledger: Ledger, disconfirmers: Sequence[Witness] = (),
             author: Author = UNKNOWN) -> Claim | None:  # fmt: skip
    """Return the claim that `statement` makes, or None where it makes none.

    A heading or a line of code makes one only where a span bears it out.
    """
    if not statement.terms:
        return None
    manner = manner_of(statement)
    found = supports(statement, manner, alignment, ledger)
    primary = _primary(found, manner, ledger)
    if primary is None:
        if statement.segment.form in ("heading", "code"):
            return None
        return Claim(statement.text, statement.start, statement.end, None, None)
    primary = more_direct(primary, statement, ledger)
    span = ledger.spans[primary.number]
    origin: Origin | None = origin_of(span)
    if not _reported(statement) and _unresolved(primary, manner, statement, alignment, ledger):
        origin = "hedged"
    witnesses = (primary, *(s for s in found if s.weight >= WITNESSES * primary.weight and s.score >= SUPPORTS))
    return Claim(
        text=statement.text,
        start=statement.start,
        end=statement.end,
        origin=origin,
        primary_span_id=span.id,
        witness_span_ids=tuple(dict.fromkeys(ledger.spans[s.number].id for s in witnesses)),
        disconfirmer_span_ids=tuple(dict.fromkeys(w.span.id for w in disconfirmers)),
        speaker=statement.stance.speaker or span.role,
        confidence=round(primary.score, 2),
        verified=origin == "tool-output" and span.kind != "tool_call" and not disconfirmers and _separate(author),
    )


def manner_of(statement: Statement) -> Manner:
    """Return how the claim that `statement` makes can be witnessed."""
    stance = statement.stance
    if stance.speaker == "user":
        return "told"
    if stance.status in _DEEDS or _PAST.match(statement.text) or _under_file(statement):
        return "deed"
    if statement.segment.label.lower().startswith("user"):
        return "told"
    return "wish" if stance.force == "request" else "fact"


def _under_file(statement: Statement) -> bool:
    """Does the statement stand under the name of a file, or open with one? Then it tells what the work on that file was."""
    headings = statement.segment.headings
    return bool(headings and _FILE.search(headings[-1])) or _FILE_FIRST.match(statement.text) is not None


def _reported(statement: Statement) -> bool:
    """Does the summary itself say that these are the user's words? Then that they were said is the claim, and no doubt is lost."""
    label = statement.segment.label.lower()
    return statement.stance.speaker == "user" or (label.startswith("user") and label.endswith(_SAYING))


def _primary(found: Sequence[Support], manner: Manner, ledger: Ledger) -> Support | None:
    best = next((s for s in found[:1] if s.score >= SUPPORTS), None)
    if manner == "told":
        own = next((s for s in found if s.source == "user" and s.score >= USER_SUPPORTS), None)
        return own or best
    if best is not None and best.source in _GIVES_WAY[manner]:
        least = max(SUPPORTS, FIRST_HAND[manner] * best.score)
        return next((s for s in found if s.source in _FIRST[manner] and s.score >= least), best)
    return best


def _unresolved(primary: Support, manner: Manner, statement: Statement, alignment: Alignment, ledger: Ledger) -> bool:
    unsure = _UNASKED if manner == "wish" else UNSURE  # a wish put as a question is a wish
    order = best_order(primary, alignment, ledger)
    if not ledger.each(_doubts if manner == "wish" else _doubts_or_asks)[order]:
        return False
    witness = Witness(ledger.spans[primary.number], ledger.statement(order), primary.score, (), order)
    found = [b for b in bearings(witness, statement, ledger, unsure) if b.share >= HEDGED_SHARE]
    return bool(found) and settled_by(statement, witness, found[0], alignment.candidates, ledger) is None


_UNASKED = tuple(cue for cue in UNSURE if cue != "asked")


def _doubts(ledger: Ledger, order: int) -> bool:
    return _has_cue(order, _UNASKED, ledger)


def _doubts_or_asks(ledger: Ledger, order: int) -> bool:
    return _has_cue(order, UNSURE, ledger)


def _has_cue(order: int, categories: Sequence[str], ledger: Ledger) -> bool:
    """Is there such a cue in this statement or the next? To ask this first spares the reading of most spans' structure."""
    text, last = ledger.span_of(order).text, min(order + 1, len(ledger) - 1)
    end = ledger.bounds[last][1] if ledger.span_of(last) is ledger.span_of(order) else ledger.bounds[order][1]
    return holds_cue(text, ledger.bounds[order][0], end, categories)


def _separate(author: Author) -> bool:
    return author.prune is not None and author.summary is not None and author.prune != author.summary
