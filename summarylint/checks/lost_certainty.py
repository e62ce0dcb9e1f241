"""Lost certainty: what a span only supposes, asks or makes depend on something, the summary states as fact."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from summarylint.checks.view import View, place
from summarylint.evidence.bearing import Bearing
from summarylint.evidence.diagnoses import gives_reason, guesses
from summarylint.evidence.order_conditions import dropped_condition
from summarylint.evidence.resolution import settled_by
from summarylint.evidence.runs import told_to_pass
from summarylint.language.cues import find_cues
from summarylint.language.late_pattern import LatePattern
from summarylint.language.phrases import lowered
from summarylint.language.stance import CERTAINTY_ORDER, heading_stance
from summarylint.language.terms import terms
from summarylint.model import Edit, Fix, Hit, Role, Share, Statement, Witness

KIND = "lost-certainty"
FIELDS = frozenset({"cue", "speaker", "span_id", "claim"})
FIXES = frozenset({"restore-hedge"})

SPEAKERS = {
    "user": "the user", "assistant": "the assistant", "tool": "the tool output", "system": "the system message",
    "summary": "the earlier summary",
}  # fmt: skip
"""How a message names the role of a span."""

LEAD = 0.15
"""By so much more of the statement another witness has to be in doubt to speak before a better one."""

PERMITS = ("may", "may be")
"""In documents, contracts and manuals these words permit; they doubt only in somebody's talk."""

MODALS = ("may", "might", "could", "may be", "might be", "could be")

SHORT_ROUGH = 4
"""A statement of so few words that calls its figure rough keeps the doubt with it ("some 120G")."""

WHOLE_GUESS = 0.9
"""What part of a guess has to be told for it to be told whole."""

WHOLE_GUESS_SHARE = 0.3

WHOLE_SHARE = 0.95
"""What part of both texts has to be shared for a question of three words to be told as its answer."""

LEAST_WORDS = 3
"""Two shared words make a topic, three a claim."""

WISH_SHARE = 0.4
"""A wish that bears on less of a statement is an aside in it ("(requested)")."""

CLAUSE_SHARE = 0.6
"""A clause holds few terms, so more of them have to stand in the scope of the cue than of a whole statement."""


Doubt = Literal["probable", "possible", "asked", "conditional"]
"""How a span can be less than certain: what `evidence.resolution.UNSURE` lists."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`stances` are the stances of a span that the summary must not lose."""

    stances: tuple[Doubt, ...] = ("probable", "possible")
    together: tuple[Doubt, ...] = ()
    """Where not empty, the span has to show all of these at once."""
    apart: tuple[Doubt, ...] = ()
    """Stances that belong to a sister rule: where one of them bears on the matter too, this rule is silent."""
    roles: tuple[Role, ...] = ("user", "assistant", "tool", "summary")
    """Whose words count."""
    strengthened: bool = False
    """Look for a summary that is still unsure, only less so, instead of one that is certain."""
    least_share: Share = 0.4
    """The part of the summary statement's worth that has to stand in the scope of the cue."""
    diagnoses: bool = False
    """Look also for short guesses at a cause that the summary names."""
    least_terms: int = 2
    """The distinct terms of the summary statement that have to stand there."""


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield at most one hit: the cue that bears on most of the statement, or of one of its clauses, and that nothing settled."""
    settings = _for_credited(view, settings)
    kept = view.certainty
    if settings.stances == ("conditional",) and not settings.together:
        planned = _unconditional(view)
        if planned:
            yield planned
            return
    if (kept == "certain") == settings.strengthened or view.statement.segment.form in ("heading", "code"):
        return
    if not (settings.diagnoses or view.doubts) or not _claims(view, settings):
        return
    best = _strongest(view, settings)
    if best is None:
        if settings.diagnoses and gives_reason(view.statement):
            yield from _diagnosis(view, settings)
        return
    part, witness, bearing = best
    if settings.strengthened and CERTAINTY_ORDER.index(kept) <= CERTAINTY_ORDER.index(bearing.cue.type):
        return
    if bearing.cue.type == "conditional" and not settings.together and _condition_told(view, witness, bearing):
        return
    if settled_by(part, witness, bearing, view.candidates, view.ledger) is None:
        hit = _hit(part, witness, bearing)
        aloud = witness.span.kind != "thinking"  # a train of thought is full of "maybe", and seldom says what settled it
        kept_speaker = bearing.cue.type != "asked" and _reported(view, witness)  # who asks does not say
        described = bearing.cue.type == "conditional" and not settings.together  # of what holds, the main case may be told alone
        yield hit if aloud and not kept_speaker and not described else replace(hit, severity="note")


def _unconditional(view: View) -> Hit | None:
    """What the user ordered under a condition, planned without it."""
    statement = view.statement
    around = (*statement.segment.headings[-1:], statement.segment.label)
    ahead = statement.stance.status == "planned" or any(heading_stance(label).get("status") == "planned" for label in around)
    if not ahead or statement.segment.form in ("heading", "code") or any(cue.type == "conditional" for cue in statement.stance.cues):
        return None
    found = dropped_condition(
        statement, " ".join(part.text for part in view.sentence), view.compaction.summary, view.witnesses, view.ledger
    )
    if found is None:
        return None
    witness, cue = found
    return replace(_hit(statement, witness, Bearing(cue, (), 0.0, 0.0, witness.order)), fix=None)


SAYING = frozenset(("according", "says", "said"))
"""Guarding words that tell who says a thing. They guard a guess, whose holder they name; nobody says what he only asks."""


CREDITED_TERMS, CREDITED_SHARE = 3, 0.4
"""What has to be shared with a question that is told as somebody's word: the words of crediting weigh in the statement too."""


