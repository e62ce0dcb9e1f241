"""Tests of values told of a row of a printed table that holds another one."""

from __future__ import annotations

from summarylint.evidence.index import Ledger
from summarylint.evidence.table_cells import cells
from summarylint.language.statements import read_statements
from summarylint.model import Span

HARVEST = "orchard   trees  crates\nnorth        140      24\nmill         190      41\nchapel        96      18\nlower        214      37"
LEVELS = "basin 4\n01:00 4.4\n02:00 5.1\n03:00 5.6\n04:00 5.9"


def told(summary: str, *printed: str) -> list[tuple[str, str]]:
    ledger = Ledger([Span(f"s{n}", "tool", text, "tool_output") for n, text in enumerate(printed, 1)])
    return [(one.mark.text, one.other.text) for statement in read_statements(summary) for one in cells(summary, statement, ledger)]


def test_one_cell_of_a_copied_column() -> None:
    assert told("Crates by orchard: north 24, mill 47, chapel 18, lower 37.", HARVEST) == [("47", "41")]
    assert told("Crates by orchard: north 24, mill 41, chapel 18, lower 37.", HARVEST) == []


def test_a_column_has_to_be_known() -> None:
    assert told("North 24, mill 47.", HARVEST) == []  # one other cell may be of either column


def test_a_rough_value_is_none() -> None:
    assert told("Crates by orchard: north 24, mill about 40, chapel 18, lower 37.", HARVEST) == []


def test_the_row_of_another_time() -> None:
    assert told("Basin 4 had 4.4 first, and at 04:00 it read 5.6.", LEVELS) == [("5.6", "5.9")]
    assert told("Basin 4 had 4.4 first, and at 03:00 it read 5.6.", LEVELS) == []


def test_a_time_behind_the_value_is_its_own() -> None:
    assert told("Basin 4 rose from 4.4 at 01:00 to 5.9 at 04:00.", LEVELS) == []
