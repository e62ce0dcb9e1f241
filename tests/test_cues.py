"""Cues: what is one, what only looks like one, and how far it bears."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from summarylint.language.cues import GROUPS, find_cues, holds_cue
from summarylint.language.lexicon import read_lexicon
from summarylint.language.phrases import expand
from summarylint.model import Mark


def cues(text: str, group: str) -> list[Mark]:
    return [cue for cue in find_cues(text) if cue.value == group]


@pytest.mark.parametrize(
    ("text", "group", "cue", "category", "scope"),
    [
        ("I think the boiler leaks, but the valve is fine.", "certainty", "I think", "probable", "I think the boiler leaks, "),
        ("I still believe the pump is faulty.", "certainty", "I still believe", "probable", "I still believe the pump is faulty."),
        ("The pump is faulty, I think.", "certainty", "I think", "probable", "The pump is faulty, I think"),
        ("Perhaps the graft failed because the sap was dry.", "certainty", "Perhaps", "possible", "Perhaps the graft failed "),
        ("Not sure. Water is cold.", "certainty", "Not sure", "possible", "Not sure. Water is cold."),
        ("The road closes if the river rises.", "certainty", "if", "conditional", "The road closes if the river rises."),
        ("Is the organ tuned?", "certainty", "?", "asked", "Is the organ tuned?"),
        ("the tuner comes in May (?), we sing", "certainty", "(?)", "possible", "the tuner comes in May (?), we sing"),
        ("as far as the chart goes the reef is clear", "certainty", "as far as the chart goes", "possible",
         "as far as the chart goes the reef is clear"),
        ("The finds indicate a fire.", "certainty", "finds indicate", "probable", "The finds indicate a fire."),
        ("80 % sure that the kiln is cracked", "certainty", "80 % sure", "probable", "80 % sure that the kiln is cracked"),
        ("The reason for the leak is still open.", "certainty", "reason for the leak is still open", "possible",
         "The reason for the leak is still open."),
        ("The mast is bent, or so it seems.", "certainty", "or so it seems", "probable", "The mast is bent, or so it seems"),
        ("We asked whether the choir has copies.", "certainty", "asked whether", "asked", "We asked whether the choir has copies."),
        ("The hall seats about 90 people.", "approximation", "about", "approximate", "about 90 people."),
        ("The hall seats 90 or so.", "approximation", "or so", "approximate", "The hall seats 90 or so"),
        ("~20 guests", "approximation", "~", "approximate", "~20 guests"),
        ("at least 12 oars", "approximation", "at least", "bound", "at least 12 oars"),
        ("The flight isn’t booked.", "polarity", "isn’t", "negative", "isn’t booked."),
        ("According to the surveyor, the beam is sound.", "attribution", "According to", "attributed",
         "According to the surveyor, the beam is sound."),
        ("Do not repaint the north wall.", "force", "Do not", "prohibition", "Do not repaint the north wall."),
        ("The spraying was rolled back.", "status", "rolled back", "reverted", "The spraying was rolled back."),
        ("The serum is untested (delivered today).", "status", "untested", "untested", "The serum is untested (delivered today)."),
        ("The mould was ruled out.", "resolution", "ruled out", "refuted", "The mould was ruled out."),
    ],
)  # fmt: skip
def test_a_cue_with_its_scope(text: str, group: str, cue: str, category: str, scope: str) -> None:
    first = cues(text, group)[0]
    assert (first.text, first.type) == (cue, category)
    assert first.scope is not None
    assert text[slice(*first.scope)].rstrip(".") == scope.rstrip(".")


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("The invoice is not only late.", "polarity"),
        ("Send it as soon as possible.", "certainty"),
        ("The fair is in May.", "certainty"),
        ("The fair opens on 3 May 2027.", "certainty"),
        ("Early May, then.", "certainty"),
        ("Make sure the gate is shut.", "certainty"),
        ("The gate is open on Sundays.", "certainty"),
        ("The mast is bent beyond doubt.", "certainty"),
        ("Or so it seems.", "approximation"),
        ("What if it rains", "certainty"),
        ("The dismay of the crew was real.", "certainty"),
        ("The mayor opened the bridge.", "certainty"),
        ("There were no errors.", "status"),
        ("The mill stands next to the weir.", "status"),
        ("Set `may` and `not sure` in the form.", "certainty"),
    ],
)
def test_what_only_looks_like_a_cue(text: str, group: str) -> None:
    assert cues(text, group) == []


def test_a_pseudo_cue_silences_its_own_group_only() -> None:
    found = {cue.type: cue.text for cue in find_cues("The lab will find out if the serum is pure.")}
    assert found["asked"] == "find out if"
    assert "conditional" not in found


def test_an_item_of_an_enumeration_keeps_its_doubt_to_itself() -> None:
    text = "red, maybe green, blue, black paint"
    (cue,) = cues(text, "certainty")
    assert cue.scope is not None
    assert text[slice(*cue.scope)].strip() == "maybe green"


def test_code_speaks_only_where_it_is_asked_to() -> None:
    assert find_cues("`perhaps`") == ()
    assert [cue.text for cue in find_cues("`perhaps`", code=True) if cue.value == "certainty"] == ["perhaps"]


def test_offsets_are_into_the_whole_text_and_scopes_stay_inside_the_stretch() -> None:
    text = "The roof is sound. Perhaps the gutter leaks. The door is new."
    start, end = text.index("Perhaps"), text.index(" The door")
    found = [cue for cue in find_cues(text, start, end) if cue.value == "certainty"]
    assert [(cue.start, cue.text, cue.scope) for cue in found] == [(start, "Perhaps", (start, end))]


WORDS = ["I think", "maybe", "İ", "😀", "don’t", "`may`", "not", "sure", ",", "but", "?", "(x)", "\n", "\x00", "\ud800"]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(WORDS)))
def test_every_cue_slices_to_its_text_inside_its_scope(words: list[str]) -> None:
    text = " ".join([*words, "\nPerhaps the gutter leaks."])
    found = find_cues(text, 1)
    assert "Perhaps" in [cue.text for cue in found]
    for cue in found:
        assert text[cue.start : cue.end] == cue.text
        assert cue.scope is not None
        assert 1 <= cue.scope[0] <= cue.scope[1] <= max(1, len(text))


def test_every_entry_of_the_lexicon_names_its_source_and_a_known_category() -> None:
    for entry in read_lexicon("cues")["cue"]:
        assert entry["source"]
        assert entry["category"] in GROUPS
        assert entry["direction"] in ("forward", "backward", "both", "onward")
        assert entry.get("reach", "clause") in ("clause", "statement", "sentence")


def test_every_plain_phrase_of_the_lexicon_is_found_as_its_category() -> None:
    written = {phrase for entry in read_lexicon("cues")["cue"] for raw in entry.get("pseudo", ()) for phrase in expand(raw)}
    missed = []
    for entry in read_lexicon("cues")["cue"]:
        for phrase in (one for raw in entry["phrases"] for one in expand(raw)):
            if phrase in written:
                continue
            group = GROUPS[entry["category"]]
            if not any(cue.start == 0 and cue.value == group for cue in find_cues(phrase)) and phrase[-1].isalpha():
                missed.append((entry["category"], phrase))
    assert missed == []


WORDS = ("perhaps", "about", "`maybe`", "the pump", "is not", "to be checked", "I think", "may 5", "could you", "done", ".", ",", "`", "\n")


@given(st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join), st.sets(st.sampled_from(sorted(GROUPS)), min_size=1, max_size=4))
def test_whether_there_is_a_cue_is_told_as_by_finding_all(text: str, categories: set[str]) -> None:
    assert holds_cue(text, 0, len(text), categories) == any(cue.type in categories for cue in find_cues(text))
