"""Scoring labelled cases: what points at a fault, which rule gets the credit, and floors that only rise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from summarylint.cli.main import cli
from summarylint.errors import RecordError, SettingsError
from summarylint.evaluation.cases import read_cases
from summarylint.evaluation.floors import below, raised, read_floors, write_floors
from summarylint.evaluation.score import score
from summarylint.model import Compaction, Finding, Report, Severity, SummaryPlace

SPANS = [
    {"id": "s1", "role": "user", "text": "I think the sluice opens at noon."},
    {"id": "s2", "role": "assistant", "text": "I will read the tide table."},
]
CASE: dict[str, Any] = {
    "id": "sluice",
    "spans": SPANS,
    "summary": "The sluice opens at noon. The tide table will be read.",
    "expect": [{"rule": "hedge-dropped", "summary_quote": "opens at noon", "span_id": "s1", "span_quote": "I think"}],
    "clean_summary": "The user thinks that the sluice opens at noon. The tide table will be read.",
}


def cases_file(folder: Path, *cases: dict[str, Any]) -> Path:
    path = folder / "cases.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
    return path


def finding(start: int, end: int, code: str = "HDG001", severity: Severity = "error") -> Finding:
    return Finding(
        code, f"rule-{code}", severity, "a message", SummaryPlace(start, end, ""), (), "a help", fix=None, why={}, fingerprint=""
    )


def test_a_finding_on_the_words_of_the_fault_is_right_and_one_beside_them_is_other(tmp_path: Path) -> None:
    def check(compaction: Compaction) -> Report:
        faulty = compaction.summary == CASE["summary"]
        return Report(compaction, (finding(11, 24), finding(26, 40, "CON001")) if faulty else (finding(0, 3),), ())

    figures = score(read_cases(cases_file(tmp_path, CASE)), check).figures()
    assert (figures["located"], figures["named"]) == (1.0, 1.0)
    assert (figures["alarmed"], figures["other_per_faulty_summary"]) == (1, 1.0)
    assert figures["rules"]["rule-HDG001"] == {"right": 1, "other": 0, "alarms": 1, "precision": 0.5, "recall": 1.0}
    assert figures["rules"]["rule-CON001"]["precision"] == 0.0


@pytest.mark.parametrize(
    "found", [(finding(11, 24, "IDN001"),), (finding(11, 24, severity="note"),), ()], ids=["wrong family", "a note", "none"]
)
def test_what_names_no_fault(tmp_path: Path, found: tuple[Finding, ...]) -> None:
    result = score(read_cases(cases_file(tmp_path, CASE)), lambda compaction: Report(compaction, found, ()))
    assert result.figures()["named"] == 0.0


def test_an_unknown_kind_of_fault_is_an_error_with_its_line(tmp_path: Path) -> None:
    wrong = CASE | {"expect": [CASE["expect"][0] | {"rule": "no-such-kind"}]}
    with pytest.raises(RecordError, match="no-such-kind") as raised_error:
        list(read_cases(cases_file(tmp_path, CASE, wrong)))
    assert raised_error.value.line == 2


def test_records_without_labels_are_told_what_a_case_has(tmp_path: Path) -> None:
    path = cases_file(tmp_path, {"id": "plain", "spans": SPANS, "summary": "The sluice opens at noon."})
    told = CliRunner().invoke(cli, ["evaluate", str(path), "--isolated"])
    assert told.exit_code == 2
    assert f"{path}:1: not a labelled case: 'expect' is missing; a case has id, spans, expect, clean_summary" in told.stderr


def test_floors_are_broken_from_the_worse_side_and_move_to_the_better_one(tmp_path: Path) -> None:
    floors = {"located": 0.5, "alarmed": 3, "kinds": {"hedge-dropped": {"located": 0.6}}}
    figures = {"located": 0.7, "alarmed": 4, "kinds": {"hedge-dropped": {"located": 0.5}}}
    assert [line.split(":")[0] for line in below(figures, floors)] == ["alarmed", "kinds.hedge-dropped.located"]
    assert raised(figures, floors) == {"located": 0.7, "alarmed": 3, "kinds": {"hedge-dropped": {"located": 0.6}}}
    (tmp_path / "floors.toml").write_text("# why they are what they are\n", encoding="utf-8")
    write_floors(tmp_path, floors)
    assert read_floors(tmp_path) == floors
    assert (tmp_path / "floors.toml").read_text(encoding="utf-8").startswith("# why they are what they are\n")


def test_broken_floors_are_named(tmp_path: Path) -> None:
    (tmp_path / "floors.toml").write_text("located = = 1", encoding="utf-8")
    with pytest.raises(SettingsError, match="not valid TOML"):
        read_floors(tmp_path)


def test_the_command_prints_the_table_and_fails_below_a_floor(tmp_path: Path) -> None:
    cases_file(tmp_path, CASE)
    runner = CliRunner()
    good = runner.invoke(cli, ["evaluate", str(tmp_path), "--isolated"])
    assert good.exit_code == 0, good.output
    assert "dropped-hedge" in good.output
    (tmp_path / "floors.toml").write_text("located = 0.9\n", encoding="utf-8")
    assert runner.invoke(cli, ["evaluate", str(tmp_path), "--isolated", "--raise-floors"]).exit_code == 0
    assert read_floors(tmp_path) == {"located": 1.0}
    (tmp_path / "floors.toml").write_text("faithful = 2\n", encoding="utf-8")
    assert runner.invoke(cli, ["evaluate", str(tmp_path), "--isolated"]).exit_code == 1


def test_misses_show_no_secret_and_an_empty_folder_is_a_mistake(tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5" * 4
    expect = {"rule": "identifier-altered", "summary_quote": "the key", "span_id": "s1", "span_quote": token}
    spans = [{"id": "s1", "role": "user", "text": f"the key is {token}"}]
    cases_file(tmp_path, CASE | {"spans": spans, "summary": "He gave the key.", "clean_summary": "He gave it.", "expect": [expect]})
    shown = CliRunner().invoke(cli, ["evaluate", str(tmp_path), "--misses", "--isolated"]).output
    assert "missed  sluice" in shown
    assert token not in shown
    (tmp_path / "empty").mkdir()
    assert CliRunner().invoke(cli, ["evaluate", str(tmp_path / "empty"), "--isolated"]).exit_code == 3
    gone = CliRunner().invoke(cli, ["evaluate", str(tmp_path / "gone"), "--isolated"])
    assert (gone.exit_code, f"{tmp_path / 'gone'}: no such file or folder" in gone.stderr) == (3, True)


def test_a_folder_gets_its_first_floors(tmp_path: Path) -> None:
    cases_file(tmp_path, CASE)
    assert CliRunner().invoke(cli, ["evaluate", str(tmp_path), "--isolated", "--raise-floors"]).exit_code == 0
    assert read_floors(tmp_path) == {"located": 1.0, "named": 1.0, "alarmed": 0, "other_per_faulty_summary": 0.0}
