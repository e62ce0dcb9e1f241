"""Invented consent: acts and quotations that nobody in the spans is good for."""

from __future__ import annotations

import pytest

from summarylint.engine import Linter
from summarylint.model import Compaction, Finding, Span
from summarylint.settings import Settings

LINTER = Linter(Settings(select=("invented-consent",)))


def found(summary: str, *said: tuple[str, str], **known: str) -> tuple[Finding, ...]:
    spans = tuple(
        Span(f"s{n}", role, text, "tool_output" if role == "tool" else "text")  # type: ignore[arg-type]
        for n, (role, text) in enumerate(said, 1)
    )
    return LINTER.check(Compaction("r", spans, summary, **known)).findings  # type: ignore[arg-type]


def places(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(f.summary.quote if f.summary else "", f.evidence[0].span_id if f.evidence else "") for f in findings]


IDEA = ("assistant", "One way would be to cancel the queue and rewind it to the last checkpoint. Only an idea.")


def test_an_idea_nobody_answered_is_not_agreed_to() -> None:
    findings = found("The user agreed to cancel the queue and rewind it.", ("user", "have a look"), IDEA, ("user", "good to know. brb"))
    assert places(findings) == [("The user agreed to cancel the queue and rewind it.", "s2")]


@pytest.mark.parametrize("answer", ["yes", "ok do it", "go ahead", "cancel it then", "👍"])
def test_a_short_answer_is_consent(answer: str) -> None:
    assert found("The user agreed to cancel the queue and rewind it.", ("user", "have a look"), IDEA, ("user", answer)) == ()


@pytest.mark.parametrize(
    "summary",
    [
        "The user has not agreed to cancel the queue and rewind it.",
        "Waiting until the user has agreed to cancel the queue and rewind it.",
        "Has the user agreed to cancel the queue and rewind it?",
    ],
)
def test_an_open_approval_is_no_claim_of_one(summary: str) -> None:
    assert found(summary, ("user", "have a look"), IDEA, ("user", "good to know")) == ()


@pytest.mark.parametrize(
    ("told", "invented"),
    [
        ("let me ask Noor, she owns the loader", True),
        ("Noor wrote, she agreed to the smaller batch", False),
        ("Noor is ok with the smaller batch", False),
        ("nothing goes in without Noor's approval", True),
    ],
)
def test_consent_of_a_named_person(told: str, invented: bool) -> None:
    findings = found("Noor has agreed to the smaller batch.", ("assistant", "I would cut the batch to 16."), ("user", told))
    assert bool(findings) is invented


def test_a_person_the_spans_never_name_is_left_to_other_rules() -> None:
    assert found("Noor has agreed to the smaller batch.", ("user", "cut the batch")) == ()


def test_a_request_in_other_words_is_a_request() -> None:
    said = (("user", "why is the backup red again"), ("assistant", "The bucket policy expired on Sunday."))
    assert found("The user asked to find out why the backup fails.", *said) == ()


def test_a_wish_that_only_the_assistant_had_is_none_of_the_user() -> None:
    said = (
        ("user", "why does it take so long"),
        ("assistant", "Cutting the matrix to Chromium saves 22 minutes."),
        ("user", "what is lost?"),
    )
    assert places(found("The user wants the matrix cut to Chromium.", *said)) == [("The user wants the matrix cut to Chromium.", "s2")]


def test_a_quotation_nobody_said_is_marked_alone() -> None:
    summary = 'User asked: "rename the two columns", "have it rebuild the recipe index too".'
    assert [quote for quote, _ in places(found(summary, ("user", "rename the two columns pls")))] == [
        '"have it rebuild the recipe index too"'
    ]


def test_a_list_of_messages_is_the_users() -> None:
    summary = 'All user messages: (1) "show me a few apps for clinics"; (2) "collect every remaining app on the market".'
    findings = found(summary, ("user", "show me a few apps for clinics"), ("user", "thats plenty"))
    assert [quote for quote, _ in places(findings)] == ['"collect every remaining app on the market"']


def test_a_quotation_of_the_earlier_summary_is_believed() -> None:
    summary = 'User said: "never touch the old billing tables".'
    assert found(summary, ("user", "go on"), previous_summary='The user said "never touch the old billing tables".') == ()


def test_a_rule_that_no_span_holds() -> None:
    summary = "Rules from the user: always print to lbl-r2; abort the whole nightly run when that device is down."
    findings = found(summary, ("user", "fyi there is a printer lbl-r2, always print there"))
    assert [quote for quote, _ in places(findings)] == ["abort the whole nightly run when that device is down."]


DRAFT = ("assistant", "The flyer text is in flyer_v2.odt.")


def test_consent_to_what_came_up_after_the_users_last_word_could_not_be_given() -> None:
    assert places(found("The user has approved the flyer text and it goes to print.", ("user", "half a page please"), DRAFT)) == [
        ("The user has approved the flyer text and it goes to print.", "s2")
    ]
    assert found("The user has approved the flyer text.", ("user", "half a page please"), DRAFT, ("user", "lovely, print it")) == ()


