"""Stand-ins: "the one for withholding tax" in place of the name or code that a span gives for withholding tax."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from summarylint.evidence.align import Candidate
from summarylint.evidence.index import Ledger
from summarylint.evidence.named_values import NamedValue, told
from summarylint.language.phrases import lowered
from summarylint.language.secrecy import is_secret
from summarylint.language.value_labels import within
from summarylint.model import Mark

READ = 6
"""Span statements that are read."""

_ONE = re.compile(r"\bthe one (?P<link>for|of|on|in|with|from|to) (?:the )?(?P<what>[\w-]+(?: [\w-]+)?)")


@dataclass(frozen=True, slots=True)
class StandIn:
    """A pronoun of the summary with what it says of its thing, and the value that stands before the same words in a span."""

    start: int
    end: int
    value: NamedValue


def stand_ins(text: str, start: int, end: int, candidates: Sequence[Candidate], marks: Sequence[Mark], ledger: Ledger) -> Iterator[StandIn]:
    """Yield each "the one for ..." of `text[start:end]` of a summary for which a span statement has a name or code with a digit.

    `candidates` are span statements by score, `marks` those of the whole summary, which does not hold the value.
    """
    for found in within(_ONE, text, start, end):
        named = re.compile(rf"(?<!\S)(?P<value>[\w./-]*\d[\w./-]*) {found['link']} (?:the )?{re.escape(found['what'])}(?!\w)")
        for candidate in candidates[:READ]:
            span, (low, high) = ledger.span_of(candidate.order), ledger.bounds[candidate.order]
            match = named.search(lowered(span.text[low:high]))
            if match is None:
                continue
            at, to = low + match.start("value"), low + match.end("value")
            value = NamedValue(span.text[at:to], span.id, at, to, candidate.order)
            if not is_secret(value.text) and not told(value, "", text, marks):
                yield StandIn(found.start(), found.end(), value)
            break
