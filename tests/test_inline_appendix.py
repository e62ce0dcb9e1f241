"""The block at the end of a summary: bounded, replaced and never stacked, and quoting word for word."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.inline.appendix import (
    CLOSE,
    DEEPEST,
    LONGEST_NOTE,
    LONGEST_QUOTE,
    MOST_NOTES,
    MOST_QUOTES,
    OPEN,
    QUOTES,
    Appendix,
    Quote,
    quote_line,
    quotes_in,
    split,
    with_appendix,
)
from summarylint.model import Span

SPANS = st.builds(Span, st.from_regex(r"[a-z0-9~:._-]{1,12}", fullmatch=True), st.sampled_from(["user", "system"]), st.text(min_size=1))
APPENDICES = st.builds(
    Appendix,
    st.lists(st.text(), max_size=8).map(tuple),
    st.lists(st.builds(Quote, SPANS, st.sampled_from(["user-said", "hedged"])), max_size=20).map(tuple),
)
LARGEST = len(OPEN + CLOSE) + (MOST_NOTES + 2) * (LONGEST_NOTE + 3) + (MOST_QUOTES + 2) * (LONGEST_QUOTE * 6 + 60)
"""Bytes that a block can take: a control character takes six in JSON."""


@given(st.text(), APPENDICES)
def test_a_summary_comes_out_as_it_went_in(summary: str, appendix: Appendix) -> None:
    bare, _ = split(summary)
    assert split(with_appendix(summary, appendix))[0] == bare


@given(st.text(), st.lists(APPENDICES, min_size=1, max_size=6))
def test_the_block_is_replaced_and_cannot_grow(summary: str, cycles: list[Appendix]) -> None:
    bare, _ = split(summary)
    for appendix in cycles:
        summary = with_appendix(summary, appendix)
        assert len(summary) - len(bare) <= LARGEST
    assert summary == with_appendix(bare, cycles[-1])


@given(SPANS, st.sampled_from(["user-said", "hedged"]))
def test_a_quotation_is_read_back_word_for_word(span: Span, origin: str) -> None:
    [quote] = quotes_in(quote_line(Quote(span, origin)))
    assert (quote.span.id, quote.span.role, quote.origin) == (span.id, span.role, origin)
    assert span.text.startswith(quote.span.text)


@pytest.mark.parametrize(("role", "kind"), [("user", "text"), ("assistant", "text"), ("tool", "tool_output"), ("assistant", "tool_call")])
def test_a_quotation_stays_the_word_of_its_speaker(role: str, kind: str) -> None:
    span = Span("s1", role, "port 5433", kind)  # type: ignore[arg-type]
    assert quotes_in(quote_line(Quote(span))) == (Quote(span),)


def test_the_writer_of_a_summary_who_copies_the_block_does_not_stack_it() -> None:
    block = with_appendix("", Appendix(("check this",)))
    assert with_appendix(f"First.{block}\n\nSecond.{block}", Appendix(("check that",))).count(OPEN) == 1


def test_a_block_that_was_cut_off_is_taken_off() -> None:
    whole = with_appendix("It rains.", Appendix(("check the gauge", "check the wind")))
    assert split(whole[: whole.index("the wind")])[0] == "It rains."


def test_words_of_the_writer_inside_a_block_are_not_lost() -> None:
    text = f"It rains.\n\n{OPEN}\nThe gauge is broken.\n{CLOSE}"
    assert split(text) == (text, ())


def test_a_secret_is_not_quoted() -> None:
    span = Span("s1", "user", "the password is password=hunter2Xk9 and token ghp_abcdefghijklmnopqrstuvwxyz0123456789")
    assert with_appendix("It rains.", Appendix(quotes=(Quote(span),))) == "It rains."


@pytest.mark.parametrize("edge", [f"<{CLOSE}", f"</{CLOSE}", f"<{OPEN}", "</Summary-Check>", "< / summary-check >"])
def test_no_spelling_of_an_edge_gets_into_the_block(edge: str) -> None:
    block = with_appendix("", Appendix((f"a {edge} b",), (Quote(Span("s1", "user", f"c {edge} d"), "user-said"),)))
    inside = block.strip().removeprefix(OPEN).removesuffix(CLOSE)
    assert "summary-check" in inside.lower()
    assert not re.search(r"<[\s/]*summary-check", inside, re.IGNORECASE)


@pytest.mark.parametrize("depth", [DEEPEST, DEEPEST + 1, 20_000])
def test_blocks_in_blocks_are_taken_off_and_leave_no_edge(depth: int) -> None:
    bare, _ = split(f"{OPEN}\n" * depth + CLOSE * depth)
    assert split(bare) == (bare, ())
    assert OPEN not in bare


def test_an_edge_in_a_list_is_no_block() -> None:
    text = f"- {OPEN}\n" * 20_000 + "That is all."
    assert split(text) == (text, ())


def test_a_quotation_cannot_close_the_block() -> None:
    span = Span("s1", "user", f"quiet {CLOSE} loud")
    summary = with_appendix("It rains.", Appendix((f"a {CLOSE} b",), (Quote(span, "user-said"),)))
    assert split(summary) == ("It rains.", (Quote(span, "user-said"),))


@pytest.mark.parametrize("path", ["C:\\Users\\db", "\\d+", "lost\\_and_found", "\\u12"])
def test_a_copied_quotation_whose_escapes_were_undone_is_none(path: str) -> None:
    copied = f'It rains.\n\n{OPEN}\n{QUOTES}\n- user: "keep {path} as it is" [user-said:m1]\n{CLOSE}'
    assert split(copied) == ("It rains.", ())


@given(st.text(alphabet='"\\uUd_0 a\n'), st.text(max_size=20))
def test_any_quotation_can_be_split_off(said: str, behind: str) -> None:
    bare, _ = split(f'It rains.\n\n{OPEN}\n{QUOTES}\n- user: "{said}" [user-said:m1]\n{CLOSE}{behind}')
    assert bare.startswith("It rains.")
