"""What is shipped: the wheel holds every rule, importing is cheap, the README names every command and hook."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import click
import pytest
import yaml

import summarylint

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
HEAVY = ("spacy", "pydantic", "libcst", "rich", "markdown_it")


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout.strip()


def loaded_after(code: str) -> set[str]:
    """The heavy packages that `code` imports, in a process of its own."""
    return set(python(f"import sys\n{code}\nprint(*[name for name in {HEAVY!r} if name in sys.modules])").split())


@pytest.mark.slow
def test_the_wheel_holds_every_rule_and_all_data_of_the_package(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, capture_output=True, check=True)
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        shipped = set(archive.namelist())
    rules = {f"summarylint/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "rules").rglob("*") if path.is_file()}
    package = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "summarylint").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert rules
    assert {name for name in shipped if name.startswith("summarylint/")} == rules | package
    assert {name.split("/")[0] for name in shipped} == {"summarylint", f"summarylint-{summarylint.__version__}.dist-info"}


def test_importing_the_package_imports_nothing_heavy() -> None:
    assert loaded_after("import summarylint; summarylint.Span; summarylint.validate_compaction; summarylint.Settings") == set()


def test_a_file_of_records_imports_no_format_of_transcripts(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"spans": [], "summary": "The pool holds 20."}\n', encoding="utf-8")
    code = f"import sys\nfrom summarylint.reading.files import read_file\nprint(*[one.summary for one in read_file({str(path)!r})])"
    formats = "print(*[name for name in sys.modules if name.startswith('summarylint.reading.transcripts.')])"
    summary, imported = python(f"{code}\n{formats}").splitlines()
    assert summary == "The pool holds 20."
    assert set(imported.split()) == {f"summarylint.reading.transcripts.{name}" for name in ("containers", "window")}


def test_what_runs_inside_agents_imports_no_framework_and_nothing_heavy() -> None:
    code = "import summarylint, summarylint.inline; summarylint.Guard; summarylint.lint_rewrite; import summarylint.inline.codecs"
    frameworks = "('langchain', 'langchain_core', 'langgraph', 'langmem', 'pydantic_ai', 'anthropic', 'agents', 'google', 'haystack')"
    assert loaded_after(code) == set()
    assert python(f"import sys\n{code}\nprint(*[name for name in {frameworks} if name in sys.modules])") == ""


def test_no_package_imports_what_it_can_be_fitted_into() -> None:
    frameworks = [
        "agents",
        "anthropic",
        "deepeval",
        "google.adk",
        "inspect_ai",
        "langchain",
        "langchain_core",
        "langmem",
        "mcp",
        "opentelemetry",
        "pydantic_ai",
        "pytest",
    ]
    code = (
        "import sys, summarylint, summarylint.inline, summarylint.inline.codecs, summarylint.serving, summarylint.testing\n"
        f"summarylint.Guard, summarylint.lint_rewrite, summarylint.testing.assert_faithful\nprint(*set({frameworks!r}) & set(sys.modules))"
    )
    assert python(code) == ""


def test_listing_the_rules_imports_nothing_heavy() -> None:
    assert loaded_after("from summarylint.rulebook import load_rulebook; load_rulebook()") == set()


def test_every_public_name_is_there() -> None:
    assert all(getattr(summarylint, name) is not None for name in summarylint.__all__)
    assert set(summarylint.__all__) <= set(dir(summarylint))
    with pytest.raises(AttributeError, match="has no attribute 'chekc'"):
        _ = summarylint.chekc


def test_the_readme_names_every_command() -> None:
    from summarylint.cli.main import cli

    assert isinstance(cli, click.Group)
    assert [name for name in cli.list_commands(click.Context(cli)) if f"`summarylint {name}" not in README] == []


def test_the_readme_names_every_hook() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [hook["id"] for hook in hooks if f"id: {hook['id']} " not in README] == []


def test_the_changelog_has_an_entry_for_this_version() -> None:
    assert f"\n## {summarylint.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_no_module_is_longer_than_can_be_read_at_a_sitting() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines()) for path in (ROOT / "summarylint").rglob("*.py")
    }
    assert len(lengths) > 100
    assert {name: length for name, length in lengths.items() if length > 400} == {}
