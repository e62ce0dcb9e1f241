"""Stance: certainty, polarity, status, force and speaker of a statement, by its own words and by what stands above it."""

from __future__ import annotations

from typing import Any

import pytest

from summarylint.language.stance import CERTAINTY_ORDER, heading_stance, read_stance
from summarylint.model import Form, Segment, Stance


def stance(text: str, form: Form = "sentence", **known: Any) -> Stance:
    return read_stance(text, Segment(0, len(text), form, **known))


@pytest.mark.parametrize(
    ("text", "certainty"),
    [
        ("The graft took.", "certain"),
        ("I believe the lease ends in June.", "probable"),
        ("The nurse thinks the dose is 5 mg.", "probable"),
        ("The dose is presumably 5 mg.", "probable"),
        ("Maybe the tide tables are old.", "possible"),
        ("From memory: the lease ends in June.", "possible"),
        ("Perhaps it is the valve, most likely the inlet.", "possible"),
        ("If the river rises, the road closes.", "conditional"),
        ("Is the boiler serviced?", "asked"),
        ("Is it perhaps the valve?", "asked"),
    ],
)
def test_certainty_is_that_of_the_weakest_cue(text: str, certainty: str) -> None:
    assert stance(text).certainty == certainty


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("The seal was replaced.", "positive"),
        ("The seal has not been replaced.", "negative"),
        ("The crew never opened the hatch.", "negative"),
        ("Don't open the hatch.", "negative"),
        ("The seal is not only old, it is cracked.", "positive"),
    ],
)
def test_polarity(text: str, polarity: str) -> None:
    assert stance(text).polarity == polarity


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("The hatch is blue.", None),
        ("The hatch will be painted.", "planned"),
        ("The painting of the hatch is in progress.", "ongoing"),
        ("The hatch repair is finished.", "done"),
        ("The pressure test failed.", "failed"),
        ("The spraying was finished and then rolled back.", "reverted"),
        ("The shipment is stuck at customs.", "blocked"),
        ("The new pump was installed, not tested.", "untested"),
    ],
)
def test_status(text: str, status: str | None) -> None:
    assert stance(text).status == status


@pytest.mark.parametrize(
    ("text", "force"),
    [
        ("The wall is white.", "fact"),
        ("Please repaint the north wall.", "request"),
        ("Always lock the north gate.", "request"),
        ("Do not repaint the north wall.", "prohibition"),
        ("You may enter through the yard, feel free.", "permission"),
        ("We decided to build in oak.", "decision"),
    ],
)
def test_force(text: str, force: str) -> None:
    assert stance(text).force == force


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("The wall is white.", None),
        ("I believe the lease ends in June.", "i"),
        ("The user thinks the lease ends in June.", "user"),
        ("The customer says the lease ends in June.", "user"),
        ("The agent believes the tide tables are old.", "assistant"),
        ("Dr. Okafor said the graft failed.", "Dr. Okafor"),
        ("According to Dr. Okafor, the graft failed.", "Dr. Okafor"),
        ("According to the user, the graft failed.", "user"),
        ("As reported by Ms Lindqvist, the tide was late.", "Ms Lindqvist"),
        ("Per the landlord, heating is included.", "landlord"),
        ("Per the user, heating is included.", "user"),
        ("The user told the assistant to wait.", "user"),
        ("the translator told the agent that page 3 is missing", None),  # whom it was told to does not say it
        ("eBay claims it was refunded.", None),  # no name begins in the middle of a word
    ],
)
def test_speaker_is_who_the_text_names(text: str, speaker: str | None) -> None:
    assert stance(text).speaker == speaker


@pytest.mark.parametrize("distance", range(70))
def test_the_look_back_begins_at_no_place_inside_a_name(distance: int) -> None:
    assert stance(f"the farm of McIlroi {'x' * distance} says rent is paid").speaker in (None, "McIlroi")


@pytest.mark.parametrize(
    ("heading", "gives"),
    [
        ("Open questions", {"certainty": "asked"}),
        ("UNVERIFIED", {"certainty": "possible"}),
        ("3. Working theory of the leak", {"certainty": "possible"}),
        ("Next steps", {"status": "planned"}),
        ("Completed work", {"status": "done"}),
        ("Do not", {"force": "prohibition"}),
        ("User  requests", {"force": "request"}),
        ("Harbour", {}),
        ("Nextcloud", {}),
    ],
)
def test_what_a_heading_gives(heading: str, gives: dict[str, str]) -> None:
    assert heading_stance(heading) == gives


@pytest.mark.parametrize(
    ("text", "known", "part", "value"),
    [
        ("the north gate lock", {"headings": ("Open questions",)}, "certainty", "asked"),
        ("river level 3.2 m", {"headings": ("Hypotheses",)}, "certainty", "possible"),
        ("river level 3.2 m", {"headings": ("Hypotheses", "River")}, "certainty", "possible"),
        ("replace the lock", {"checked": True}, "status", "done"),
        ("replace the lock", {"checked": False}, "status", "planned"),
        ("order gravel", {"headings": ("Done",), "label": "Next steps"}, "status", "planned"),
        ("order gravel", {"headings": ("Done", "Next steps")}, "status", "planned"),
        ("gravel was delivered", {"headings": ("Next steps",)}, "status", "planned"),
        ("the gravel delivery failed", {"headings": ("Done",)}, "status", "failed"),
        ("oak for the door", {"headings": ("User requests",)}, "force", "request"),
    ],
)
def test_label_and_headings_give_what_the_words_leave_open(text: str, known: dict[str, Any], part: str, value: str) -> None:
    assert getattr(stance(text, "bullet", **known), part) == value


def test_code_has_no_cues_and_a_log_line_has_no_doubts() -> None:
    assert stance("if maybe: do_not(think)", "code") == Stance()
    printed = stance("ERROR upload failed, maybe the user wants another disk?", "log")
    assert (printed.certainty, printed.status, printed.force, printed.speaker) == ("certain", "failed", "fact", None)


def test_cues_come_in_text_order() -> None:
    text = "Perhaps the valve, which I think is new, isn't tight."
    starts = [cue.start for cue in stance(text).cues]
    assert starts == sorted(starts)
    assert starts


def test_certainties_go_from_the_weakest_to_the_strongest() -> None:
    assert CERTAINTY_ORDER == ("asked", "possible", "conditional", "probable", "certain")
