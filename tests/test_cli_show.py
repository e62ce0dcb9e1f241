"""`summarylint show`: the summary as the linter sees it."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_stub import write_lines
from click.testing import CliRunner

from summarylint.cli.main import cli
from summarylint.model import Claim, Compaction, Mark, Segment, Span, Stance, Statement, Witness
from summarylint.output.statements import show
from summarylint.provenance.as_read import as_read


class ShownView:
    def __init__(self, statement: Statement, witnesses: tuple[Witness, ...], claim: Claim | None) -> None:
        self.statement, self.witnesses, self.claim = statement, witnesses, claim


def test_a_statement_is_shown_with_all_that_is_known_of_it() -> None:
    span = Span("s1", "user", "hm\nI think it is 5433")
    summary = "# DB\nPort is 5,433."
    cue = Mark("cue", "belief", 3, 10, "I think")
    witness = Witness(
        span, Statement(Segment(3, 21, "sentence"), "I think it is 5433", (cue,), Stance("probable", cues=(cue,))), 0.5, ("5433",), 1
    )
    statement = Statement(Segment(5, 19, "sentence", ("DB",)), "Port is 5,433.", (Mark("quantity", "count", 13, 18, "5,433", "5433"),))
    claim = Claim("Port is 5,433.", 5, 19, "hedged", "s1", confidence=0.5)
    assert show(as_read(Compaction("r1", (span,), summary, path="a.jsonl", line=1)), [ShownView(statement, (witness,), claim)]) == (
        "a.jsonl:1 r1\n"
        "\n"
        "  2:1 sentence, certain, fact under DB\n"
        "    Port is 5,433.\n"
        "    quantity count: 5,433 = 5433\n"
        "    0.50 span s1, user, 2:1: I think it is 5433\n"
        "         probable, fact, cues 'I think'; shared: 5433\n"
        "    claim [hedged:s1] confidence 0.50\n"
    )


def test_a_summary_without_statements_says_so() -> None:
    assert show(as_read(Compaction("r1", (), "")), []) == "r1\n  the summary holds no statement\n"


def test_the_command_shows_the_witness_of_a_statement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    spans = [{"role": "user", "text": "I think the staging DB is on port 5433."}]
    path = write_lines(tmp_path / "a.jsonl", {"spans": spans, "summary": "Staging DB port is 5433."}, "{")
    done = CliRunner().invoke(cli, ["show", str(path)])
    assert done.exit_code == 2
    assert "    Staging DB port is 5433.\n" in done.stdout
    assert "span s1, user, 1:1: I think the staging DB is on port 5433." in done.stdout
    assert "\x1b" not in done.stdout
