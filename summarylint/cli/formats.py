"""`summarylint formats`."""

from __future__ import annotations

import click

from summarylint.cli.streams import write


@click.command(short_help="List the formats of transcripts.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How they are printed.")
def command(output_format: str) -> None:
    """List the formats that transcripts of agents are read in, with what each can and cannot know.

    A format is found by what a file holds; --format of a reading command names one.
    """
    from summarylint.reading.transcripts.registry import FORMATS

    if output_format == "json":
        import json

        fields = ("name", "title", "found", "knows", "lacks")
        write(json.dumps([{field: getattr(format, field) for field in fields} for format in FORMATS.values()], indent=1) + "\n")
        return
    formatter = click.HelpFormatter(width=100)
    formatter.write_dl([("records", "records of compactions: JSON, JSON Lines, Parquet")])
    for format in FORMATS.values():
        formatter.write_paragraph()
        formatter.write_text(f"{format.name}  ({format.title})")
        with formatter.indentation():
            formatter.write_dl([("found", format.found), ("knows", format.knows), ("lacks", format.lacks)])
    write(formatter.getvalue())
