"""Every example of every built-in rule, and the shape that rule files share."""

from __future__ import annotations

from pathlib import Path

import pytest

from summarylint.engine import Linter
from summarylint.rulebook import Example, Rule, load_rulebook
from summarylint.rulebook.example_runs import run_example
from summarylint.settings import Settings

FOLDERS = {
    "HDG": "hedge",
    "ATT": "attribution",
    "IDN": "identifier",
    "CON": "contradiction",
    "OMI": "omission",
    "PRV": "provenance",
    "CYC": "cycle",
    "PRM": "prompt",
}
RULES = load_rulebook().rules
EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.name}-{example.outcome}-{example.number}") for rule in RULES for example in rule.examples
]


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_example(rule: Rule, example: Example) -> None:
    outcome = run_example(rule, example, lambda book: Linter(Settings(select=("ALL",)), book))
    assert outcome.ok, outcome.explanation


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.name) for rule in RULES])
def test_a_rule_stands_in_the_folder_of_its_family_under_its_name(rule: Rule) -> None:
    path = Path(rule.path)
    assert (path.parent.name, path.stem) == (FOLDERS[rule.family], rule.name)


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.name) for rule in RULES])
def test_a_rule_tells_its_summary_in_one_line(rule: Rule) -> None:
    assert "\n" not in rule.summary + rule.message + rule.help
    assert not rule.summary.endswith(".")
