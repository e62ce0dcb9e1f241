"""Tests of strikes: what the user strikes out in a few words, told as included, used or still to do."""

from __future__ import annotations

import pytest

from summarylint.evidence.index import Ledger
from summarylint.evidence.strikes import struck_out
from summarylint.evidence.turns import Matter
from summarylint.language.statements import read_statements
from summarylint.model import Role, Span


def struck(summary: str, *spans: tuple[Role, str]) -> list[str]:
    ledger = Ledger(tuple(Span(f"s{number}", role, text) for number, (role, text) in enumerate(spans, 1)))
    statements = read_statements(summary)
    own = statements[0]
    matter = Matter(own, summary, own.start, own.end, frozenset(own.terms), frozenset(), tuple(statements))
    return [turn.cue for turn in struck_out(matter, ledger)]


@pytest.mark.parametrize(
    ("summary", "text", "cue"),
    [
        ("Checking the pump page with lynx.", "check the pump page, dont use lynx, it sends no cookie", "dont use lynx"),
        (
            "3,147 letters were purged, including 57 from uni-brno.",
            "purge the letters, nothing from uni-brno ever",
            "nothing from uni-brno",
        ),
        ("New names for the files, with old links redirected.", "go, but not the redirect, nobody links there", "not the redirect"),
        ("The user wants the test marked xfail.", "dont mark it xfail before we know.", "dont mark it xfail"),
    ],
)
def test_a_thing_that_is_struck_out(summary: str, text: str, cue: str) -> None:
    assert struck(summary, ("user", text)) == [cue]


@pytest.mark.parametrize(
    ("summary", "spans"),
    [
        ("Checking the pump page with wget.", (("user", "check the pump page, dont use lynx"),)),
        ("Sending the list is reserved to the user.", (("user", "mark the plots, dont send it"),)),
        ("The patrol is included.", (("user", "not even patrol"),)),
        ("The lynx page is not checked with lynx.", (("user", "dont use lynx"),)),
        ("Checking the pump page with lynx.", (("tool", "no lynx"),)),
    ],
)
def test_what_is_not_struck_out(summary: str, spans: tuple[tuple[Role, str], ...]) -> None:
    assert struck(summary, *spans) == []
