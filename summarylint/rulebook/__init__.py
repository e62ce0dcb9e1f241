"""The rules: TOML files over a small set of check kinds, read strictly, selected by name, and tested by their examples."""

from summarylint.rulebook.book import Rulebook, builtin_rules, claimed_once, load_rulebook
from summarylint.rulebook.example_runs import ExampleResult, run_examples
from summarylint.rulebook.examples import Example
from summarylint.rulebook.kinds import CheckKind, find_kind, kind_names
from summarylint.rulebook.rule_file import Rule, read_rule

__all__ = [
    "CheckKind",
    "Example",
    "ExampleResult",
    "Rule",
    "Rulebook",
    "builtin_rules",
    "claimed_once",
    "find_kind",
    "kind_names",
    "load_rulebook",
    "read_rule",
    "run_examples",
]
