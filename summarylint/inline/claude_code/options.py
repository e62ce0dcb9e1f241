"""What the command line of the hook sets; settings of the checks themselves come from the project's settings file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Permission = Literal["ask", "deny", "off"]

MOST_ASKS = 3
"""Calls held after one compaction: a guard that is in the way more often than that is switched off."""

MOST_TOKENS = 1_000
"""Tokens that the model is handed at once, half a percent of a window of 200,000."""


@dataclass(frozen=True, slots=True)
class Options:
    """`permission`: what an irreversible call meets while the summary is unverified, `asks`: how often at most.

    `kinds` are the kinds of deeds that are held (see lexicon/actions.toml), None for all of them. `wording` is a file that takes
    the place of the text for the summariser, `block_manual` refuses one `/compact` over an unverified summary, `tokens` bounds
    what the model is handed, `state` is the folder of the sessions' files.
    """

    permission: Permission = "ask"
    asks: int = MOST_ASKS
    kinds: frozenset[str] | None = None
    wording: Path | None = None
    block_manual: bool = False
    tokens: int = MOST_TOKENS
    state: Path | None = None
