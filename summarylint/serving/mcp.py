"""A server of the Model Context Protocol (https://modelcontextprotocol.io): agents check their own summaries with its tools.

Needs the extra `mcp`. What a caller gets wrong comes back as a tool error that says the way out; nothing ends the server.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from summarylint import __version__
from summarylint.engine import Linter
from summarylint.errors import RecordError, SummarylintError
from summarylint.language.shortening import shortened
from summarylint.output.escaping import visible
from summarylint.output.explanation import explain
from summarylint.output.gate import gate_object
from summarylint.output.redaction import redact
from summarylint.output.result import result
from summarylint.reading.records import read_record
from summarylint.rulebook import load_rulebook

if TYPE_CHECKING:
    from summarylint.model import Compaction
    from summarylint.settings import Settings

MOST_CHARACTERS = 4_000_000
"""Code points of all texts of one call, about a million tokens: more than any window, and read in a few seconds."""
MOST_SPANS = 50_000
"""Spans of one call; beyond it the list itself is the load, however short its texts are."""

LONGEST_NAME = 200
"""Code points of a rule's name that are looked up; every name is shorter."""
LONGEST_ERROR = 2_000
"""Code points of an error that is told: it may name what was given, however long that is."""

READING = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
"""Every tool reads what it is given, and nothing else."""

INSTRUCTIONS = """Checks a summary of an agent's context against the spans (messages, tool calls, tool outputs) that it replaced.
Call check_summary before a summary takes the place of its spans, mend what it finds, and call gate before an irreversible action."""

Given = ParamSpec("Given")
Result = TypeVar("Result")

Summary = Annotated[str, Field(description="The summary that is to take the place of the spans.")]
Spans = Annotated[
    list[dict[str, Any]],
    Field(
        description="What the summary replaces, in time order: objects with `role` (user, assistant, tool, system, or summary for an"
        " earlier summary), `text` as it was, and where known `id` and `kind` (text, thinking, tool_call, tool_output)."
    ),
]
Surviving = Annotated[list[str] | None, Field(description="The ids of the spans that stay in the context.")]
Depth = Annotated[int | None, Field(description="How many summaries of your own this one was made from; 0, the default, for the first.")]
Known = Annotated[
    dict[str, Any] | None,
    Field(description="Any other field of a record, such as `protected` (texts to keep), `previous_summary` or `prompt`."),
]


def server(settings: Settings) -> MCPServer[Any]:
    """The server with its three tools, which check by `settings`.

    Raises RuleError or SettingsError where the rules cannot be loaded.
    """
    every_rule = load_rulebook(settings)
    linter = Linter(settings, every_rule)
    serving: MCPServer[Any] = MCPServer("summarylint", instructions=INSTRUCTIONS, version=__version__, log_level="ERROR")

    @serving.tool(annotations=READING)
    @as_tool_error
    def check_summary(
        summary: Summary, spans: Spans, surviving_span_ids: Surviving = None, cycle_depth: Depth = None, known: Known = None
    ) -> dict[str, Any]:
        """Find where a summary says something else than the spans it replaced: guesses told as facts, words put into someone's
        mouth, altered identifiers and numbers, flipped negations, lost instructions. Returns the findings with their places in the
        summary and the spans and how to mend each, one claim with its origin per factual statement, and the gate's decision."""
        fields = {"surviving_span_ids": surviving_span_ids, "cycle_depth": cycle_depth}
        return result(linter.check(compaction_from_arguments(summary, spans, known, **fields)))

    @serving.tool(annotations=READING)
    @as_tool_error
    def gate(
        summary: Summary,
        spans: Spans,
        surviving_span_ids: Surviving,
        action: Annotated[str | None, Field(description="What you are about to do, such as a shell command.")] = None,
        reread_span_ids: Annotated[list[str] | None, Field(description="Spans that you have read again since.")] = None,
        cycle_depth: Depth = None,
        known: Known = None,
    ) -> dict[str, Any]:
        """Decide what may be done on the ground of a summary: allow, repair (mend the summary first), reground (read the named
        spans again first) or halt. The decision is null where `surviving_span_ids` is null."""
        fields = {"surviving_span_ids": surviving_span_ids, "cycle_depth": cycle_depth, "pending_action": action}
        compaction = compaction_from_arguments(summary, spans, known, **fields)
        return gate_object(compaction, linter.gate(compaction, reread=reread_span_ids or ()))

    @serving.tool(annotations=READING)
    @as_tool_error
    def explain_rule(rule: Annotated[str, Field(description="The name or code of a rule, such as dropped-hedge or HDG001.")]) -> str:
        """Explain a rule: what it finds, why that matters, and its examples."""
        return explain(every_rule.find(shortened(rule, LONGEST_NAME)))

    return serving


def serve(settings: Settings) -> None:
    """Serve on standard input and output until the client closes them."""
    server(settings).run("stdio")


def compaction_from_arguments(summary: str, spans: list[dict[str, Any]], known: dict[str, Any] | None, **fields: Any) -> Compaction:
    """The compaction that the arguments of a call make.

    `fields` that are None are left to `known`. Raises RecordError for what no record may hold, a field that records do not have,
    and more text than one call may bring.
    """
    data = {**(known or {}), **{name: value for name, value in fields.items() if value is not None}, "summary": summary, "spans": spans}
    if len(spans) > MOST_SPANS:
        raise RecordError(f"{len(spans)} spans are more than the {MOST_SPANS} of one call; leave out those that stay in the context")
    size = characters(data)
    if size > MOST_CHARACTERS:
        raise RecordError(f"{size} characters are more than the {MOST_CHARACTERS} of one call; leave out spans that stay in the context")
    compaction, unknown = read_record(data, default_id="summary")
    for field in unknown:
        raise RecordError(field.reason, pointer=field.pointer)
    return compaction


def characters(value: Any) -> int:
    """The code points of all texts in a JSON value."""
    waiting, size = [value], 0
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            size += len(one)
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
    return size


def as_tool_error(tool: Callable[Given, Result]) -> Callable[Given, Result]:
    """`tool`, with every error as one that the calling model may read and act on."""

    @wraps(tool)
    def guarded(*arguments: Given.args, **named: Given.kwargs) -> Result:
        try:
            return tool(*arguments, **named)
        except SummarylintError as error:
            raise ToolError(shortened(visible(redact(str(error))), LONGEST_ERROR)) from None
        except Exception as error:
            raise ToolError(f"internal error, {type(error).__name__}; please report it to summarylint with what was given") from error

    return guarded