@pytest.mark.parametrize(
    ("summary", "told", "invented"),
    [
        ("Bruno said the loft is dry.", "ask Bruno whether the loft is dry", True),
        ("Bruno fixed the loft.", "text Bruno about the loft", True),
        ("Bruno said the loft is dry.", "Bruno was up there, dry as a bone", False),
        ("Bruno acknowledged the request.", "write to Bruno about the request", True),
        ("The harbour office has confirmed the berth.", "I forwarded it to the harbour office, they need two days", True),
        ("The harbour office has confirmed the berth.", "the harbour office has no objection to the berth", False),
        ("Bruno agreed to the date.", "the date works for Bruno? he said works for him", False),
    ],
)
def test_who_was_only_asked_has_said_nothing(summary: str, told: str, invented: bool) -> None:
    assert bool(found(summary, ("user", told))) is invented


def test_a_person_whom_no_span_knows_agrees_to_nothing() -> None:
    assert len(found("Castellan confirmed the loft survey.", ("user", "the loft survey is on monday"))) == 1


@pytest.mark.parametrize(
    "summary", ["The API answers 404 for it.", "Once confirmed the loft survey is on Monday.", "ACX accepts the loft survey."]
)
def test_a_machine_a_conjunction_and_a_body_with_rules_do_not_consent(summary: str) -> None:
    assert found(summary, ("user", "the loft survey is on monday, ACX and the API know")) == ()


def test_a_rule_told_in_other_words_is_the_users() -> None:
    summary = "User's rule: locks are not to be released by hand, because that once damaged an export."
    assert found(summary, ("user", "no manual unlock, last time that corrupted an export")) == ()


@pytest.mark.parametrize(
    "summary",
    [
        "Once Ingrid agrees, the hall is moved to the 14th.",
        "The mail goes out after Ingrid has approved the hall.",
        "Ingrid approved as deputy for the hall.",  # a participle: somebody approved her
    ],
)
def test_a_condition_and_a_headline_claim_no_consent(summary: str) -> None:
    assert found(summary, ("user", "ask Ingrid about the hall, she has it on the 14th")) == ()


def test_consent_may_stand_in_a_relative_clause() -> None:
    said = ("user", "the organist has the eighth piece, I ask her")
    assert places(found("The eighth piece is with the organist, who agreed to bring it.", said)) == [
        ("the organist, who agreed to bring it.", "s1")
    ]


def test_an_answer_may_come_after_another_message() -> None:
    said = (
        ("user", "what do we need"),
        ("assistant", "I would add git-ssh.internal as a second name to the certificate."),
        ("user", "the cat walked over the keyboard, sorry"),
        ("user", "second name yes, reload after seven"),
    )
    assert found("The user approved adding git-ssh.internal as a second name.", *said) == ()


def test_what_a_person_said_is_left_to_the_reader() -> None:
    assert found("Raul has accepted the price of 66.", ("user", "raul says take it, 66 is fair")) == ()


def test_the_holder_of_a_role_may_be_named_in_the_span() -> None:
    said = (("user", "ask the landlord about the Labrador"), ("tool", "From: H. Voss\nI have agreed to the Labrador, he may stay."))
    assert found("The landlord agreed to the Labrador.", *said) == ()


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        ("The weir is put off: its big pump hangs on an approval from Tomas.", "the weir can wait, Tomas has to approve the big pump"),
        ("Await what Kiril says of the weir.", "i'll ask Kiril about the weir"),
        (
            "Prof. Ferreira has approved the content of the weir report.",
            "dont change numbers, Ferreira signed the content of the weir report off",
        ),
        ("The weir was blamed first and then cleared.", "the weir is not it"),
    ],
)
def test_what_is_awaited_signed_off_or_suffered_is_no_invented_consent(summary: str, said: str) -> None:
    assert found(summary, ("user", said)) == ()


SHALL_I = ("assistant", "Shall I drop the legacy bucket?")
APPROVED = "The user approved dropping the legacy bucket."


@pytest.mark.parametrize(
    "said",
    [
        (SHALL_I,),
        (("user", "the legacy bucket costs a lot, what can be done?"), SHALL_I),
        (("user", "clean up the storage"), SHALL_I, ("user", "how large is the legacy bucket?")),
        (("assistant", "The backups are done. Do you want me to drop the legacy bucket now?"),),
        (("assistant", "OK to drop the legacy bucket?"), ("assistant", "I wait.")),
    ],
)
def test_a_question_for_leave_that_nobody_answered_is_no_consent(said: tuple[tuple[str, str], ...]) -> None:
    (finding,) = found(APPROVED, *said)
    assert finding.evidence[0].quote.endswith("?")
    assert finding.evidence[0].label == "only asked here, and not answered"


@pytest.mark.parametrize(
    "said",
    [
        (SHALL_I, ("user", "yes")),
        (SHALL_I, ("user", "let's drop the bucket then")),
        (SHALL_I, ("user", "hm"), ("user", "drop it")),
        (("user", "drop the legacy bucket once the backups are done"), SHALL_I),
        (("summary", "The user wants the legacy bucket dropped."), SHALL_I),
        (SHALL_I, ("tool", "The user approved: yes")),
    ],
)
def test_a_question_for_leave_that_was_answered_or_settled_before_is_one(said: tuple[tuple[str, str], ...]) -> None:
    assert found(APPROVED, *said) == ()
