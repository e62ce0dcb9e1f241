"""Changed speaker: words credited to a party that never said them."""

from __future__ import annotations

import pytest

from summarylint.engine import Linter
from summarylint.model import Compaction, Finding, Span
from summarylint.settings import Settings

LINTER = Linter(Settings(select=("changed-speaker",)))


def found(summary: str, *said: tuple[str, str], **known: str) -> tuple[Finding, ...]:
    spans = tuple(
        Span(f"s{n}", role, text, "tool_output" if role == "tool" else "text")  # type: ignore[arg-type]
        for n, (role, text) in enumerate(said, 1)
    )
    return LINTER.check(Compaction("r", spans, summary, **known)).findings  # type: ignore[arg-type]


def places(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(f.summary.quote if f.summary else "", f.evidence[0].span_id if f.evidence else "") for f in findings]


PLAN = ("assistant", "The planner ignores idx_day because the column is cast to text.")


def test_what_only_the_assistant_said_is_not_the_users() -> None:
    findings = found(
        "The user pointed out that the planner ignores idx_day because of a cast.", ("user", "which one is used?"), PLAN, ("user", "hm ok")
    )
    assert places(findings) == [("the planner ignores idx_day because of a cast.", "s2")]


def test_what_only_the_user_said_is_not_the_assistants() -> None:
    said = (("user", "the squash button keeps all trailers of a branch"), ("assistant", "Noted."))
    assert places(found("The assistant found that the squash button keeps all trailers.", *said)) == [
        ("the squash button keeps all trailers.", "s1")
    ]


@pytest.mark.parametrize("summary", ["The assistant says the planner ignores idx_day because of a cast.", "The planner ignores idx_day."])
def test_the_right_party_or_none_is_no_change(summary: str) -> None:
    assert found(summary, ("user", "which one is used?"), PLAN) == ()


def test_the_user_who_has_words_on_it_may_be_credited() -> None:
    said = (("user", "isn't it the cast that makes the planner ignore idx_day"), PLAN)
    assert found("The user suspected that the planner ignores idx_day because of a cast.", *said) == ()


@pytest.mark.parametrize(("answer", "silent"), [("yes, do that", True), ("what for?", False)])
def test_a_heading_credits_what_stands_under_it(answer: str, silent: bool) -> None:
    said = (("user", "tidy up"), ("assistant", "I would split each fixture by locale."), ("user", answer))
    assert (found("## User preferences\n- Split each fixture by locale", *said) == ()) is silent


def test_a_request_is_not_told_as_the_users_deed() -> None:
    (finding,) = found("The user explained the retry loop in queue.go.", ("user", "can you explain the retry loop in queue.go"))
    assert finding.message == "the user asks for this and does not do it (span s1)"
    assert (
        found("The user explained the retry loop in queue.go.", ("user", "the retry loop in queue.go waits twice as long each time")) == ()
    )


def test_one_named_speaker_for_another() -> None:
    chat = ("tool", "[09:10] tomas: the west pump draws eleven amps since March\n[09:12] irene: i only took photos")
    assert places(found("Irene says the west pump draws eleven amps since March.", chat)) == [
        ("Irene says the west pump draws eleven amps since March.", "s1")
    ]
    assert found("Tomas says the west pump draws eleven amps since March.", chat) == ()


@pytest.mark.parametrize(
    ("summary", "said", "moved"),
    [
        ("The assistant deleted the spring folder.", ("user", "I deleted the spring folder yesterday"), True),
        ("The user restarted the mash pump.", ("assistant", "I restarted the mash pump at noon."), True),
        ("The mash pump was restarted by the user.", ("assistant", "I restarted the mash pump at noon."), True),
        ("The assistant deleted the spring folder.", ("summary", "The spring folder was deleted by the user."), True),
        ("The user deleted the spring folder.", ("user", "I deleted the spring folder yesterday"), False),
        ("The assistant deleted the spring folder.", ("user", "you deleted the spring folder"), False),
    ],
)
def test_a_deed_stays_with_its_doer(summary: str, said: tuple[str, str], moved: bool) -> None:
    findings = found(summary, said)
    assert [finding.evidence[0].quote for finding in findings] == ([said[1]] if moved else [])


def test_an_aside_credits_only_what_it_holds() -> None:
    said = (("assistant", "I'd keep the volume under 45 km."), ("user", "the volume waits until the physio on thursday at 7:40"))
    assert found("The volume (the assistant suggests less than 45 km) waits until the physio on Thursday, 7:40.", *said) == ()


def test_who_says_that_he_does_it_himself_does_not_ask_for_it() -> None:
    assert found("The user uploads the sheet at 5.", ("user", "upload the sheet at 5 i do it")) == ()


def test_a_deed_of_any_verb_belongs_to_the_one_who_tells_it_of_himself() -> None:
    said = (("user", "I trimmed the 14 stale vouchers by hand this morning"), ("assistant", "I only changed the importer."))
    assert places(found("The assistant trimmed the 14 stale vouchers.", *said)) == [("The assistant trimmed the 14 stale vouchers.", "s1")]
    assert found("The user trimmed the 14 stale vouchers.", *said) == ()


@pytest.mark.parametrize(
    ("said", "loud"),
    [("Probably the morning feed carries two header rows.", True), ("So the morning feed carries two header rows.", False)],
)
def test_a_guess_is_not_what_a_log_shows(said: str, loud: bool) -> None:
    log = ("tool", "2031-02-03 import ok 88 lines")
    findings = found("The import log shows that the morning feed carries two header rows.", ("user", "why 88?"), log, ("assistant", said))
    assert [finding.evidence[0].span_id for finding in findings] == (["s3"] if loud else [])


def test_what_stands_behind_a_semicolon_or_a_comma_is_not_credited() -> None:
    said = (("user", "he will want more, i reckon"), ("tool", "offer Ruiz: start in April, six weeks notice"))
    assert found("The user reckons he will want more; start in April, six weeks notice.", *said) == ()
    assert found("It is the 14th, not the 12th the user remembered, start in April with six weeks notice.", *said) == ()


SUGGESTION = "We could keep the panel layout and the tray icon handlers as they are."


@pytest.mark.parametrize(
    ("heading", "user", "count"),
    [
        ("Instructions", "port it to the new toolkit", 1),
        ("Constraints", "port it to the new toolkit", 1),
        ("User requests", "port it to the new toolkit", 1),
        ("Findings", "port it to the new toolkit", 0),
        ("Instructions", "port it, and leave the tray icon handlers and the panel layout", 0),
        ("Instructions", "<path>tray.ts</path> panel layout, tray icon handlers", 0),  # no word of the user's own is left
    ],
)
def test_a_heading_that_is_the_users_holds_what_he_said(heading: str, user: str, count: int) -> None:
    findings = found(f"## {heading}\n- Keep the panel layout and the tray icon handlers", ("user", user), ("assistant", SUGGESTION))
    assert len(findings) == count


def test_what_a_file_demands_may_stand_under_constraints() -> None:
    said = (("user", "port it"), ("tool", "Every release must keep the panel layout and the tray icon handlers."))
    assert found("## Constraints\n- Keep the panel layout and the tray icon handlers", *said) == ()


def test_a_file_in_the_users_message_is_not_his_word() -> None:
    said = (
        ("user", "port it to the new toolkit"),
        ("user", "<path>tray.ts</path>\n<content>panel layout, tray icon handlers</content>"),
        ("assistant", SUGGESTION),
    )
    (finding,) = found("## Instructions\n- Keep the panel layout and the tray icon handlers", *said)
    assert (finding.severity, finding.evidence[0].span_id) == ("error", "s3")