def _for_credited(view: View, settings: Settings) -> Settings:
    """Return the settings for a statement that credits somebody with what it says, where questions are looked for."""
    if "asked" not in settings.stances or not any(cue.text.lower() in SAYING for cue in view.statement.stance.cues):
        return settings
    return replace(settings, least_terms=min(settings.least_terms, CREDITED_TERMS), least_share=min(settings.least_share, CREDITED_SHARE))


def _claims(view: View, settings: Settings) -> bool:
    """Does the statement claim anything flat? Plans, wishes, rough figures and guarded words do not."""
    statement = view.statement
    if statement.stance.status == "planned" or _asks(statement):
        return False
    if len(statement.terms) <= SHORT_ROUGH and any(cue.type == "approximate" for cue in statement.stance.cues):
        return False
    guards = {cue.text.lower() for beside in view.sentence for cue in beside.stance.cues if cue.type == "guarded"}
    return not (guards - SAYING if "asked" in settings.stances else guards)


def _strongest(view: View, settings: Settings) -> tuple[Statement, Witness, Bearing] | None:
    """Return the part of the statement, the witness and the cue that bears on most of it."""
    best: tuple[Statement, Witness, Bearing] | None = None
    for part, witness, cues in view.doubts:
        whole = part.text == view.statement.text
        if witness.span.role not in settings.roles or ("asked" in settings.stances and not whole):
            continue
        found = _bearing(part, witness, cues, settings, settings.least_share if whole else max(settings.least_share, CLAUSE_SHARE))
        if found and (best is None or found.share > best[2].share + LEAD):
            best = part, witness, found
    return best


def _diagnosis(view: View, settings: Settings) -> Iterator[Hit]:
    for witness, bearing in guesses(view.statement, view.ledger, settings.stances):
        if (
            _reported(view, witness)
            or re.search(r"\bor\b", view.statement.text)
            or settled_by(view.statement, witness, bearing, view.candidates, view.ledger) is not None
        ):
            continue
        yield _hit(view.statement, witness, bearing)
        return


def _asks(statement: Statement) -> bool:
    """A wish or order is no claim: what the user wants may be told flat."""
    wishes = [cue for cue in statement.stance.cues if cue.type == "wish" and cue.scope is not None]
    return any(cue.scope[1] - cue.start > WISH_SHARE * len(statement.text) for cue in wishes if cue.scope) or any(
        heading_stance(heading).get("force") for heading in (*statement.segment.headings[-1:], statement.segment.label)
    )


