"""Lost attribution: what somebody says, or did himself, is told as established fact or as nobody's deed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from summarylint.checks.unowned_deeds import nobody, own_deed
from summarylint.checks.view import LEAST_CLAUSE_TERMS, View, place
from summarylint.evidence.align import Candidate, witness
from summarylint.evidence.index import Ledger
from summarylint.evidence.voices import corroborated, share_in
from summarylint.language.phrases import lowered
from summarylint.language.stance import heading_stance
from summarylint.language.terms import stopwords, terms
from summarylint.language.voices import Voice, opinion, reported, told_apart, words
from summarylint.model import Edit, Fix, Hit, Severity, Share, Span, Statement, Witness

KIND = "lost-attribution"
FIELDS = frozenset({"who", "says", "claim", "span_id"})
FIXES = frozenset({"restore-attribution"})

LEAST_TERMS = 2
"""A statement with a single term says too little for a voice to be lost from it."""

SHORT_TERMS = 2
"""What is said in so few terms is often told in another word beside the thing it is about."""

CLAUSE_SHARE = 0.6
"""The part of a clause's worth that has to stand in the voice's scope; a clause has few terms, so it has to be more."""

LABEL_SHARE = 0.8
"""The same for a line that a name opens; such lines hold notes and motions as well as claims."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What counts as lost."""

    least_share: Share = 0.5
    """The part of the summary statement's worth that has to stand in the reported speech."""
    documents: bool = True
    """Whether what a document of others says is a voice as well."""
    deeds: bool = True
    """Whether a deed that is told as nobody's is looked for too."""


def check(view: View, settings: Settings) -> Iterator[Hit]:
    """Yield at most one hit: the voice, or else the doer, that the statement leaves out."""
    statement = view.statement
    if statement.segment.form in ("heading", "code", "log") or _is_plan(statement):
        return
    found = nobody(view) if settings.deeds else None
    if found is None and not _orders(statement):
        if not _attributed(view):
            found = _voice(view, settings) or (own_deed(view) if settings.deeds else None)
        elif _USERS_WORD.match(statement.text):
            found = _passed_on(view, settings)
    if found:
        yield found


_USERS_WORD = re.compile(
    r"\W*(?:according to the user,?|(?:the )?user (?:also |has |had )?"
    r"(?:says?|said|stated?|states|reports?|reported|notes?|noted|claims?|claimed)(?: that)?)\s",
    re.I,
)
_OWN_SIGHT = re.compile(
    r"\bi (?:also )?(?:saw|see|checked|tested|measured|tried|know|agree|noticed|can confirm|think so)\b|\bsame here\b|\bme too\b"
)
"""By which the user makes what he passes on his own word."""

PASSED_ON_SHARE = 0.6
"""The part of what the user is told to say that somebody has to say in his message: the words of telling weigh in it too."""


def _passed_on(view: View, settings: Settings) -> Hit | None:
    """What the user only passed on ("Bo says that ...") is told as the user's own word."""
    hit = _voice(view, replace(settings, least_share=PASSED_ON_SHARE, documents=False))
    span = next((span for span in view.ledger.spans if hit and span.id == hit.evidence[0].span_id), None)
    return hit if span is not None and span.role == "user" and not _OWN_SIGHT.search(lowered(span.text)) else None


def _is_plan(statement: Statement) -> bool:
    """What the assistant is going to do is nobody's word; that something "will be signed" may well be."""
    if statement.stance.status != "planned":
        return False
    around = (*statement.segment.headings, statement.segment.label)
    if statement.segment.checked is not None or any(heading_stance(label).get("status") == "planned" for label in around):
        return True
    return not _FORETOLD.search(statement.text)


_FORETOLD = re.compile(r"^\W*(?:[Tt]he|[Aa]n?|[Ii]ts?|[Aa]ll|[A-Z][\w'-]+|[a-z]+s)\b[^.;:]*\b(?:will|won't|is going to|are going to)\b")
"""A sentence with a subject of its own that tells what will be."""


def _orders(statement: Statement) -> bool:
    """A wish, an order or a decision is no claim; "until" and "only" stand in both."""
    around = (*statement.segment.headings, statement.segment.label)
    if any(cue.type == "wish" for cue in statement.stance.cues) or any(heading_stance(label).get("force") for label in around):
        return True
    return statement.stance.force not in ("fact", "request") and not _HABIT.search(lowered(statement.text))


_HABIT = re.compile(r"^\W*(?!user\b|the user\b|(?:please|and|but|then) )[^,;:.]+ never [a-z]+(?<!s)s\b")
"""What a thing never does, and nobody is forbidden ("the belt never slips")."""


