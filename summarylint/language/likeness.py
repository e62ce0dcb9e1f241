"""When two identifiers are the same one, and when one looks like a damaged copy of the other.

`same_identifier` holds the copies that count as verbatim: a git short hash, a path relative to a known root, unescaped
JSON or XML, a method without its class. `near_identifier` tells an altered or shortened copy from a mere sibling
(`web-a`, `web-b`). The distance is the optimal string alignment distance (Damerau 1964, adjacent transpositions).
"""

from __future__ import annotations

import html
import re
from functools import lru_cache

from summarylint.language.lexicon import read_lexicon

_EXTENSIONS = frozenset(read_lexicon("identifiers")["extensions"])
_DOMAINS = frozenset((*read_lexicon("identifiers")["domains"], *read_lexicon("identifiers")["weak_domains"]))

MIN_HASH = 7
"""git's own default length of a short hash."""
MIN_HASH_STUMP = 4
"""git resolves no less."""
NEAR = 0.8
"""Least similarity of an altered copy: one edit in five characters, two in ten."""
MIN_NEAR_LENGTH = 4
"""Shorter names differ from many others by one edit."""
LONG_RUN = 4
"""From this many digits on a number is copied, not counted up, so one swap inside it is a slip and not a sibling."""

_ONE_FORMAT = tuple(frozenset(pair) for pair in read_lexicon("identifiers")["one_format"])
_HASH = re.compile(r"(?:sha\d+[:-]|0x)?[0-9a-f]{7,128}", re.I)
_FOLDED = re.compile(
    r"(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?=.*\d)[0-9a-f]{7,128}|"
    r"(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?)",
    re.I,
)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
_LINE = re.compile(r"(?<=[A-Za-z0-9])(?::\d+(?:-\d+)?(?::\d+)?|#L\d+(?:-L?\d+)?)$")
_HOME = re.compile(r"^(?:/home/[^/]+|/Users/[^/]+|/root|\$HOME|\$\{HOME\}|%USERPROFILE%|[A-Za-z]:/Users/[^/]+)(?=/|$)")
_DIGITS = re.compile(r"\d+")
_ALNUM = re.compile(r"[^\W_]+")
_SNAKE = re.compile(r"[A-Za-z]\w*_\w+")
RANDOM_RUNS = 3
"""Runs of digits between letters from which a word is random: no one counts in it."""
_LOOKALIKE = str.maketrans({"0": "o", "O": "o", "l": "i", "1": "i", "I": "i", "|": "i", "5": "s", "S": "s"})
_PRERELEASE = re.compile(r"[-+.]?(?:rc|alpha|beta|dev|pre|post|a|b|build|snapshot)[-.]?\d*(?:[.+-]\w+)*$", re.I)


@lru_cache(maxsize=16384)
def _normal(text: str) -> str:
    """The form in which two spellings of one identifier are equal character by character."""
    value = html.unescape(text.strip()).replace("\\/", "/").replace('\\"', '"').replace("\\\\", "\\")
    value = value.strip("`\"'“”‘’«»")
    value = value.rstrip(".,;!?") if not re.search(r"\.\.\.$", value) else value
    value = value.rstrip(":)") if value.count("(") < value.count(")") or value.endswith(":") else value
    if value.endswith(")") and "(" in value:
        value = re.sub(r"\([^()]*\)$", "", value) or value
    value = value.strip("*") if value.startswith("**") and value.endswith("**") else value
    if re.match(r"[A-Za-z]:\\|\\\\|(?:[\w.-]+\\)+[\w.-]+$", value):
        value = value.replace("\\", "/")
    value = re.sub(r"^(?:\./)+", "", value)
    value = re.sub(r"^\$\{(\w+)\}$|^\$(\w+)$|^%(\w+)%$", lambda found: found[1] or found[2] or found[3], value)
    value = re.sub(r"^[vV](?=\d+(?:\.\d+)+)", "", value)
    value = re.sub(r"^https?://", "", value) if "://" in value else value
    if "/" in value or re.search(r"\.(\w+):\d", value):
        value = _LINE.sub("", value) if re.search(r"\.[A-Za-z]\w*(?::\d|#L)", value) else value
    value = value.rstrip("/") or value
    return value.lower() if _FOLDED.fullmatch(value) and not _is_file(value) else value


def _is_file(value: str) -> bool:
    return "." in value and value.rpartition(".")[2].lower() in _EXTENSIONS


def _hash_prefix(short: str, long: str) -> bool:
    if len(short) < MIN_HASH or not _HASH.fullmatch(short) or not _HASH.fullmatch(long):
        return False
    short, long = (re.sub(r"^sha\d+[:-]", "", value.lower()) for value in (short, long))
    return len(short) >= MIN_HASH and long.startswith(short) and bool(_DIGITS.search(short))


