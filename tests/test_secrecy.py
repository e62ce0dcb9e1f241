"""Secrets: what is one, and what is left of it in print. The keys are made up, and put together here so that none stands in the file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.language.secrecy import is_secret, redact, secrets_at, without

TOKEN = "ghp" + "_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
RANDOM = "Zx9Qw3Er7Ty1Ui5Op2As8Df4Gh6Jk0LzXcVb"
HEAD, FOOT = "-----BEGIN " + "RSA PRIVATE KEY-----", "-----END " + "RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"use {TOKEN} here", "use ghp_… here"),
        (f"use {TOKEN}, then {TOKEN}.", "use ghp_…, then ghp_…."),
        ("password=hunter22", "password=…"),
        ("the password is hunter22, really", "the password is …, really"),
        ("postgres://app:s3cretpw@db.internal/x", "postgres://app:…@db.internal/x"),
        ("AKIA" + "ABCDEFGHIJKLMNOP", "AKIA…"),
        ("Authorization: Bearer " + "abcdefgh12345678", "Authorization: Bearer …"),
        ("github_pat_" + "11ABCDEFG0abcdefghijkl", "…"),
        (f"key {RANDOM}", "key Zx9Q…"),
        (f"{HEAD}\nMIIEow\n{FOOT} and so on", f"{HEAD}… and so on"),
        (f"{HEAD}\nMIIEow", f"{HEAD}…"),
    ],
)
def test_what_is_left_of_a_secret(text: str, left: str) -> None:
    assert is_secret(text)
    assert redact(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "c41f09e8b7d6a5c4f3e2d1c0b9a8978675645342",
        "123e4567-e89b-12d3-a456-426614174000",
        "password=$DB_PASSWORD",
        "the token expires soon",
        "src/components/MultiAgentMonitorGrid/MultiAgentMonitorGrid.css",
        "TestCondenseSession_IncludesInitialAttribution",
    ],
)
def test_no_secret(text: str) -> None:
    assert not is_secret(text)
    assert redact(text) == text


TEXT = st.one_of(st.text(), st.text(alphabet="aB3/._-:@#$~`'\"*()<>{}[]\\ \n=+%eé日“”"))


@given(TEXT)
def test_a_text_changes_if_and_only_if_it_holds_a_secret(text: str) -> None:
    assert (redact(text) != text) == is_secret(text)


@given(TEXT, TEXT)
def test_no_surroundings_show_a_secret(before: str, after: str) -> None:
    shown = redact(f"{before} {TOKEN} {after}")
    assert TOKEN[4:] not in shown
    assert "…" in shown


def test_a_stretch_shows_a_secret_that_only_its_surroundings_tell() -> None:
    text = "export API_KEY=k7f2q9c4d1e8 on the barge"
    at = text.index("k7f2")
    assert not is_secret("k7f2q9c4d1e8")
    assert list(secrets_at(text, at, at + 12)) == ["k7f2q9c4d1e8"]
    assert list(secrets_at(text, at + 2, len(text))) == ["f2q9c4d1e8"]
    assert list(secrets_at(text, at + 12, len(text))) == []


def test_a_known_secret_is_masked_as_a_word() -> None:
    assert without("k7f2 is not k7f2x; TOKEN", ["k7f2"]) == "… is not k7f2x; TOKEN"
    assert without(f"k7f2 and {TOKEN}", ["k7f2"]) == "… and ghp_…"
