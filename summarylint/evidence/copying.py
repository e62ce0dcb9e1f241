"""Copying: is an identifier of the summary copied from the spans, and if not, what became of it?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from summarylint.evidence.index import Ledger
from summarylint.evidence.lookalikes import denied, lookalike, unmarked
from summarylint.evidence.lookup import close_by, nearest, occurs, same_elsewhere
from summarylint.evidence.short_names import told_short
from summarylint.evidence.slips import slipped
from summarylint.language.likeness import near_identifier, same_identifier, similarity
from summarylint.language.secrecy import is_secret, secrets_at
from summarylint.model import Mark, Statement, Witness

Way = Literal["altered", "shortened", "swapped", "unknown"]

NEAR_ANYWHERE = 0.84
"""How alike an identifier from anywhere in the window has to be; inside a witness the shared topic vouches for the rest."""

SHORTEST_ANYWHERE = 5
"""Code points below which an identifier from anywhere is too easily alike by chance."""

TOPIC_SCORE = 0.34
"""The score of a witness from which a sibling (`node-3` for `node-4`) in it is the identifier that was meant."""

FRAME_SCORE = 0.25
"""The score of a witness from which a name in it with one part told otherwise is the one that was meant."""

FRAMED = ("name", "environment-variable", "path", "file-name", "ref", "config-key", "flag")
"""Types of identifier that are made of words."""

_JOINT = re.compile(r"[-_./]+")
_OPAQUE = re.compile(r"\.\.\.|…|[<>{}*]|\[\w*\]|\$\{|REDACTED|XXX|xxx")
"""Placeholders, globs and ellipses stand for something else and are no copies."""


@dataclass(frozen=True, slots=True)
class Copy:
    """What became of one identifier: `mark` in the summary, `original` with its place in a span where there is one."""

    mark: Mark
    way: Way
    original: str = ""
    span_id: str = ""
    start: int = 0
    end: int = 0
    score: float = 0.0


def copies(
    statement: Statement,
    witnesses: Sequence[Witness],
    ledger: Ledger,
    earlier: str = "",
    told: str = "",
    nearby: Sequence[int] | None = None,
) -> Iterator[Copy]:
    """Yield what is wrong with the identifiers of `statement`; one that is copied verbatim yields nothing.

    `earlier` is a summary from which an identifier may have been carried over, `told` the whole summary that holds
    the statement; `nearby` are the span statements closest to it by topic, those of the witnesses where they are not given.
    """
    near = [witness.order for witness in witnesses] if nearby is None else nearby
    yielded: list[tuple[int, int]] = []
    unknown: list[Copy] = []
    for mark in statement.marks:
        if mark.kind == "identifier" and mark.type != "error-string" and not _OPAQUE.search(mark.text):
            found = _judged(mark, statement, witnesses, ledger, earlier, told, near)
            if found is None or is_secret(mark.text) or _of_a_secret(found.original, found.span_id, found.start, found.end, ledger):
                continue
            if found.way == "unknown":
                unknown.append(found)
            else:
                yielded.append((mark.start, mark.end))
                yield found
    if told and statement.segment.form not in ("code", "log"):
        for words in (unmarked, slipped):
            for word, other, way in words(told, statement, witnesses, near, ledger):
                secret = is_secret(word.text) or _of_a_secret(other.text, other.span_id, other.start, other.end, ledger)
                if word.text not in earlier and not secret and not any(a < word.end and word.start < b for a, b in yielded):
                    yielded.append((word.start, word.end))
                    yield Copy(word, way, other.text, other.span_id, other.start, other.end, other.score)  # type: ignore[arg-type]
    yield from (copy for copy in unknown if not any(a < copy.mark.end and copy.mark.start < b for a, b in yielded))


def _of_a_secret(original: str, span_id: str, start: int, end: int, ledger: Ledger) -> bool:
    """Is the original one that need not survive? `API_KEY=` before it in its span may make it so, and not what the summary calls it."""
    return is_secret(original) or (original != "" and any(secrets_at(ledger.spans[ledger.number(span_id)].text, start, end)))


def _judged(
    mark: Mark, statement: Statement, witnesses: Sequence[Witness], ledger: Ledger, earlier: str, told: str, nearby: Sequence[int]
) -> Copy | None:
    if close_by(mark.text, nearby[:1], ledger) and "\n" not in ledger.text(nearby[0]) and not denied(mark.text, nearby[0], ledger):
        return None  # copied from where all else was; of the rows of a table it may be the wrong one
    if occurs(mark.text, ledger, nearby) is not None:
        return _mistaken(mark, statement, ledger, told, nearby) if told else None
    if mark.text in earlier:
        return None
    if same_elsewhere(mark.text, ledger) is not None or _composed(mark, ledger):
        return None
    if told_short(mark, told, ledger) or _of_a_name(mark, ledger):
        return None
    return _in_witness(mark, statement, witnesses) or _anywhere(mark, ledger) or Copy(mark, "unknown")


def _mistaken(mark: Mark, statement: Statement, ledger: Ledger, told: str, nearby: Sequence[int]) -> Copy | None:
    """The identifier exists, and all that is said of it is said of its look-alike."""
    if len(mark.text) < SHORTEST_ANYWHERE or statement.segment.form in ("code", "log"):
        return None
    other = lookalike(mark.text, statement, told, nearby, ledger)
    return Copy(mark, "swapped", other.text, other.span_id, other.start, other.end, other.score) if other else None


def _composed(mark: Mark, ledger: Ledger) -> bool:
    """May a path be put together from parts that the spans hold ("src/core" and "session.ts")?"""
    if mark.type not in ("path", "file-name", "url"):
        return False
    parts = [part for part in re.split(r"[/\\]", mark.text.strip("/.~")) if part]
    if len(parts) < 2 or occurs(parts[-1], ledger) is None:
        return False
    return any(occurs(part, ledger) is not None for part in (f"{parts[-2]}/", f"/{parts[-2]}", f"{parts[-2]}\\"))


def _of_a_name(mark: Mark, ledger: Ledger) -> bool:
    """Is it the version in the name of a package or an archive ("loom-2.14.0-any.whl")?"""
    if mark.type != "version":
        return False
    named = re.compile(rf"(?<=\w)[-_@]v?{re.escape(mark.text.removeprefix('v'))}(?=[-_]|\.[a-z]|\W|\Z)", re.I)
    return any(named.search(span.text) for span in ledger.spans)


def _in_witness(mark: Mark, statement: Statement, witnesses: Sequence[Witness]) -> Copy | None:
    told = [other.text for other in statement.marks if other is not mark]
    best: Copy | None = None
    for witness in witnesses:
        for other in witness.statement.marks:
            if other.kind not in ("identifier", "quantity") or any(same_identifier(other.text, text) for text in told):
                continue
            how = near_identifier(mark.text, other.text)
            if how == "sibling" and witness.score >= TOPIC_SCORE and other.type == mark.type:
                how = "altered"
            if how is None and witness.score >= FRAME_SCORE and _one_frame(mark, other):
                how = "altered"
            if how in ("altered", "shortened"):
                likeness = similarity(mark.text, other.text)
                if best is None or likeness > best.score:
                    best = Copy(mark, how, other.text, witness.span.id, other.start, other.end, likeness)  # type: ignore[arg-type]
    return best


def _one_frame(mark: Mark, other: Mark) -> bool:
    """Two names or paths with one part told otherwise (`X-Request-Key`, `X-Session-Key`; `src/mount_tree.cc`, `src/mount_table.cc`)."""
    if mark.type != other.type or mark.type not in FRAMED:
        return False
    one, two = _JOINT.split(mark.text), _JOINT.split(other.text)
    unlike = [(a, b) for a, b in zip(one, two, strict=False) if a != b]
    if len(one) != len(two) or len(one) < 3 or len(unlike) != 1 or not all(part.isalpha() for part in unlike[0]):
        return False
    if mark.text[0].isupper() and mark.type in ("name", "environment-variable"):
        return (one[0], one[-1]) == (two[0], two[-1])
    return len(one) > 3 and one[-1] == two[-1] and unlike[0][0][0] == unlike[0][1][0]


def _anywhere(mark: Mark, ledger: Ledger) -> Copy | None:
    if len(mark.text) < SHORTEST_ANYWHERE:
        return None
    best: Copy | None = None
    for token, how in nearest(mark.text, ledger):
        likeness = similarity(mark.text, token.text)
        near = how == "shortened" or (how == "altered" and likeness >= NEAR_ANYWHERE)
        if near and (best is None or likeness > best.score):
            best = Copy(mark, how, token.text, token.span_id, token.start, token.end, likeness)  # type: ignore[arg-type]
    return best
