"""Find the settings of a run: the nearest settings file above the working directory, and what the command line adds."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from summarylint.errors import SettingsError, toml_line
from summarylint.reading.opening import open_named
from summarylint.settings import Settings, settings_from

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

OWN_NAME = "summarylint.toml"
SHARED_NAME = "pyproject.toml"
PAIR = re.compile(r"\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*=(.*)", re.DOTALL)
"""`KEY=VALUE` on the command line; the key may lead into a table (`severity.dropped-hedge=warning`)."""


def load_settings(configs: Sequence[str] = (), *, start: Path | None = None, isolated: bool = False) -> Settings:
    """The settings of a run that starts in the folder `start` (default: the working directory).

    `configs` are what `--config` was given: the path of a settings file, which takes the place of the search, or
    `KEY=VALUE`, which comes on top. With `isolated` no settings file is searched for.
    Raises SettingsError for a file that cannot be read, an unknown key or a wrong value.
    """
    files = [config for config in configs if not _is_pair(config)]
    if len(files) > 1:
        raise SettingsError(f"--config names two files, {files[0]!r} and {files[1]!r}; give one")
    if files:
        settings = read_settings(Path(files[0]))
    else:
        found = None if isolated else find_settings(start or working_folder())
        settings = read_settings(found) if found else Settings()
    for config in configs:
        if _is_pair(config):
            settings = settings_from(_pair(config), source=f"--config {config}", root=working_folder(), over=settings)
    return settings


def working_folder() -> Path:
    """The working directory. Raises SettingsError where it was deleted."""
    try:
        return Path.cwd()
    except OSError as error:
        reason = error.strerror or error
        raise SettingsError(f"the working directory cannot be found ({reason}); change into a folder that exists") from None


def find_settings(start: Path) -> Path | None:
    """The nearest `summarylint.toml`, or `pyproject.toml` with a table `[tool.summarylint]`, in `start` or above it."""
    for folder in (start.absolute(), *start.absolute().parents):
        if (folder / OWN_NAME).is_file():
            return folder / OWN_NAME
        shared = folder / SHARED_NAME
        if shared.is_file() and _table(shared) is not None:
            return shared
    return None


def read_settings(path: Path) -> Settings:
    """The settings in one file. Raises SettingsError where it is missing, no TOML, or holds something else."""
    table = _table(path)
    if table is None:
        raise SettingsError(f"{path}: has no table [tool.summarylint]")
    return settings_from(table, source=str(path), root=path.absolute().parent)


def _table(path: Path) -> Mapping[str, Any] | None:
    try:
        with open_named(path) as file:
            document = tomllib.loads(file.read().decode("utf-8-sig"))
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: byte {error.start} is not UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingsError(f"{path}{toml_line(error)}: not TOML: {error}") from None
    if path.name != SHARED_NAME:
        return document
    tools = document.get("tool", {})
    table = tools.get("summarylint") if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise SettingsError(f"{path}: tool.summarylint must be a table")
    return table


def _is_pair(config: str) -> bool:
    return PAIR.fullmatch(config) is not None and not os.path.exists(config)  # noqa: PTH110 - Path.exists raises for a long value


def _pair(config: str) -> Mapping[str, Any]:
    """`KEY=VALUE` as a table; a value that is no TOML is a string, so that words need no quotes in the shell."""
    match = PAIR.fullmatch(config)
    assert match is not None
    key, value = match[1], match[2].strip()
    try:
        inner = tomllib.loads(f"value = {value}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        inner = value
    for part in reversed(key.split(".")):
        inner = {part: inner}
    return inner  # type: ignore[no-any-return]
