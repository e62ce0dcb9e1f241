"""The reading form of a text: what changes, what stays, and that every offset leads back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.language.reading_form import Manner, Reading, reading_form

ODD = (
    "\u00a0\u202f\u2009\u3000\u2028\u2029\x85\r\n\t \u200b\u00ad\ufeff\u2011\u2013\u2212\u0301\uff15\uff41\uff3f"
    "\x1b[31m&amp;lt#39;\\_*`<>[]ab1é.C:"
)
PIECES = ["&amp;", "&#39;", "&nbsp;", "lt;", "\x1b[31m", "\\_", "\\*", "`", "```\n", "  ", "\t", "I", "think", "\u00ad", "e\u0301", "\n"]
TEXTS = st.text(ODD, max_size=40) | st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
MANNERS = st.sampled_from(["prose", "output", "call"])
PLAIN = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="\\& ") | st.just("\n"), max_size=60)


def read(text: str, manner: Manner = "prose") -> str:
    return reading_form(text, manner).text


@pytest.mark.parametrize(
    ("odd", "plain"),
    [
        ("I\u00a0think\u2003it\u3000is", "I think it is"),
        ("one\u2028two\x85three\rfour\r\nfive", "one\ntwo\nthree\nfour\nfive"),
        ("\ufeffsta\u00adging \u200bport", "staging port"),
        ("\x1b[1;31mFAILED\x1b[0m \x1b]8;;https://x.example\x1b\\here\x1b]8;;\x1b\\", "FAILED here"),
        ("port ５４３３ of ｗｅｂ－０１", "port 5433 of web-01"),
        ("web\u201101, 2024–09–24, −5, 3 − 4", "web-01, 2024-09-24, -5, 3 − 4"),
        ("cafe\u0301 \u1112\u1161\u11ab", "café 한"),
        ("1\u2009204 and 1\u00a0204", "1\u202f204 and 1\u00a0204"),
    ],
)
@pytest.mark.parametrize("manner", ["prose", "output", "call"])
def test_odd_signs_are_plain_in_every_text(odd: str, plain: str, manner: Manner) -> None:
    assert read(odd, manner) == plain


@pytest.mark.parametrize(
    ("odd", "plain"),
    [
        ("I  think\tit is 5433", "I think it is 5433"),
        (r"my\_table, \*.log, \#12 and \[tool-output:s1\]", "my_table, *.log, #12 and [tool-output:s1]"),
        ("Tom &amp; Jerry&#39;s List&lt;String&gt;&nbsp;x &eacute;", "Tom & Jerry's List<String> x é"),
    ],
)
def test_prose_is_read_without_its_markup(odd: str, plain: str) -> None:
    assert read(odd) == plain
    assert read(odd, "call") == odd


@pytest.mark.parametrize(
    "text",
    [
        r"C:\_build\x and my\_table",
        r"src\_a\lib",
        r"the pattern foo\_\d+ and ^\*\.py$",
        r"`my\_table` and `&amp;`",
        "```\nI  think &amp; my\\_table\n```",
        "&amp;lt; stays",
        "&lt;summary at the start",
        "\\# no heading\n\\* no bullet",
        "&#42;no emphasis&#42; &#96;no code&#96;",
        "    indented  \n  - twice",
        "name  port\nweb   5433",
        "web-1   1/1  Running",
        "a  b\nc  d",
        "name\tport\nweb\t5433",
        "“I think”, it’s … – said she — so",
        "my_tａble, \u0430dmin, 2 \u212a",
    ],
)
def test_what_is_meant_as_it_stands_stays(text: str) -> None:
    assert reading_form(text) == Reading(text)


@pytest.mark.parametrize(
    ("odd", "plain"),
    [
        ("https://a.example/?x=1&amp;y=2 &amp; &lt;b&gt;", "https://a.example/?x=1&y=2 &amp; &lt;b&gt;"),
        ("can&#39;t find my\\_table, a&nbsp;b", "can't find my_table, a b"),
        ("I  think \\*", "I  think \\*"),
    ],
)
def test_markup_in_the_output_of_a_tool_is_content_but_for_what_cannot_be(odd: str, plain: str) -> None:
    assert read(odd, "output") == plain


def test_an_invisible_sign_in_a_name_of_the_summary_stays_unless_the_spans_have_it() -> None:
    text = "sta\u00adging is my_\u200btable"
    assert reading_form(text, strict=True).text == "staging is my_\u200btable"
    assert reading_form(text, strict=True, copied=lambda token: token == "my_\u200btable").text == "staging is my_table"
    assert read(text) == "staging is my_table"


def test_a_place_is_that_of_the_whole_piece_it_was_made_of() -> None:
    odd = "\x1b[31mA  b\x1b[0m &amp; e\u0301."
    reading = reading_form(odd)
    assert reading.text == "A b & é."
    at = reading.text.index
    assert [odd[slice(*reading.stretch(at(sign), at(sign) + 1))] for sign in "Ab&é."] == ["A", "b", "&amp;", "e\u0301", "."]
    assert odd[slice(*reading.stretch(0, 3))] == "A  b"
    assert reading.stretch(4, 4) == (odd.index("&"), odd.index("&"))
    assert reading.stretch(8, 8) == (len(odd), len(odd))


@given(PLAIN)
def test_plain_text_is_handed_back_itself(text: str) -> None:
    for manner in ("prose", "output", "call"):
        assert reading_form(text, manner).text is text


@given(TEXTS, MANNERS)
def test_a_text_that_was_read_is_read_as_itself(text: str, manner: Manner) -> None:
    found = read(text, manner)
    assert read(found, manner) == found


@given(TEXTS, MANNERS, st.data())
def test_places_lead_back_in_order_and_read_as_they_were_found(text: str, manner: Manner, data: st.DataObject) -> None:
    reading = reading_form(text, manner)
    start = data.draw(st.integers(0, len(reading.text)))
    end = data.draw(st.integers(start, len(reading.text)))
    first, last = reading.stretch(start, end)
    assert 0 <= first <= last <= len(text)
    edges = [edge for at in range(len(reading.text)) for edge in reading.stretch(at, at + 1)]
    assert edges == sorted(edges)
    for at, sign in enumerate(reading.text):
        piece = text[slice(*reading.stretch(at, at + 1))]
        assert len(piece) > 0
        if len(piece) == 1 and piece.isascii() and piece not in "\t\r":
            assert piece == sign
