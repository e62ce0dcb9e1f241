"""Fixture files of every kind around one summary, made by Hypothesis, with the place of the literal in the file."""

from __future__ import annotations

import json
from dataclasses import dataclass

from hypothesis import strategies as st

SPAN = "I think the staging DB is on port 5433; the file is src/server/handler_pool.py."
FAULTY = "src/server/handler_pol.py"
RIGHT = "src/server/handler_pool.py"


@dataclass(frozen=True, slots=True)
class Made:
    """The text of a file, its ending, and what stands before and behind the literal of the summary."""

    suffix: str
    before: str
    literal: str
    behind: str

    @property
    def text(self) -> str:
        return self.before + self.literal + self.behind


WORDS = st.sampled_from(
    ["the team met", "it's noted", 'a "word"', "café", "two  spaces", "a \\ sign", "100 % {done}", "😀", "tab\there", "x: y # z"]
)
LINES = st.lists(WORDS, min_size=0, max_size=3)


@st.composite
def summaries(draw: st.DrawFn, faulty: bool) -> str:
    """A summary of one or more lines, with the altered path somewhere where it is faulty."""
    lines = [*draw(LINES), f"The file is {FAULTY if faulty else RIGHT}.", *draw(LINES)]
    return draw(st.sampled_from(["\n", " ", "\n\n"])).join(lines)


def _escaped(text: str, quote: str) -> str:
    return text.replace("\\", "\\\\").replace(quote[0], "\\" + quote[0])


@st.composite
def python_files(draw: st.DrawFn, faulty: bool) -> Made:
    summary = draw(summaries(faulty))
    quote = draw(st.sampled_from(['"', "'", '"""', "'''"]))
    inside = _escaped(summary, quote)
    inside = inside if len(quote) == 3 else inside.replace("\n", "\\n")
    style = draw(st.sampled_from(["plain", "joined", "dedent", "f"]))
    if style == "joined":
        cut = draw(st.integers(0, len(summary)))
        left, right = (_escaped(part, '"').replace("\n", "\\n") for part in (summary[:cut], summary[cut:]))
        literal = f'(\n    "{left}"\n    "{right}"\n)'
    elif style == "dedent" and "\n" not in quote and len(quote) == 3:
        body = inside.replace("\n", "\n    ")
        literal = f"textwrap.dedent({quote}\\\n    {body}\n    {quote})"
    elif style == "f":
        literal = "f" + quote + inside.replace("{", "{{").replace("}", "}}") + " {end}" + quote
    else:
        literal = quote + inside + quote
    before = f"# tést\nimport textwrap\n\nCASE_SPANS = [('user', {SPAN!r})]\nCASE_SUMMARY   =  "
    return Made(".py", before, literal, draw(st.sampled_from(["\n", "  # end\n\nx = {'a' : 1}\n", ""])))


@st.composite
def yaml_files(draw: st.DrawFn, faulty: bool) -> Made:
    summary = draw(summaries(faulty))
    style = draw(st.sampled_from(["double", "single", "literal", "folded"]))
    if style == "double":
        literal = json.dumps(summary, ensure_ascii=draw(st.booleans()) and "😀" not in summary)
    elif style == "single":
        literal = "'" + summary.replace("'", "''").replace("\n", "\n\n    ").replace("\n\n    \n\n    ", "\n\n\n    ") + "'"
    else:
        mark = "|" if style == "literal" else ">"
        lines = "\n".join(f"      {line}" if line else "" for line in summary.split("\n"))
        literal = mark + draw(st.sampled_from(["", "-", "+"])) + "\n" + lines
    before = f"# käse\n- id:   one\n  spans:\n    - {{ role: user, text: {json.dumps(SPAN)} }}\n  summary: "
    return Made(".yaml", before, literal, "\n  meta: {a:   1}  # end\n")


@st.composite
def markdown_files(draw: st.DrawFn, faulty: bool) -> Made:
    summary = draw(summaries(faulty))
    indent = draw(st.sampled_from(["", "  "]))
    fence = draw(st.sampled_from(["```", "~~~~"]))
    literal = "\n".join(indent + line if line else "" for line in summary.split("\n"))
    lead = "- item\n\n" if indent else ""
    before = f"# Cäses\n\n```spans\nuser: {SPAN}\n```\n\n{lead}{indent}{fence} text summary\n"
    return Made(".md", before, literal, f"\n{indent}{fence}\n\nEnd  \n")


def files(faulty: bool) -> st.SearchStrategy[Made]:
    """A file of any kind."""
    return python_files(faulty) | yaml_files(faulty) | markdown_files(faulty)
