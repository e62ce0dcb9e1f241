"""The shapes of identifiers: what a token names by its form alone. The shapes and word lists are in `lexicon/identifiers.toml`."""

from __future__ import annotations

import re
from functools import lru_cache

from summarylint.language.identifier_tokens import LETTER, MARKED
from summarylint.language.lexicon import read_lexicon
from summarylint.language.quantities import find_quantities

_DATA = read_lexicon("identifiers")
_EXTENSIONS = frozenset(_DATA["extensions"])
_FILE_NAMES = frozenset(_DATA["file_names"])
_DOMAINS = frozenset(_DATA["domains"])
_WEAK_DOMAINS = frozenset(_DATA["weak_domains"])
_HOST_WORDS = frozenset(_DATA["host_words"])
_STRONG_FOLDERS = frozenset(_DATA["strong_folders"])
_FOLDERS = frozenset(_DATA["folders"]) | _STRONG_FOLDERS
_PROSE = frozenset(_DATA["prose"])
_PRODUCTS = frozenset(_DATA["products"])
_ERRNO = frozenset(_DATA["errno"])
_REFS = "|".join(map(re.escape, _DATA["refs"]))
_ADJECTIVE = re.compile(r"-(?:" + "|".join(_DATA["adjective_tails"]) + r")$")
_SHAPES = [entry["type"] for entry in _DATA["pattern"]]
_SHAPE = re.compile(
    "|".join(
        f"(?P<shape{number}>{entry['match'].replace('{models}', '|'.join(_DATA['models'])).replace('{refs}', _REFS)})"
        for number, entry in enumerate(_DATA["pattern"])
    )
)

MAX_TOKEN = 400
"""Longer tokens are data (encoded files, minified code), which nobody copies by hand, and some shapes cost their square."""

_STRUCTURE = re.compile(r"[\d_.]|[a-z][A-Z]")
_SEGMENT = re.compile(rf"[{LETTER}0-9@.+%$~#<>{{}}\[\]*,-]*")
_ABBREVIATION = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]?|\.+|\d+\.?")
_HOST = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*")
_NAME = re.compile(
    r"@?(?:_*[A-Za-z$][\w$]*(?:<[\w-]+>)?)(?:(?:\.|::|#)_*[A-Za-z$][\w$]*)*(?:\(\))?(?:\.\w+(?:\(\))?)*"
    r"|#?[A-Za-z]\w*(?:-[\w<>]+)+|\w+(?:-\w+)*-?<[\w-]+>"
)

_FILE_NUMBER = re.compile(r"(?=(?:\D*\d){6})\d{1,8}(?:-\d{1,8})+-[A-Z]{1,3}")
"""Numbers of claims, cases and orders with a letter at the end."""

_HEADER = re.compile(r"X(?:-[A-Z][A-Za-z0-9]*)+")
"""An HTTP header that is no standard one (RFC 6648 tells of the custom)."""

Part = tuple[int, int, str, str]
"""Start and end inside the token, type, value."""


def _is_path(token: str, quoted: bool) -> bool:
    """Whether a token with a slash is a path; slash-joined words of prose are not."""
    if re.match(r"(?:~|\.{1,2}|\$\w+|\$\{\w+\})/|\.[A-Za-z]|/[\w.@*{\[$-]", token):
        return len(token) > 2
    segments = token.split("/")
    if not all(_SEGMENT.fullmatch(segment) for segment in segments) or not re.search(r"[A-Za-z]", token):
        return False
    last, first = segments[-1].lower(), segments[0]
    if all(segment.lower() in _PROSE or segment.lower() in _PRODUCTS or segment.isdigit() for segment in segments if segment):
        return False
    if "*" in token.strip("*") or ("." in last and last.rpartition(".")[2] in _EXTENSIONS and last not in _PRODUCTS):
        return True
    if any(_SEGMENT.fullmatch(segment) and re.search(r"\.\w", segment) and segment.lower() in _PRODUCTS for segment in segments):
        return False
    body = [segment for segment in segments if segment]
    structured = any(_STRUCTURE.search(segment) and segment.lower() not in _PROSE for segment in body)
    if first in _STRONG_FOLDERS and len(body) > 1:
        return True
    if last == "":
        return (len(body) > 1 and (first.islower() or structured)) or first in _FOLDERS or (quoted and len(first) > 1) or structured
    if len(body) >= 3 and any(re.search(r"[\d_.-]", segment) and segment.lower() not in _PROSE for segment in body):
        return True
    shaped = any(_STRUCTURE.search(segment) or "-" in segment for segment in body[1:])
    return (first in _FOLDERS and (shaped or quoted)) or (quoted and structured)


