from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.evidence import scanning
from summarylint.evidence.scanning import Bounds, scan_text
from summarylint.language.boundaries import scan
from summarylint.language.terms import BREAK, terms_of_stretches

PAIRS = st.lists(st.tuples(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1)))
LINES = st.lists(st.text("ab Cé’.!?;\n`1", max_size=60), max_size=12)


@given(PAIRS, PAIRS)
def test_packed_bounds_hold_the_pairs_in_their_order(some: list[tuple[int, int]], more: list[tuple[int, int]]) -> None:
    bounds = Bounds(some)
    bounds.extend(Bounds(more))
    for pair in some:
        bounds.append(pair)
    expected = [*some, *more, *some]
    assert list(bounds) == expected == bounds[0 : len(bounds)]
    assert [bounds[at] for at in range(len(expected))] == expected


@pytest.mark.parametrize(("block", "packed"), [(1, 1 << 20), (7, 1), (40, 30)])
@given(lines=LINES)
def test_a_scan_is_the_same_however_the_text_is_cut_into_blocks(block: int, packed: int, lines: list[str]) -> None:
    text = "\n".join(lines)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scanning, "BLOCK_SIZE", block)
        patch.setattr(scanning, "PACKED_FROM", packed)
        found = scan_text(text)
    bounds = scan(text)
    assert list(found.bounds) == bounds
    assert found.terms == terms_of_stretches(text, bounds)
    assert found.breadth == len(set(found.terms) - {BREAK})
