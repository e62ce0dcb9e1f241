"""Labels: the `Bug:` before a statement, the key of a setting, the line that names what stands below it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from summarylint.language.boundaries import has_word, lexicon, trimmed

LABEL_WORDS = 6
"""More words than this before a colon are a sentence, not a label."""
TITLE_WORDS = 12
"""More words than this in bold are an emphasised sentence, not a title."""

_INLINE = re.compile(
    r"\*\*(?P<bold>[^*\n]{1,80}?)(?:\s*:\s*\*\*\s*|\*\*\s*:\s+|\*\*\s+[—–-]\s+)(?=\S)"
    r"|\"(?P<json>[^\"\n]{1,80})\"\s*:\s*(?=\S)"
    r"|`(?P<code>[^`\n]{1,120})`\s*[:=]\s+(?=\S)"
    r"|(?P<assigned>[A-Za-z_][\w.\-/\[\]]{0,80})\s*:?=\s*(?=[^\s=>~])"
    r"|(?P<plain>(?:[^\W_]|[#_])[\w '’/&()#+.\-]{0,60}?)\s?:[ \t]+(?=\S)"
)
_IDENTIFIER = re.compile(r"\S*[_./\d]\S*|[a-z][a-z-]*-[a-z]+")
_NUMBERING = re.compile(r"\(?(?:\d+(?:\.\d+)+[.)]?|\d{1,3}[.)]|[A-Za-z][.)]|[IVX]+\.)\s+")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]*>")
_BOLD_ONLY = re.compile(r"\*\*(?P<inner>[^*\n]+)\*\*\s*(?P<colon>:?)|__(?P<other>[^_\n]+)__\s*:?")
_OPENING = re.compile(r"[\w(\"'“./@~$<\[]")
_BOX = re.compile(r"\[([ xX])\](?:\s+|$)")


@dataclass(frozen=True, slots=True)
class Label:
    """`name` as written without its decoration; the statement goes on at `start`. Bold ones hold for a whole block."""

    name: str
    start: int
    bold: bool


def inline_label(text: str, start: int, end: int) -> Label | None:
    """The label that opens `[start, end)`, or None.

    The key of a setting (one word with `_`, `.`, `/`, a digit or lower-case hyphens; code; JSON; anything before `=`) stays part
    of the statement, so its `start` is the key's own; a label in prose does not.
    """
    held = text[start:end]
    if ":" not in held and "=" not in held and not held.startswith("**"):
        return None
    match = _INLINE.match(text, start, end)
    if match is None or not has_word(text, match.end(), end):
        return None
    kind = match.lastgroup or "plain"
    name = match.group(kind).strip().strip("`")
    if kind in ("json", "code", "assigned"):
        return Label(name, start, False)
    if not has_word(name, 0, len(name)) or (kind == "plain" and not _nominal(name)):
        return None
    if _IDENTIFIER.fullmatch(name):
        return Label(name, start, kind == "bold")
    return Label(name, match.end(), kind == "bold")


def _nominal(name: str) -> bool:
    words = name.lower().split()
    return len(words) <= LABEL_WORDS and not lexicon()["labels"]["clausal"].intersection(words)


def title(text: str) -> str:
    """A heading's words: without `#`, `*`, back-ticks, numbering, tags, signs before it and the colon after it."""
    bare = (_TAG.sub("", text) if "<" in text else text).strip().strip("#").replace("*", "").replace("`", "").strip()
    bare = _strip_signs(bare)
    numbering = _NUMBERING.match(bare)
    if numbering and has_word(bare, numbering.end(), len(bare)):
        bare = _strip_signs(bare[numbering.end() :])
    return bare.rstrip(": \t")


def _strip_signs(text: str) -> str:
    first = _OPENING.search(text)
    return text[first.start() :] if first else text.strip()


def is_bold_only(text: str) -> bool:
    """Whether the whole line is one bold title: `**Cause**`, `**Cause:**`, `2. **Cause**:`."""
    numbering = _NUMBERING.match(text)
    match = _BOLD_ONLY.fullmatch(text, numbering.end() if numbering else 0)
    inner = (match.group("inner") or match.group("other")) if match else ""
    return bool(inner) and inner.rstrip()[-1:] not in ".!?;," and len(inner.split()) <= TITLE_WORDS


def is_label_line(text: str) -> bool:
    """Whether a line is a title by itself: bold throughout, or a few words and a colon (`Open questions:`)."""
    if ("**" in text or "__" in text) and is_bold_only(text):
        return True
    if not text.endswith((":", ":**")):
        return False
    words = title(text)
    if "**" not in text and lexicon()["labels"]["clausal"].intersection(words.lower().split()):
        return False
    return 0 < len(words.split()) <= LABEL_WORDS + 2 and not any(sign in words for sign in (". ", "; ", ": ", "? "))


@cache
def _mark_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    marks = lexicon()["marks"]
    signs = f"([{marks['checked'] + marks['unchecked']}])\\ufe0f?"
    return re.compile(signs + r"[ \t]*"), re.compile(r"[ \t]*" + signs + r"\Z")


def unboxed(text: str, start: int, end: int) -> tuple[int, int, bool | None]:
    """`[start, end)` without its task box or check mark, and the state that it showed (None where there is none).

    A stretch that holds nothing but a mark keeps it, so that it is not empty.
    """
    box = _BOX.match(text, start, end)
    if box:
        return *trimmed(text, box.end(), end), box.group(1) != " "
    first, last = _mark_patterns()
    mark = first.match(text, start, end)
    if mark is None:
        mark = last.search(text, max(start, end - 4), end) if end > start and not text[end - 1].isascii() else None
        inner = (start, mark.start()) if mark else (start, end)
    else:
        inner = (mark.end(), end)
    if mark is None:
        return start, end, None
    state = mark.group(1) in lexicon()["marks"]["checked"]
    return (*trimmed(text, *inner), state) if has_word(text, *inner) else (start, end, state)
