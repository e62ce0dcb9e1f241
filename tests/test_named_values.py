"""Values beside their nouns, and figures set against each other."""

from __future__ import annotations

import pytest

from summarylint.evidence.compared_figures import compared_figures
from summarylint.evidence.index import Ledger
from summarylint.evidence.named_values import named_values, shape, told
from summarylint.language.marks import find_marks
from summarylint.model import Span


def ledger(*texts: str) -> Ledger:
    return Ledger([Span(f"s{number}", "tool", text) for number, text in enumerate(texts, 1)])


@pytest.mark.parametrize(
    ("text", "noun", "measured", "value"),
    [
        ("the relay listens on port 48213 now", "port", False, "48213"),
        ("I would set drain_timeout to 45 s", "timeout", True, "45 s"),
        ("put it on branch perf/fog, please", "branch", False, "perf/fog"),
        ("all ran on gha-lin-06, the only runner there", "runner", False, "gha-lin-06"),
        ("see Article 11 of the treaty", "article", False, "11"),
        ("affected is batch 24-11 alone", "batch", False, "24-11"),
        ("the codename SALT LANTERN stays secret", "codename", False, "SALT LANTERN"),
    ],
)
def test_value_beside_its_noun(text: str, noun: str, measured: bool, value: str) -> None:
    found = named_values(noun, measured, ledger(text))
    assert [one.text for one in found] == [value]
    assert text[found[0].start : found[0].end] == value


@pytest.mark.parametrize(
    ("text", "noun"), [("the port must be open", "port"), ("the file was read 3 times", "file"), ("airport 4711", "port")]
)
def test_no_value_beside_the_noun(text: str, noun: str) -> None:
    assert named_values(noun, False, ledger(text)) == ()


def test_secret_is_no_value() -> None:
    assert named_values("key", False, ledger("the key is ghp_0123456789abcdefghijABCDEFGHIJ012345")) == ()


def test_short_value_is_told_only_with_its_noun() -> None:
    (value,) = named_values("article", False, ledger("see Article 11 of the treaty"))
    assert told(value, "article", "by article 11 it is so", ())
    assert not told(value, "article", "codes 1250-11 and 11 days", ())


def test_figure_is_told_in_another_unit() -> None:
    (value,) = named_values("timeout", True, ledger("the timeout is 90 s"))
    summary = "it waits 1.5 minutes"
    assert told(value, "timeout", summary, find_marks(summary))
    assert not told(value, "timeout", "it waits 2 minutes", find_marks("it waits 2 minutes"))


def test_shape_of_a_series() -> None:
    assert shape("0148b") == shape("0147a") != shape("148")


def test_figures_of_two_rows() -> None:
    held = ledger("prefetch=off   p95  41.7 ms   rss 212 MB\nprefetch=on    p95  96.2 ms   rss 388 MB")
    pair = compared_figures(["prefet"], ["size"], (), held)
    assert pair is not None
    assert [value.text for value in pair] == ["212 MB", "388 MB"]


def test_told_figures_are_no_decay() -> None:
    held = ledger("the export goes from 212 s to 38 s")
    assert compared_figures(["export"], ["duration"], find_marks("38 s"), held) is None


def test_figures_of_two_things_are_not_compared() -> None:
    assert compared_figures(["export"], ["duration"], (), ledger("the export takes 212 s, the import 38 s")) is None
