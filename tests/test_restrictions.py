"""Tests of restrictions: what a span is held to, and whether a summary keeps it."""

from __future__ import annotations

import pytest

from summarylint.evidence.index import Ledger
from summarylint.evidence.restrictions import counted, dropped, number, parted, restrictions
from summarylint.evidence.turns import at_order
from summarylint.language.statements import read_statements
from summarylint.model import Span, Witness


def witness(text: str) -> tuple[Ledger, Witness]:
    ledger = Ledger((Span("s1", "user", text),))
    return ledger, at_order(ledger, 0)


@pytest.mark.parametrize(
    ("text", "words", "content"),
    [
        ("send it only to the board members", "only to the board members", ("board", "member")),
        ("Windows only, please", "Windows only", ("window",)),
        ("on everything but the build hosts", "everything but the build hosts", ("build", "host")),
    ],
)
def test_a_restriction_and_its_content(text: str, words: str, content: tuple[str, ...]) -> None:
    found = list(restrictions(witness(text)[1]))
    assert [text[limit.at : limit.to] for limit in found] == [words]
    assert found[0].content == content


@pytest.mark.parametrize("text", ["the volume is read only", "only 3 crates are left", "the only crate is wet"])
def test_idioms_and_numbers_restrict_nothing(text: str) -> None:
    assert list(restrictions(witness(text)[1])) == []


def test_a_dropped_restriction_needs_the_rest_of_the_statement() -> None:
    ledger, found = witness("send the weekly digest only to the board members")
    kept, lost, other = (
        "The weekly digest goes to the board members.",
        "The weekly digest is to be sent.",
        "The harbour fee is due.",
    )
    for summary, count in ((kept, 0), (lost, 1), (other, 0)):
        assert len(list(dropped(read_statements(summary)[0], summary, found, ledger))) == count


def test_a_part_of_a_number() -> None:
    for text, part in (("four of the 17 crates", "four"), ("47 of 90 days", "47")):
        match = counted(witness(text)[1])
        assert match is not None
        assert match[1] == part
    assert counted(witness("90 of 90 days")[1]) is None
    assert (number("seven"), number("12"), number("crates")) == (7, 12, 0)


def test_a_noun_parted_from_others_of_its_kind() -> None:
    text = "Employees on Leeds terms may take five days."
    place = parted("employees", "all employees may take five days", witness(text)[1])
    assert place is not None
    assert text[place[0] : place[1]].startswith("on Leeds terms")
    assert parted("employees", "all employees on Leeds terms", witness(text)[1]) is None


@pytest.mark.parametrize(
    ("written", "value"), [("17", 17), ("four", 4), ("pumps", 0), ("²", 0), ("9" * 5_000, 0)], ids=lambda one: str(one)[:9]
)
def test_what_counts_nothing_is_no_number(written: str, value: int) -> None:
    assert number(written) == value
