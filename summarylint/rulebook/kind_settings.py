"""Make the settings of a check kind, a frozen dataclass, from a table of TOML values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from summarylint.errors import did_you_mean
from summarylint.model import Bounds


class WrongSetting(ValueError):
    """A key that the settings do not have, or a value that it cannot hold."""

    def __init__(self, key: str, reason: str) -> None:
        self.key = key
        super().__init__(reason)


def read_kind_settings(settings: type[Any], table: Mapping[str, Any], over: Any = None) -> Any:
    """Return an instance of `settings` with the values of `table` over those of `over`, or over its defaults.

    A key may be written with hyphens. Raises WrongSetting.
    """
    known = {field.name for field in fields(settings)}
    hints = get_type_hints(settings, include_extras=True) if table else {}
    values = {}
    for key, value in table.items():
        name = key.replace("-", "_")
        if name not in known:
            raise WrongSetting(key, f"unknown setting {key!r}{did_you_mean(key, known)}")
        try:
            values[name] = _as(hints[name], value)
        except TypeError as error:
            raise WrongSetting(key, f"{key!r} {error}") from error
    try:
        return settings(**values) if over is None else replace(over, **values)
    except (TypeError, ValueError) as error:
        raise WrongSetting(next(iter(table), ""), str(error)) from error


def _as(wanted: Any, value: Any) -> Any:
    """Return `value` as the type `wanted`; TOML has lists for tuples and sets, and whole numbers for floats."""
    origin, inner = get_origin(wanted), get_args(wanted)
    if wanted is Any:
        return value
    if origin is Annotated:
        return _bounded(_as(inner[0], value), inner[1:])
    if origin is Literal:
        return _one_of(inner, value, "is")
    if origin in (Union, UnionType):
        return _as_any(tuple(choice for choice in inner if choice is not NoneType), value)
    if origin in (tuple, frozenset) and isinstance(value, list):
        return origin(_item(inner[0], item) for item in value)
    if origin in (dict, Mapping) and isinstance(value, dict):
        return {key: _as(inner[1], item) for key, item in value.items()}
    if wanted is float and type(value) is int:
        return float(value)
    if origin is None and type(value) is wanted:
        return value
    raise TypeError(f"is {value!r}, not {_words(wanted)}")


WORDS: dict[Any, str] = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
"""What TOML calls the types of settings; any other is told as Python writes it."""


def _words(wanted: Any) -> str:
    """The type `wanted` in words."""
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin in (tuple, frozenset):
        known = ", ".join(map(repr, get_args(inner[0]))) if get_origin(inner[0]) is Literal else ""
        return f"a list of any of {known}" if known else "a list of texts" if inner[0] is str else f"a list of {inner[0]}"
    return WORDS.get(wanted, str(wanted))


def _bounded(value: Any, told: tuple[Any, ...]) -> Any:
    for bounds in told:
        if isinstance(bounds, Bounds) and not bounds.least <= value <= bounds.most:
            raise TypeError(f"is {value!r}, not between {bounds.least:g} and {bounds.most:g}")
    return value


def _item(wanted: Any, value: Any) -> Any:
    """Return `value`, which stands in a list, as the type `wanted`."""
    return _one_of(get_args(wanted), value, "holds") if get_origin(wanted) is Literal else _as(wanted, value)


def _one_of(known: tuple[Any, ...], value: Any, does: str) -> Any:
    if value in known:
        return value
    raise TypeError(f"{does} {value!r}, not one of {', '.join(map(repr, known))}{did_you_mean(str(value), map(str, known))}")


def _as_any(choices: tuple[Any, ...], value: Any) -> Any:
    for choice in choices[:-1]:
        try:
            return _as(choice, value)
        except TypeError:
            continue
    return _as(choices[-1], value)