def _is_file(token: str) -> bool:
    stem, dot, extension = token.rpartition(".")
    if token in _FILE_NAMES or (token.startswith(".") and re.fullmatch(r"\.[a-z][\w-]{2,}(?:\.[a-z][\w-]*)?", token)):
        return True
    if not dot or extension.lower() not in _EXTENSIONS or token.lower() in _PRODUCTS:
        return False
    # "x.is" and "done.so" are slips of the keyboard; one-letter extensions need a lower-case one.
    return bool(re.fullmatch(r"[\w.@%+<>{}\[\]*$-]+", stem)) and (stem.strip(".") != "") and not re.fullmatch(r"\d+", stem)


def _is_host(token: str) -> bool:
    if not _HOST.fullmatch(token) or token != token.lower():
        return False
    labels = token.split(".")
    if labels[-1] in _DOMAINS:
        return True
    return labels[-1] in _WEAK_DOMAINS and (len(labels) > 2 or bool(re.search(r"[\d-]", token)))


def _with_colon(token: str, quoted: bool) -> tuple[Part, ...] | None:
    """Parts of `file:line`, `file::test`, `host:port`, `image:tag`; None where the colon means something else."""
    file, double, member = token.partition("::")
    if double and _is_file(file.rpartition("/")[2]):
        rest = ((start + len(file) + 2, end + len(file) + 2, type_, value) for start, end, type_, value in classify(member))
        return ((0, len(file), "path" if "/" in file else "file-name", file), *rest)
    lined = re.fullmatch(r"(?P<file>.+?)(?::(?P<line>\d+)(?:-\d+)?(?::\d+)?|#L\d+(?:-L?\d+)?)", token)
    if lined and (_is_file(lined["file"].rpartition("/")[2].rpartition("\\")[2]) or lined["file"][:1] in "/~."):
        type_ = "path" if "/" in lined["file"] or "\\" in lined["file"] else "file-name"
        return ((0, lined.end("file"), type_, lined["file"]),)
    host, _, port = token.rpartition(":")
    if port.isdigit() and 2 <= len(port) <= 5 and re.fullmatch(r"\[?[A-Za-z0-9.:-]+\]?", host):
        shaped = re.search(r"\d", host) or "." in host or "-" in host or host.lower() in _HOST_WORDS
        if shaped and re.search(r"[A-Za-z]|\d\.\d", host) and not re.fullmatch(r"\d+(?:\.\d+)?", host):
            return ((0, len(token), "host-port", token.lower()),)
    image = re.fullmatch(r"(?:[\w.-]+(?::\d+)?/)*[a-z0-9][\w.-]*(?::(?P<tag>[\w][\w.-]*))(?:@sha256:[0-9a-f]+)?", token)
    if image and "::" not in token:
        tagged = re.match(r"v?\d+(?:\.\d+)+|latest$|stable$|alpine|edge$|nightly$|\d+-[a-z]+", image["tag"])
        if tagged or ("/" in token and not image["tag"].isdigit()):
            return ((0, len(token), "image", token),)
    return None


def _named(token: str, quoted: bool) -> tuple[Part, ...]:
    """Names of code and things: camelCase, snake_case, dotted, calls, and hyphenated or plain tokens with a digit."""
    tail = _ADJECTIVE.search(token)
    stem = token[: tail.start()] if tail and not quoted else token
    if stem.lower() in _PROSE or not _NAME.fullmatch(stem):
        return ()
    end, bare = len(stem), stem.removesuffix("()")
    if "." in bare and not stem.endswith("()"):
        if re.fullmatch(r"[a-z]+\.[A-Z][a-z]+", bare) and not quoted:
            return ()
        return ((0, end, "name" if re.search(r"[A-Z]|::", bare) else "config-key", bare),)
    if _HEADER.fullmatch(bare):
        return ((0, end, "name", bare),)
    if stem != bare or (re.search(r"_|::|<|[a-z][A-Z]|^[@#]|^[a-z]{2,}(?:-[a-z]+)*-[a-h]$", bare) and bare.strip("_")):
        return ((0, end, "name", bare),)
    if re.match(r"[A-Z]{2,}[a-z]{2,}", bare) and not re.fullmatch(r"[A-Z]+(?:s|ed|ing|er)", bare):
        return ((0, end, "name", bare),)
    if re.search(r"\d", bare) and not re.fullmatch(r"[A-Z]\d?|\d.*", bare):
        return ((0, end, "name", bare),)
    return ()


@lru_cache(maxsize=65536)
def _is_quantity(token: str) -> bool:
    """Whether the token as a whole is one or more quantities: "8k", "6m12s", "3-node", "5/6", "10-20"."""
    if not token[0].isdigit() and token[0] not in "$+-.~":
        return False
    if re.fullmatch(r"~?[+-]?\d[\d.,]*(?:-[a-z]+)+|~?\d+(?:/\d+)+|\d+xx|\d{3,4}s|[+-]\d+/[+-]?\d+|\d[xX]{1,2}", token):
        return True
    body = token.lstrip("~")
    marks = find_quantities(body)
    return bool(marks) and marks[0].start == 0 and marks[-1].end == len(body)


