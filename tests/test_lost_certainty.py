"""Lost certainty: guesses, questions and conditions that the summary states as fact."""

from __future__ import annotations

import pytest
from windows import Said, views

from summarylint.checks.lost_certainty import FIELDS, Settings, check
from summarylint.model import Hit

HEDGE = Settings()
QUESTION = Settings(stances=("asked",))
CONDITION = Settings(stances=("conditional",), apart=("possible", "asked"), least_share=0.6, least_terms=4)
STRONGER = Settings(strengthened=True, stances=("possible", "probable"))

VALVE = "The boiler valve leaks at the inlet."


def hits(summary: str, settings: Settings, *said: Said) -> list[Hit]:
    return [hit for view in views(summary, *said) for hit in check(view, settings)]


@pytest.mark.parametrize(
    ("summary", "said", "settings", "marked", "cue", "speaker"),
    [
        (VALVE, ("user", "I think the boiler valve leaks at the inlet."), HEDGE, VALVE, "I think", "the user"),
        (VALVE, ("assistant", "Perhaps the boiler valve leaks at the inlet."), HEDGE, VALVE, "Perhaps", "the assistant"),
        (VALVE, ("user", "The boiler valve leaks at the inlet. That’s only a guess."), HEDGE, VALVE, "a guess", "the user"),
        ("The lease of the mill ends in June.", ("user", "From memory, the lease of the mill ends in June."), HEDGE,
         "The lease of the mill ends in June.", "From memory", "the user"),
        ("The choir is paid. The organ needs new bellows.", ("user", "The organ probably needs new bellows."), HEDGE,
         "The organ needs new bellows.", "probably", "the user"),
        ("The road to the quarry floods in spring.", ("user", "Does the road to the quarry flood in spring?"), QUESTION,
         "The road to the quarry floods in spring.", "?", "the user"),
        ("The insurer pays for the storm damage to the barn roof.",
         ("assistant", "The insurer pays for the storm damage to the barn roof if the gutters were cleaned."), CONDITION,
         "The insurer pays for the storm damage to the barn roof.", "if", "the assistant"),
        ("The boiler valve probably leaks at the inlet.", ("assistant", "Perhaps the boiler valve leaks at the inlet."), STRONGER,
         "The boiler valve probably leaks at the inlet.", "Perhaps", "the assistant"),
    ],
)  # fmt: skip
def test_a_doubt_that_is_gone(summary: str, said: Said, settings: Settings, marked: str, cue: str, speaker: str) -> None:
    (hit,) = hits(summary, settings, said)
    assert summary[hit.start : hit.end] == marked
    assert (hit.fields["cue"], hit.fields["speaker"], hit.fields["span_id"]) == (cue, speaker, "s1")
    (told,) = hit.evidence
    assert told.quote == said[1][told.start : told.end]
    assert cue in told.quote
    assert set(hit.fields) == FIELDS
    assert hit.severity == ("note" if settings is CONDITION else None)  # of what is so, the main case may be told alone


@pytest.mark.parametrize(
    ("summary", "said", "settings"),
    [
        ("The user thinks the boiler valve leaks at the inlet.", [("user", "I think the boiler valve leaks at the inlet.")], HEDGE),
        ("The boiler valve is likely to leak at the inlet.", [("user", "I think the boiler valve leaks at the inlet.")], HEDGE),
        ("Does the boiler valve leak at the inlet?", [("user", "I think the boiler valve leaks at the inlet.")], HEDGE),
        (f"## Unverified\n- {VALVE}", [("user", "I think the boiler valve leaks at the inlet.")], HEDGE),
        (f"## Next steps\n- {VALVE}", [("user", "I think the boiler valve leaks at the inlet.")], HEDGE),
        (VALVE, [("user", "The boiler valve leaks at the inlet.")], HEDGE),
        (VALVE, [("user", "I think the boiler valve leaks at the inlet."), ("tool", "test: boiler valve leaks at the inlet")], HEDGE),
        (VALVE, [("user", "The boiler valve leaks at the inlet, but the cellar might be dry.")], HEDGE),
        (VALVE, [("system", "Perhaps the boiler valve leaks at the inlet.")], HEDGE),
        ("The nave is cold.", [("user", "I think the choir sings on Friday.")], HEDGE),
        ("The user wants the organ repaired by Easter.", [("user", "Could you have the organ repaired by Easter?")], QUESTION),
        ("## User requests\n- The organ repaired by Easter", [("user", "Is the organ repaired by Easter?")], QUESTION),
        ("The road to the quarry floods in spring.", [("assistant", "Does the road to the quarry flood in spring?", "thinking")], QUESTION),
        ("With clean gutters the insurer pays for the storm damage to the barn roof.",
         [("assistant", "The insurer pays for the storm damage to the barn roof if the gutters were cleaned.")], CONDITION),
        ("Perhaps the boiler valve leaks at the inlet.", [("assistant", "The boiler valve probably leaks at the inlet.")], STRONGER),
        (VALVE, [("assistant", "Perhaps the boiler valve leaks at the inlet.")], STRONGER),
    ],
)  # fmt: skip
def test_a_doubt_that_is_kept_settled_or_about_something_else(summary: str, said: list[Said], settings: Settings) -> None:
    assert hits(summary, settings, *said) == []


def test_what_is_told_as_the_speakers_word_is_at_most_a_note() -> None:
    found = hits("The user says the boiler valve leaks at the inlet.", HEDGE, ("user", "I think the boiler valve leaks at the inlet."))
    assert [hit.severity for hit in found if hit.severity != "note"] == []


def test_the_fix_puts_the_doubt_before_the_statement() -> None:
    (hit,) = hits(VALVE, HEDGE, ("user", "I think the boiler valve leaks at the inlet."))
    assert hit.fix is not None
    assert hit.fix.safety == "unsafe"
    assert [(edit.start, edit.end, edit.text) for edit in hit.fix.edits] == [(0, 0, "The user thinks: ")]


def test_a_stance_of_a_sister_rule_silences_this_one() -> None:
    summary = "The storm damage to the barn roof is paid by the insurer."
    said: Said = ("assistant", "If the gutters were cleaned, the storm damage to the barn roof is perhaps paid by the insurer.")
    assert len(hits(summary, Settings(), said)) == 1
    assert hits(summary, Settings(apart=("conditional",)), said) == []


def test_all_of_the_stances_asked_for_together() -> None:
    said: Said = ("user", "Hypothetically, if we redid the nave roof, it might use Welsh slate.")
    both = Settings(stances=("conditional",), together=("conditional", "possible"))
    assert len(hits("The nave roof uses Welsh slate.", both, said)) == 1
    assert hits("The nave roof uses Welsh slate.", both, ("user", "If we redo it, the nave roof uses Welsh slate.")) == []


def test_the_least_share_and_terms_are_settings() -> None:
    said: Said = ("user", "The orchard at Mill Lane was sprayed on Monday, but maybe the frost killed the plum trees and half the hedge.")
    summary = "The orchard at Mill Lane was sprayed on Monday and the frost killed the plum trees."
    assert hits(summary, Settings(least_share=0.0, least_terms=1), said)
    assert hits(summary, Settings(least_share=0.9), said) == []
    assert hits(summary, Settings(least_share=0.0, least_terms=9), said) == []


def test_a_guess_told_whole_needs_no_share_of_the_statement() -> None:
    said: Said = ("user", "maybe the frost killed the plum trees")
    summary = "The orchard at Mill Lane was sprayed on Monday and the frost killed the plum trees."
    assert hits(summary, Settings(least_share=0.9), said)
