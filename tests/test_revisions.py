"""Tests of evidence/revisions.py."""

from __future__ import annotations

import pytest

from summarylint import Span, check


def superseded(summary: str, *spans: tuple[str, str]) -> list[str]:
    report = check(summary, [Span(f"s{number}", role, text) for number, (role, text) in enumerate(spans)])  # type: ignore[arg-type]
    return [place.quote for found in report.findings if found.code == "CON002" for place in found.evidence]


@pytest.mark.parametrize(
    ("summary", "spans", "expected"),
    [
        ("The fair has 22 stalls.", [("user", "the fair has 22 stalls"), ("user", "correction: 19 stalls, three withdrew")], ["19"]),
        ("The hall opens at 9:30.", [("user", "the hall opens at 9:30"), ("user", "the hall opens at 9:00 now")], ["9:00"]),
        ("build/app.js is 1004 kB.", [("tool", "build/app.js 612 kB (was 1004 kB)")], ["612 kB"]),
        # told as what was
        ("build/app.js shrank from 1004 kB.", [("tool", "build/app.js 612 kB (was 1004 kB)")], []),
        # told both
        ("19 stalls instead of 22 stalls.", [("user", "the fair has 22 stalls"), ("user", "correction: 19 stalls")], []),
        # of another thing
        ("40 chairs are needed.", [("user", "we need 40 chairs"), ("user", "we need 12 tables now")], []),
        # given again behind the correction
        (
            "The fair has 22 stalls.",
            [("user", "the fair has 22 stalls"), ("user", "correction: 19 stalls"), ("user", "all 22 stalls are back")],
            [],
        ),
    ],
)
def test_a_value_corrected_in_so_many_words_is_superseded(summary: str, spans: list[tuple[str, str]], expected: list[str]) -> None:
    assert superseded(summary, *spans) == expected
