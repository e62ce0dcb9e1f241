"""`summarylint claims` prints what `summarylint validate` checks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_stub import record, run, write_lines
from click.testing import Result

from summarylint.gate.validator import validate_compaction

Run = Callable[..., Result]
__all__ = ["run"]


def test_claims_are_what_the_validator_takes(run: Run, tmp_path: Path) -> None:
    done = run("claims", write_lines(tmp_path / "a.jsonl", record("It is.", id="one"), {"spans": [], "summary": "x", "id": "two"}))
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert first == {"id": "one", "claims": [{"text": "It is.", "origin": "user-said", "primary_span_id": "s1"}]}
    assert second == {"id": "two", "claims": [{"text": "x", "origin": None, "primary_span_id": None}]}
    assert validate_compaction(first["claims"], {"s1"}, 0, False) is True
    assert done.exit_code == 0


def test_a_broken_record_costs_no_other(run: Run, tmp_path: Path) -> None:
    done = run("claims", write_lines(tmp_path / "a.jsonl", "{\n", record("It is.")))
    assert len(done.stdout.splitlines()) == 1
    assert done.exit_code == 2
    assert "not JSON" in done.stderr


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, None),
        ({"surviving_span_ids": ["s1"]}, None),
        ({"surviving_span_ids": []}, "no-surviving-witness"),
        ({"cycle_depth": 1}, "no-disconfirmer"),
        ({"cycle_depth": 1, "surviving_span_ids": ["s1", "contra:s2"]}, None),
        ({"cycle_depth": 3, "surviving_span_ids": ["s1", "contra:s2"], "pending_action_irreversible": True}, "cycle-depth"),
        ({"spans": []}, "no-origin"),
    ],
)
def test_validate_says_what_fails(run: Run, tmp_path: Path, fields: dict[str, object], reason: str | None) -> None:
    path = write_lines(tmp_path / "a.jsonl", record("It is.") | fields)
    done = run("validate", path)
    assert done.exit_code == (1 if reason else 0)
    assert done.stdout.splitlines()[0].endswith(f"[{reason}]" if reason else f"{path}:1: passes")
    assert done.stdout.splitlines()[-1] == f"{1 if reason else 0} of 1 record failed; exit {1 if reason else 0}"
    assert ("surviving_span_ids is not given" in done.stderr) == ("surviving_span_ids" not in fields)


def test_validate_with_a_broken_record_is_two(run: Run, tmp_path: Path) -> None:
    done = run("validate", write_lines(tmp_path / "a.jsonl", record("It is.", surviving_span_ids=[]), "{\n"))
    assert done.exit_code == 2
    assert "[no-surviving-witness]" in done.stdout
