"""The language stage as spaCy components, for use in a pipeline of one's own.

    nlp = spacy.blank("en")
    nlp.add_pipe("summarylint_cues")
    nlp("I think it is 5433.").spans["summarylint_cues"]

Each component reads `doc.text` with the same code as the linter and writes a span group; marks that do not end at token
borders are widened to them. No model is needed and none is loaded.
"""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc, Span

from summarylint.language.cues import find_cues
from summarylint.language.marks import find_marks
from summarylint.language.segment import segment
from summarylint.language.stance import read_stance
from summarylint.model import Segment

STATEMENTS, IDENTIFIERS, CUES = "summarylint_statements", "summarylint_identifiers", "summarylint_cues"
"""The keys of the span groups. A span's label is the statement's form, the mark's type or the cue's category."""


def _extend() -> None:
    for name in ("summarylint_value", "summarylint_scope", "summarylint_headings", "summarylint_stance"):
        if not Span.has_extension(name):
            Span.set_extension(name, default=None)


def _span(doc: Doc, start: int, end: int, label: str) -> Span | None:
    return doc.char_span(start, end, label=label, alignment_mode="expand")


@Language.component(STATEMENTS)
def statements(doc: Doc) -> Doc:
    """Write `doc.spans["summarylint_statements"]`: statements, `._.summarylint_headings` being what stands above each."""
    _extend()
    found = []
    for place in segment(doc.text):
        span = _span(doc, place.start, place.end, place.form)
        if span is not None:
            span._.summarylint_headings = place.headings
            found.append(span)
    doc.spans[STATEMENTS] = found
    return doc


@Language.component(IDENTIFIERS)
def identifiers(doc: Doc) -> Doc:
    """Write `doc.spans["summarylint_identifiers"]`: identifiers and quantities, `._.summarylint_value` their normal form."""
    _extend()
    found = []
    for mark in find_marks(doc.text):
        span = _span(doc, mark.start, mark.end, mark.type) if mark.kind in ("identifier", "quantity") else None
        if span is not None:
            span._.summarylint_value = mark.value
            found.append(span)
    doc.spans[IDENTIFIERS] = found
    return doc


@Language.component(CUES)
def cues(doc: Doc) -> Doc:
    """Write `doc.spans["summarylint_cues"]`: cues, `._.summarylint_scope` the (start, end) in code points that each bears on."""
    _extend()
    found = []
    for place in segment(doc.text):
        for cue in find_cues(doc.text, place.start, place.end):
            span = _span(doc, cue.start, cue.end, cue.type)
            if span is not None:
                span._.summarylint_scope = cue.scope
                found.append(span)
    doc.spans[CUES] = found
    return doc


@Language.component("summarylint_stance")
def stance(doc: Doc) -> Doc:
    """Set `._.summarylint_stance` (a `summarylint.model.Stance`) on every statement span; adds the statements if they are missing."""
    if STATEMENTS not in doc.spans:
        statements(doc)
    for span in doc.spans[STATEMENTS]:
        place = Segment(span.start_char, span.end_char, span.label_, span._.summarylint_headings or ())
        span._.summarylint_stance = read_stance(doc.text, place)
    return doc


def blank() -> Language:
    """Return an English pipeline with all four components and nothing else."""
    import spacy

    nlp = spacy.blank("en")
    for name in (STATEMENTS, IDENTIFIERS, CUES, "summarylint_stance"):
        nlp.add_pipe(name)
    return nlp
