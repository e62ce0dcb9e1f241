"""The nouns that every stage speaks: frozen, slotted values that compute nothing themselves.

All offsets are 0-based code points (Python string indices), end exclusive, into the text exactly as given:
a span's `text`, or a record's `summary`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, get_args

Role = Literal["user", "assistant", "tool", "system", "summary"]
SpanKind = Literal["text", "thinking", "tool_call", "tool_output"]
Severity = Literal["error", "warning", "note"]
Origin = Literal["user-said", "tool-output", "inferred", "hedged"]
Safety = Literal["safe", "unsafe", "display"]
Decision = Literal["allow", "repair", "reground", "halt"]
Form = Literal["sentence", "bullet", "row", "pair", "log", "code", "quotation", "heading"]
MarkKind = Literal["identifier", "quantity", "cue", "tag", "quotation", "code"]
Certainty = Literal["certain", "probable", "possible", "asked", "conditional"]
Polarity = Literal["positive", "negative"]
Status = Literal["planned", "ongoing", "done", "failed", "reverted", "blocked", "untested"]
Force = Literal["fact", "request", "prohibition", "permission", "decision"]

ROLES: tuple[Role, ...] = get_args(Role)
SPAN_KINDS: tuple[SpanKind, ...] = get_args(SpanKind)
SEVERITIES: tuple[Severity, ...] = ("note", "warning", "error")
"""From the weakest to the strongest; `--fail-on` compares by this order."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the greatest value that a number may have; both may be had."""

    least: float
    most: float


Share = Annotated[float, Bounds(0, 1)]
"""A part of something, or a score: what a setting of a check is measured against."""


# ---------------------------------------------------------------- what comes in


@dataclass(frozen=True, slots=True)
class Source:
    """Where a text stands in the file that it was read from, where it stands there as a literal.

    From `starts[n]` of the text on, it stands at `places[n]` of the file; both ascend, and both are code points, the file
    without its byte order mark. `lines` are the places at which the lines of the file begin.
    """

    starts: tuple[int, ...]
    places: tuple[int, ...]
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """A message, tool call, tool output or earlier summary that the summary replaced."""

    id: str
    role: Role
    text: str
    kind: SpanKind = "text"
    time: str | None = None
    pinned: bool = False
    source: Source | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Author:
    """Who chose what to prune and who wrote the summary; `"external"` is a policy outside the model."""

    prune: str | None = None
    summary: str | None = None


@dataclass(frozen=True, slots=True)
class Ignore:
    """A request to silence one rule where `quote` stands in the summary, or everywhere if it is empty."""

    rule: str
    quote: str
    reason: str


@dataclass(frozen=True, slots=True)
class IdleIgnore:
    """An ignore that silenced no finding, and why as far as is known."""

    ignore: Ignore
    reason: str


@dataclass(frozen=True, slots=True)
class Compaction:
    """One summary, the spans it replaced in time order, and what is known around it.

    `surviving_span_ids` is None where survival is unknown: then no rule about survival fires.
    `path` and `line` say where the record was read from (line counted from 1).
    """

    id: str
    spans: tuple[Span, ...]
    summary: str
    previous_summary: str | None = None
    surviving_span_ids: frozenset[str] | None = None
    recoverable_span_ids: frozenset[str] = frozenset()
    shown_span_ids: frozenset[str] | None = None
    chain: str | None = None
    cycle_depth: int = 0
    window_tokens: int | None = None
    author: Author = Author()
    pending_action: str | None = None
    pending_action_irreversible: bool | None = None
    prompt: str | None = None
    protected: tuple[str, ...] = ()
    ignore: tuple[Ignore, ...] = ()
    path: str | None = None
    line: int | None = None
    source: Source | None = field(default=None, compare=False, repr=False)
    prompt_source: Source | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Chain:
    """The compactions of one run in order; `id` is the name that their records give in `chain`, or the id of a lone one."""

    id: str
    compactions: tuple[Compaction, ...]


# ---------------------------------------------------------------- what is read in a text


