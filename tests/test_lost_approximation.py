"""Lost approximation: rough figures that the summary gives as exact."""

from __future__ import annotations

import pytest
from windows import Said, views

from summarylint.checks.lost_approximation import FIELDS, Settings, check
from summarylint.model import Hit


def hits(summary: str, *said: Said, settings: Settings | None = None) -> list[Hit]:
    return [hit for view in views(summary, *said) for hit in check(view, settings or Settings())]


@pytest.mark.parametrize(
    ("said", "cue", "quote"),
    [
        ("The tank holds roughly 400 litres.", "roughly", "roughly 400 litres"),
        ("The tank holds ~400 litres.", "~", "~400 litres"),
        ("The tank holds 400 litres or so.", "or so", "400 litres or so"),
        ("The tank holds 400 litres, give or take.", "give or take", "400 litres, give or take"),
        ("The tank holds 400 litres, give or take 20 litres.", "give or take", "400 litres, give or take"),
        ("The tank holds close to 400 litres, filled in 9 minutes.", "close to", "close to 400 litres"),
    ],
)
def test_a_rough_figure_given_as_exact(said: str, cue: str, quote: str) -> None:
    summary = "The tank holds 400 litres."
    (hit,) = hits(summary, ("user", said))
    assert summary[hit.start : hit.end] == "400 litres"
    assert hit.fields == {"cue": cue, "quantity": "400 litres", "span_id": "s1"}
    assert set(hit.fields) == FIELDS
    assert [told.quote for told in hit.evidence] == [quote]
    assert said[hit.evidence[0].start : hit.evidence[0].end] == quote
    assert hit.fix is not None
    assert [edit.text for edit in hit.fix.edits] == ["about "]


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        ("The tank holds about 400 litres.", [("user", "The tank holds roughly 400 litres.")]),
        ("The tank holds 400 litres or so.", [("user", "The tank holds roughly 400 litres.")]),
        ("The tank holds at most 400 litres.", [("user", "The tank holds roughly 400 litres.")]),
        ("The tank holds 400 litres.", [("user", "The tank holds 400 litres.")]),
        ("The tank holds 400 litres.", [("user", "The tank holds roughly 400 litres."), ("tool", "tank: 400 litres")]),
        ("The ferry carries 120 cars.", [("user", "The ferry carries up to 120 cars.")]),
        ("The ferry takes 5 lorries.", [("tool", "The ferry takes 5 lorries, about 40 minutes in all")]),
        ("The fair is on 30 November.", [("user", "Some 30 November fairs were held.")]),
        ("The tank holds 300 litres.", [("user", "The tank holds roughly 400 litres.")]),
        ("The tank holds 400 litres.", []),
    ],
)
def test_a_figure_that_is_exact_or_stays_rough(summary: str, said: list[Said]) -> None:
    assert hits(summary, *said) == []


def test_only_the_rough_one_of_two_figures() -> None:
    summary = "Copied 5 GB in 3 minutes."
    (hit,) = hits(summary, ("tool", "Copied 5 GB, about 3 minutes in all"))
    assert summary[hit.start : hit.end] == "3 minutes"


def test_the_least_score_is_a_setting() -> None:
    said: Said = ("user", "The tank in the barn beside the mill holds roughly 400 litres.")
    summary = "Tank, new and green, with a brass tap and three wooden legs: 400 litres"
    assert hits(summary, said, settings=Settings(least_score=1.0)) == []
    assert len(hits("The tank holds 400 litres.", said, settings=Settings(least_score=0.0))) == 1