# ---------------------------------------------------------------- somebody's word


def _voice(view: View, settings: Settings) -> Hit | None:
    heard = [(candidate, voices) for candidate in view.candidates if (voices := _voices(view, candidate, settings))]
    if not heard or any(cue.value == "certainty" for part in view.sentence for cue in part.stance.cues):
        return None
    best: tuple[float, Candidate, Voice, Statement] | None = None
    wholes = _parts(view)
    for part in (*wholes, *_pieces(view.statement)):
        least = settings.least_share if part.text == view.statement.text else max(CLAUSE_SHARE, settings.least_share)
        for candidate, voices in heard:
            for voice in voices:
                if not voice.verb and part not in wholes:
                    continue  # a label stands over values and names as well, and a scrap may be no more than these
                share, inside = _held(view, candidate, voice, part)
                needed = least if voice.verb or part.segment.form == "row" else max(LABEL_SHARE, least)
                least_words = 0 if part.segment.form == "row" else 1 if part in wholes and voice.verb else LEAST_TERMS
                sound = len(inside) >= LEAST_TERMS and _words_among(inside) >= least_words
                enough = (share >= needed and sound) or _only_source(view, candidate, voice, part, inside)
                enough = enough or (share >= least and part in wholes and _only_figures(view, candidate, part, inside))
                if not enough or (best and not _better(share, voice, best[0], best[2])):
                    continue
                if (
                    _is_subject(view, voice, part)
                    or _tells_of_self(candidate, voice, part, view.ledger)
                    or _is_named(view, voice, view.ledger.span_of(candidate.order))
                ):
                    continue
                if not corroborated(view.ledger, inside, candidate.order, voice, view.candidates):
                    best = share, candidate, voice, part
    if best is None:
        return None
    share, candidate, voice, part = best
    severity: Severity | None = "note" if voice.kind == "chat" else None  # colleagues at work on the matter: who said it matters less
    return _hit(part, witness(view.ledger, candidate), voice, share, severity)


def _better(share: float, voice: Voice, best: float, other: Voice) -> bool:
    """A clearly greater share wins; before that, what is reported in words wins over a line that only bears a name."""
    if (voice.kind == "chat") != (other.kind == "chat"):
        return other.kind == "chat"
    return share > best + CLEARLY


CLEARLY = 0.1
"""By how much a share has to be greater for the voice to be the better one."""


def _words_among(found: tuple[str, ...]) -> int:
    """How many of these terms are words, and not values or the letters of one ("FA-2207")?"""
    return sum(term.isalpha() and len(term) > 2 for term in found)


def _held(view: View, candidate: Candidate, voice: Voice, part: Statement) -> tuple[float, tuple[str, ...]]:
    """What part of the worth of `part` the voice says, and which terms; a pronoun lends it the terms of the sentence before."""
    ledger, row = view.ledger, part.segment.form == "row"
    text = ledger.span_of(candidate.order).text
    start, end = voice.start if row else voice.scope[0], voice.scope[1]
    named = frozenset() if row else frozenset(terms(voice.who))
    own = tuple(term for term in part.terms if term not in named)
    share, inside = share_in(ledger, own, text, start, end)
    before = candidate.order - 1
    refers = _REFERS.match(text, max(start, voice.end), end)
    if len(inside) >= LEAST_TERMS and refers and before in _same(view, candidate):
        first = ledger.bounds[before][0]
        share, inside = share_in(ledger, own, text[first:end], 0, end - first)
    return share, inside


_REFERS = re.compile(r"[\s,]*(?:that )?(?:these|those|they|them|it|this|that)\b", re.I)


def _same(view: View, candidate: Candidate) -> range:
    return view.ledger.orders(view.ledger.span_of(candidate.order).id)


def _only_source(view: View, candidate: Candidate, voice: Voice, part: Statement, inside: tuple[str, ...]) -> bool:
    """Are both sides so short that one word makes the match, and does it stand nowhere else?"""
    if len(set(part.terms)) != SHORT_TERMS or len(inside) != 1 or part.text != view.statement.text or part.segment.form == "row":
        return False
    if not part.text.rstrip("\"'*_)").endswith((".", "!", ";")):
        return False  # a title or a label claims nothing
    said = set(terms(view.ledger.span_of(candidate.order).text[voice.end : voice.scope[1]]))
    negative = view.ledger.statement(candidate.order).stance.polarity
    return len(said) <= SHORT_TERMS + 1 and view.ledger.postings.get(inside[0]) == [candidate.order] and negative == part.stance.polarity


