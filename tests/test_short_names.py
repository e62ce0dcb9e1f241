"""Tests of evidence/short_names.py."""

from __future__ import annotations

import pytest

from summarylint.evidence.index import Ledger
from summarylint.evidence.short_names import told_short
from summarylint.model import Mark, Span


def told(name: str, summary: str, *spans: str) -> bool:
    ledger = Ledger()
    for number, text in enumerate(spans):
        ledger.add(Span(f"s{number}", "user", text))
    at = summary.index(name)
    return told_short(Mark("identifier", "name", at, at + len(name), name), summary, ledger)


@pytest.mark.parametrize(
    ("name", "summary", "span", "expected"),
    [
        ("kiln-05", "kiln-05 is being relined.", "use kiln-07 only, 05/06 are being relined", True),
        ("kiln-06", "kiln-06 is being relined.", "use kiln-07 only, 05 and 06 are being relined", True),
        ("kiln-08", "kiln-08 is being relined.", "use kiln-07 only, 05/06 are being relined", False),
        ("kiln-05", "kiln-05 is being relined.", "use oven-07 only, 05/06 are being relined", False),
        ("kiln-05", "kiln-05 is being relined.", "use kiln-07 only, back at 05:30", False),
        ("3381", "Receipt 3381 is open.", "scans/receipt_3381.pdf", True),
        ("3381", "Receipt 3381 is open.", "scans/receipt_33810.pdf", False),
        ("3381", "Receipt 3381 is open.", "scans/photo_3381.pdf", False),
    ],
)
def test_a_name_is_known_by_its_number_where_its_series_or_its_noun_stands_beside_it(
    name: str, summary: str, span: str, expected: bool
) -> None:
    assert told(name, summary, span) is expected
