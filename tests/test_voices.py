"""Reading who says it: reported speech, speaker labels, acts of consent; and what bears a voice out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.evidence.align import candidates
from summarylint.evidence.index import Ledger
from summarylint.evidence.voices import agreed_after, best_share, corroborated, is_users
from summarylint.language.statements import read_statements
from summarylint.language.voices import acts, is_agreement, opens_with_agreement, opinion, reported, speaker_label, told_apart
from summarylint.model import Span


@pytest.mark.parametrize(
    ("text", "who", "kind"),
    [
        ("she says the lift is out of order", "she", "person"),
        ("According to the vendor docs the limit is 250.", "the vendor docs", "document"),
        ("The status page of the provider says the link was down.", "The status page", "document"),
        ("Ms Adeyemi, told us that the trip is off", "Ms Adeyemi", "person"),
        ("Vendor Kestrel claims 70 % less noise", "Vendor Kestrel", "person"),
        ("our hydrologist estimates three litres a second", "our hydrologist", "person"),
        ("- sales engineer: no dropped connections", "sales engineer", "person"),
        ("[09:10] tomas: the pump draws eleven amps", "tomas", "chat"),
        ("tape 12:04  HALLE: The pier was closed in March.", "HALLE", "person"),
        ("HALLE: The pier was closed.\nOST: Nobody told us.", "HALLE", "person"),
        ("landlord's letter claims the rent is fair", "landlord's letter", "document"),
        ("lad at the garage says the chassis is sound", "lad", "person"),
        ("so tomek says the exam is in May", "tomek", "person"),
        ('vendor answered on case 12: "the lag is yours"', "vendor", "person"),
        ("They claim that hotels waste water", "They", "person"),
        ("My grandmother always told that the mill was lost", "My grandmother", "person"),
        ("the surveyor is convinced that the wall is wet", "the surveyor", "person"),
        ("rumour has it that the depot closes", "somebody", "person"),
        ("anna: the pump is loud today\nanna: and it leaks at night\nrolf: it does not leak", "anna", "person"),
        ("mail from hr@orbita.example: contractors are not covered", "hr@orbita.example", "chat"),
    ],
)
def test_a_voice_is_read_with_its_name_and_kind(text: str, who: str, kind: str) -> None:
    found = next(reported(text, 0, len(text)))
    assert (found.who, found.kind) == (who, kind)


@pytest.mark.parametrize(
    "text",
    [
        "licence: per node, 90 EUR",
        "error: file not found",
        "I said it is ready",
        "WARNING: The pier is closed.",
        "the user says it is slow",
        "14:40 PRODUCER (vo): The strike began in May.",
        "2024-01-03 echo: mild regurgitation",
        "AWS says the subnet does not exist",
        "the log says the disk is full",
        "kid: acq-2024-09a",
        "chair: item 7",
    ],
)
def test_what_is_no_voice_of_another(text: str) -> None:
    assert list(reported(text, 0, len(text))) == []


def test_the_scope_of_reported_speech_is_what_is_said() -> None:
    text = "it rained; he said the clutch is worn; we drove on"
    voice = next(reported(text, 11, len(text)))
    assert text[voice.scope[0] : voice.scope[1]] == " the clutch is worn"


def test_a_label_holds_for_every_sentence_of_its_line() -> None:
    text = "notes\n- landlord: The heating is new. It costs 90 a month."
    voice = speaker_label(text, text.index("It costs"), len(text))
    assert voice is not None
    assert voice.who == "landlord"
    assert text[voice.scope[0] : voice.scope[1]] == "It costs 90 a month."


@pytest.mark.parametrize("text", ["Halle alleges that the pier was closed", "12 ms (per the vendor)", "the user recalled 500"])
def test_a_text_that_names_its_source_tells_it_apart(text: str) -> None:
    assert told_apart(text)


def test_a_rate_is_no_source() -> None:
    assert not told_apart("The cap is 250 items per call.")


@pytest.mark.parametrize(
    ("text", "who", "kind", "matter"),
    [
        ("Noor, who owns the loader, has agreed to the smaller batch.", "Noor", "consent", " to the smaller batch."),
        ("Text for the press, approved by Helga", "Helga", "consent", "Text for the press, "),
        ("the owner accepts the dog", "the owner", "consent", " the dog"),
        ("The publisher likes it and has accepted the contract", "The publisher", "consent", " the contract"),
        ("Mrs Dlamini replied that it may be opened", "Mrs Dlamini", "reply", " that it may be opened"),
        ("The user wants the letter fixed", "The user", "request", " the letter fixed"),
        ("eslint was upgraded as the user asked (87 packages)", "the user", "request", "eslint was upgraded as "),
    ],
)
def test_an_act_is_read_with_its_matter(text: str, who: str, kind: str, matter: str) -> None:
    (act,) = acts(text, 0, len(text))
    assert (act.who, act.kind, text[act.matter[0] : act.matter[1]]) == (who, kind, matter)


@pytest.mark.parametrize("text", ["yes do!", "ok", "go ahead with the split", "sure, sounds good", "👍"])
def test_agreement(text: str) -> None:
    assert is_agreement(text)
    assert opens_with_agreement(text)


@pytest.mark.parametrize(
    "text", ["good to know. brb", "ah ok. and the other one?", "no, leave ok as it was", "what did it do before?", "let me ask Noor"]
)
def test_no_agreement(text: str) -> None:
    assert not is_agreement(text)


def _ledger(*said: tuple[str, str]) -> Ledger:
    return Ledger(Span(f"s{n}", role, text, "tool_output" if role == "tool" else "text") for n, (role, text) in enumerate(said, 1))  # type: ignore[arg-type]


def test_only_the_next_message_of_the_user_agrees() -> None:
    ledger = _ledger(("assistant", "I could drop the index."), ("user", "why?"), ("assistant", "It is unused."), ("user", "ok do it"))
    assert not agreed_after(ledger, ledger.spans[0])
    assert agreed_after(ledger, ledger.spans[2])


def test_the_share_of_a_party_counts_its_own_spans_alone() -> None:
    ledger = _ledger(("assistant", "split the fixture by locale"), ("user", "rename the fixture"))
    share, span = best_share(ledger, ("fixtur", "locale"), is_users)
    assert span is ledger.spans[1]
    assert 0 < share < 1


@pytest.mark.parametrize(
    ("further", "borne_out"),
    [
        (("tool", "failover takes 3.1 seconds (limit 4 seconds): ok"), True),
        (("assistant", "Failover takes under 4 seconds."), False),
        (("assistant", "Confirmed in our test: failover takes under 4 seconds."), True),
        (("tool", "https://vendor.example/page\nOur failover takes under 4 seconds in all cases."), False),
        (("user", "we had it too, failover takes under 4 seconds here"), True),
    ],
)
def test_what_bears_a_voice_out(further: tuple[str, str], borne_out: bool) -> None:
    ledger = _ledger(("tool", "- sales engineer: failover takes under 4 seconds"), further)
    (statement,) = read_statements("Failover takes under 4 seconds.")
    found = candidates(statement, ledger)
    voice = next(reported(ledger.spans[0].text, 0, len(ledger.spans[0].text)))
    assert corroborated(ledger, statement.terms, 0, voice, found) is borne_out


@given(st.text(alphabet=st.sampled_from("The owner says agreed:,.()\n[10:42]Noor\"'?"), max_size=120))
def test_places_lie_inside_the_stretch(before: str) -> None:
    text = f"{before}\n\nThe surveyor says the wall is wet.\n\nThe owner agreed to the price."
    voices = list(reported(text, 0, len(text)))
    assert any(voice.who.lower().endswith("surveyor") for voice in voices)
    assert "The owner agreed" in [text[act.start : act.end] for act in acts(text, 0, len(text))]
    for voice in voices:
        assert 0 <= voice.start <= voice.end <= len(text)
        assert 0 <= voice.scope[0] <= voice.scope[1] <= len(text)
    for act in acts(text, 0, len(text)):
        assert 0 <= act.start < act.end <= len(text)
        assert 0 <= act.matter[0] <= act.matter[1] <= len(text)


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("three degrees at night they say, so cover the beds", "three degrees at night "),
        ("the neighbour says the lift is slow; the stairs are fine", " the lift is slow"),
    ],
)
def test_reported_speech_has_a_scope(text: str, scope: str) -> None:
    found = next(reported(text, 0, len(text)))
    assert text[slice(*found.scope)] == scope


def test_a_second_mail_in_one_text_has_its_own_sender() -> None:
    text = "From: Ida Holm\nSubject: acid\nTwo queens are gone.\n\nFrom: Per Aust\nSubject: Re: acid\nThe lot is known."
    at = text.index("The lot")
    label = speaker_label(text, at, len(text))
    assert label is not None
    assert (label.who, label.kind) == ("Per Aust", "chat")


def test_a_writers_own_view_is_a_voice() -> None:
    text = "The fee rises in May. In our view the clause permits it."
    found = opinion(text, 22, len(text))
    assert found is not None
    assert text[slice(*found.scope)] == "In our view the clause permits it."
    assert opinion(text, 0, 21) is None


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("left calf is thicker, wants a test, no rush he says", " no rush he says"),
        ("the left calf is thicker, he says", "the left calf is thicker, he says"),
        ("admin of .31 swears signing is required", " signing is required"),
    ],
)
def test_what_was_said_before_the_verb_begins_where_its_clause_does(text: str, inside: str) -> None:
    voice = next(reported(text, 0, len(text)))
    assert text[voice.scope[0] : voice.scope[1]] == inside


def test_two_lines_are_a_talk_where_the_head_says_so() -> None:
    lines = "Tilda: the urn trips the fuse\nBram: that is not so"
    assert next(reported("chat export\n" + lines, 12, len(lines) + 12), None) is not None
    assert next(reported("settings\n" + lines, 9, len(lines) + 9), None) is None
