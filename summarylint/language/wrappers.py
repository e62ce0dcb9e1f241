"""XML-like wrappers around parts of a text: `<summary>`, `<state_snapshot>`, tags that a writer made up."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[A-Za-z][\w.-]*)"
    r"(?:\s+[\w:-]+\s*=\s*(?:\"[^\"\n]*\"|'[^'\n]*'))*\s*(?P<empty>/?)>"
)
_LINE_END = re.compile(r"[ \t]*(?:[\r\n]|\Z)")
FENCED = re.compile(r"^[ \t>*+-]*(`{3,}|~{3,})[^`\n]*\n.*?(?:^[ \t>]*\1[`~]*[ \t\r]*$|\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Tag:
    """A wrapper that opens or closes before the code point `at`; `name` has spaces for `_` and `-`."""

    at: int
    name: str
    opens: bool


def unwrap(text: str) -> tuple[str, list[Tag]]:
    """The text with its wrapper tags blanked (same length, each tag a line of its own), and the tags in order.

    A tag wraps if it begins a line (or follows another wrapper) and either stands alone on it or is closed later. So `<host>` in
    the middle of a sentence, `List<String>` and everything in fenced code stay as they are.
    """
    if "<" not in text:
        return text, []
    fences = [match.span() for match in FENCED.finditer(text)]
    tags: list[Tag] = []
    blanked: list[str] = []
    last_close: dict[str, int] = {}
    opened: list[str] = []
    done = edge = 0
    for match in _TAG.finditer(text):
        while fences and fences[0][1] <= match.start():
            fences.pop(0)
        if fences and fences[0][0] <= match.start():
            continue
        name = match.group("name")
        line = text.rfind("\n", edge, match.start()) + 1
        line = max(text.rfind("\r", max(line, edge), match.start()) + 1, line, edge)
        first = not text[line : match.start()].strip()
        alone = first and _LINE_END.match(text, match.end()) is not None
        if match.group("close"):
            wraps = name in opened or alone
        else:
            last_close.setdefault(name, text.rfind(f"</{name}"))
            wraps = alone or (first and last_close[name] > match.start() and not match.group("empty"))
        if not wraps:
            continue
        blanked += [text[done : match.start()], "\n", " " * (match.end() - match.start() - 2), "\n"]
        done = edge = match.end()
        _record(tags, opened, match)
    blanked.append(text[done:])
    return "".join(blanked), tags


def _record(tags: list[Tag], opened: list[str], match: re.Match[str]) -> None:
    name = match.group("name")
    if match.group("empty"):
        return
    if not match.group("close"):
        opened.append(name)
    elif name in opened:
        del opened[len(opened) - 1 - opened[::-1].index(name) :]
    else:
        return
    spaced = name.replace("_", " ").replace("-", " ").strip()
    tags.append(Tag(match.end(), spaced, not match.group("close")))