def _member(short: str, long: str) -> bool:
    """`method` of `Class.method`, `Class::method` or `Class#method`; never an extension, a domain or a number.

    The owner counts as well (`work_schema` of `work_schema.columns`) where it cannot be a plain word.
    """
    if len(short) < 3 or _is_file(long) or not re.fullmatch(r"[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*", long):
        return False
    if long.rpartition(".")[2] in _DOMAINS and long.islower() and "_" not in long:
        return False
    if re.search(r"_|\d|[a-z][A-Z]", short) and long.startswith((f"{short}.", f"{short}::", f"{short}#")):
        return True
    return long.endswith((f".{short}", f"::{short}", f"#{short}"))


@lru_cache(maxsize=65536)
def same_identifier(a: str, b: str) -> bool:
    """Whether `a` and `b` are one identifier, copied verbatim for the purpose of finding it again. Symmetric."""
    if a == b:
        return True
    first, second = _normal(a), _normal(b)
    if first == second:
        return True
    short, long = sorted((first, second), key=len)
    if not short or _hash_prefix(short, long) or (_UUID.fullmatch(long) and long[:8] == short):
        return bool(short)
    if first.startswith("~") != second.startswith("~"):
        home, other = (first, second) if first.startswith("~") else (second, first)
        if _HOME.sub("~", other) == home:
            return True
    if "/" in long or "#" in long:
        bare = short.removeprefix("~").removeprefix("/") if short.count("/") > 1 else short.lstrip("~")
        # A short number is no path of its own: "1" is not "release/1".
        if len(bare) >= 2 and not bare.isdigit() and (long.endswith(f"/{bare}") or (bare.startswith("/") and long.endswith(bare))):
            return True
        if re.fullmatch(r"[#!]\d+", short) and long.endswith(short):
            return True
    return _member(short, long)


@lru_cache(maxsize=65536)
def _distance(a: str, b: str) -> int:
    """Optimal string alignment distance; beyond 200 characters only lengths and equality are compared."""
    if a == b:
        return 0
    if len(a) > 200 or len(b) > 200:
        return max(len(a), len(b))
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        now = [i]
        for j, right in enumerate(b, 1):
            cost = min(row[j] + 1, now[j - 1] + 1, row[j - 1] + (left != right))
            if i > 1 and j > 1 and left == b[j - 2] and a[i - 2] == right:
                cost = min(cost, before[j - 2] + 1)
            now.append(cost)
        before, row = row, now
    return row[-1]


def similarity(a: str, b: str) -> float:
    """How alike two identifiers are, from 0 to 1: one less the edits per character of the longer one."""
    if same_identifier(a, b):
        return 1.0
    first, second = _normal(a), _normal(b)
    longest = max(len(first), len(second))
    return 1.0 - _distance(first, second) / longest if longest else 1.0