def _bearing(part: Statement, witness: Witness, cues: tuple[Bearing, ...], settings: Settings, least: float) -> Bearing | None:
    found = [b for b in cues if b.cue.type in settings.stances or b.cue.type in settings.together or b.cue.type in settings.apart]
    strong = [
        b
        for b in found
        if (b.share >= least or _told_whole(b))
        and _substantial(part, witness, b, settings)
        and _doubts(part, witness, b, bool(settings.together))
    ]
    kinds = {b.cue.type for b in strong}
    if kinds & set(settings.apart) or not set(settings.together) <= kinds:
        return None
    return next((b for b in strong if b.cue.type in settings.stances), None)


def _reported(view: View, witness: Witness) -> bool:
    """Does the summary say whose word it is? Then the speaker is kept and only the degree of his doubt is lost."""
    spoken = any(cue.value == "attribution" for cue in view.statement.stance.cues)
    label = find_cues(" ".join((*view.statement.segment.headings[-1:], view.statement.segment.label)))
    named = view.statement.stance.speaker in (witness.span.role, "i" if witness.span.role == "assistant" else None)
    return (spoken and named) or any(
        (cue.value == "attribution" and lowered(cue.text) not in OF_THE_WRITER) or cue.type == "wish" for cue in label
    )


OF_THE_WRITER = ("notes", "report", "reports", "views", "answers", "estimates", "quotes", "claims", "states")
"""Nouns of headings ("Progress notes") that as verbs tell who says a thing."""


def _told_whole(bearing: Bearing) -> bool:
    """Does the summary hold all that the guess says, whatever it adds?"""
    return (
        bearing.cue.type != "asked"
        and bearing.covered >= WHOLE_GUESS
        and bearing.share >= WHOLE_GUESS_SHARE
        and len(bearing.terms) >= LEAST_WORDS
    )


def _substantial(part: Statement, witness: Witness, bearing: Bearing, settings: Settings) -> bool:
    """Do enough terms stand under the cue to make a claim? Two are enough only where one of them is a value."""
    if _told_whole(bearing):
        return True
    short = len(set(terms(part.text))) - 1  # all words of a short clause but one
    words = max(2, min(LEAST_WORDS, short))
    alike = min(bearing.share, bearing.covered)
    if part.segment.form == "sentence" and alike >= WHOLE_SHARE and len(bearing.terms) >= LEAST_WORDS:
        return True  # both say the very same thing, however short it is
    if _PRONOUN_SUBJECT.search(witness.span.text[witness.statement.start : bearing.cue.start]) and _says_no_more(part, bearing):
        return len(bearing.terms) >= 2  # "it may well explain the tiredness": the pronoun stands for what else is told
    enough = settings.least_terms if any(not term.isalpha() for term in bearing.terms) else max(settings.least_terms, words)
    return len(bearing.terms) >= enough


_PRONOUN_SUBJECT = re.compile(r"(?:^|[.;,!?(]\s|\b(?:and|but|so)\s)\W*(?:it|this|that|which)\s\Z", re.IGNORECASE | re.MULTILINE)


def _says_no_more(part: Statement, bearing: Bearing) -> bool:
    """Does the summary tell, behind its subject, just what stands under the cue, as a cause?"""
    said = terms(part.text)
    return said[-len(bearing.terms) :] == tuple(bearing.terms) and any(cue.type == "causal" for cue in part.stance.cues)


_ALLOWED = re.compile(
    r"\b(?:allowed|entitled|permitted|authori[sz]ed|approved|agreed|cleared|free to|permission|consent|right to|may|can)\b", re.IGNORECASE
)
"""Words of the summary beside which the "may" of a span gave leave."""


def _doubts(part: Statement, witness: Witness, bearing: Bearing, imagined: bool) -> bool:
    """Is the cue a doubt about the matter? A polite request and a question to oneself are none, and neither is a guess that
    the summary denies."""
    if bearing.cue.type != "asked":
        word = bearing.cue.text.lower()
        if word in ROUGHLY and _is_rough(part) and _FIGURE.match(witness.span.text, bearing.cue.end):
            return False  # "maybe a third" is told as "about a third"
        if word in PERMITS and (witness.span.role == "tool" or _ALLOWED.search(part.text)):
            return False
        causal = any(cue.type == "causal" for cue in part.stance.cues)
        if (
            word in MODALS
            and not imagined
            and not causal
            and not set(bearing.terms) & set(terms(witness.span.text[bearing.cue.end : witness.statement.end]))
            and not _EXISTS.match(witness.span.text, bearing.cue.end)
        ):
            return False  # only the subject is shared, and what may become of it is another matter
        return (part.stance.polarity == "positive" or _denies(witness, bearing)) and not _turned_out_well(part, witness, bearing)
    if part.stance.status == "done" or _HOW_FAR.match(witness.statement.text):
        return False  # whether a deed was done, or how far it is, is no matter of doubt but of status
    return witness.span.kind != "thinking" and not any(cue.type == "wish" for cue in witness.statement.stance.cues)