_REPLACING = re.compile(r"[sy]/[^/]+/[^/]*/[gimI]*")
"""An order to replace text, as sed and chat users write it."""


@lru_cache(maxsize=65536)
def classify(token: str, quoted: bool = False) -> tuple[Part, ...]:
    """The identifiers inside one token, empty for prose and quantities. `quoted` tokens stood alone in backticks."""
    lower = token.lower()
    if not token or len(token) > MAX_TOKEN or (lower in _PROSE and not quoted) or lower in _PRODUCTS:
        return ((0, len(token), "name", token),) if lower in _PRODUCTS else ()
    if _ABBREVIATION.fullmatch(token) or _REPLACING.fullmatch(token):
        return ()
    if token.endswith("\\") and token.strip("\\"):
        return classify(token.rstrip("\\"), quoted)  # what escapes the sign behind it is no part of the name
    if ".." in token and "/" not in token and not quoted:
        return _pieces(token, "..")
    return _shaped(token) or (() if _is_quantity(token) else _structured(token, quoted) or _code(token, quoted))


def _shaped(token: str) -> tuple[Part, ...]:
    if "://" in token:
        return ((0, len(token), "url", token.rstrip("/")),)
    found = _SHAPE.fullmatch(token)
    if not found:
        return ((0, len(token), "errno", token),) if token in _ERRNO else ()
    type_ = _SHAPES[int((found.lastgroup or "")[5:])]
    if type_ in ("ticket", "version", "model-name") and token.lower() in _PROSE:
        return ()
    if type_ == "version" and (_is_file(token) or re.fullmatch(r"[vV]\d{1,2}s|[vV]\d+-\d+[a-z]{3,}", token)):
        return ()
    if type_ == "model-name" and _is_file(token):
        return ()
    if type_ == "ref" and _is_file(token):
        type_ = "path"
    if type_ == "environment-variable" and token.startswith("$") and re.fullmatch(r"\$\d+\w?", token):
        return ()
    folded = type_ in ("uuid", "mac", "email", "ipv6", "hash")
    return ((0, len(token), type_, token.lower() if folded else token.strip("${}%") if type_ == "environment-variable" else token),)


def _structured(token: str, quoted: bool) -> tuple[Part, ...]:
    if ":" in token or "#L" in token:
        if re.match(r"[A-Za-z]:[\\/]", token):
            return ((0, len(token), "path", token),)
        parts = _with_colon(token, quoted)
        if parts is not None:
            return parts
        if ":" in token and "::" not in token:
            return _pieces(token, ":")
    if token.startswith("\\\\") or re.fullmatch(r"(?:[\w.-]+\\)+[\w.-]+", token):
        return ((0, len(token), "path", token),) if re.search(r"\w{3,}\\|\.\w+$", token) else ()
    if "/" in token:
        return _slashed(token, quoted)
    if _is_file(token):
        return ((0, len(token), "file-name", token),)
    if _is_host(token):
        return ((0, len(token), "host", token),)
    glob = ("*" in token.strip("*") or token.startswith("*.")) and re.search(r"\.\w|_", token)
    return ((0, len(token), "path", token),) if glob else ()


def _slashed(token: str, quoted: bool) -> tuple[Part, ...]:
    if re.fullmatch(r"@[\w.-]+/[\w.-]+", token):
        return ((0, len(token), "name", token),)
    host, _, rest = token.partition("/")
    if rest and "." in host and _is_host(host) and host not in _PRODUCTS:
        return ((0, len(token), "url", token.rstrip("/")),)
    if _is_path(token, quoted):
        return ((0, len(token), "path", token),)
    return () if quoted else _pieces(token, "/")


def _pieces(token: str, separator: str) -> tuple[Part, ...]:
    """Each side of a separator by itself: `web-1/web-2` is two names, `read/write` none."""
    parts: list[Part] = []
    position = 0
    for piece in token.split(separator):
        if piece and MARKED.search(piece):
            parts += ((start + position, end + position, type_, value) for start, end, type_, value in classify(piece))
        position += len(piece) + len(separator)
    return tuple(parts)


def _code(token: str, quoted: bool) -> tuple[Part, ...]:
    if "/" not in token and ":" not in token.replace("::", ""):
        named = _named(token, quoted)
        if named:
            return named
    if not quoted and re.fullmatch(r"#[0-9a-fA-F]{3,8}", token) and re.search(r"[a-fA-F]", token):
        return ((0, len(token), "code", token.lower()),)
    numbered = len(token) > 4 and re.fullmatch(r"\d+(?:-[A-Za-z0-9]+)+|[0-9]+[A-Za-z]+\w*", token)
    if not quoted and numbered and len(re.findall(r"[A-Za-z]", token)) > 1:
        return ((0, len(token), "name", token),)
    if not quoted and _FILE_NUMBER.fullmatch(token):
        return ((0, len(token), "ticket", token),)
    return ((0, len(token), "code", token),) if quoted and re.search(r"\w", token) else ()
