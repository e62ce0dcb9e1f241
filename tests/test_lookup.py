"""Look-ups by the parts and slips of an identifier."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.evidence.index import Ledger
from summarylint.evidence.lookup import MOST_STATEMENTS, akin, close_by, holding, nearest, occurs, same_elsewhere, slips
from summarylint.model import Span


def ledger(*texts: str) -> Ledger:
    return Ledger([Span(f"s{number}", "tool", text) for number, text in enumerate(texts, 1)])


@pytest.mark.parametrize(
    ("identifier", "text", "original", "how"),
    [
        ("7f3a9c1", "commit 7f3ac91 on main", "7f3ac91", "altered"),
        ("sheepPen", "the field sheep_pen is new", "sheep_pen", "altered"),
        ("pen_20931_eu", "job pen_20931_eu_west_a", "pen_20931_eu_west_a", "shortened"),
        ("/quay/hull/tides.cvs", "saved /quay/hull/tides.csv", "/quay/hull/tides.csv", "altered"),
    ],
)
def test_nearest_finds_what_was_damaged(identifier: str, text: str, original: str, how: str) -> None:
    held = ledger("the quay is open", text)
    assert occurs(identifier, held) is None
    assert (original, how) in [(token.text, way) for token, way in nearest(identifier, held)]
    for token in akin(identifier, held):
        assert held.spans[held.number(token.span_id)].text[token.start : token.end] == token.text


@pytest.mark.parametrize(
    ("identifier", "text"),
    [
        ("8f14e45", "commit 8f14e45fceea167a5a36dedd4bea25435f3a1b2c"),
        ("8f14e45fceea167a5a36dedd4bea25435f3a1b2c", "commit 8f14e45 tide fix"),
        ("/home/mo/quay/tides.py", "see quay/tides.py"),
        ("09ea44c7", "export 09ea44c7-e1d8-4b02-a5f0-3c58d7b6f9d2 runs"),
    ],
)
def test_accepted_spellings_are_the_same(identifier: str, text: str) -> None:
    assert same_elsewhere(identifier, ledger(text)) is not None


def test_places_are_statements() -> None:
    held = ledger("one ewe", "pen KX-1\npen KX-2\npen KX-1 again")
    orders = holding("kx-1", held)
    assert [held.text(order) for order in orders] == ["pen KX-1", "pen KX-1 again"]
    assert occurs("KX-2", held) == orders[0] + 1
    assert close_by("KX-1", range(len(held)), held) == orders


def test_holding_is_bounded() -> None:
    assert len(holding("KX-1", ledger("\n".join(["pen KX-1"] * 3 * MOST_STATEMENTS)))) == MOST_STATEMENTS + 1


def test_a_grown_window_is_looked_up_anew() -> None:
    held = ledger("one ewe")
    assert occurs("KX-1", held) is None
    held.add(Span("s9", "tool", "pen KX-1"))
    assert occurs("KX-1", held) == 1


@given(st.text("abc123", min_size=1, max_size=8), st.data())
def test_slips_hold_every_neighbour(word: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(word) - 1))
    near = set(slips(word))
    assert word[:place] + word[place + 1 :] in near
    assert word[:place] + "7" + word[place:] in near
