"""The commands of the provenance loop: tag, trace, gate, ground, prunable, and prompts under check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_stub import write_lines
from click.testing import CliRunner, Result

from summarylint.cli.main import cli

CORPORA = Path(__file__).resolve().parent.parent / "corpora" / "chains"
GUESS = {
    "id": "db/1",
    "spans": [
        {"id": "s1", "role": "user", "text": "I think the staging DB is on port 5433."},
        {"id": "s2", "role": "assistant", "text": "Noted."},
    ],
    "summary": "Staging DB port may be 5433.",
    "surviving_span_ids": ["s1"],
}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [*(str(argument) for argument in arguments), "--isolated"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "a.jsonl", GUESS)


def records(done: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_tag_and_strip_are_each_others_inverse(path: Path, tmp_path: Path) -> None:
    tagged = run("tag", path)
    (record,) = records(tagged)
    assert record["summary"] == "Staging DB port may be 5433. [hedged:s1]" and tagged.exit_code == 0
    assert {key: record[key] for key in ("id", "surviving_span_ids")} == {"id": "db/1", "surviving_span_ids": ["s1"]}
    (tmp_path / "b.jsonl").write_text(tagged.stdout, encoding="utf-8")
    (plain,) = records(run("tag", "--strip", tmp_path / "b.jsonl"))
    assert plain["summary"] == GUESS["summary"] and plain["spans"][0]["text"] == GUESS["spans"][0]["text"]  # type: ignore[index]
    assert run("check", tmp_path / "b.jsonl").exit_code == 0


def test_trace_names_the_cycle() -> None:
    done = run("trace", CORPORA / "provenance-collapse.summary.jsonl")
    assert "  cycle 2: provenance-collapse: a guess is told as fact: Staging DB port is 5433." in done.stdout.splitlines()
    (found,) = records(run("trace", "--output-format", "jsonl", CORPORA / "ratchet.summary.jsonl"))
    assert [(one["name"], one["cycle"]) for one in found["pathologies"]] == [("ratchet", 2)] and len(found["cycles"]) == 4


def test_trace_shows_quiet_facts_on_request(path: Path) -> None:
    assert "fact, as told" not in run("trace", path).stdout
    assert "fact, as told in cycle 1: Staging DB port may be 5433." in run("trace", "--all", path).stdout


def test_gate_exits_with_one_where_a_record_may_not_go_on(path: Path, tmp_path: Path) -> None:
    assert (run("gate", path).stdout, run("gate", path).exit_code) == (f"{path}:1 db/1: allow\n", 0)
    author = {"prune": "a", "summary": "a"}
    mine = write_lines(tmp_path / "b.jsonl", GUESS | {"author": author})
    assert run("gate", mine).exit_code == 0
    acting = run("gate", "--action", "git push", mine)
    assert acting.exit_code == 1 and "self-authored: a chose what to prune" in acting.stdout
    assert run("gate", "--action", "git push", "--reread", "s1", mine).exit_code == 0


def test_gate_notes_ids_that_name_no_span(path: Path, tmp_path: Path) -> None:
    assert run("gate", "--reread", "s2", path).stderr == ""
    done = run("gate", "--reread", "s2,nope", path)
    assert (done.stderr, done.exit_code) == ("note: --reread names no span of any record: 'nope'\n", 0)
    near = run(
        "gate", "--reread", "span-10", write_lines(tmp_path / "b.jsonl", {"spans": [{**GUESS["spans"][0], "id": "span-1"}], "summary": "x"})
    )  # type: ignore[index]
    assert near.stderr == "note: --reread names no span of any record: 'span-10'; did you mean 'span-1'?\n"


def test_gate_notes_survivors_that_name_no_span(tmp_path: Path) -> None:
    first = {**GUESS, "chain": "run"}
    later = {
        **GUESS,
        "id": "db/2",
        "chain": "run",
        "spans": [{"role": "tool", "text": "ok", "id": "t1"}],
        "surviving_span_ids": ["s1", "t1"],
    }
    lost = {**GUESS, "id": "db/3", "surviving_span_ids": ["s1", "contra:s2", "x1", "x2", "x3", "x4"]}
    path = write_lines(tmp_path / "a.jsonl", first, later, lost)
    done = run("gate", path)
    assert done.stderr == f"note: {path}:3: surviving_span_ids names no span of the record or before it: 'x1', 'x2', 'x3' and 1 more\n"


def test_gate_without_survivors_is_not_open(tmp_path: Path) -> None:
    unknown = write_lines(tmp_path / "b.jsonl", {key: value for key, value in GUESS.items() if key != "surviving_span_ids"})
    done = run("gate", unknown)
    assert done.exit_code == 1 and "unknown, as surviving_span_ids is not given" in done.stdout
    assert records(run("gate", "--output-format", "jsonl", unknown))[0]["gate"] == {"decision": None, "reasons": []}


def test_gate_reads_chains() -> None:
    lines = run("gate", CORPORA / "drift.summary.jsonl").stdout.splitlines()
    assert [line.rsplit(": ", 1)[1] for line in lines if ".jsonl:" in line] == ["allow", "allow", "allow", "halt"]


def test_ground_and_prunable(path: Path, tmp_path: Path) -> None:
    done = run("ground", "--budget", "1", path)
    assert done.exit_code == 0 and "  keep s1: user, 10 tokens, I think the staging DB" in done.stdout
    poor = records(run("ground", "--budget", "0", "--output-format", "jsonl", path))[0]
    assert poor["keep"] == [] and [claim["text"] for claim in poor["unverified"]] == [GUESS["summary"]]
    assert run("ground", "--budget", "0", path).exit_code == 1
    every = write_lines(tmp_path / "b.jsonl", GUESS | {"surviving_span_ids": ["s1", "s2"]})
    assert records(run("prunable", "--output-format", "jsonl", every)) == [{"id": "db/1", "prunable": ["s2"]}]
    assert "s2: assistant, 2 tokens, Noted." in run("prunable", every).stdout


def test_ground_without_a_window_tells_what_all_would_take_and_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "a.summary.jsonl"
    spans = [
        {"role": "user", "text": "I think the staging DB is on port 5433."},
        {"role": "tool", "text": "migrations/0042_add_region.sql: 3 statements"},
    ]
    summary = "The user thinks the staging DB is on port 5433. migrations/0042_add_region.sql has 3 statements."
    path.write_text(json.dumps({"id": "a", "spans": spans, "summary": summary}), encoding="utf-8")
    poor = run("ground", path)
    assert poor.exit_code == 1
    assert "all that has a witness would take 21 tokens: s1, s2" in poor.stdout
    assert "the record gives no window_tokens; --window-tokens says how large the window is" in poor.stdout
    told = records(run("ground", "--output-format", "jsonl", path))[0]
    assert (told["window_tokens"], told["whole"]) == (None, {"span_ids": ["s1", "s2"], "tokens": 21})
    done = run("ground", "--window-tokens", "4000", path)
    assert (done.exit_code, "21 tokens against a budget of 600" in done.stdout) == (0, True)
    assert "window_tokens" not in done.stdout


def test_a_record_s_own_window_counts_before_the_option(tmp_path: Path) -> None:
    path = tmp_path / "a.summary.jsonl"
    record = {"id": "a", "spans": [{"role": "tool", "text": "port 5433"}], "summary": "The port is 5433.", "window_tokens": 100}
    path.write_text(json.dumps(record), encoding="utf-8")
    assert "against a budget of 15" in run("ground", "--window-tokens", "4000", path).stdout


def test_ground_tells_an_unknown_counter(path: Path) -> None:
    done = run("ground", "--tokens", "words", path)
    assert done.exit_code == 2 and "unknown token counter 'words'" in done.stderr


@pytest.mark.parametrize("command", ["tag", "trace", "gate", "ground", "prunable"])
def test_a_broken_record_costs_no_other(command: str, path: Path, tmp_path: Path) -> None:
    broken = write_lines(tmp_path / "b.jsonl", "{\n", GUESS)
    done = run(command, broken)
    assert done.exit_code == 2 and "not JSON" in done.stderr and "db/1" in done.stdout


def test_a_prompt_is_checked_by_itself(tmp_path: Path) -> None:
    prompt = tmp_path / "prompt.txt"
    prompt.write_text("Summarise the conversation. No speculation.", encoding="utf-8")
    done = run("check", "--output-format", "jsonl", "--prompt", prompt)
    names = {finding["name"] for finding in records(done)[0]["findings"]}
    assert done.exit_code == 1 and {"prompt-without-origins", "prompt-forbids-provenance"} <= names
    assert all(finding["help"].startswith("add to the prompt: ") for finding in records(done)[0]["findings"])


def test_a_prompt_that_asks_for_all_of_it_passes(tmp_path: Path) -> None:
    plain = tmp_path / "prompt.txt"
    plain.write_text("Summarise the conversation.", encoding="utf-8")
    found = records(run("check", "--output-format", "jsonl", "--prompt", plain))[0]["findings"]
    sentences = [finding["help"].removeprefix("add to the prompt: ") for finding in found]
    assert len(sentences) == 5
    plain.write_text("\n".join(("Summarise the conversation.", *sentences)), encoding="utf-8")
    assert run("check", "--prompt", plain).exit_code == 0


def test_check_reads_a_chain_record_by_record() -> None:
    names = [
        {finding["name"] for finding in one["findings"]}
        for one in records(run("check", "--output-format", "jsonl", CORPORA / "ratchet.summary.jsonl"))
    ]
    assert ["ratchet" in found for found in names] == [False, True, True, True]


def test_a_prompt_that_cannot_be_read_says_so_without_numbers(tmp_path: Path) -> None:
    gone = run("check", "--prompt", tmp_path / "nope.txt")
    assert gone.exit_code == 3
    assert f"{tmp_path / 'nope.txt'}: no such file or folder; --prompt takes the text file" in gone.stderr
    folder = run("check", "--prompt", tmp_path)
    assert folder.exit_code == 2
    assert f"{tmp_path}: the prompt cannot be read: Is a directory; --prompt takes a text file" in folder.stderr
    (tmp_path / "wide.txt").write_bytes("Sum up.".encode("utf-16"))
    wide = run("check", "--prompt", tmp_path / "wide.txt")
    assert (wide.exit_code, "it looks like UTF-16: save it as UTF-8" in wide.stderr) == (2, True)
