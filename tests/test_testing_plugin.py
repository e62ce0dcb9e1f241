"""The pytest plugin in runs of pytest of its own: records are tests, settings are heeded, and nothing is imported in vain."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import spacy.pipeline  # noqa: F401 - here to stay, as pytester takes back what a run imports and numpy may not come twice

from summarylint.testing import plugin

pytest_plugins = ["pytester"]
ROOT = Path(__file__).resolve().parent.parent

HEDGED = {"id": "u1", "role": "user", "text": "I think the staging DB is on port 5433."}
BAD = {"id": "db", "spans": [HEDGED], "summary": "Staging DB port is 5433."}
GOOD = {"id": "fine", "spans": [HEDGED], "summary": "The user thinks the staging DB is on port 5433."}


@pytest.fixture
def folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project whose pytest loads this plugin and no other."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p summarylint.testing.plugin")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return pytester


def lines(*records: Any) -> str:
    return "".join((record if isinstance(record, str) else json.dumps(record)) + "\n" for record in records)


def run(folder: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return folder.runpytest_inprocess("-p", "no:cacheprovider", *arguments)


def run_apart(folder: pytest.Pytester) -> pytest.RunResult:
    """A run in a process of its own, which has imported nothing yet."""
    return folder.runpytest_subprocess("-p", "no:cacheprovider")


def test_every_record_of_a_file_is_a_test(folder: pytest.Pytester) -> None:
    folder.path.joinpath("runs.summary.jsonl").write_text(lines(GOOD, BAD), encoding="utf-8")
    done = run(folder, "-v")
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(["runs.summary.jsonl::fine PASSED*", "runs.summary.jsonl::db FAILED*"])
    done.stdout.fnmatch_lines(
        [
            "error[[]dropped-hedge[]]: the user said 'I think'; the summary states it as fact",
            "*runs.summary.jsonl:2 db summary 1:1",
            "*Staging DB port is 5433.",
            "*^^^^^^^^^^^^^^^^^^^^^^^^",
            "*span u1, user, text, 1:1",
            "*I think the staging DB is on port 5433.",
            "*help: put 'I think' back*",
        ]
    )
    assert "Traceback" not in done.stdout.str()


def test_a_list_of_records_is_read_and_one_is_picked_by_its_id(folder: pytest.Pytester) -> None:
    folder.path.joinpath("runs.summary.json").write_text(json.dumps([BAD, GOOD]), encoding="utf-8")
    run(folder, "runs.summary.json::fine").assert_outcomes(passed=1)


def test_a_record_without_an_id_goes_by_its_line_and_a_repeated_id_stays_apart(folder: pytest.Pytester) -> None:
    nameless = {name: value for name, value in GOOD.items() if name != "id"}
    folder.path.joinpath("runs.summary.jsonl").write_text(lines(nameless, GOOD, GOOD, {**GOOD, "id": "a::b\n"}), encoding="utf-8")
    done = run(folder, "--collect-only", "-q")
    assert [line for line in done.outlines if "::" in line] == [
        "runs.summary.jsonl::line 1",
        "runs.summary.jsonl::fine",
        "runs.summary.jsonl::fine (3)",
        "runs.summary.jsonl::a:b\\n",
    ]


def test_no_two_records_have_one_name_and_none_is_longer_than_an_environment_takes(folder: pytest.Pytester) -> None:
    records = [{**GOOD, "id": name} for name in ("a (3)", "a", "a", "x" * 200_000)]
    folder.path.joinpath("runs.summary.jsonl").write_text(lines(*records), encoding="utf-8")
    done = run(folder, "--collect-only", "-q")
    names = [line.partition("::")[2] for line in done.stdout.lines if "::" in line]
    assert names[:3] == ["a (3)", "a", "a (3) (3)"]
    assert len(names[3]) == 200


def test_a_broken_record_fails_and_the_others_are_checked(folder: pytest.Pytester) -> None:
    folder.path.joinpath("runs.summary.jsonl").write_text(lines(GOOD, "{", {"id": "x", "spans": 1, "summary": ""}), encoding="utf-8")
    done = run(folder)
    done.assert_outcomes(passed=1, failed=2)
    done.stdout.fnmatch_lines(["runs.summary.jsonl:2*", "runs.summary.jsonl:3 at $.spans: 'spans' must be a list, not the number 1"])


@pytest.mark.parametrize("text", ["\n", '{"total": {"lines": 12}}', "[1, 2]", "{", "\udcff"])
def test_where_nobody_asked_a_file_that_only_has_the_name_is_let_alone(folder: pytest.Pytester, text: str) -> None:
    folder.path.joinpath("coverage.summary.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    run(folder).assert_outcomes()
    assert run(folder, "coverage.summary.json").ret != pytest.ExitCode.NO_TESTS_COLLECTED
    for asked in ("summarylint_fail_on = error", "summarylint_files = *.summary.json"):
        folder.makeini(f"[pytest]\n{asked}")
        assert run(folder).ret != pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_record_that_is_broken_as_a_whole_fails_though_nobody_asked(folder: pytest.Pytester) -> None:
    folder.path.joinpath("runs.summary.json").write_text('{"id": "x", "spans": 1, "summary": ""}', encoding="utf-8")
    run(folder).assert_outcomes(failed=1)


def test_a_file_without_a_record_is_an_error(folder: pytest.Pytester) -> None:
    folder.path.joinpath("runs.summary.jsonl").write_text("\n", encoding="utf-8")
    done = run(folder, "runs.summary.jsonl")
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines(["*runs.summary.jsonl: holds no record; leave it out with the ini option summarylint_files"])


def test_an_unknown_field_is_a_warning(folder: pytest.Pytester) -> None:
    folder.path.joinpath("runs.summary.jsonl").write_text(lines({**GOOD, "sumary": ""}, {**GOOD, "sumary": ""}), encoding="utf-8")
    done = run(folder)
    done.assert_outcomes(passed=2)
    assert done.stdout.str().count("RecordWarning: ") == 1
    done.stdout.fnmatch_lines(["*RecordWarning: runs.summary.jsonl:1 at $.sumary: unknown field 'sumary'; did you mean 'summary'?"])


def test_a_record_is_read_in_the_light_of_those_before_it_in_its_chain(folder: pytest.Pytester) -> None:
    first = {**GOOD, "id": "1", "chain": "run", "surviving_span_ids": ["u1"]}
    hedged = {"id": "c1", "role": "summary", "text": GOOD["summary"]}
    second = {"id": "2", "spans": [hedged], "summary": BAD["summary"], "chain": "run", "cycle_depth": 1, "surviving_span_ids": []}
    folder.path.joinpath("runs.summary.jsonl").write_text(lines(first, second), encoding="utf-8")
    done = run(folder)
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(["*dangling-witness*", "*span u1*"])


@pytest.mark.parametrize(
    ("setting", "arguments", "failed"),
    [
        ("ignore = ['dropped-hedge']", (), 0),
        ("[tool.summarylint.severity]\ndropped-hedge = 'note'", (), 0),
        ("[tool.summarylint.severity]\ndropped-hedge = 'warning'", ("--summarylint-fail-on=error",), 0),
        ("[tool.summarylint.severity]\ndropped-hedge = 'note'", ("-o", "summarylint_fail_on=note"), 1),
        ("fail-on = 'note'\n[tool.summarylint.severity]\ndropped-hedge = 'note'", (), 1),
        ("[tool.summarylint.per-file-ignores]\n'kept/*' = ['HDG']", (), 0),
    ],
)
def test_the_settings_of_the_project_are_heeded(folder: pytest.Pytester, setting: str, arguments: tuple[str, ...], failed: int) -> None:
    folder.makepyprojecttoml(f"[tool.summarylint]\n{setting}\n")
    folder.mkdir("kept").joinpath("runs.summary.jsonl").write_text(lines(BAD), encoding="utf-8")
    run(folder, *arguments).assert_outcomes(failed=failed, passed=1 - failed)


def test_an_excluded_file_is_left_out_unless_it_is_named(folder: pytest.Pytester) -> None:
    folder.makepyprojecttoml("[tool.summarylint]\nexclude = ['kept']\n")
    folder.mkdir("kept").joinpath("runs.summary.jsonl").write_text(lines(BAD), encoding="utf-8")
    run(folder).assert_outcomes()
    run(folder, "kept/runs.summary.jsonl").assert_outcomes(failed=1)


def test_other_names_may_be_collected_and_none_at_all(folder: pytest.Pytester) -> None:
    folder.path.joinpath("runs.summary.jsonl").write_text(lines(BAD), encoding="utf-8")
    folder.path.joinpath("cases.yaml").write_text(json.dumps(GOOD), encoding="utf-8")
    run(folder, "-o", "summarylint_files=*.yaml").assert_outcomes(passed=1)
    run(folder, "-o", "summarylint_files=").assert_outcomes()


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("[tool.summarylint]\nignroe = []", "*unknown key 'ignroe'; did you mean 'ignore'?"),
        ("[tool.summarylint]\nselect = ['HGD']", "*'HGD'*"),
        ("[tool.pytest.ini_options]\nsummarylint_fail_on = 'eror'", "*summarylint_fail_on must be one of note, warning, error, not 'eror'"),
    ],
)
def test_settings_that_cannot_be_heeded_end_the_run_with_a_sentence(folder: pytest.Pytester, setting: str, sentence: str) -> None:
    folder.makepyprojecttoml(setting)
    folder.path.joinpath("runs.summary.jsonl").write_text(lines(GOOD), encoding="utf-8")
    done = run(folder)
    assert done.ret in (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.USAGE_ERROR)
    pytest.LineMatcher([*done.outlines, *done.errlines]).fnmatch_lines([sentence])


def test_findings_that_fail_nothing_are_shown_on_request(folder: pytest.Pytester) -> None:
    folder.makepyprojecttoml("[tool.summarylint.severity]\ndropped-hedge = 'note'\n")
    folder.path.joinpath("runs.summary.jsonl").write_text(lines(BAD), encoding="utf-8")
    done = run(folder, "-rP")
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(["*summarylint, weaker than what fails*", "note[[]dropped-hedge[]]:*"])


def test_the_fixture_checks_by_the_settings_of_the_project(folder: pytest.Pytester) -> None:
    folder.makepyprojecttoml("[tool.summarylint]\nselect = ['HDG']\n")
    folder.makepyfile(
        """
        SPANS = [("user", "I think the staging DB is on port 5433.")]

        def test_report(lint_summary):
            assert [f.name for f in lint_summary("Staging DB port is 5433.", SPANS).findings] == ["dropped-hedge"]
            assert lint_summary("Redis listens on 6379.", SPANS).findings == ()

        def test_assertion(lint_summary):
            lint_summary.assert_faithful("Staging DB port is 5433.", SPANS)
        """
    )
    done = run(folder)
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(
        [
            "E *AssertionError: the summary is not faithful to its 1 span: 1 error",
            "E *- span s1, user  I think the staging DB is on port 5433.",
            "E *+ summary        Staging DB port is 5433.",
        ]
    )


@pytest.mark.slow
def test_a_run_without_records_imports_nothing_of_the_linter(folder: pytest.Pytester) -> None:
    folder.makepyfile(
        """
        import sys

        def test_imports():
            own = sorted(name for name in sys.modules if name.split(".")[0] == "summarylint")
            names = ("lazy", "testing", "testing.file_names", "testing.plugin")
            assert own == ["summarylint", *(f"summarylint.{name}" for name in names)]
            assert not {"spacy", "pydantic", "numpy", "regex"} & set(sys.modules)
        """
    )
    run_apart(folder).assert_outcomes(passed=1)


@pytest.mark.slow
def test_collecting_records_does_without_spacy(folder: pytest.Pytester) -> None:
    folder.path.joinpath("runs.summary.jsonl").write_text(lines(GOOD), encoding="utf-8")
    folder.makeconftest(
        """
        import sys

        def pytest_collection_finish(session):
            assert len(session.items) == 1
            assert "pydantic" in sys.modules
            assert "spacy" not in sys.modules
        """
    )
    run_apart(folder).assert_outcomes(passed=1)


def test_the_severities_are_those_of_the_linter() -> None:
    from summarylint.model import SEVERITIES

    assert plugin.SEVERITIES == SEVERITIES


@pytest.mark.slow
def test_pytest_finds_the_plugin_by_its_entry_point(tmp_path: Path) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["pytest11"]
    assert {name: import_module(module) for name, module in declared.items()} == {"summarylint": plugin}
    information = tmp_path / "site" / "summarylint-0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: summarylint\nVersion: 0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text("[pytest11]\nsummarylint = summarylint.testing.plugin\n", encoding="utf-8")
    project = tmp_path / "project"
    project.mkdir()
    (project / "runs.summary.jsonl").write_text(lines(GOOD), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(information.parent)])}
    environment.pop("PYTEST_ADDOPTS", None)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout, done.stdout + done.stderr
