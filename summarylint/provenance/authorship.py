"""Authorship: who pruned, who summarised, and whether the second is free of the first."""

from __future__ import annotations

from typing import Literal

from summarylint.model import Compaction

EXTERNAL = "external"
"""The pruner of a policy outside the model: a fixed window, a supervisor, a human."""

Authorship = Literal["external", "separate", "same", "blind", "untagged", "unknown"]
"""`external`: the pruning is none of the model's. `separate`: another pass summarised, saw the raw spans and wrote tags.
`same`: pruner and summariser are one. `blind`: another pass that was not shown the raw spans. `untagged`: another pass
that wrote no tags. `unknown`: the record does not say."""

WORDS: dict[Authorship, str] = {
    "same": "chose what to prune and wrote the summary itself",
    "blind": "wrote the summary without being shown the raw spans",
    "untagged": "wrote a summary without provenance tags",
}
"""What is said of an author that cannot clear its claims, after the name."""


def authorship(compaction: Compaction, *, tagged: bool) -> Authorship:
    """Return how pruner and summariser of `compaction` stand to each other; `tagged` says whether its claims carry tags.

    An earlier summary is no raw span, so that a summariser who saw nothing else is blind.
    """
    prune, summary = compaction.author.prune, compaction.author.summary
    if prune == EXTERNAL:
        return "external"
    if prune is None or summary is None:
        return "unknown"
    if prune == summary:
        return "same"
    if not saw_raw_spans(compaction):
        return "blind"
    return "separate" if tagged else "untagged"


def saw_raw_spans(compaction: Compaction) -> bool:
    """Was the summariser shown every raw span that its summary replaced? True where the record does not restrict it."""
    shown = compaction.shown_span_ids
    return shown is None or all(span.id in shown for span in compaction.spans if span.role != "summary")


def is_external(compaction: Compaction) -> bool:
    """Is the pruning none of the model's?"""
    return compaction.author.prune == EXTERNAL
