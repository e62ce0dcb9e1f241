"""Quotations that stand in the spans, nearly stand there, or stand nowhere."""

from __future__ import annotations

import pytest

from summarylint.evidence.index import Ledger
from summarylint.evidence.quotations import nearly_quoted, pieces, words
from summarylint.model import Span


def ledger(text: str) -> Ledger:
    return Ledger([Span("s1", "tool", text)])


@pytest.mark.parametrize(
    ("span", "content"),
    [
        ("kiln: zone 3 open circuit, refusing to fire", "zone 3 open circuit, refusing to fire"),
        ("kiln: zone 3 open\n      circuit, refusing\n   to fire", "zone 3 open circuit, refusing to fire"),
        ('{"e": "cannot open \\"zones.json\\" for\\nwriting now"}', 'cannot open "zones.json" for writing now'),
        ("\x1b[31mzone 3 open circuit\x1b[0m, refusing to fire", "zone 3 open circuit, refusing to fire"),
        ("zone 3 open circuit in bay 7, refusing to fire again", "zone 3 open circuit ... refusing to fire again"),
        ("the kiln’s zone 3 isn’t hot yet", "the kiln's zone 3 isn't hot yet"),
        ("zone 3 open circuit", "zone 4 shut"),
    ],
)
def test_copy_in_other_dress_is_no_rewording(span: str, content: str) -> None:
    assert nearly_quoted(content, ledger(span)) is None


def test_changed_word_is_found_with_its_place() -> None:
    span = "09:12 kiln: zone 3 thermocouple open circuit, refusing to fire (E41)"
    near = nearly_quoted("zone 3 thermocouple short circuit, refusing to fire", ledger(span))
    assert near is not None
    assert (near.told, near.original, near.slips) == (("short",), ("open",), False)
    assert span[near.start : near.end] == near.text == "zone 3 thermocouple open circuit, refusing to fire"


def test_mended_slip_is_known_as_one() -> None:
    near = nearly_quoted("please don't start the kiln before noon", ledger("please dont start the kiln befor noon"))
    assert near is not None
    assert near.slips


def test_changed_number_is_no_slip() -> None:
    near = nearly_quoted("zone 4 thermocouple open circuit", ledger("zone 3 thermocouple open circuit"))
    assert near is not None
    assert not near.slips


def test_other_sentence_is_no_rewording() -> None:
    assert nearly_quoted("the inspector came on Tuesday with a lamp", ledger("the kiln stays cold until the inspector signs")) is None


def test_pieces_and_words() -> None:
    assert pieces("one two ... three <id> four") == ["one two", "three", "four"]
    assert [word.text for word in words("It isn’t zone-3.b", 0)] == ["it", "isn't", "zone-3.b"]
