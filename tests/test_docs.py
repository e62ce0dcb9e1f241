"""The README and the pages under docs/: every command shown runs and prints what is shown, and every link leads somewhere."""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import io
import json
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import yaml
from click.testing import CliRunner
from documents import PAGES, ROOT, Block, anchors, blocks, commands, links

from summarylint.cli.main import cli
from summarylint.rulebook import load_rulebook
from summarylint.settings import settings_from

LONGEST_README = 250
"""Lines that a newcomer reads to the end."""

TEXTS = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in PAGES}
BLOCKS = [pytest.param(block, id=f"{name}:{block.line}") for name, text in TEXTS.items() for block in blocks(text)]
each_page = pytest.mark.parametrize("name", TEXTS)
each_block = pytest.mark.parametrize("block", BLOCKS)


def answer(command: str) -> str:
    """What a command prints, both streams as a terminal shows them."""
    program, *arguments = shlex.split(command)
    assert program == "summarylint", f"only the command itself is run here: {command}"
    return CliRunner().invoke(cli, arguments, prog_name="summarylint").output


def printed_by(code: str) -> str:
    """What Python code prints; its tests are called, and a failure prints as pytest shows it."""
    out, names = io.StringIO(), dict[str, object]()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "<page>", "exec"), names)
        for name, value in names.items():
            if name.startswith("test_") and callable(value):
                try:
                    value()
                except AssertionError as error:
                    print(f"AssertionError: {error}")
    return out.getvalue()


def same(printed: str, shown: str) -> bool:
    """JSON may be shown wrapped."""
    if shown.startswith("{"):
        with contextlib.suppress(json.JSONDecodeError):
            wanted = json.loads(shown)
            return any(line.startswith("{") and json.loads(line) == wanted for line in printed.splitlines())
    return printed.strip("\n") == shown.strip("\n")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working directory with the corpora of the checkout."""
    shutil.copytree(ROOT / "corpora", tmp_path / "corpora", ignore=shutil.ignore_patterns("labelled"))
    monkeypatch.chdir(tmp_path)
    yield tmp_path


@each_page
def test_what_a_page_shows_is_what_happens(name: str, folder: Path) -> None:
    found = list(blocks(TEXTS[name]))
    for number, block in enumerate(found):
        if block.note == "file":
            (folder / block.told).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.told).write_text(block.text, encoding="utf-8")
        elif block.note == "" and block.language == "console":
            for command, shown in commands(block.text):
                printed = answer(command)
                assert same(printed, shown), f"{name}:{block.line}: {command} prints\n{printed}\nand not\n{shown}"
        elif block.note == "" and block.language == "python":
            behind = found[number + 1] if number + 1 < len(found) else None
            shown = behind.text if behind is not None and behind.language == "text" else ""
            assert printed_by(block.text).strip() == shown.strip(), f"{name}:{block.line}"


@each_block
def test_a_block_runs_or_can_be_read(block: Block, tmp_path: Path) -> None:
    """What is shown without being run has at least the right form, and commands and names that there are."""
    if block.language == "json":
        for line in [block.text] if block.text.count("\n{") == 0 else block.text.splitlines():
            json.loads(line)
    elif block.language == "toml":
        data = tomllib.loads(block.text)
        (tmp_path / "summarylint-rules").mkdir()
        assert "code" in data or settings_from(data, source="the page", root=tmp_path)  # a rule file has been tested by its command
    elif block.language == "yaml":
        assert yaml.safe_load(block.text)
    elif block.language == "python":
        assert_names_exist(block.text)
    elif block.language == "sh":
        assert block.note == "not run"
        for line in block.text.splitlines():
            assert_parses(shlex.split(line, comments=True))
    else:
        assert block.language in ("console", "text"), "give the block a language"


def assert_names_exist(code: str) -> None:
    """Every name that the code imports from summarylint is defined there; its modules may need a framework, so none is imported."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("summarylint."):
            spec = importlib.util.find_spec(node.module or "")
            assert spec is not None and spec.origin is not None, f"no module {node.module}"
            source = Path(spec.origin).read_text(encoding="utf-8")
            missing = [one.name for one in node.names if not re.search(rf"\b{one.name}\b", source)]
            assert missing == [], f"{node.module} has no {missing}"


def assert_parses(words: list[str]) -> None:
    """A command of summarylint with arguments that it takes, or a target of the Makefile; of other programs nothing is known here."""
    if words[:1] == ["make"]:
        assert f"\n{words[1]}:" in (ROOT / "Makefile").read_text(encoding="utf-8"), f"no target {words[1]}"
    if words[:1] != ["summarylint"]:
        return
    command: click.Command = cli
    rest = words[1:]
    while isinstance(command, click.Group):
        found = command.get_command(click.Context(command), rest[0])
        assert found is not None, f"no command {rest[0]}"
        command, rest = found, rest[1:]
    known = {spelling for option in command.params for spelling in option.opts}
    assert [word for word in rest if word.startswith("-") and word != "-" and word.partition("=")[0] not in known] == []


@each_page
def test_every_link_of_a_page_leads_somewhere(name: str) -> None:
    for target in links(TEXTS[name]):
        path, _, anchor = target.partition("#")
        there = ((ROOT / name).parent / path).resolve() if path else ROOT / name
        assert there.exists(), f"{name}: {target}"
        if anchor:
            assert anchor in anchors(there.read_text(encoding="utf-8")), f"{name}: {target}"


def test_every_page_is_reached_from_the_readme() -> None:
    linked = {target.partition("#")[0] for target in links(TEXTS["README.md"])}
    assert [name for name in TEXTS if name != "README.md" and name not in linked] == []


def test_the_readme_can_be_read_to_the_end() -> None:
    assert len(TEXTS["README.md"].splitlines()) <= LONGEST_README


@pytest.mark.parametrize("name", ["README.md", "docs/benchmarks.md"])
def test_the_figures_of_a_page_are_the_floors_that_hold(name: str) -> None:
    floors = tomllib.loads((ROOT / "corpora" / "labelled" / "floors.toml").read_text(encoding="utf-8"))
    text = " ".join(TEXTS[name].split())
    told = re.search(r"(\d+) % of the faults are found at their place, (\d+) % by a rule of the right family, and (\d+) of the", text)
    assert told is not None
    assert [int(figure) for figure in told.groups()] == [round(100 * floors["located"]), round(100 * floors["named"]), floors["alarmed"]]


def test_the_page_of_rules_lists_every_rule() -> None:
    listed = re.findall(r"^\| `(\w+)` \| \[([\w-]+)\]\((\S+)\) \| (\w+)(, off)? \| (.+) \|$", TEXTS["docs/rules.md"], re.MULTILINE)

    def address(path: str) -> str:
        return "/".join(("..", "rules", *Path(path).parts[-2:]))

    assert listed == [
        (rule.code, rule.name, address(rule.path), rule.severity, "" if rule.enabled else ", off", rule.summary)
        for rule in load_rulebook().rules
    ]