@dataclass(frozen=True, slots=True)
class Mark:
    """A typed stretch inside a statement.

    `type` refines `kind`: a path or a port for an identifier, a duration or a count for a quantity, a cue's
    category for a cue. `value` is the normal form by which two marks are compared ("1204" for "1,204").
    `scope` is the stretch that a cue bears on; None for all other marks.
    """

    kind: MarkKind
    type: str
    start: int
    end: int
    text: str
    value: str = ""
    unit: str = ""
    scope: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of text that holds one statement, before it is read.

    `headings` are the headings, labels and column names above it, outermost first. `checked` is the state of a
    task box before it (`[x]`, `[ ]`), None where there is no box. `label` is the key of a `key: value` pair.
    """

    start: int
    end: int
    form: Form
    headings: tuple[str, ...] = ()
    checked: bool | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Stance:
    """How a statement stands to what it says."""

    certainty: Certainty = "certain"
    polarity: Polarity = "positive"
    status: Status | None = None
    force: Force = "fact"
    speaker: str | None = None
    """Who holds it, where the text names one: "user", "assistant", or a name as written."""
    cues: tuple[Mark, ...] = ()
    """The cues that made the stance, in text order."""


@dataclass(frozen=True, slots=True)
class Statement:
    """The smallest stretch that asserts, asks or orders one thing; both sides of the comparison are made of these."""

    segment: Segment
    text: str
    marks: tuple[Mark, ...] = ()
    stance: Stance = Stance()
    terms: tuple[str, ...] = ()
    """Stemmed content words and values in text order, by which statements are aligned."""

    @property
    def start(self) -> int:
        return self.segment.start

    @property
    def end(self) -> int:
        return self.segment.end

    @property
    def word_cues(self) -> tuple[Mark, ...]:
        """The cues in its words whatever its form: no less than those of its stance, and cheaper where the stance is not read yet."""
        return self.stance.cues


# ---------------------------------------------------------------- what is found


@dataclass(frozen=True, slots=True)
class Witness:
    """A span statement that a summary statement rests on (or, as a disconfirmer, one that disagrees with it).

    `score` is between 0 and 1: the share of the summary statement's weighted terms that the witness covers.
    `order` counts statements through all spans, so that a later witness has a greater one.
    """

    span: Span
    statement: Statement
    score: float
    shared: tuple[str, ...]
    order: int


@dataclass(frozen=True, slots=True)
class Claim:
    """One factual statement of the summary with its suggested tag; the wire form stands in output/result.schema.json."""

    text: str
    start: int
    end: int
    origin: Origin | None
    primary_span_id: str | None
    witness_span_ids: tuple[str, ...] = ()
    disconfirmer_span_ids: tuple[str, ...] = ()
    speaker: str | None = None
    confidence: float = 0.0
    verified: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A labelled place in a span, as narrow as what is wrong."""

    span_id: str
    start: int
    end: int
    quote: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class SummaryPlace:
    """A place in the summary."""

    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace `[start, end)` of the summary by `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that mend a finding; `safe` copies an identifier back, `unsafe` changes wording, `display` is never applied."""

    safety: Safety
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """What a check yields: places and the fields that the rule's message may name. The engine makes it a Finding."""

    start: int | None
    end: int | None
    evidence: tuple[Place, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    why: Mapping[str, Any] = field(default_factory=dict)
    fix: Fix | None = None
    severity: Severity | None = None
    """Lower than the rule's own where the check itself is in doubt; never higher."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: a sentence, the place in the summary, the places in the spans, why, and how to mend it."""

    code: str
    name: str
    severity: Severity
    message: str
    summary: SummaryPlace | None
    evidence: tuple[Place, ...]
    help: str
    fix: Fix | None
    why: Mapping[str, Any]
    fingerprint: str


def at_least(severity: Severity, least: Severity) -> bool:
    """Is a severity at or above another?"""
    return SEVERITIES.index(severity) >= SEVERITIES.index(least)


def worst_first(findings: Iterable[Finding], least: Severity = "note") -> list[Finding]:
    """Return the findings from the severity `least` on, the worst first, else in the order given."""
    return sorted((one for one in findings if at_least(one.severity, least)), key=lambda one: -SEVERITIES.index(one.severity))


@dataclass(frozen=True, slots=True)
class GateReason:
    """Why the gate decided as it did: a stable word and a sentence."""

    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class Gate:
    """What may be done next; `decision` is None where it is unknown which spans survive."""

    decision: Decision | None = None
    reasons: tuple[GateReason, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """All that one check of one compaction yields."""

    compaction: Compaction
    findings: tuple[Finding, ...]
    claims: tuple[Claim, ...]
    gate: Gate = Gate()
    retention: float | None = None
    """The share of the identifiers of the chain's last summary, their topic still told, that were kept; None where unknown."""
    idle_ignores: tuple[IdleIgnore, ...] = ()
    """The ignores of the record that silenced nothing though their rule was checked, or whose quote stands nowhere."""

    def as_instruction(self, max_tokens: int = 400) -> str:
        """Return the findings as a short instruction to the summariser; see inline/instruction.py, which words it."""
        from summarylint.inline.instruction import as_instruction

        return as_instruction(self, max_tokens)
