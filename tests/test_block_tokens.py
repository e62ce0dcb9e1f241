import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.language.block_tokens import BlockToken, read_tokens
from summarylint.language.structure import _markdown

# What lists, fences, tables, underlines and rules are made of, in any order: most of what comes of it is ill formed.
PIECES = (
    "- ", "* ", "+ ", "-", "1. ", "2) ", "10. ", "# ", "### ", "```", "~~~", "---", "***", "- - -", "===", "--", "| a | b", "|-|-|",
    "|-|", "|:-:|-|", ":-", "\\|", "|", "> q", "word one", "b: c", "**x**", "`",
    " ", "  ", "    ", "      - ", "\t", "\u00a0", "\n", "\n", "\n", "\n\n",
)  # fmt: skip
LEFT_OUT = ("inline", "thead_open", "thead_close", "tbody_open", "tbody_close", "tr_close", "th_open", "th_close", "td_open", "td_close")
PLACED = ("paragraph_open", "heading_open", "fence", "hr", "list_item_open", "tr_open")


def told(tokens):
    """What the reading of the structure takes from the tokens."""
    return [
        (
            token.type,
            token.nesting,
            token.level if token.type != "tr_open" else None,
            list(token.map) if token.type in PLACED else None,
            (token.tag, token.markup) if token.type == "heading_open" else None,
            token.info if token.type == "list_item_open" else None,
            token.attrs.get("start"),
        )
        for token in tokens
        if token.type not in LEFT_OUT
    ]


def both(text: str) -> tuple[list[BlockToken] | None, list]:
    lines = text.split("\n")
    return read_tokens(lines), _markdown().parse("\n".join(lines))


@given(st.lists(st.sampled_from(PIECES), max_size=24).map("".join))
def test_tells_what_the_parser_tells(text):
    quick, slow = both(text)
    if quick is not None:
        assert told(quick) == told(slow)


@pytest.mark.parametrize(
    "text",
    [
        "# State\n\nThe queue drains.\nIt took an hour.\n",
        "- one\n  goes on\n- two\n  - deeper\n\n    a paragraph of it\n- three",
        "3. third\n4. fourth\n7) another list",
        "Text\n- interrupts\n\nText\n2. does not\n",
        "Title\n=====\n\nOther\n---\n\n---\n* * *\n",
        "```python\n- no list\n# no heading\n```\n\n~~~\nnever closed",
        "- ```\n  code\n  ```\n- after\n",
        "| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | x \\| y |\n# ends it",
        "a | b\n--|--\n\nnot | a table\nno rule",
        "-\n\n  far from its marker\n-\n  right below it",
        "-\ttabbed\n\t- deeper\n",
        "\n\n   \n",
        "",
    ],
)
def test_reads_ordinary_texts_without_the_parser(text):
    quick, slow = both(text)
    assert quick is not None
    assert told(quick) == told(slow)


@pytest.mark.parametrize("text", ["> said", "Text\n> said", "- item\n\n  > said", "\n".join("  " * deep + "- x" for deep in range(30))])
def test_leaves_quotations_and_deep_lists_to_the_parser(text):
    assert read_tokens(text.split("\n")) is None
