"""`summarylint test`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from summarylint.cli.options import config_options
from summarylint.cli.streams import CLEAN, FINDINGS, NOTHING, TROUBLE, tell, write
from summarylint.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from summarylint.engine import Linter
    from summarylint.model import Compaction, Report
    from summarylint.rulebook import ExampleResult, Rule
    from summarylint.settings import Settings


@click.command(short_help="Run the examples inside rule files.")
@click.argument("paths", nargs=-1, metavar="[RULE.toml|FOLDER]...")
@click.option("--verbose-examples", "-v", is_flag=True, help="Name the examples that hold as well.")
@config_options
def command(paths: tuple[str, ...], verbose_examples: bool, configs: tuple[str, ...], isolated: bool) -> None:
    """Run the examples inside rule files: a bad one must be found, a good one passed over, a gap still missed.

    Without a path all rules are tested, those of the settings among them. Exits with 1 where an example does not hold,
    with 2 where a file holds no valid rule or a rule crashes, with 3 where a path holds no rule file.
    """
    from summarylint.output.escaping import visible
    from summarylint.output.redaction import redact
    from summarylint.output.totals import count
    from summarylint.reading.settings_files import load_settings

    settings = load_settings(configs, isolated=isolated)
    for path in paths:
        files = files_of(path)
        if not files:
            tell("error", f"{path}: {'no such file or folder' if files is None else 'holds no rule file (*.toml)'}")
            click.get_current_context().exit(NOTHING)
    rules = rules_in(paths, settings)
    failed = total = crashed = 0
    for rule in rules:
        try:
            outcomes = outcomes_of(rule, settings)
        except RuleError as error:
            crashed += 1
            tell("error", redact(str(error)))
            continue
        for outcome in outcomes:
            total += 1
            failed += not outcome.ok
            if not outcome.ok or verbose_examples:
                write(visible(redact(told(outcome))) + "\n")
    status = TROUBLE if crashed else FINDINGS if failed else CLEAN
    stopped = f", {count(crashed, 'rule')} could not be run" if crashed else ""
    write(f"{failed} of {count(total, 'example')} in {count(len(rules) - crashed, 'rule')} failed{stopped}; exit {status}\n")
    click.get_current_context().exit(status)


def files_of(path: str) -> list[Path] | None:
    """The rule files that a path means, None where it is not there."""
    given = Path(path)
    try:
        return sorted(given.rglob("*.toml")) if given.is_dir() else [given] if given.exists() else None
    except OSError:  # a name that is too long
        return None


def rules_in(paths: tuple[str, ...], settings: Settings) -> list[Rule]:
    """The rules to test. Raises RuleError for a file that holds none, and for a code or name that two of them, or one and a
    built-in rule, claim."""
    from summarylint.rulebook import claimed_once, load_rulebook, read_rule
    from summarylint.rulebook.outline import require_own_names

    if not paths:
        return list(load_rulebook(settings).rules)
    files = {file.resolve(): file for path in paths for file in files_of(path) or ()}
    rules = [read_rule(file, settings) for file in files.values()]
    claimed_once(rules)
    require_own_names(rules)
    return rules


def outcomes_of(rule: Rule, settings: Settings) -> list[ExampleResult]:
    """What came of the examples of one rule. Raises RuleError where the rule itself fails."""
    from summarylint.engine import Linter
    from summarylint.rulebook import run_examples

    # what a run leaves out, or a rule that is off by default, is tested all the same
    whole = replace(settings, select=("ALL",), ignore=(), extend_select=())
    try:
        return run_examples([rule], lambda book: _Crashing(Linter(whole, book)))
    except _RuleCrash as error:
        raise RuleError(str(error)) from error
    except Exception as error:
        raise RuleError(f"{rule.path}: the rule fails on its examples: {type(error).__name__}: {error}") from error


class _RuleCrash(Exception):
    """A rule that crashed, told apart from an example that does not hold."""


class _Crashing:
    """A linter whose crashing rules end the run of their examples."""

    def __init__(self, linter: Linter) -> None:
        self.linter = linter

    def check(self, compaction: Compaction, *, earlier: Sequence[Compaction] = ()) -> Report:
        try:
            return self.linter.check(compaction, earlier=earlier)
        except RuleError as error:
            raise _RuleCrash(str(error)) from error


def told(outcome: ExampleResult) -> str:
    """One outcome on one line."""
    example = outcome.example
    verdict = "ok" if outcome.ok else f"FAILED, {outcome.explanation}"
    return f"{outcome.rule.path}: {outcome.rule.name} [[{example.outcome}]] {example.number}: {verdict}"
