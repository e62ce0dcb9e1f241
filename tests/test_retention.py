"""Retention: what became of identifiers, and how concrete a summary is."""

from __future__ import annotations

import pytest

from summarylint.language.statements import read_statements
from summarylint.provenance.retention import Fate, became_description, drifts, fates, is_concrete, retention, specificity, words

OLD = (
    "The exporter src/export/ledger.py writes the daily ledger. The failing run run-88e1 ended with E_CHUNK_41. "
    "Mail goes to ops@mill.example."
)


def ways(new: str, old: str = OLD) -> dict[str, tuple[str, bool, str]]:
    found = fates(read_statements(old), read_statements(new), new)
    return {fate.mark.text: (fate.way, fate.heir is not None, fate.now) for fate in found}


def test_kept_lost_with_its_topic_and_lost_from_it() -> None:
    found = ways("The exporter writes the daily ledger. The failing run run-88e1 ended with E_CHUNK_41.")
    assert found["src/export/ledger.py"] == ("lost", True, "")
    assert found["run-88e1"][0] == found["E_CHUNK_41"][0] == "kept"
    assert found["ops@mill.example"] == ("lost", False, "")


def test_altered() -> None:
    assert ways("The failing run run-88e7 ended with E_CHUNK_41.")["run-88e1"] == ("altered", True, "run-88e7")


def test_another_accepted_spelling_is_kept() -> None:
    assert ways("The daily ledger is written by export/ledger.py.")["src/export/ledger.py"][0] == "kept"


def test_secrets_are_not_required_to_survive() -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    assert secret not in ways("The mill runs.", f"The mill runs with the token {secret}.")


def made(kept: int, gone: int) -> tuple[Fate, ...]:
    mark = read_statements("Look at run-88e1.")[0].marks[0]
    return (*(Fate(mark, 0, "kept", 0) for _ in range(kept)), *(Fate(mark, 0, "lost", 0) for _ in range(gone)), Fate(mark, 0, "lost"))


@pytest.mark.parametrize(
    ("kept", "gone", "share", "drift"), [(4, 1, 0.8, False), (3, 1, 0.75, True), (2, 0, None, False), (0, 3, 0.0, True)]
)
def test_drift(kept: int, gone: int, share: float | None, drift: bool) -> None:
    assert (retention(made(kept, gone)), drifts(made(kept, gone))) == (share, drift)


def test_specificity() -> None:
    text = "The relay listens on port 48213 and 7 lamps burn."
    statements = read_statements(text)
    assert words(text) == 10 and specificity(statements, text) == 20.0 and is_concrete(statements[0])
    assert specificity((), "") == 0.0


@pytest.mark.parametrize(
    ("before", "now", "found"),
    [((10.0, 100), (4.0, 90), True), ((10.0, 100), (6.0, 90), False), ((10.0, 100), (4.0, 50), False), ((2.0, 100), (0.0, 100), False)],
)
def test_became_description(before: tuple[float, int], now: tuple[float, int], found: bool) -> None:
    assert became_description(before, now) is found
