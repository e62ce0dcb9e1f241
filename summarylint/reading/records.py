"""One record, as JSON gives it, to a Compaction: strict types, and an error that names the place in the data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from summarylint.errors import RecordError, did_you_mean
from summarylint.model import Author, Compaction, Ignore, Role, Span, SpanKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

WORDS: dict[str, str] = {
    "missing": "is required and missing",
    "string_type": "must be a string, not {given}",
    "int_type": "must be a whole number, not {given}",
    "bool_type": "must be true or false, not {given}",
    "list_type": "must be a list, not {given}",
    "model_type": "must be an object, not {given}",
    "literal_error": "must be {expected}, not {given}",
    "greater_than_equal": "must be {ge} or more, not {given}",
    "less_than_equal": "must be {le} or less, not {given}",
}
"""What pydantic's error types say in the words of JSON; a type that is not listed keeps pydantic's own sentence."""

LONGEST_SHOWN = 40
"""Code points of a wrong value that an error repeats; enough to recognise it, too few to spill a span."""


MOST = 10**12
"""The largest count that a record may give: beyond every real window, and small enough for floats and for printing."""


class Model(BaseModel):
    """What comes in: no conversion between types, null where a field may be left out, other fields told apart."""

    model_config = ConfigDict(strict=True, extra="ignore", protected_namespaces=())


class SpanFields(Model):
    role: Role
    text: str
    id: str | None = None
    kind: SpanKind | None = None
    time: str | None = None
    pinned: bool | None = None
    meta: Any = None


class AuthorFields(Model):
    prune: str | None = None
    summary: str | None = None


class IgnoreFields(Model):
    rule: str
    reason: str
    quote: str | None = None


class RecordFields(Model):
    spans: list[SpanFields]
    summary: str
    id: str | None = None
    previous_summary: str | None = None
    surviving_span_ids: list[str] | None = None
    recoverable_span_ids: list[str] | None = None
    shown_span_ids: list[str] | None = None
    chain: str | None = None
    cycle_depth: int | None = Field(default=None, ge=0, le=MOST)
    window_tokens: int | None = Field(default=None, ge=0, le=MOST)
    author: AuthorFields | None = None
    pending_action: str | None = None
    pending_action_irreversible: bool | None = None
    prompt: str | None = None
    protected: list[str] | None = None
    ignore: list[IgnoreFields] | None = None
    meta: Any = None


@dataclass(frozen=True, slots=True)
class UnknownField:
    """A field that no part of the record format has; `hint` ends the sentence with the way out."""

    name: str
    pointer: str
    hint: str

    @property
    def reason(self) -> str:
        return f"unknown field {shown(self.name)}{self.hint}"


def read_record(
    data: Mapping[str, Any], *, path: str | None = None, line: int | None = None, root: str = "$", default_id: str | None = None
) -> tuple[Compaction, tuple[UnknownField, ...]]:
    """Read one record of the format in docs/check.md.

    `path` and `line` (from 1) say where it stands, `root` is the JSON path of the record in its document, `default_id` the
    id of a record that gives none (`<path>:<line>` if not given). A field that may be left out may also be null.

    Returns the compaction and the fields that the format does not know, in order.
    Raises RecordError for the first wrong type, missing field, empty or duplicate span id, with its JSON path.
    """
    given_id = data.get("id") if isinstance(data, dict) and isinstance(data.get("id"), str) else None

    def fault(reason: str, pointer: str) -> RecordError:
        return RecordError(reason, path=path, line=line, pointer=root + pointer, id=given_id)

    if not isinstance(data, dict):
        raise fault(f"a record must be an object, not {kind_of(data)}", "")
    try:
        fields = RecordFields.model_validate(data)
    except ValidationError as error:
        raise fault(*told(error)) from None
    if fields.id == "":
        raise fault("the id is empty; leave it out to get <file>:<line>", ".id")
    try:
        compaction = Compaction(
            id=fields.id if fields.id is not None else default_id or f"{path or '<record>'}:{line or 1}",
            spans=tuple(read_spans(fields.spans)),
            ignore=tuple(read_ignores(fields.ignore or ())),
            **known(fields),
            path=path,
            line=line,
        )
    except FaultyField as error:
        raise fault(error.reason, error.pointer) from None
    return compaction, tuple(unknown_fields(data, root))


class FaultyField(ValueError):
    """A field of the right type with a value that cannot be; `pointer` is relative to the record."""

    def __init__(self, reason: str, pointer: str) -> None:
        self.reason, self.pointer = reason, pointer
        super().__init__(reason)


def read_spans(given: Sequence[SpanFields]) -> Iterator[Span]:
    """The spans with their defaults; raises FaultyField for an id that is empty or stands twice."""
    first: dict[str, int] = {}
    for place, span in enumerate(given):
        name = f"s{place + 1}" if span.id is None else span.id
        if not name:
            raise FaultyField(f"a span id is empty; leave it out to get 's{place + 1}'", f".spans[{place}].id")
        if name in first:
            raise FaultyField(
                f"the span id {shown(name)} is taken by $.spans[{first[name]}]; give each span an id of its own", f".spans[{place}].id"
            )
        first[name] = place
        kind = span.kind or ("tool_output" if span.role == "tool" else "text")
        yield Span(id=name, role=span.role, text=span.text, kind=kind, time=span.time, pinned=bool(span.pinned))


def read_ignores(given: Sequence[IgnoreFields]) -> Iterator[Ignore]:
    """The ignores; raises FaultyField for one that gives no reason."""
    for place, ignore in enumerate(given):
        if not ignore.reason.strip():
            raise FaultyField("an ignore must say its reason", f".ignore[{place}].reason")
        yield Ignore(rule=ignore.rule, quote=ignore.quote or "", reason=ignore.reason)


def known(fields: RecordFields) -> dict[str, Any]:
    """What is known around the summary, as keyword arguments of Compaction."""
    return {
        "summary": fields.summary,
        "previous_summary": fields.previous_summary,
        "surviving_span_ids": None if fields.surviving_span_ids is None else frozenset(fields.surviving_span_ids),
        "recoverable_span_ids": frozenset(fields.recoverable_span_ids or ()),
        "shown_span_ids": None if fields.shown_span_ids is None else frozenset(fields.shown_span_ids),
        "chain": fields.chain,
        "cycle_depth": fields.cycle_depth or 0,
        "window_tokens": fields.window_tokens,
        "author": Author(fields.author.prune, fields.author.summary) if fields.author else Author(),
        "pending_action": fields.pending_action,
        "pending_action_irreversible": fields.pending_action_irreversible,
        "prompt": fields.prompt,
        "protected": tuple(fields.protected or ()),
    }


def unknown_fields(data: Mapping[str, Any], root: str) -> Iterator[UnknownField]:
    """The fields of a valid record that the format does not know, outside every `meta`."""
    yield from strangers(data, RecordFields, root)
    for place, span in enumerate(data["spans"]):
        yield from strangers(span, SpanFields, f"{root}.spans[{place}]")
    if data.get("author"):
        yield from strangers(data["author"], AuthorFields, f"{root}.author")
    for place, ignore in enumerate(data.get("ignore") or ()):
        yield from strangers(ignore, IgnoreFields, f"{root}.ignore[{place}]")


def strangers(data: Mapping[str, Any], model: type[Model], root: str) -> Iterator[UnknownField]:
    """The keys of one object that its model does not have."""
    for name in data:
        if name not in model.model_fields:
            hint = did_you_mean(name, model.model_fields) or "; what is your own goes under 'meta'"
            yield UnknownField(name, root + member(name), hint)


def told(error: ValidationError) -> tuple[str, str]:
    """The first fault of a failed validation in the words of JSON, and its pointer relative to the record."""
    first = error.errors(include_url=False)[0]
    words = WORDS.get(first["type"])
    context = {"given": kind_of(first.get("input")), **first.get("ctx", {})}
    reason = words.format(**context) if words else str(first["msg"])
    pointer = "".join(f"[{part}]" if isinstance(part, int) else member(part) for part in first["loc"])
    field = next((part for part in reversed(first["loc"]) if isinstance(part, str)), "the record")
    place = f"an item of {field!r}" if isinstance(first["loc"][-1], int) else repr(field)
    return f"{place} {reason}", pointer


def member(name: str) -> str:
    """One step of a JSON path: `.name`, or `['na me']` where the short form cannot write it."""
    return f".{name}" if name.isidentifier() else f"[{name!r}]"


def kind_of(value: Any) -> str:
    """A wrong value as an error tells it: its JSON type, and what it is where that is short."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the string {shown(value)}"
    if isinstance(value, int | float):
        return f"the number {str(value)[:LONGEST_SHOWN]}"
    return "a list" if isinstance(value, list) else "an object" if isinstance(value, dict) else type(value).__name__


def shown(value: str) -> str:
    """A string in quotes, cut to a length that an error can bear."""
    return repr(value if len(value) <= LONGEST_SHOWN else value[:LONGEST_SHOWN] + "…")
