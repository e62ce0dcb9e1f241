"""Listing the rules without loading them."""

from __future__ import annotations

from pathlib import Path

import pytest

from summarylint.errors import RuleError
from summarylint.rulebook import load_rulebook
from summarylint.rulebook.outline import HEAD, outlines
from summarylint.settings import Settings


def test_an_outline_says_what_the_rule_says() -> None:
    settings = Settings(severity={"HDG": "note", "dropped-hedge": "warning"})
    rules = {rule.code: rule for rule in load_rulebook(settings).rules}
    listed = outlines(settings)
    assert [rule.code for rule in listed] == sorted(rules)
    for outline in listed:
        rule = rules[outline.code]
        for word in (*HEAD, "family", "enabled", "aliases", "tags", "names"):
            assert getattr(outline, word) == getattr(rule, word), (outline.code, word)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('code = "XYZ001"\n', "'name' is missing"),
        ("\ncode = \n", "rule.toml:2: not valid TOML"),
        ("\n".join(f'{key} = "x"' for key in HEAD), "severity 'x' is not one of"),
    ],
)
def test_a_head_that_cannot_be_read_is_an_error(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "rule.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleError, match=said):
        outlines(Settings(rules=(path,)))
