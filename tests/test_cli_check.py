"""`summarylint check`: findings out, the right exit status, and one bad record costs no other."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_stub import record, run, write_lines
from click.testing import Result

Run = Callable[..., Result]
__all__ = ["run"]


def results(done: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def names(done: Result) -> list[str]:
    return [finding["name"] for made in results(done) for finding in made["findings"]]


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """An error, a warning, a note, and a faithful record."""
    return write_lines(tmp_path / "mixed.jsonl", record("lost"), record("odd"), record("small"), record("fine"))


@pytest.mark.parametrize(
    ("summary", "options", "status"),
    [
        ("fine", [], 0),
        ("small", [], 0),
        ("small", ["--fail-on", "note"], 1),
        ("odd", [], 1),
        ("odd", ["--fail-on", "error"], 0),
        ("lost", ["--fail-on", "error"], 1),
        ("lost", ["--exit-zero"], 0),
        ("lost", ["--ignore", "lost-word"], 0),
        ("lost", ["--select", "BBB"], 0),
        ("lost", ["--select", "BBB,AAA001"], 1),
        ("lost", ["--select", "BBB", "--extend-select", "lost-word"], 1),
        ("crash", [], 2),
        ("crash", ["--exit-zero"], 2),
        ("", [], 0),
    ],
)
def test_exit_status(run: Run, tmp_path: Path, summary: str, options: list[str], status: int) -> None:
    done = run("check", write_lines(tmp_path / "a.jsonl", record(summary)), *options)
    assert done.exit_code == status
    assert done.stdout.splitlines()[-1].endswith(f"; exit {status}")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--select", "lost-wrod"], "unknown rule 'lost-wrod'; did you mean 'lost-word'?"),
        (["--config", "fail_onn=error"], "did you mean 'fail-on'?"),
        (["--config", "none.toml"], "none.toml: cannot be read"),
        (["--fail-on", "fatal"], "fatal"),
        (["--output-format", "xml"], "xml"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_wrong_usage_is_two_with_the_way_out(run: Run, mixed: Path, options: list[str], words: str) -> None:
    done = run("check", mixed, *options)
    assert done.exit_code == 2
    assert words in done.stderr
    assert "Traceback" not in done.output


def test_a_line_for_each_record_in_input_order(run: Run, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", record("lost", id="one"), "{\n", record("crash", id="three"), record("odd", id="four"))
    done = run("check", path, "--output-format", "jsonl")
    made = results(done)
    assert [entry["id"] for entry in made] == ["one", None, "three", "four"]
    assert [entry["line"] for entry in made] == [1, 2, 3, 4]
    assert [entry["error"] is None for entry in made] == [True, False, False, True]
    assert done.exit_code == 2
    assert "internal error, ValueError: the stub was told to" in made[2]["error"]["reason"]
    assert f"error: {path}:2: not JSON" in done.stderr
    assert done.stderr.splitlines()[-1] == "2 findings in 2 of 2 records (1 error, 1 warning), 2 safe fixes, 2 records not checked; exit 2"


def test_a_traceback_only_when_asked_for(run: Run, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", record("crash"))
    assert "Traceback" not in run("check", path).output
    assert "Traceback" in run("check", path, "--verbose").stderr


def test_json_is_one_document(run: Run, mixed: Path) -> None:
    done = run("check", mixed, "--output-format", "json")
    assert [len(entry["findings"]) for entry in json.loads(done.stdout)["results"]] == [1, 1, 1, 0]


def test_full_is_the_default_and_concise_is_a_line_each(run: Run, mixed: Path) -> None:
    assert "  ┌─ " in run("check", mixed).stdout
    lines = run("check", mixed, "--output-format", "concise").stdout.splitlines()
    assert len(lines) == 4
    assert lines[0] == f"{mixed}:1:1:1: error lost-word (AAA001) 'lost' stands there"


def test_statistics_are_added(run: Run, mixed: Path) -> None:
    assert "1  warning  AAA002  odd-word\n" in run("check", mixed, "--statistics").stdout
    done = run("check", mixed, "--statistics", "--output-format", "jsonl")
    assert len(results(done)) == 4
    assert "1  warning  AAA002  odd-word\n" in done.stderr


def test_standard_input(run: Run) -> None:
    done = run("check", "-", "--output-format", "jsonl", input=json.dumps(record("lost")) + "\n")
    assert (results(done)[0]["path"], results(done)[0]["id"], done.exit_code) == ("<stdin>", "<stdin>:1", 1)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: None, "no such file or folder"),
        (lambda path: path.mkdir(), "nothing to check; a folder is searched for *.jsonl"),
        (lambda path: path.touch(), "holds no record"),
        (lambda path: path.write_text("\n\n"), "holds no record"),
    ],
)
def test_a_path_that_holds_nothing_is_three_and_zero_in_hooks(run: Run, tmp_path: Path, make: Callable[[Path], object], words: str) -> None:
    path, good = tmp_path / "given", write_lines(tmp_path / "good.jsonl", record("lost"))
    make(path)
    done = run("check", path)
    assert done.exit_code == 3
    assert words in done.stderr
    assert run("check", path, "--force-exclude").exit_code == 0
    assert run("check", good, path).exit_code == 3


def test_what_could_not_be_read_outweighs_what_was_not_there(run: Run, tmp_path: Path) -> None:
    assert run("check", write_lines(tmp_path / "a.jsonl", "{"), tmp_path / "none").exit_code == 2


def test_without_a_path_the_working_directory_is_searched(run: Run, mixed: Path) -> None:
    assert names(run("check", "--output-format", "jsonl")) == ["lost-word", "odd-word", "small-word"]


def test_unknown_fields_are_told_once_a_name_and_under_strict_an_error(run: Run, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", record("fine", sumary=""), record("fine", sumary=""), record("fine", note=""))
    done = run("check", path)
    assert done.stderr.splitlines()[0] == f"warning: {path}:1 at $.sumary: unknown field 'sumary'; did you mean 'summary'?"
    assert len(done.stderr.splitlines()) == 2
    assert done.exit_code == 0
    assert run("check", path, "--strict").exit_code == 2


def test_an_ignore_of_an_unknown_rule_is_an_error_of_its_record(run: Run, tmp_path: Path) -> None:
    ignore = {"rule": "lost-wrod", "reason": "known"}
    done = run("check", write_lines(tmp_path / "a.jsonl", record("fine", ignore=[ignore]), record("odd")), "--output-format", "jsonl")
    assert results(done)[0]["error"] == {"reason": "unknown rule 'lost-wrod'; did you mean 'lost-word'?", "pointer": "$.ignore[0].rule"}
    assert names(done) == ["odd-word"]
    assert done.exit_code == 2


def test_settings_are_found_and_the_command_line_goes_before(run: Run, tmp_path: Path, mixed: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.summarylint]\nselect = ["AAA"]\nignore = ["lost-word"]\nfail-on = "error"\n')
    done = run("check", mixed, "--output-format", "jsonl")
    assert (names(done), done.exit_code) == (["odd-word"], 0)
    assert run("check", mixed, "--fail-on", "warning").exit_code == 1
    assert names(run("check", mixed, "--select", "lost-word", "--output-format", "jsonl")) == ["lost-word"]
    assert names(run("check", mixed, "--ignore", "AAA002", "--output-format", "jsonl")) == []
    assert len(names(run("check", mixed, "--isolated", "--output-format", "jsonl"))) == 3


def test_rules_are_ignored_by_file(run: Run, tmp_path: Path, mixed: Path) -> None:
    (tmp_path / "old").mkdir()
    write_lines(tmp_path / "old" / "a.jsonl", record("lost odd"))
    (tmp_path / "summarylint.toml").write_text('[per-file-ignores]\n"old/*" = ["AAA001"]\n')
    assert names(run("check", "old", "mixed.jsonl", "--select", "AAA", "--output-format", "jsonl")) == ["odd-word", "lost-word", "odd-word"]


def test_excluded_files_stay_excluded_under_force(run: Run, tmp_path: Path, mixed: Path) -> None:
    (tmp_path / "summarylint.toml").write_text('exclude = ["mixed.jsonl"]\n')
    assert run("check", mixed).exit_code == 1
    done = run("check", mixed, "--force-exclude")
    assert (done.exit_code, done.stderr) == (0, "")
    assert run("check", ".").exit_code == 3


def test_colour_is_for_terminals_and_wishes(run: Run, mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def coloured(*options: str) -> bool:
        return "\x1b[" in run("check", mixed, *options, color=True).stdout

    assert not coloured()
    assert coloured("--color", "always")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert coloured()
    assert not coloured("--color", "never")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not coloured()


def test_an_interrupt_ends_quietly(run: Run, tmp_path: Path) -> None:
    done = run("check", write_lines(tmp_path / "a.jsonl", record("lost"), record("interrupt"), record("odd")), "--output-format", "jsonl")
    assert done.exit_code == 130
    assert names(done) == ["lost-word"]
    assert done.stderr == "error: interrupted\n"


def test_hostile_text_crashes_no_format(run: Run, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", record("lost \ud800 \x00 \x1b[2J", text="\udfff\u202e"))
    for name in ("full", "concise", "json", "jsonl"):
        done = run("check", path, "--output-format", name)
        assert done.exit_code == 1
        assert "\x1b" not in done.stdout


# ---------------------------------------------------------------- the real program


def program(*arguments: str, **options: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "summarylint", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.PIPE, text=True, encoding="utf-8", **options,
    )  # fmt: skip


@pytest.mark.slow
def test_the_whole_path_finds_the_guess_told_as_fact(tmp_path: Path) -> None:
    spans = [{"role": "user", "text": "I think the staging DB is on port 5433."}, {"role": "tool", "text": "connection refused on 5433"}]
    path = write_lines(
        tmp_path / "a.jsonl",
        {"spans": spans, "summary": "staging DB port is 5433."},
        {"spans": spans, "summary": "the user thinks the staging DB is on port 5433 (connection refused there)"},
    )
    done = program("check", str(path), "--output-format", "jsonl", "--isolated", cwd=tmp_path)
    first, second = (json.loads(line) for line in done.communicate()[0].splitlines())
    assert done.returncode == 1
    assert [finding["name"] for finding in first["findings"]] == ["dropped-hedge"]
    assert [(claim["origin"], claim["primary_span_id"]) for claim in first["claims"]] == [("hedged", "s1")]
    assert second["findings"] == []


@pytest.mark.slow
def test_a_closed_pipe_is_no_error_message(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", *[record(f"fine {number} " + "words " * 400) for number in range(200)])
    done = program("check", str(path), "--output-format", "jsonl", "--isolated", cwd=tmp_path)
    assert done.stdout is not None
    assert done.stderr is not None
    done.stdout.readline()
    done.stdout.close()
    assert done.stderr.read() == ""
    assert done.wait() == 141


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_records_come_out_as_they_come_in_and_an_interrupt_ends(tmp_path: Path) -> None:
    done = program("check", "-", "--output-format", "jsonl", "--isolated", cwd=tmp_path)
    assert done.stdin is not None
    assert done.stdout is not None
    for number in range(2):
        done.stdin.write(json.dumps(record("fine", id=f"r{number}")) + "\n")
        done.stdin.flush()
        assert json.loads(done.stdout.readline())["id"] == f"r{number}"
    done.send_signal(signal.SIGINT)
    assert done.communicate()[1] == "error: interrupted\n"
    assert done.returncode == 130


@pytest.mark.parametrize(
    ("name", "data", "status", "words"),
    [
        ("prompt.txt", b"Summarise the talk.\nKeep {it} short.\n", 2, "is text and holds no record in JSON; a text file that is a"),
        ("prompt.md", b"# Prompt\n\nSummarise.\n", 3, "holds no record; a text file that is a summariser's prompt is checked with"),
        ("odd.txt", b"comment\n{half\n", 2, "is text and holds no record in JSON"),
        ("odd.txt", b"{half\nmore\n", 2, "odd.txt:1: not JSON at column 2"),
        ("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 2, "a.png: is no text; give a file of records, or the transcript of an agent"),
        ("old.txt", "one\nzw\u00f6lf\n".encode("latin-1"), 2, "old.txt:2: byte 6 of the file (0xf6) is not UTF-8; save the file as UTF-8"),
        ("wide.txt", "Summarise.\n".encode("utf-16"), 2, "it looks like UTF-16"),
    ],
)
def test_a_prompt_given_as_records_is_told_once_with_the_option_for_it(
    run: Run, tmp_path: Path, name: str, data: bytes, status: int, words: str
) -> None:
    (tmp_path / name).write_bytes(data)
    done = run("check", tmp_path / name)
    assert (done.exit_code, words in done.stderr) == (status, True), done.stderr


def test_lines_behind_a_heading_are_still_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.txt").write_text("made on Monday\n" + json.dumps(record("lost")) + "\n")
    done = run("check", tmp_path / "odd.txt", "--output-format", "jsonl")
    assert (done.exit_code, [one["line"] for one in results(done)]) == (2, [1, 2])
