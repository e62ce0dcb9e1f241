"""The repository as a hook, installed by pre-commit itself into a scratch git repository."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", ".pre-commit-hooks.yaml", "summarylint", "rules")

GUESS = {"id": "s1", "role": "user", "text": "I think the staging DB is on port 5433."}
BAD = {"id": "guess", "spans": [GUESS], "summary": "Staging DB port is 5433."}
GOOD = {"id": "guess", "spans": [GUESS], "summary": "The user thinks the staging DB is on port 5433."}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("git") is None, reason="pre-commit works on git repositories"),
]


class Repository:
    """A git repository that knows nothing of the settings of whoever runs the tests."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder, self.environment = folder, environment
        folder.mkdir()
        self.git("init", "--quiet")

    def git(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.run("git", *arguments)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False)

    def commit(self, name: str, record: object) -> subprocess.CompletedProcess[str]:
        return self.commit_text(name, json.dumps(record))

    def commit_text(self, name: str, text: str) -> subprocess.CompletedProcess[str]:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")
        self.git("add", name)
        return self.git("commit", "-m", f"Add {name}")

    def commits(self) -> int:
        return len(self.git("log", "--format=%h").stdout.split())


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    """A repository in which every commit runs the hooks of a copy of this one."""
    base = tmp_path_factory.mktemp("pre-commit")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PYTHON", "PRE_COMMIT"))}
    environment |= {
        "PRE_COMMIT_HOME": str(base / "home"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        **{f"GIT_{who}_{what}": "tester@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    }
    hook = Repository(base / "hook", environment)
    for name in SHIPPED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, hook.folder / name)
    hook.git("add", ".")
    assert hook.git("commit", "--quiet", "-m", "A version").returncode == 0
    revision = hook.git("rev-parse", "HEAD").stdout.strip()

    repository = Repository(base / "scratch", environment)
    settings = f"repos:\n- repo: {hook.folder.as_posix()}\n  rev: {revision}\n  hooks:\n  - id: summarylint\n  - id: summarylint-rules\n"
    (repository.folder / ".pre-commit-config.yaml").write_text(settings, encoding="utf-8")
    repository.git("add", ".pre-commit-config.yaml")
    installed = repository.run(sys.executable, "-m", "pre_commit", "install", "--install-hooks")
    assert installed.returncode == 0, installed.stdout + installed.stderr
    yield repository


def test_the_hook_stops_a_bad_commit_and_lets_a_good_one_pass(scratch: Repository) -> None:
    first = scratch.commit("run.summary.json", BAD)
    assert first.returncode == 1
    assert "dropped-hedge" in first.stdout + first.stderr
    assert scratch.commits() == 0

    second = scratch.commit("run.summary.json", GOOD)
    assert second.returncode == 0, second.stdout + second.stderr
    assert scratch.commits() == 1

    third = scratch.commit("package.json", {"name": "no record at all"})
    assert third.returncode == 0, third.stdout + third.stderr
    assert scratch.commits() == 2

    fourth = scratch.commit("broken.compaction.jsonl", {"spans": []})
    assert fourth.returncode == 1
    assert "summary" in fourth.stdout + fourth.stderr
    assert scratch.commits() == 2
    scratch.git("rm", "--quiet", "--cached", "broken.compaction.jsonl")


def test_the_hook_for_rules_tests_rule_files_and_leaves_rules_of_other_tools_alone(scratch: Repository) -> None:
    before = scratch.commits()
    other = scratch.commit_text("rules/naming.toml", 'pattern = "of another tool"\n')
    assert other.returncode == 0, other.stdout + other.stderr
    assert scratch.commits() == before + 1

    rule = (ROOT / "rules" / "hedge" / "dropped-hedge.toml").read_text(encoding="utf-8")
    rule = rule.replace('"HDG001"', '"OWN002"').replace('name     = "dropped-hedge"', 'name     = "own-hedge"')
    good = scratch.commit_text("summarylint-rules/own.toml", rule)
    assert good.returncode == 0, good.stdout + good.stderr
    assert scratch.commits() == before + 2

    for name in ("lint/summarylint_rules/broken.toml", "rules/hedge/broken.toml"):
        broken = scratch.commit_text(name, 'code = "OWN001"\n')
        assert broken.returncode == 1
        assert "broken.toml" in broken.stdout + broken.stderr
        scratch.git("rm", "--quiet", "--cached", name)
    assert scratch.commits() == before + 2
