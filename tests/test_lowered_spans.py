from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.evidence import lowered_spans
from summarylint.evidence.lowered_spans import BETWEEN, LoweredSpans
from summarylint.language.phrases import lowered
from summarylint.language.tokens import token_at
from summarylint.model import Span

TEXTS = st.lists(st.text("aB-1 é🚀", max_size=8), max_size=8)
PIECES = st.text("ab-1é🚀", min_size=1, max_size=2)


def spans_of(texts: list[str]) -> list[Span]:
    return [Span(f"s{number}", "tool", text, "tool_output") for number, text in enumerate(texts)]


@pytest.mark.parametrize("block", [1, 5, 1 << 20])
@given(texts=TEXTS, piece=PIECES, start=st.integers(0, 20))
def test_blocks_are_searched_like_one_text(block: int, texts: list[str], piece: str, start: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lowered_spans, "BLOCK_SIZE", block)
        found = LoweredSpans.of(spans_of(texts))
    whole = lowered(BETWEEN.join(texts))
    assert BETWEEN.join(found.blocks) == whole
    assert found.find(piece, start) == whole.find(piece, start)
    assert found.find_token(piece, start) == token_at(piece, whole, start)


@given(TEXTS)
def test_an_offset_leads_to_its_span(texts: list[str]) -> None:
    found = LoweredSpans.of(spans_of(texts))
    for number, text in enumerate(texts):
        for at in range(len(text)):
            assert found.span_at(found.starts[number] + at) == (number, at)


def test_an_emoji_widens_only_the_block_of_its_own_spans() -> None:
    large = "x" * (lowered_spans.BLOCK_SIZE // 2)
    found = LoweredSpans.of(spans_of([large, "rocket 🚀", large, large]))
    assert [block.isascii() for block in found.blocks] == [True, False, True]