def _only_figures(view: View, candidate: Candidate, part: Statement, inside: tuple[str, ...]) -> bool:
    """Do the figures of the part stand in what the voice says, all of them, and nowhere else in the window?"""
    figures = {term for term in part.terms if term[:1].isdigit()}
    if len(figures) < LEAST_FIGURES or not figures <= set(inside):
        return False
    return not any(figures <= set(view.ledger.terms[order]) for order in view.ledger.postings[min(figures)] if order != candidate.order)


LEAST_FIGURES = 2
"""Figures that two texts have to share for it to be no chance; "6,800" counts as two."""


def _parts(view: View) -> tuple[Statement, ...]:
    """The statement and its clauses; a cell of a table together with the name of its row."""
    statement = view.statement
    if statement.segment.form == "row" and statement.segment.label:
        return (replace(statement, terms=(*terms(statement.segment.label), *statement.terms)),)
    found = view.parts
    lead = re.match(r"[^:\n]{3,60}: (?=\S)", statement.text)  # "Harbour file, timeline: the gate was open"
    if lead:
        start = statement.start + lead.end()
        behind = statement.text[lead.end() :]
        found = (*found, replace(statement, segment=replace(statement.segment, start=start), text=behind, terms=terms(behind)))
    return found


def _pieces(statement: Statement) -> Iterator[Statement]:
    """What stands between commas and conjunctions, where it says enough to be somebody's word by itself."""
    bounds = [0, *(match.end() for match in _JOINTS.finditer(statement.text)), len(statement.text)]
    for start, end in itertools.pairwise(bounds):
        own = terms(statement.text[start:end])
        if len(own) >= LEAST_CLAUSE_TERMS and end - start < len(statement.text):
            place = replace(statement.segment, start=statement.start + start, end=statement.start + end)
            yield replace(statement, segment=place, text=statement.text[start:end], terms=own)


_JOINTS = re.compile(r"(?:,|;| and| but| while)\s+")


def _voices(view: View, candidate: Candidate, settings: Settings) -> Sequence[Voice]:
    found = view.ledger.each(_voices_at)[candidate.order]
    return found if settings.documents else [voice for voice in found if voice.kind != "document"]


def _voices_at(ledger: Ledger, order: int) -> tuple[Voice, ...]:
    """The voices of others in a span statement."""
    span, (start, end) = ledger.span_of(order), ledger.bounds[order]
    if span.kind in ("tool_call", "thinking"):
        return ()
    view_of_others = opinion(span.text, start, end) if span.role == "tool" else None
    return (*((view_of_others,) if view_of_others else ()), *reported(span.text, start, end))


def _attributed(view: View) -> bool:
    """Is the source named in the sentence, its label, its headings, or the cells of its row?"""
    segment = view.statement.segment
    text = view.compaction.summary
    line = text[view.sentence[0].start : _told_until(view)]
    if segment.form == "row":
        line = text[text.rfind("\n", 0, segment.start) + 1 :].split("\n", 1)[0]
    around = (line, segment.label, *segment.headings)
    if any(told_apart(stretch) or next(reported(stretch, 0, len(stretch)), None) for stretch in around):
        return True
    return bool(_QUOTED.search(line)) or _aside(line)


def _told_until(view: View) -> int:
    """Where the part of the sentence ends that may name the source: before a later clause that only tells who is against it.

    "The machine trips the fuse; Bo doubts it" does not say whose word the first half is.
    """
    later = view.sentence[view.sentence.index(view.statement) + 1 :]
    return next((part.start for part in later if _AGAINST.search(part.text)), view.sentence[-1].end)


_AGAINST = re.compile(r"\b(?:doubt|den(?:y|ie)|disput|disagree|contradict|question|reject)\w*\b", re.I)

_QUOTED = re.compile(r"[\"“](?:[^\"“”\s]+\s+){2,}[^\"“”\s]*[\"”]")
"""Three words between quotation marks are somebody's; one or two name a thing."""


def _aside(line: str) -> bool:
    """Does a bracket or a phrase such as "from the dealer" name a person or document?"""
    known = words("persons") | words("documents")
    inside = re.findall(r"\(([^()]*)\)|\b(?:from|by|via|source:?)\s+((?:\S+\s*){1,3})", lowered(line))
    return any(word in known for found in inside for word in re.findall(r"[\w-]+", " ".join(found)))


_NO_NAME = ("the", "a", "an", "he", "she", "they", "our", "my")


