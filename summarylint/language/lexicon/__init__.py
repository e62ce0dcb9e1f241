"""Word lists, patterns and units as data: one TOML file a module, each with the sources it was made from."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_lexicon(name: str) -> dict[str, Any]:
    """The tables of `lexicon/<name>.toml`; read once a process, so callers must not change what they get."""
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))
