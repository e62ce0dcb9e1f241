"""Direct witnesses: the span that a claim points at by what it says, though its words share little with it.

"All tests pass" rests on the last run of the tests, whose output says "ok"; what the user is quoted with stands in the user's message
of those words; what an answer takes over from the user's list stands in that message; what a command printed shows what came of it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import replace

from summarylint.evidence.calls import command_of
from summarylint.evidence.index import Ledger
from summarylint.evidence.outcomes import sign_of_failure
from summarylint.language.late_pattern import LatePattern
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import lowered, one_of
from summarylint.language.voices import opens_with_agreement
from summarylint.model import Statement
from summarylint.provenance.support import Support

OPENING = 200
"""Code points of an answer in which it says whose list it takes over."""

QUOTED_SHARE = 0.75
"""The part of a quotation's words that a message has to hold to be the one that is quoted."""

LEAST_QUOTED = 3
"""Words below which a quotation names a thing rather than repeating a message."""

_WORDS = read_lexicon("pointing")
_YOURS = LatePattern(lambda: rf"\byours\b|\byour [a-z]|\b{one_of(_WORDS['yours'])} you(?:'ve|'d| have| had)? [a-z]")
"""Something of the user's, whatever it is: "your outline", "as you listed"."""

_NAME = re.compile(r"[a-z\d_][a-z\d_-]*")
_QUOTED = re.compile(r"\buser\b[^.;\"“]{0,40}[\"“](?P<quoted>[^\"”]+)[\"”]", re.IGNORECASE)
_CHECKED = tuple(
    (re.compile(rf"\b{one_of(check['names'])}\b[^.;]{{0,30}}\b{one_of(check['passed'])}\b"), check["command"]) for check in _WORDS["check"]
)
"""What is told of a check that was run, and the word by which the command that runs it is known."""


def more_direct(primary: Support, statement: Statement, ledger: Ledger) -> Support:
    """Return the witness that the claim points at, or `primary` where it points at none."""
    pointed = _quoted(statement, ledger, primary) or _checked(primary, statement, ledger) or _taken_over(primary, statement, ledger)
    return _outcome(pointed, ledger)


def _quoted(statement: Statement, ledger: Ledger, primary: Support) -> Support | None:
    """The user's message that the statement quotes, spelling slips aside."""
    quoted = _QUOTED.search(statement.text)
    words = Counter(_NAME.findall(lowered(quoted["quoted"]))) if quoted else Counter[str]()
    if words.total() < LEAST_QUOTED:
        return None
    best: tuple[float, int] | None = None
    for number in ledger.by_users:
        held = words & Counter(_NAME.findall(lowered(ledger.spans[number].text)))
        if best is None or held.total() > best[0]:
            best = held.total(), number
    if best is None or best[0] < QUOTED_SHARE * words.total():
        return None
    return replace(primary, number=best[1], order=-1, source="user")


def _checked(primary: Support, statement: Statement, ledger: Ledger) -> Support | None:
    """The output of the last run of what is told to have passed, where only the assistant's word was found and the run did not fail."""
    if primary.source not in ("text", "thinking"):
        return None
    low = lowered(statement.text)
    word = next((word for pattern, word in _CHECKED if pattern.search(low)), None)
    for number in sorted(ledger.calls, reverse=True) if word else ():
        call, behind = ledger.spans[number], number + 1
        if behind >= len(ledger.spans) or ledger.spans[behind].kind != "tool_output" or command_of(call.text) is None:
            continue
        if re.search(rf"\b{word}\w*\b", lowered(call.text)):
            failed = any(sign_of_failure(line) for line in ledger.spans[behind].text.splitlines())
            return None if failed else replace(primary, number=behind, order=-1, source="output")
    return None


def _taken_over(primary: Support, statement: Statement, ledger: Ledger) -> Support:
    """The user's message instead of an answer that takes over what it names ("Let's use your folders: ...").

    Only where that message names what the statement is about, with or without its folder and ending.
    """
    before = bisect_left(ledger.by_users, primary.number) - 1
    named = next((_bare(mark.text) for mark in statement.marks if mark.kind == "identifier"), "")
    if primary.source not in ("text", "thinking") or before < 0 or not named:
        return primary
    opening = ledger.spans[primary.number].text[:OPENING]
    if not opens_with_agreement(opening) and not _YOURS.search(lowered(opening)):
        return primary
    number = ledger.by_users[before]
    said = _NAME.findall(lowered(ledger.spans[number].text))
    return replace(primary, number=number, order=-1, source="user") if named in said else primary


def _bare(name: str) -> str:
    """A name in lower case without its folder and its ending."""
    return lowered(name).strip("`/").rsplit("/", 1)[-1].rsplit(".", 1)[0]


def _outcome(primary: Support, ledger: Ledger) -> Support:
    """The output instead of the command that printed it: what was called shows what was tried, the output what came of it."""
    call, behind = ledger.spans[primary.number], primary.number + 1
    if call.kind != "tool_call" or behind >= len(ledger.spans) or command_of(call.text) is None:
        return primary
    printed = ledger.spans[behind].kind == "tool_output" and ledger.spans[behind].text.strip()
    return replace(primary, number=behind, order=-1) if printed else primary
