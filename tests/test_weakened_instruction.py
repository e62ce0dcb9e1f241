"""A rule told as a preference, and what is none."""

from __future__ import annotations

import pytest

from summarylint.engine import check
from summarylint.model import Span
from summarylint.settings import Settings


def underlined(order: str, summary: str) -> list[str]:
    report = check(summary, [Span("s1", "user", order)], settings=Settings(select=("OMI005",)))
    return [finding.summary.quote for finding in report.findings if finding.summary]


@pytest.mark.parametrize(
    ("order", "summary"),
    [
        ("Never feed the otters by hand.", "Try not to feed the otters by hand."),
        ("The gate must be locked at night.", "The gate is usually locked at night."),
        ("Get my approval before you repaint the gate.", "Notify the user when repainting the gate."),
        ("Never feed the otters by hand.", "The otters may get fed by hand by visitors."),
        ("no whistles by the pool", "An occasional whistle by the pool is fine."),
        ("Signs in blue, 40 mm minimum.", "Blue signs, 40 mm where possible."),
        ("Otter names are never abbreviated.", "Otter names can be abbreviated."),
    ],
)
def test_a_weaker_word_is_found(order: str, summary: str) -> None:
    assert underlined(order, summary) == [summary]


@pytest.mark.parametrize(
    ("order", "summary"),
    [
        ("Never feed the otters by hand.", "The otters must never be fed by hand."),
        ("Try not to feed the otters by hand.", "Preferably the otters are not fed by hand."),
        ("The gate must be locked at night.", "The gate is locked at night. Preferably the shed is, too."),
        ("Never feed the otters by hand.", "Neither otter may be fed by hand."),
        ("Do not feed the otters by hand until the vet was here.", "The otters may be fed by hand after the vet's visit."),
        ("Signs in blue, 40 mm minimum.", "Signs can be 45 mm and blue."),
        ("dont feed anyone", "The two might feed on the old bread."),
        ("Get my approval before you repaint the gate.", "Ask the user for approval, then notify the painter of the gate."),
    ],
)
def test_a_rule_that_is_kept_is_not(order: str, summary: str) -> None:
    assert underlined(order, summary) == []
