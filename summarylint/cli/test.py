"""`summarylint test`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from summarylint.cli.options import config_options
from summarylint.cli.streams import CLEAN, FINDINGS, NOTHING, tell, write
from summarylint.errors import RuleError

if TYPE_CHECKING:
    from summarylint.rulebook import Outcome, Rule
    from summarylint.settings import Settings


@click.command(short_help="Run the examples inside rule files.")
@click.argument("paths", nargs=-1, metavar="[RULE.toml|FOLDER]...")
@click.option("--verbose-examples", "-v", is_flag=True, help="Name the examples that hold as well.")
@config_options
def command(paths: tuple[str, ...], verbose_examples: bool, configs: tuple[str, ...], isolated: bool) -> None:
    """Run the examples inside rule files: a bad one must be found, a good one passed over, a gap still missed.

    Without a path all rules are tested, those of the settings among them. Exits with 1 where an example does not hold,
    with 2 where a file holds no rule, with 3 where a path holds no rule file.
    """
    from summarylint.output.escaping import visible
    from summarylint.output.redaction import redact
    from summarylint.output.totals import count
    from summarylint.reading.settings_files import load_settings

    settings = load_settings(configs, isolated=isolated)
    for path in paths:
        if not files_of(path):
            tell("error", f"{path}: holds no rule file (*.toml)")
            click.get_current_context().exit(NOTHING)
    rules = rules_in(paths, settings)
    failed = total = 0
    for rule in rules:
        for outcome in outcomes_of(rule, settings):
            total += 1
            failed += not outcome.ok
            if not outcome.ok or verbose_examples:
                write(visible(redact(told(outcome))) + "\n")
    status = FINDINGS if failed else CLEAN
    write(f"{failed} of {count(total, 'example')} in {count(len(rules), 'rule')} failed; exit {status}\n")
    click.get_current_context().exit(status)


def files_of(path: str) -> list[Path]:
    """The rule files that a path means."""
    given = Path(path)
    return sorted(given.rglob("*.toml")) if given.is_dir() else [given] if given.exists() else []


def rules_in(paths: tuple[str, ...], settings: Settings) -> list[Rule]:
    """The rules to test. Raises RuleError for a file that holds none."""
    from summarylint.rulebook import load_rulebook, read_rule

    if not paths:
        return list(load_rulebook(settings).rules)
    files = dict.fromkeys(file for path in paths for file in files_of(path))
    return [read_rule(file, settings) for file in files]


def outcomes_of(rule: Rule, settings: Settings) -> list[Outcome]:
    """What came of the examples of one rule. Raises RuleError where the rule itself fails."""
    from summarylint.engine import Linter
    from summarylint.rulebook import run_examples

    # what a run leaves out, or a rule that is off by default, is tested all the same
    whole = replace(settings, select=("ALL",), ignore=(), extend_select=())
    try:
        return run_examples([rule], lambda book: Linter(whole, book))
    except RuleError:
        raise
    except Exception as error:
        raise RuleError(f"{rule.path}: the rule fails on its examples: {type(error).__name__}: {error}") from error


def told(outcome: Outcome) -> str:
    """One outcome on one line."""
    example = outcome.example
    verdict = "ok" if outcome.ok else f"FAILED, {outcome.explanation}"
    return f"{outcome.rule.path}: {outcome.rule.name} [[{example.outcome}]] {example.number}: {verdict}"
