"""The page of one rule, made of its own file: what it says, why, and its examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from summarylint.output.escaping import visible
from summarylint.output.excerpt import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

WIDTH = 110
"""Cells of a shown line of an example."""

TITLES = {
    "bad": "Found, for example:",
    "good": "Silent, for example:",
    "gap": "Known misses: it ought to find these, and does not yet:",
}


class Example(Protocol):
    """What this page reads of an example."""

    @property
    def outcome(self) -> str: ...
    @property
    def records(self) -> Sequence[Mapping[str, Any]]: ...
    @property
    def underlined(self) -> str | None: ...
    @property
    def because(self) -> str | None: ...
    @property
    def fixed(self) -> str | None: ...
    @property
    def note(self) -> str | None: ...


class Outline(Protocol):
    """What a list of rules reads of each."""

    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def since(self) -> str: ...
    @property
    def severity(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def help(self) -> str: ...
    @property
    def rationale(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def enabled(self) -> bool: ...


class Rule(Outline, Protocol):
    """What the page of a rule reads beside that."""

    @property
    def examples(self) -> Sequence[Example]: ...


def explain(rule: Rule) -> str:
    """The page of a rule as text."""
    return "\n".join(_page(rule)).rstrip("\n") + "\n"


def _page(rule: Rule) -> Iterator[str]:
    state = "" if rule.enabled else ", off unless selected"
    yield f"{rule.code} {rule.name} ({rule.severity}, since {rule.since}{state})"
    yield from ("", rule.summary, "", rule.rationale.strip(), "")
    yield f"message: {rule.message}"
    yield from (f"help:    {rule.help}", "")
    for outcome, title in TITLES.items():
        examples = [example for example in rule.examples if example.outcome == outcome]
        if examples:
            yield from (title, "")
        for example in examples:
            yield from _example(example)
            yield ""


def _example(example: Example) -> Iterator[str]:
    for record in example.records:
        for span in record["spans"]:
            kind = f", {span['kind']}" if "kind" in span else ""
            yield from _marked(f"{span.get('role', 'span')}{kind}", span["text"], example.because, "-")
        if "previous_summary" in record:
            yield from _marked("previous summary", record["previous_summary"], None, "-")
        yield from _marked("summary", record["summary"], example.underlined, "^")
    if example.fixed:
        yield from _marked("mended", example.fixed, None, "^")
    if example.note:
        yield f"    ({example.note})"


def _marked(title: str, text: str, quote: str | None, sign: str) -> Iterator[str]:
    """A text under its title, each line by itself, with `sign` under the quote."""
    at = text.find(quote) if quote else -1
    start = 0
    yield f"  {title}:"
    for line in text.rstrip("\n").split("\n"):
        end = start + len(line)
        inside = quote is not None and start <= at <= end
        shown = excerpt(text, at if inside else start, at + len(quote or "") if inside else start, WIDTH)
        yield f"    {shown.shown}".rstrip()
        if inside:
            yield "    " + " " * shown.indent + sign * shown.length
        start = end + 1


def rule_table(rules: Iterable[Outline]) -> str:
    """All rules, one a line: code, name, severity, summary."""
    rows = [(rule.code, rule.name, rule.severity if rule.enabled else "off", visible(rule.summary)) for rule in rules]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    return "".join("  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]) + "\n" for row in rows)


def rule_as_data(rule: Outline) -> dict[str, Any]:
    """A rule for programs, without its examples."""
    names = ("code", "name", "family", "summary", "severity", "enabled", "since", "message", "help", "rationale")
    return {name: getattr(rule, name) for name in names}