def _words(value: str) -> str:
    """`value_date`, `valueDate`, `value-date` in one spelling."""
    return re.sub(r"[-_\s]+", "", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", value)).lower()


def abbreviates(short: str, long: str) -> bool:
    """Whether a lower-case word is the other one cut short: its head, or its first letter and others in their order.

    >>> abbreviates("ckpt", "checkpoint"), abbreviates("cd", "code"), abbreviates("chg", "change"), abbreviates("port", "passport")
    (True, True, True, False)
    """
    if not 2 <= len(short) < len(long) or short[0] != long[0] or not (short.isalpha() and long.isalpha()):
        return False
    if long.startswith(short):
        return True
    rest = iter(long)
    return sum(letter in "aeiou" for letter in short) * 3 <= len(short) and all(letter in rest for letter in short)


def _spelt_out(first: str, second: str) -> bool:
    """Whether two names of several parts differ in one that the other has cut short (`carrier_cd`), or in their order alone."""
    left, right = (value.lower().split("_") for value in (first, second))
    if len(left) != len(right) or len(left) < 2:
        return False
    unlike = [pair for pair in zip(left, right, strict=True) if pair[0] != pair[1]]
    if len(unlike) == 1:
        return len("".join(left)) - len(unlike[0][0]) >= MIN_NEAR_LENGTH and abbreviates(*sorted(unlike[0], key=len))
    return len(left) > 2 and len(unlike) == 2 and sorted(left) == sorted(right)


def _swapped(a: str, b: str) -> bool:
    """Whether two digit runs of one length differ by one slip: neighbours swapped, or one digit of five or more."""
    if len(a) != len(b) or len(a) < LONG_RUN:
        return False
    wrong = [place for place in range(len(a)) if a[place] != b[place]]
    if len(wrong) == 2 and wrong[1] == wrong[0] + 1:
        return a[wrong[0]] == b[wrong[1]] and a[wrong[1]] == b[wrong[0]]
    return len(wrong) == 1 and len(a) > LONG_RUN


def _random_slip(first: str, second: str) -> bool:
    """Whether two strings differ by one slip inside a word of random letters and digits (`subnet-0e41c7d2`)."""
    unlike = [pair for pair in zip(_ALNUM.findall(first), _ALNUM.findall(second), strict=False) if pair[0] != pair[1]]
    return len(unlike) == 1 and len(_DIGITS.findall(unlike[0][0])) >= RANDOM_RUNS and len(unlike[0][0]) > MIN_HASH and _swapped(*unlike[0])


def _numbered(first: str, second: str) -> str | None:
    """The answer for two identifiers that differ in digits or in one single-letter index alone."""
    if len(first) == len(second) and _random_slip(first, second):
        return "altered"
    if _DIGITS.sub("0", first) == _DIGITS.sub("0", second):
        pairs = [pair for pair in zip(_DIGITS.findall(first), _DIGITS.findall(second), strict=True) if pair[0] != pair[1]]
        return "altered" if len(pairs) == 1 and _swapped(*pairs[0]) else "sibling"
    left, right = (re.split(r"([-_./:\s]|(?<=[a-z])(?=[A-Z]\b))", value) for value in (first, second))
    if len(left) == len(right):
        unlike = [pair for pair in zip(left, right, strict=True) if pair[0] != pair[1]]
        if len(unlike) == 1 and all(len(part or "") == 1 and str(part).isalnum() for part in unlike[0]):
            return "sibling"
    return None


def _is_shortened(short: str, long: str) -> bool:
    """Whether `short` is `long` cut off where it no longer resolves."""
    head, dots, tail = re.sub(r"\.\.\.|…", "\0", short).partition("\0")
    if dots:
        return len(head) + len(tail) >= 3 and long.startswith(head) and long.endswith(tail)
    if len(short) < 3 or len(short) * 3 < len(long) or (short.isalpha() and short.islower()):
        return False
    # Cut at a slash it is the folder above, an identifier of its own.
    if long.startswith(short):
        return long[len(short)] != "/"
    return long.endswith(short) and not long[-len(short) - 1].isalnum() and "/" not in long


def _near_path(first: str, second: str) -> str | None:
    """The answer for two paths: folders left out, or one part damaged."""
    left, right = first.split("/"), second.split("/")
    if len(left) < len(right) and left[-1] == right[-1] and len(left) > 1:
        parts = iter(right)
        return "shortened" if all(part in parts for part in left) else None
    if len(left) != len(right):
        return None
    unlike = [pair for pair in zip(left, right, strict=True) if pair[0] != pair[1]]
    return near_identifier(*unlike[0]) if len(unlike) == 1 else None


@lru_cache(maxsize=65536)
def near_identifier(a: str, b: str) -> str | None:
    """How `a` looks like a damaged copy of `b`: "altered", "shortened", "sibling" or None.

    A sibling differs in a counting number or a one-letter index alone and is most likely another thing of the same
    series; callers decide what it means. None is the answer for one and the same identifier too.
    """
    if same_identifier(a, b):
        return None
    first, second = _normal(a), _normal(b)
    if not first or not second:
        return None
    if _words(first) == _words(second) and not first.isdigit():
        return "altered"
    if _HASH.fullmatch(first) and _HASH.fullmatch(second) and _DIGITS.search(first) and _DIGITS.search(second):
        return _near_hash(first, second)
    numbered = _numbered(first, second)
    if numbered:
        return numbered
    if not first.isdigit() and first.translate(_LOOKALIKE) == second.translate(_LOOKALIKE):
        return "altered"
    if _SNAKE.fullmatch(first) and _SNAKE.fullmatch(second) and _spelt_out(first, second):
        return "altered"
    if second.startswith(first) and _PRERELEASE.fullmatch(second[len(first) :]):
        return "altered"
    if _HASH.fullmatch(second) and second.startswith(first) and len(first) >= MIN_HASH_STUMP and _DIGITS.search(first):
        return "shortened"
    return "shortened" if _is_shortened(first, second) else _near_text(first, second)


def _near_text(first: str, second: str) -> str | None:
    """The answer by edits: paths part by part, files by their stem, all else by distance."""
    if "/" in first and "/" in second:
        return _near_path(first, second)
    if _is_file(first) and _is_file(second) and first.rpartition(".")[0] == second.rpartition(".")[0]:
        return "altered" if {first.rpartition(".")[2].lower(), second.rpartition(".")[2].lower()} in _ONE_FORMAT else None
    longest = max(len(first), len(second))
    if min(len(first), len(second)) < MIN_NEAR_LENGTH or first.isdigit() != second.isdigit():
        return None
    distance = _distance(first, second)
    return "altered" if distance <= max(1, longest // 8) and 1 - distance / longest >= NEAR else None


def _near_hash(first: str, second: str) -> str | None:
    """Random text is never alike by chance, so a few edits in a hash are a slip."""
    if second.startswith(first):
        return "shortened"
    end = min(len(first), len(second))
    return "altered" if _distance(first[:end], second[:end]) <= max(2, end // 8) else None
