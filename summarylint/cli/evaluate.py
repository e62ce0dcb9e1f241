"""`summarylint evaluate`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from summarylint.cli.options import config_options
from summarylint.cli.streams import CLEAN, FINDINGS, write


@click.command(short_help="Score the rules on labelled cases.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--json", "json_path", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures there as JSON.")
@click.option("--misses", is_flag=True, help="List what was missed, and every finding on a faithful summary.")
@click.option("--raise-floors", is_flag=True, help="Move each floor up to its figure where that is better.")
@config_options
def command(
    paths: tuple[Path, ...], json_path: Path | None, misses: bool, raise_floors: bool, configs: tuple[str, ...], isolated: bool
) -> None:
    """Score the rules on labelled cases: each holds spans, a faulty summary, its faults, and a faithful summary.

    PATH is a JSON Lines file, or a folder of them. A folder may hold floors.toml; a figure below its floor makes the exit
    status 1.
    """
    from summarylint.engine import Linter
    from summarylint.evaluation.cases import read_cases
    from summarylint.evaluation.floors import below, raised, read_floors, write_floors
    from summarylint.evaluation.score import score
    from summarylint.output.evaluation import missed, table
    from summarylint.reading.settings_files import load_settings

    files = [file for path in paths for file in (sorted(path.glob("*.jsonl")) if path.is_dir() else [path])]
    result = score((case for file in files for case in read_cases(file)), Linter(load_settings(configs, isolated=isolated)).check)
    figures = result.figures()
    if misses:
        write(missed(
            ((name, fault.kind, fault.summary_quote, fault.span_quote) for name, fault in result.missed),
            ((name, finding) for name, finding in result.alarms),
        ))  # fmt: skip
    write(table(figures))
    if json_path is not None:
        json_path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    short = [line for path in paths if path.is_dir() for line in below(figures, read_floors(path))]
    for line in short:
        click.echo(f"below its floor: {line}", err=True)
    for path in paths if raise_floors and not short else ():
        if floors := read_floors(path) if path.is_dir() else {}:
            write_floors(path, raised(figures, floors))
    click.get_current_context().exit(FINDINGS if short else CLEAN)
