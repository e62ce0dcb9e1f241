"""Names that exist and are not the one that is meant; names found as tokens of their own."""

from __future__ import annotations

import pytest

from summarylint.evidence.copying import Copy, copies
from summarylint.evidence.index import Ledger
from summarylint.evidence.lookup import occurs
from summarylint.language.statements import read_statements
from summarylint.language.tokens import token_at
from summarylint.model import Span


def found(summary: str, *texts: str) -> list[tuple[str, str, str]]:
    from summarylint.evidence.align import candidates, witness

    held = Ledger([Span(f"s{number}", "tool", text) for number, text in enumerate(texts, 1)])
    result: list[Copy] = []
    for statement in read_statements(summary):
        witnesses = [witness(held, one) for one in candidates(statement, held)]
        result += copies(statement, witnesses, held, told=summary)
    return [(copy.mark.text, copy.way, copy.original) for copy in result]


def test_all_that_is_said_belongs_to_the_other_name() -> None:
    spans = ("orders-sync   3/3   reads topic ord.v2 in Go", "order-sync    1/1   polls a table in Node")
    assert found("order-sync reads topic ord.v2 in Go.", *spans) == [("order-sync", "swapped", "orders-sync")]
    assert found("order-sync polls a table in Node.", *spans) == []


def test_both_names_told_are_told_apart() -> None:
    spans = ("run_12ab-aa is paused at step 14", "run_12ab-ab is the canary")
    assert found("run_12ab-ab is paused at step 14.", *spans) == [("run_12ab-ab", "swapped", "run_12ab-aa")]
    assert found("run_12ab-aa is paused at step 14, run_12ab-ab is the canary.", *spans) == []


def test_row_partner_tells_which_one_is_meant() -> None:
    spans = ("kiln-7d-a9  cold  bay-10-23\nkiln-7d-b2  hot   bay-10-28",)
    assert ("bay-10-28", "swapped", "bay-10-23") in found("kiln-7d-a9 on bay-10-28 gives no heat at all.", *spans)
    assert found("kiln-7d-b2 on bay-10-28 gives no heat at all.", *spans) == []


def test_name_that_the_spans_only_deny() -> None:
    spans = ("the gate is gate_v2_north, dont take gate_north_v2", "opened gate_v2_north")
    assert ("gate_north_v2", "swapped", "gate_v2_north") in found("It stands behind gate_north_v2 now.", *spans)
    assert found("It stands behind gate_v2_north now, not gate_north_v2.", *spans) == []


def test_deed_that_is_told_of_the_other_of_two_known_names() -> None:
    spans = ("objects 1998.114.3 and 1998.114.13", "The loose hinge of 1998.114.13 is to be treated, Paavo has it on the bench")
    summary = "Objects: 1998.114.3 and 1998.114.13. Paavo treats the loose hinge of 1998.114.3 on the bench."
    assert ("1998.114.3", "swapped", "1998.114.13") in found(summary, *spans)


def test_compounds_of_prose_are_no_names() -> None:
    assert found("A well-known re-run of the long-term plan.", "a well-knowing rerun of the longer-term plan") == []


def test_name_that_lost_its_number() -> None:
    assert ("tank", "shortened", "tank2") in found(
        "Pool tank scrubbed without errors.", "pool tank2 scrubbed, 0 errors, all without losses"
    )
    assert found("The tank was scrubbed without errors.", "pool tank2 scrubbed, 0 errors, all without losses") == []


def test_header_with_another_middle() -> None:
    spans = ("settle() must send the header X-Settle-Key to the partner",)
    assert ("X-Request-Key", "altered", "X-Settle-Key") in found("Send the header X-Request-Key to the partner.", *spans)


@pytest.mark.parametrize(
    ("identifier", "text", "stands"),
    [
        ("pricer:5.12.0", "image pricer:5.12.0-rc.2 is up", False),
        ("pricer:5.12.0", "image pricer:5.12.0, is up", True),
        ("5.12", "version 5.12.1", False),
        ("tools/run.py", "see /srv/app/tools/run.py:12", True),
        ("db.example", "at https://db.example/x", True),
        ("ledger-api", "pod ledger-api-7d9f6 is down", True),
        ("tank", "pool tank2", False),
        ("#10727", "gh pr view 10727", True),
        ("#10727", "see /pull/10727/files", True),
        ("#10727", "see 107271", False),
        ("/ui", "built in ui/ again", True),
        ("v5.0.0..v5.1.0", "tags v5.0.0 and v5.1.0", True),
        ("v5.0.0..v5.2.0", "tags v5.0.0 and v5.1.0", False),
        ("404", "two 404s in a row", True),
    ],
)
def test_token_of_its_own(identifier: str, text: str, stands: bool) -> None:
    assert (occurs(identifier, Ledger([Span("s1", "tool", text)])) is not None) is stands


def test_place_of_a_token() -> None:
    assert token_at("a1", "a12 ba1 a1") == 8
