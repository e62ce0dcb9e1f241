"""deepagents' own summarization, with a guarded summarizer and tools that wait for grounding."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from deepagents.backends import FilesystemBackend
from deepagents.middleware.summarization import SummarizationMiddleware
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import tool
from scripted import FACT, GUESS, Scripted, history, scripted

from summarylint import Guard
from summarylint.engine import Linter
from summarylint.inline.adapters.langchain import GroundedToolsMiddleware, linted

LINTER = Linter()


@tool
def update_setting(name: str, value: str) -> str:
    """Update a setting."""
    return "updated"


def call() -> AIMessage:
    return AIMessage("", tool_calls=[{"name": "update_setting", "args": {"name": "PORT", "value": "5433"}, "id": "w1"}])


def deep_agent(model: Scripted, guard: Guard, folder: Path) -> Any:
    summarization = SummarizationMiddleware(
        model,
        backend=FilesystemBackend(root_dir=folder, virtual_mode=True),
        summarizer=linted(scripted(FACT, FACT), guard),
        trigger=("messages", 5),
        keep=("messages", 1),
    )
    return create_agent(model, [update_setting], middleware=[summarization, GroundedToolsMiddleware(guard)])


def test_the_summary_that_the_model_sees_is_guarded(tmp_path: Path) -> None:
    model = scripted("done")
    deep_agent(model, Guard("repair", linter=LINTER), tmp_path).invoke({"messages": history()})
    shown = "\n".join(str(message.content) for message in model.asked[0])
    assert GUESS in shown
    assert "<summary-check>" in shown


def test_the_tools_wait_for_the_summary_that_the_model_sees(tmp_path: Path) -> None:
    agent = deep_agent(scripted(call(), "done"), Guard("annotate", linter=LINTER), tmp_path)
    messages = agent.invoke({"messages": history()})["messages"]
    [refusal] = [message for message in messages if isinstance(message, ToolMessage) and message.tool_call_id == "w1"]
    assert refusal.status == "error"
    assert GUESS in refusal.content
