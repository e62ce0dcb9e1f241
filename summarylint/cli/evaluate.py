"""`summarylint evaluate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from summarylint.cli.options import config_options
from summarylint.cli.streams import CLEAN, FINDINGS, tell, write
from summarylint.errors import NothingToCheck, UsageError


@click.command(short_help="Score the rules on labelled cases.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "json_path", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures there as JSON.")
@click.option("--misses", is_flag=True, help="List what was missed, and every finding on a faithful summary.")
@click.option("--raise-floors", is_flag=True, help="Move each floor up to its figure where that is better.")
@config_options
def command(
    paths: tuple[Path, ...], json_path: Path | None, misses: bool, raise_floors: bool, configs: tuple[str, ...], isolated: bool
) -> None:
    """Score the rules on labelled cases: each holds spans, a faulty summary, its faults, and a faithful summary.

    PATH is a JSON Lines file, or a folder of them, and gets a table of its own. A folder may hold floors.toml; a figure
    below its floor makes the exit status 1.
    """
    from summarylint.engine import Linter
    from summarylint.evaluation.cases import read_cases
    from summarylint.evaluation.floors import FIRST_FLOORS, below, raised, read_floors, write_floors
    from summarylint.evaluation.score import score
    from summarylint.output.evaluation import missed, table
    from summarylint.reading.settings_files import load_settings

    check = Linter(load_settings(configs, isolated=isolated)).check
    figures: dict[str, Any] = {}
    below_floors = False
    for path in paths:
        if not path.exists():
            raise NothingToCheck(f"{path}: no such file or folder")
        files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        result = score((case for file in files for case in read_cases(file)), check)
        if not result.faithful:
            raise NothingToCheck(f"{path}: no labelled case in it; a folder holds them in files that end in .jsonl")
        figures[str(path)] = found = result.figures()
        if misses:
            write(missed(
                ((name, fault.kind, fault.summary_quote, fault.span_quote) for name, fault in result.missed),
                ((name, finding) for name, finding in result.alarms),
            ))  # fmt: skip
        write(table(found))
        floors = read_floors(path) if path.is_dir() else {}
        short = below(found, floors)
        below_floors = below_floors or bool(short)
        for line in short:
            tell("below its floor", line)
        if raise_floors and not short and path.is_dir():
            write_floors(path, raised(found, floors or FIRST_FLOORS))
    if json_path is not None:
        try:
            json_path.write_text(json.dumps(figures if len(paths) > 1 else found, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{json_path}: the figures cannot be written: {error.strerror or error}") from error
    click.get_current_context().exit(FINDINGS if below_floors else CLEAN)
