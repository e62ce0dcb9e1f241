"""Comparing quotations by their words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.evidence.quoting import TRUE_SHARE, quoted_share

SAID = "can you plese renmae the two colums, and nothing more, ok? then run 'make lint' again"


@pytest.mark.parametrize(
    "quotation",
    [
        "can you please rename the two columns, and nothing more",
        'rename the two columns ... then run "make lint" again',
        "and nothing more,\nok?",
    ],
)
def test_a_mended_trimmed_or_joined_quotation_is_true(quotation: str) -> None:
    assert quoted_share(quotation, SAID) >= TRUE_SHARE


def test_words_that_nobody_wrote_are_not() -> None:
    assert quoted_share("please rebuild the whole search index afterwards", SAID) < TRUE_SHARE


def test_the_order_of_the_words_counts() -> None:
    assert quoted_share("nothing more rename columns two the you can", "can you the two columns rename more nothing") < 1.0


@given(st.text(max_size=80))
def test_every_text_quotes_itself(text: str) -> None:
    assert quoted_share(text, text) == 1.0