def _is_named(view: View, voice: Voice, span: Span) -> bool:
    """Does the sentence, or the heading above it, name the speaker, in whatever role? Then a reader can tell.

    What somebody vouches for of his own goods names him, and stays a claim; so does what he is said to have done meanwhile.
    """
    if voice.verb in words("claiming"):
        return False
    around = " ".join((*(part.text for part in view.sentence), view.statement.segment.label, *view.statement.segment.headings[-1:]))
    if lowered(voice.who) in _PRONOUNS:
        return bool(_antecedents(span.text, voice.start) & set(terms(around)))
    if view.statement.segment.form == "row" and _heads_row(view, lowered(voice.who).split()[-1]):
        return True
    if lowered(voice.who) == lowered(view.statement.segment.label.strip(" *_:")):
        return True
    if voice.who[:1].islower() or lowered(voice.who).split()[0] in _NO_NAME:  # "the vendor's patch fixes the leak"
        whole = set(terms(voice.who))  # "the Dutch cousins", told in full, are nobody else
        if len(whole) > 1 and whole <= set(terms(around)):
            return True
        return bool(re.search(rf"\b{re.escape(lowered(voice.who).split()[-1])}'s\b", lowered(around)))
    return bool(set(terms(voice.who)) & set(terms(_MEANWHILE.sub(" ", around))))


ROWS = 3
"""Cells on either side of one in which the speaker may stand who gives the figures of a table."""


def _heads_row(view: View, word: str) -> bool:
    """Does a row beside the statement open with the speaker's name ("| Bank | 48,210.55 |")?"""
    beside = view.statements[max(0, view.number - ROWS) : view.number + ROWS + 1]
    return any(word in re.findall(r"[\w'-]+", lowered(other.segment.label)) for other in beside if other.segment.form == "row")


_PRONOUNS = ("he", "she", "they")
_MEANWHILE = re.compile(r"\b(?:while|when|because|since|although|though) [^,;.]*")

ANTECEDENT_REACH = 200
"""Code points before a pronoun in which the person may stand that it speaks of."""


def _antecedents(text: str, at: int) -> set[str]:
    """The terms of the names and the nouns for persons before a pronoun at `at`."""
    before = text[max(0, at - ANTECEDENT_REACH) : at]
    found = (word for word in re.findall(r"[^\W\d_]{3,}", before) if word[0].isupper() or word.rstrip("s") in words("persons"))
    return set(terms(" ".join(found)))


def _is_subject(view: View, voice: Voice, part: Statement) -> bool:
    """Does the statement tell what the speaker himself does or offers? Then it names him already.

    What somebody vouches for of himself or his goods stays a claim.
    """
    if voice.verb in words("claiming"):
        return False
    who = voice.who
    names = [name for name in re.findall(r"[^\W\d_]{3,}", lowered(who)) if name not in stopwords()]
    pronoun = re.match(r"\W*(he|she|they)\b", lowered(part.text))
    if pronoun:
        before = view.statements[view.number - 1].text if view.number else ""
        near = lowered(" ".join((before, part.segment.label, *part.segment.headings[-1:])))
        return pronoun[1] == lowered(who) or any(name in near for name in names)
    known = "|".join(map(re.escape, names))
    return bool(names) and bool(re.match(rf"\W*(?:(?:the|mr|mrs|ms|dr)\.? )?(?:\w+ )?(?:{known}) [a-z]+", lowered(part.text)))


def _tells_of_self(candidate: Candidate, voice: Voice, part: Statement, ledger: Ledger) -> bool:
    """Do the speakers say what they themselves can do or met with, and does the summary tell it of them ("riders say they slip")?"""
    text = ledger.span_of(candidate.order).text
    named = voice.who[:1].islower() and set(terms(voice.who)) <= set(terms(part.text))
    return named and voice.verb not in words("claiming") and _OF_SELF.match(lowered(text[voice.end : voice.scope[1]])) is not None


_OF_SELF = re.compile(r"\s*(?:that )?(?:they|he|she) (?:can|could|can't|cannot|couldn't|get|got|see|saw|have|had|lose|lost|are|were)\b")


def _hit(part: Statement, found: Witness, voice: Voice, share: float, severity: Severity | None = None) -> Hit:
    who = voice.who
    return Hit(
        start=part.start,
        end=part.end,
        evidence=(place(found, f"{who} says so here"),),
        fields={"who": who, "says": "says it", "claim": part.text, "span_id": found.span.id},
        why={"voice": voice.kind, "score": found.score, "share": round(share, 3)},
        fix=Fix("unsafe", (Edit(part.start, part.start, f"According to {who}: "),)),
        severity=severity,
    )
