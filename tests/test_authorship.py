"""Who pruned, who summarised, and what that clears."""

from __future__ import annotations

import pytest

from summarylint.model import Author, Compaction, Span
from summarylint.provenance.authorship import authorship, is_external, saw_raw_spans

SPANS = (Span("m1", "summary", "Before."), Span("m2", "user", "The mill runs."))


@pytest.mark.parametrize(
    ("author", "shown", "tagged", "found"),
    [
        (Author("external", "a"), None, False, "external"),
        (Author("a", "a"), None, True, "same"),
        (Author("a", "b"), None, True, "separate"),
        (Author("a", "b"), None, False, "untagged"),
        (Author("a", "b"), frozenset({"m1"}), True, "blind"),
        (Author("a", "b"), frozenset({"m2"}), True, "separate"),
        (Author("a"), None, True, "unknown"),
        (Author(), None, True, "unknown"),
    ],
)
def test_authorship(author: Author, shown: frozenset[str] | None, tagged: bool, found: str) -> None:
    compaction = Compaction("x", SPANS, "", author=author, shown_span_ids=shown)
    assert authorship(compaction, tagged=tagged) == found
    assert is_external(compaction) == (found == "external")
    assert saw_raw_spans(compaction) == (shown != frozenset({"m1"}))
