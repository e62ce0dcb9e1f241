"""What is remembered of a compaction: its findings, and the statements of its summary that nothing in the window bears out.

All texts are on one line, shortened, and without secrets before they come here.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from summarylint.inline.claude_code.event import HookError

if TYPE_CHECKING:
    from summarylint.model import Severity


@dataclass(frozen=True, slots=True)
class Source:
    """A place that bears a statement out: who said it, its words, and how it is read again.

    `message` is the uuid of its row in the transcript. `call` is a digest of the tool call that gave it, "" where it came from
    none; `told` shows that call.
    """

    speaker: str
    quote: str
    message: str = ""
    call: str = ""
    told: str = ""


@dataclass(frozen=True, slots=True)
class KeptClaim:
    """A statement of the summary, its terms, and the sources any of which bears it out; no source where none is known."""

    text: str
    terms: tuple[str, ...]
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class KeptFinding:
    """A finding: its severity and rule, its sentence, what the summary says, and what the sources say."""

    severity: Severity
    name: str
    message: str
    quote: str
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """One compaction. `decision` is what the gate says before an irreversible action, None where survival is unknown."""

    depth: int
    decision: str | None
    findings: tuple[KeptFinding, ...]
    claims: tuple[KeptClaim, ...]

    @property
    def holds(self) -> bool:
        """Does the gate speak against an irreversible action?"""
        return self.decision in ("reground", "halt")


def dumped(record: Record) -> str:
    """A record as JSON."""
    return json.dumps(asdict(record))


def loaded(text: str) -> Record:
    """A record out of its JSON. Raises HookError where that holds something else."""
    try:
        value = json.loads(text)
        findings = tuple(KeptFinding(**{**one, "sources": _sources(one)}) for one in value["findings"])
        claims = tuple(KeptClaim(one["text"], tuple(one["terms"]), _sources(one)) for one in value["claims"])
        return Record(int(value["depth"]), value["decision"], findings, claims)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise HookError(f"what was kept of the last compaction cannot be read ({error}); it is left out of account") from None


def _sources(value: dict[str, Any]) -> tuple[Source, ...]:
    return tuple(Source(**one) for one in value["sources"])
