"""Floors: the figures that a labelled corpus may not fall below, kept beside it and only ever raised."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from summarylint.errors import SettingsError, toml_line
from summarylint.reading.opening import open_found

FILE = "floors.toml"

FIRST_FLOORS: dict[str, Any] = {"located": 0.0, "named": 0.0, "alarmed": 1_000_000, "other_per_faulty_summary": 1_000_000.0}
"""What a corpus without floors begins with."""

_LOWER_IS_BETTER = ("alarmed", "other_per_faulty_summary")


def read_floors(folder: Path) -> dict[str, Any]:
    """Return the floors kept in `folder`, empty where there are none. Raises SettingsError for a file that cannot be read as TOML."""
    path = folder / FILE
    if not os.path.lexists(path):
        return {}
    try:
        with open_found(path) as file:
            return tomllib.loads(file.read().decode("utf-8"))
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: byte {error.start} is not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path}{toml_line(error)}: not valid TOML: {error}") from error


def below(figures: Mapping[str, Any], floors: Mapping[str, Any], where: str = "") -> list[str]:
    """Return a sentence for each figure on the wrong side of its floor; a floor without a figure is told as well."""
    found: list[str] = []
    for key, floor in floors.items():
        name = f"{where}{key}"
        if isinstance(floor, Mapping):
            found += below(figures.get(key, {}), floor, f"{name}.")
        elif key not in figures:
            found.append(f"{name}: no such figure; the floor is {floor}")
        elif figures[key] > floor if key in _LOWER_IS_BETTER else figures[key] < floor:
            found.append(f"{name}: {figures[key]} is {'above' if key in _LOWER_IS_BETTER else 'below'} the floor of {floor}")
    return found


def write_floors(folder: Path, floors: Mapping[str, Any]) -> None:
    """Write the floors anew, the comment lines at the head of the file kept. Raises SettingsError where they cannot be written."""
    path, written = folder / FILE, folder / f".{FILE}.new"
    head = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")] if path.is_file() else []
    try:
        written.write_text("\n".join([*head, *_lines(floors, ())]) + "\n", encoding="utf-8")
        written.replace(path)
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written: {error.strerror or error}") from error


def _lines(floors: Mapping[str, Any], above: tuple[str, ...]) -> list[str]:
    found = [f"{key} = {value}" for key, value in floors.items() if not isinstance(value, Mapping)]
    if above and found:
        found = ["", f"[{'.'.join(above)}]", *found]
    return found + [line for key, value in floors.items() if isinstance(value, Mapping) for line in _lines(value, (*above, key))]


def raised(figures: Mapping[str, Any], floors: Mapping[str, Any]) -> dict[str, Any]:
    """Return `floors` with each one moved to the figure where that is better, and never to a worse one."""
    result: dict[str, Any] = {}
    for key, floor in floors.items():
        if isinstance(floor, Mapping):
            result[key] = raised(figures.get(key, {}), floor)
        elif key in figures:
            result[key] = min(floor, figures[key]) if key in _LOWER_IS_BETTER else max(floor, figures[key])
        else:
            result[key] = floor
    return result
