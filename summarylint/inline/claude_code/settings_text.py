"""The settings that make Claude Code call the hook, as JSON to paste into settings.json."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

HELD_TOOLS = "Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|mcp__.*"
"""The tools for which a process is started before a call; no other call is ever held."""

SECONDS = {"PreCompact": 10, "PostCompact": 120, "UserPromptSubmit": 10, "PreToolUse": 10}
"""How long Claude Code waits for each event. All but PostCompact take a fraction of a second."""


def settings_text(options: Sequence[str]) -> str:
    """Return the settings, `options` being those of the command that the hook is to be called with."""
    command = shlex.join([*_program(), "hook", "claude-code", *options])
    hooks = {event: [_entry(event, command, seconds)] for event, seconds in SECONDS.items()}
    return json.dumps({"hooks": hooks}, indent=2) + "\n"


def _entry(event: str, command: str, seconds: int) -> dict[str, object]:
    entry: dict[str, object] = {"hooks": [{"type": "command", "command": command, "timeout": seconds}]}
    return {"matcher": HELD_TOOLS, **entry} if event == "PreToolUse" else entry


def _program() -> list[str]:
    """The program by its whole path, as hooks run outside of the virtual environment whose PATH has it; else this very Python."""
    found = shutil.which("summarylint")
    return [str(Path(found).absolute())] if found else [sys.executable, "-m", "summarylint"]
