"""Every example of every built-in rule, and the shape that rule files share."""

from __future__ import annotations

from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from summarylint.checks.lost_certainty import Doubt
from summarylint.checks.uncopied_identifier import IdentifierType
from summarylint.engine import Linter
from summarylint.errors import SettingsError
from summarylint.evidence.resolution import UNSURE
from summarylint.language.lexicon import read_lexicon
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


# ---------------------------------------------------------------- settings with a closed set of values


@pytest.mark.parametrize(
    ("name", "key", "wrong", "nearest"),
    [
        ("dropped-hedge", "stances", "probble", "probable"),
        ("dropped-hedge", "together", "posible", "possible"),
        ("dropped-hedge", "apart", "askd", "asked"),
        ("dropped-hedge", "roles", "usr", "user"),
        ("contradicted-claim", "ways", "contradict", "contradicted"),
        ("ratchet", "ways", "refute", "refuted"),
        ("altered-quantity", "ways", "swaped", "swapped"),
        ("same-author", "ways", "blnd", "blind"),
        ("invented-consent", "acts", "consnt", "consent"),
        ("lost-instruction", "kinds", "prohibitions", "prohibition"),
        ("unknown-identifier", "types", "uid", "uuid"),
    ],
)
def test_a_wrong_value_in_a_list_does_not_switch_a_rule_off(name: str, key: str, wrong: str, nearest: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load_rulebook(Settings(rule={name: {key: [wrong]}}, source="a.toml"))
    told = str(caught.value)
    assert told.startswith(f"a.toml: rule.{name}: {key!r} holds {wrong!r}, not one of ")
    assert told.endswith(f"; did you mean {nearest!r}?")


@pytest.mark.parametrize(
    ("name", "key", "wrong", "nearest"),
    [
        ("contradicted-claim", "evicted", "onyl", "only"),
        ("altered-identifier", "way", "alterd", "altered"),
        ("lost-caveat", "owed", "cavea", "caveat"),
    ],
)
def test_a_wrong_value_does_not_switch_a_rule_off(name: str, key: str, wrong: str, nearest: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load_rulebook(Settings(rule={name: {key: wrong}}, source="a.toml"))
    told = str(caught.value)
    assert told.startswith(f"a.toml: rule.{name}: {key!r} is {wrong!r}, not one of ")
    assert told.endswith(f"; did you mean {nearest!r}?")


@pytest.mark.parametrize("wrong", [40, -0.1, float("nan")])
def test_a_share_beyond_the_whole_does_not_switch_a_rule_off(wrong: float) -> None:
    with pytest.raises(SettingsError) as caught:
        load_rulebook(Settings(rule={"dropped-hedge": {"least-share": wrong}}, source="a.toml"))
    assert str(caught.value) == f"a.toml: rule.dropped-hedge: 'least-share' is {float(wrong)!r}, not between 0 and 1"


def test_every_number_with_a_fraction_in_the_settings_of_the_rules_is_a_share() -> None:
    for rule in RULES:
        hints = get_type_hints(type(rule.settings), include_extras=True)
        assert float not in hints.values(), rule.name


def test_the_doubts_of_settings_are_those_that_spans_are_read_for() -> None:
    assert get_args(Doubt) == ("probable", "possible", "asked", "conditional")
    assert set(get_args(Doubt)) == set(UNSURE)


def test_the_types_of_identifiers_of_settings_are_those_that_texts_are_read_for() -> None:
    lexicon = read_lexicon("identifiers")
    types = {entry["type"] for entry in (*lexicon["pattern"], *lexicon["context"])}
    types |= {"code", "config-key", "file-name", "host", "host-port", "image", "name", "path", "url"}  # read by code
    assert set(get_args(IdentifierType)) == types
