"""What a guarded summary of the one conversation looks like, whatever the framework; the conversation is in inline_messages."""

from __future__ import annotations

from inline_messages import FACT, FAITHFUL, GUESS, ORDER, REFUSED

__all__ = ["FACT", "FAITHFUL", "GUESS", "MODES", "ORDER", "REFUSED", "keeps_the_doubt"]

MODES = ("annotate", "repair", "retry", "raise")


def keeps_the_doubt(summary: str) -> bool:
    """Does the summary tell by a tag or a quotation that the port is a guess, and nowhere that the user said it as a fact?"""
    tagged = f"{FACT} [hedged:" in summary
    quoted = f'- user: "{GUESS}" [hedged:' in summary
    return (tagged or quoted) and f"{FACT} [user-said" not in summary
