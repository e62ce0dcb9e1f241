"""`rules`, `explain` and `test`: what the rule files say, and whether it is true."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from cli_stub import run
from click.testing import CliRunner, Result

from summarylint.cli.main import cli
from summarylint.rulebook import builtin_rules, load_rulebook

Run = Callable[..., Result]
__all__ = ["run"]


def test_rules_are_a_table_and_data() -> None:
    rules = load_rulebook().rules
    lines = CliRunner().invoke(cli, ["rules", "--isolated"]).stdout.splitlines()
    first = rules[0]
    assert lines[0].split("  ")[0] == first.code and lines[0].endswith(f"  {first.summary}")
    assert lines[-1] == f"{len(rules)} rules"
    data = json.loads(CliRunner().invoke(cli, ["rules", "--isolated", "--json"]).stdout)
    assert [(entry["code"], entry["severity"]) for entry in data] == [(rule.code, rule.severity) for rule in rules]
    assert set(data[0]) >= {"code", "name", "family", "summary", "severity", "since", "message", "help", "rationale"}


@pytest.mark.parametrize("name", ["lost-word", "AAA001"])
def test_explain_shows_the_example_with_its_underline(run: Run, name: str) -> None:
    page = run("explain", name).stdout
    assert page.startswith("AAA001 lost-word (error, since 0.1.0)\n\nFinds lost-word\n\nBecause.\n")
    assert "  user:\n    keep this\n    ----\n  summary:\n    It is lost-word.\n          ^^^^^^^^^\n" in page


def test_explain_of_an_unknown_rule_names_the_nearest(run: Run) -> None:
    done = run("explain", "lost-wrd")
    assert done.exit_code == 2
    assert "did you mean 'lost-word'?" in done.stderr


def test_every_built_in_rule_has_a_page() -> None:
    for rule in load_rulebook().rules:
        page = CliRunner().invoke(cli, ["explain", rule.code, "--isolated"])
        assert page.exit_code == 0
        assert rule.summary in page.stdout
        assert "Found, for example:" in page.stdout
        assert "Silent, for example:" in page.stdout


@pytest.fixture
def rule_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built-in rule as a user's own file, under a code and a name of its own."""
    monkeypatch.chdir(tmp_path)
    text = Path(str(builtin_rules() / "hedge" / "dropped-hedge.toml")).read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    text = text.replace('"HDG001"', '"OPS001"').replace('name     = "dropped-hedge"', 'name     = "our-hedge"')
    path.write_text(re.sub(r"(?m)^aliases.*\n", "", text), encoding="utf-8")
    return path


def test_the_examples_of_a_rule_file_hold(rule_file: Path) -> None:
    done = CliRunner().invoke(cli, ["test", str(rule_file)])
    assert done.exit_code == 0, done.output
    assert re.fullmatch(r"0 of \d+ examples in 1 rule failed; exit 0\n", done.stdout)


def test_an_example_that_does_not_hold_is_one(rule_file: Path) -> None:
    text = rule_file.read_text(encoding="utf-8")
    wrong = '\n[[bad]]\nspans = [{ role = "tool", text = "port 5433 is open" }]\nsummary = "Port 5433 is open."\n'
    rule_file.write_text(text + wrong, encoding="utf-8")
    done = CliRunner().invoke(cli, ["test", str(rule_file.parent)])
    assert done.exit_code == 1
    assert "mine.toml: our-hedge [[bad]]" in done.stdout
    assert "FAILED, expected a finding, found none" in done.stdout


def test_a_broken_rule_file_is_two_and_no_rule_file_three(rule_file: Path) -> None:
    (rule_file.parent / "empty").mkdir()
    for path, words in (("empty", "holds no rule file (*.toml)"), ("nowhere.toml", "no such file or folder")):
        done = CliRunner().invoke(cli, ["test", path])
        assert done.exit_code == 3
        assert done.stderr == f"error: {path}: {words}\n"
    rule_file.write_text("code = 1", encoding="utf-8")
    done = CliRunner().invoke(cli, ["test", str(rule_file)])
    assert done.exit_code == 2
    assert "mine.toml" in done.stderr
    assert "Traceback" not in done.output


def test_a_rule_that_crashes_on_its_example_is_two(rule_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from summarylint import rulebook

    def crash(view: object, settings: object) -> None:
        raise ZeroDivisionError("by design")

    read = rulebook.read_rule
    monkeypatch.setattr(rulebook, "read_rule", lambda *given: replace(read(*given), check=crash))
    done = CliRunner().invoke(cli, ["test", str(rule_file)])
    assert done.exit_code == 2
    assert "ZeroDivisionError: by design" in done.stderr
    assert done.stdout == "0 of 0 examples in 0 rules failed, 1 rule could not be run; exit 2\n"


def test_a_path_that_is_too_long_is_not_there(run: Run) -> None:
    done = run("test", "a" * 5000)
    assert done.exit_code == 3
    assert done.stderr.endswith(": no such file or folder\n")


def test_two_rules_of_one_code_are_two_and_a_file_named_twice_is_one(rule_file: Path) -> None:
    twice = CliRunner().invoke(cli, ["test", "mine.toml", str(rule_file), "."])
    assert (twice.exit_code, twice.stdout.count("in 1 rule failed")) == (0, 1)
    (rule_file.parent / "other.toml").write_text(rule_file.read_text(encoding="utf-8"), encoding="utf-8")
    done = CliRunner().invoke(cli, ["test", "."])
    assert done.exit_code == 2
    assert done.stderr == "error: other.toml: 'our-hedge' is already a rule in mine.toml; a code or name is never reused\n"


@pytest.mark.parametrize(
    ("own", "given", "told"),
    [
        ('"OPS001"', '"HDG001"', "'HDG001' is already the built-in rule 'dropped-hedge'"),
        ('"our-hedge"', '"altered-identifier"', "'altered-identifier' is already a built-in rule"),
    ],
)
def test_a_rule_with_the_code_or_name_of_a_built_in_one_is_two(rule_file: Path, own: str, given: str, told: str) -> None:
    rule_file.write_text(rule_file.read_text(encoding="utf-8").replace(own, given), encoding="utf-8")
    done = CliRunner().invoke(cli, ["test", "mine.toml"])
    assert done.exit_code == 2
    assert done.stderr == f"error: mine.toml: {told}; give your rule a code, a name and aliases of its own\n"


def test_the_built_in_rules_hold_in_another_checkout_of_this_project(tmp_path: Path) -> None:
    path = tmp_path / "rules" / "cycle" / "depth-exceeded.toml"
    path.parent.mkdir(parents=True)
    path.write_bytes((builtin_rules() / "cycle" / "depth-exceeded.toml").read_bytes())
    assert CliRunner().invoke(cli, ["test", str(path)]).exit_code == 2
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "summarylint"\n', encoding="utf-8")
    assert CliRunner().invoke(cli, ["test", str(path)]).exit_code == 0
    assert CliRunner().invoke(cli, ["test", str(builtin_rules() / "cycle" / "depth-exceeded.toml")]).exit_code == 0