ROUGHLY = ("maybe", "perhaps", "probably", "possibly", "likely")
"""Words of doubt that make a figure behind them a rough one."""

_FIGURE = re.compile(
    r"\s+(?:some |about |around )?(?:[~$€£]?\d|(?:an? )?(?:half|third|quarter|dozen|couple|hundred|thousand|few)\b)", re.IGNORECASE
)
_HOW_FAR = LatePattern(
    lambda: (
        r"\W*(?:(?:hi|hello|hey|so|and|ok|now)\b\W*)*(?:what(?:['’]?s| is) (?:the )?|any |the )?"
        r"(?:status|state|progress|news|updates?|how far|where (?:are|do) we|where (?:is|are)|what about|how(?:['’]s| is| are))\b"
    ),
    re.IGNORECASE,
)
"""How a question opens that asks how far a thing is; that there is such a thing is no question."""


def _is_rough(part: Statement) -> bool:
    return any(cue.type == "approximate" for cue in part.stance.cues)


def _turned_out_well(part: Statement, witness: Witness, bearing: Bearing) -> bool:
    """Was a failure in doubt ("the tests might fail"), and does the summary tell a success?"""
    left, right = bearing.cue.scope or (bearing.cue.start, bearing.cue.end)
    feared = any(cue.type == "failed" and left <= cue.start and cue.end <= right for cue in witness.statement.stance.cues)
    return feared and part.stance.status != "failed" and (part.stance.status == "done" or told_to_pass(part) is not None)


_EXISTS = re.compile(r"\s+(?:well\s+|still\s+|also\s+)?(?:exist|be (?:there|so|true|it|right|the case))\b")
"""Behind a modal: what stands before it is all that is in doubt ("a copy on the laptop may exist")."""


def _denies(witness: Witness, bearing: Bearing) -> bool:
    """Does the witness itself put any of what is in doubt in the negative? What it denies beside the doubt is known."""
    text, cues = witness.span.text, witness.statement.stance.cues
    end = bearing.cue.scope[1] if bearing.cue.scope and bearing.order == witness.order else witness.statement.end
    return any(
        set(bearing.terms) & set(terms(text[cue.scope[0] : cue.scope[1]]))
        for cue in cues
        if cue.type == "negative" and cue.scope and not _CONTRAST.search(text, end, max(end, cue.start))
    )


_CONTRAST = re.compile(r"\b(?:but|although|though|however|whereas|while)\b", re.IGNORECASE)


def _condition_told(view: View, witness: Witness, bearing: Bearing) -> bool:
    """Does the summary's sentence hold a term of the condition itself, in whatever form?"""
    end = bearing.cue.scope[1] if bearing.cue.scope else witness.statement.end
    condition = re.split(r"[,;:]|\bthen\b", witness.span.text[bearing.cue.end : end])[0]
    told = {term for statement in view.sentence for term in statement.terms}
    return bool(told & set(terms(condition)))


def _hit(statement: Statement, witness: Witness, bearing: Bearing) -> Hit:
    cue = bearing.cue
    # The cue may stand in an afterthought, outside the statement.
    start, end = min(cue.start, witness.statement.start), max(cue.end, witness.statement.end)
    speaker = SPEAKERS[witness.span.role]
    holder = {"user": "The user thinks: ", "assistant": "The assistant thinks: "}.get(witness.span.role, "Unconfirmed: ")
    return Hit(
        start=statement.start,
        end=statement.end,
        evidence=(place(witness, f"{cue.text!r} here", start, end),),
        fields={"cue": cue.text, "speaker": speaker, "span_id": witness.span.id, "claim": statement.text},
        why={"cue": cue.text, "stance": cue.type, "score": witness.score, "share": round(bearing.share, 3)},
        fix=Fix("unsafe", (Edit(statement.start, statement.start, holder),)),
    )
