"""Lost attribution: words and deeds that the summary leaves to nobody."""

from __future__ import annotations

import pytest

from summarylint.engine import Linter
from summarylint.model import Compaction, Finding, Span
from summarylint.settings import Settings

LINTER = Linter(Settings(select=("dropped-attribution",)))


def found(summary: str, *said: tuple[str, str], **known: str) -> tuple[Finding, ...]:
    spans = tuple(
        Span(f"s{n}", role, text, "tool_output" if role == "tool" else "text")  # type: ignore[arg-type]
        for n, (role, text) in enumerate(said, 1)
    )
    return LINTER.check(Compaction("r", spans, summary, **known)).findings  # type: ignore[arg-type]


def places(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(f.summary.quote if f.summary else "", f.evidence[0].span_id if f.evidence else "") for f in findings]


SHE_SAYS = ("user", "a woman who lives there was on the phone and she says the lift is broken half of the time")


@pytest.mark.parametrize(
    ("summary", "said", "place"),
    [
        ("The lift is broken half of the time.", SHE_SAYS, "The lift is broken half of the time."),
        (
            "Two rooms, and the lift is broken half of the time.",
            SHE_SAYS,
            "the lift is broken half of the time",
        ),
        (
            "| pump | noise |\n|---|---|\n| Norvik | 32 dB |",
            ("user", "the Norvik dealer told me theirs runs at 32 dB"),
            "32 dB",
        ),
        (
            "The primary failed over automatically to db-east.",
            ("user", "I failed the primary over to db-east by hand"),
            "The primary failed over automatically to db-east.",
        ),
    ],
)
def test_a_lost_voice_is_found_where_it_is_missing(summary: str, said: tuple[str, str], place: str) -> None:
    ((quote, span_id),) = places(found(summary, said))
    assert place.rstrip(".") in quote
    assert span_id == "s1"


@pytest.mark.parametrize(
    "summary",
    [
        "A resident says the lift is broken half of the time.",
        "According to a resident the lift is broken half of the time.",
        "Lift: broken half of the time (resident, by phone).",
        "### Reported by residents\n- the lift is broken half of the time",
        "The lift may be broken half of the time.",
        "Is the lift broken half of the time?",
    ],
)
def test_a_named_source_or_a_doubt_keeps_the_voice(summary: str) -> None:
    assert found(summary, SHE_SAYS) == ()


def test_a_measurement_bears_the_claim_out() -> None:
    assert (
        found("Retries are on by default.", ("user", "The docs claim retries are on by default"), ("tool", "retries: on (default)")) == ()
    )


def test_a_colleague_in_the_chat_is_no_more_than_a_note() -> None:
    (finding,) = found("The scanner in hall 2 shows a red light.", ("tool", "[10:02] maren: the scanner in hall 2 shows a red light"))
    assert finding.severity == "note"


def test_a_fix_names_the_speaker() -> None:
    (finding,) = found("Failover takes under 4 seconds.", ("tool", "- sales engineer: failover takes under 4 seconds"))
    assert finding.fix is not None
    assert finding.fix.safety == "unsafe"
    assert finding.fix.edits[0].text == "According to sales engineer: "


def test_the_result_of_what_the_user_ran_is_his_word() -> None:
    ((_, span_id),) = places(
        found("The depot check completed with 2 warnings about a missing sbom.", ("user", "I ran depot check, 2 warnings, missing sbom"))
    )
    assert span_id == "s1"
    shown = ("tool", "depot check completed: 2 warnings, missing sbom")
    assert found("The depot check completed with 2 warnings about a missing sbom.", ("user", "I ran depot check, 2 warnings"), shown) == ()


def test_a_machine_may_do_it_automatically() -> None:
    said = ("assistant", "Alarm set at 6. It goes off automatically on weekdays only.")
    assert found("The alarm goes off automatically on weekdays only.", ("user", "set the alarm at 6"), said) == ()


RC_FOLDER = ("assistant", "There is an rc folder. According to the tagging doc these are kept for two years.")


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        ("The chassis is not affected.", ("user", "lad at the garage says chassis isn't touched")),
        ("The contract will be signed before Easter.", ("tool", "00:43:10 MAYOR SOLER: The contract will be signed before Easter.")),
        ("The rc folder has to be kept for two years.", RC_FOLDER),
        ("The clause permits a rise of 212 a month.", ("tool", "Dear tenant,\nin our view the clause permits a rise of 212 a month.")),
    ],
)
def test_a_voice_is_lost_in_other_words_in_the_future_and_behind_a_pronoun(summary: str, said: tuple[str, str]) -> None:
    assert [span_id for _, span_id in places(found(summary, said))] == ["s1"]


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        ("The vendor's explanation: rebalances on the client side.", ("user", 'vendor answered: "rebalances on the client side"')),
        ("A recipe travels with its allergen sheet (Marta's condition).", ("user", "Allergen sheet with every recipe, Marta insists")),
        ("The one-year trial of 30 km/h failed.", ("tool", "chair: proposal 88, 30 km/h on the avenue, 1-year trial")),
        ("Next: the contract will be signed.", ("tool", "MAYOR: The contract will be signed.\nCHAIR: Next item then.")),
    ],
)
def test_a_named_source_a_motion_and_a_plan_are_no_lost_voice(summary: str, said: tuple[str, str]) -> None:
    assert found(summary, said) == ()


def test_a_mail_brings_facts_so_that_its_writer_is_only_noted() -> None:
    mail = "From: billing@foo.example\nSubject: invoice\nThe invoice total is 412.50 EUR."
    findings = found("The invoice total is 412.50 EUR.", ("tool", mail))
    assert [finding.severity for finding in findings] == ["note"]


PLUMBER = ("user", "plumber had five minutes, he reckons it is the drain of the flat above")


def test_who_a_pronoun_speaks_of_may_stand_in_the_label() -> None:
    assert found("* Plumber after a short look: drain of the flat above.", PLUMBER) == ()
    assert len(found("* The cause is the drain of the flat above.", PLUMBER)) == 1


def test_who_is_against_it_is_not_whose_word_it_is() -> None:
    chat = ("tool", "chat export 08:00\nTilda: the urn trips the fuse every autumn\nBram: i doubt that")
    assert places(found("The urn trips the fuse every autumn; Bram doubts it.", chat)) == [("The urn trips the fuse every autumn", "s1")]
    assert found("Tilda says the urn trips the fuse every autumn; Bram doubts it.", chat) == ()


def test_figures_that_only_one_voice_knows_are_its_word() -> None:
    call = ("tool", "call transcript\nINSURED: oak, we paid 7,450 for it in 2019.\nAGENT: and who laid it?\nINSURED: my cousin did.")
    assert places(found("The floor cost 7,450 in 2019.", call)) == [("The floor cost 7,450 in 2019.", "s1")]
    assert found("The floor cost 7,450 in 2019.", call, ("tool", "invoice: floor, 2019, total 7,450")) == ()


def test_what_was_asked_of_a_tool_bears_nothing_out() -> None:
    said = ("user", "the guy from the stove shop said the subsidy is 55%")
    search = ("tool", 'web.search "stove subsidy 55 percent"\nno official page')
    assert len(found("The subsidy is 55%.", said, search)) == 1


def test_a_field_behind_a_role_is_nobodys_sentence() -> None:
    assert found("Technician at 04:30, ticket 9917.", ("tool", "helpdesk: crane technician 04:30 local, ticket 9917")) == ()
