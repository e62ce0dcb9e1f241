"""Identifiers: what is one, what is prose, what counts as the same one."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from summarylint.language.identifier_tokens import candidate_tokens
from summarylint.language.identifiers import find_identifiers
from summarylint.language.likeness import near_identifier, same_identifier, similarity
from summarylint.language.marks import find_marks, find_quotations


def found(text: str) -> list[tuple[str, str]]:
    return [(mark.text, mark.type) for mark in find_identifiers(text)]


@pytest.mark.parametrize(
    ("token", "type_"),
    [
        ("db.internal", "host"),
        ("localhost:8080", "host-port"),
        ("10.0.0.1", "ipv4"),
        ("10.0.0.1:5432", "host-port"),
        ("fe80::1", "ipv6"),
        ("aa:bb:cc:dd:ee:0f", "mac"),
        ("https://docs.parcel.example/bulk?x=1", "url"),
        ("ops@acme.example", "email"),
        ("docs/RELEASE.md", "path"),
        ("~/.gitconfig", "path"),
        ("./run.sh", "path"),
        ("../shared/", "path"),
        ("/etc/nginx/nginx.conf", "path"),
        ("C:\\Users\\ada\\notes.txt", "path"),
        ("src/**/*.ts", "path"),
        ("$HOME/bin/tool", "path"),
        ("lib/tasks/backfill_ref.rake", "path"),
        ("r2.log", "file-name"),
        (".gitignore", "file-name"),
        ("Dockerfile", "file-name"),
        ("2026-03-14-report.md", "file-name"),
        ("c41f09e", "hash"),
        ("123e4567-e89b-12d3-a456-426614174000", "uuid"),
        ("v3.4.0", "version"),
        ("1.2.3-rc.2", "version"),
        ("feature/offline-cache", "ref"),
        ("origin/main", "ref"),
        ("stash@{0}", "ref"),
        ("nginx:1.25", "image"),
        ("ghcr.io/acme/api:v1", "image"),
        ("#123", "ticket"),
        ("PROJ-17", "ticket"),
        ("acme/api#12", "ticket"),
        ("MAX_RETRIES", "environment-variable"),
        ("$HOME", "environment-variable"),
        ("--dry-run", "flag"),
        ("-v", "flag"),
        ("pool.max_size", "config-key"),
        ("compute_total", "name"),
        ("handleOpen", "name"),
        ("AgentPanel", "name"),
        ("Store.flush()", "name"),
        ("Streamer::Flush", "name"),
        ("sdk-5", "name"),
        ("rf_<id>", "name"),
        ("db-clone-02", "name"),
        ("M-20817-NL", "name"),
        ("ip-10-61-7-28", "name"),
        ("Slot27", "name"),
        ("web-a", "name"),
        ("TypeError", "exception"),
        ("json.JSONDecodeError", "exception"),
        ("ECONNREFUSED", "errno"),
        ("gpt-4o", "model-name"),
    ],
)
def test_type(token: str, type_: str) -> None:
    assert found(f"Then {token}, as said.") == [(token, type_)]
    assert found(f"({token})") == [(token, type_)]
    assert found(f"We saw {token}.") == [(token, type_)]


@pytest.mark.parametrize(
    "prose",
    [
        "read/write and/or build/lint/publish client/server staging/prod settings/profile typecheck/lint",
        "Finnish/Swedish/German user/agent Document/prepare CI/CD TCP/IP 24/7 12/12 n/a",
        "e.g. this, i.e. that, the U.S. and. So",
        "about 3.5 or 0.083333 at 22:45 with 8k and 4xx ... … 😀",
        "ALWAYS do this, NOT that, DON'T, TODO, README, API, SQL, HTTP",
        "GitHub JavaScript PostgreSQL macOS iOS OpenAI",
        "a well-known follow-up is read-only and day-to-day",
        "**bold** and _it_ and 16-bit, 3-node, 90-day, 6m12s, 38.21GB",
        "路径/任务/会话",
        "<facts>none</facts>",
        "UTF-8 and SHA-256 on k8s",
    ],
)
def test_prose_is_no_identifier(prose: str) -> None:
    assert found(prose) == []


def test_product_in_the_shape_of_a_file_is_a_name() -> None:
    assert found("It runs on Node.js.") == [("Node.js", "name")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on port 5433 now", [("5433", "port")]),
        ("exited with code 137", [("137", "exit-code")]),
        ("it returned 404.", [("404", "http-status")]),
        ("HTTP 413 above that", [("413", "http-status")]),
        ("errno 13", [("13", "errno")]),
        ("see PR 42", [("42", "ticket")]),
        ("PR 3 days ago", []),
        ("Python 3.10", [("3.10", "version")]),
        ("v5.0.0..v5.1.0", [("v5.0.0", "version"), ("v5.1.0", "version")]),
        ("`react-grid-layout`", [("react-grid-layout", "code")]),
        ("set `npm run build` off", []),
        ("popup.js:48", [("popup.js", "file-name")]),
        ("src/a.ts:12:3", [("src/a.ts", "path")]),
        ('{"text": "two files\\n\\nsee src/a.ts\\nand b_c\\"', [("src/a.ts", "path"), ("b_c", "name")]),
        ("C:\\new\\text.txt", [("C:\\new\\text.txt", "path")]),
        ("tests/test_a.py::test_drop", [("tests/test_a.py", "path"), ("test_drop", "name")]),
        ("RETRIES_MAX=5", [("RETRIES_MAX", "environment-variable")]),
    ],
)
def test_context_and_parts(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


def test_values_are_normal_forms() -> None:
    assert [mark.value for mark in find_identifiers("OPS@Acme.example $HOME flush_all()")] == ["ops@acme.example", "HOME", "flush_all"]


def test_window_offsets_are_absolute() -> None:
    text = "sdk-4 then sdk-5 then sdk-6"
    (mark,) = find_identifiers(text, 11, 16)
    assert (mark.start, mark.end, mark.text) == (11, 16, "sdk-5")


def test_marks_count_a_number_once() -> None:
    marks = find_marks("popup.js:48 in r2.log on port 5433 has 35 columns")
    assert [(mark.kind, mark.text) for mark in marks] == [
        ("identifier", "popup.js"),
        ("quantity", "48"),
        ("identifier", "r2.log"),
        ("identifier", "5433"),
        ("quantity", "35"),
    ]


def test_quotations_hold_other_marks() -> None:
    marks = find_marks('It said "connection refused by db.internal:5433" in `run 7`.')
    assert [(mark.kind, mark.type) for mark in marks] == [
        ("quotation", "quotation"),
        ("identifier", "error-string"),
        ("identifier", "host-port"),
        ("code", "inline"),
        ("quantity", "number"),
    ]


def test_apostrophes_open_no_quotation() -> None:
    assert find_quotations("I don't think it's the users' fault") == ()
    assert [mark.value for mark in find_quotations("He wrote 'don't push' and “stop”")] == ["don't push", "stop"]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("c41f09e", "c41f09e8b7d6a5c4f3e2d1c0b9a8978675645342"),
        ("src/auth.ts", "/home/ada/work/src/auth.ts"),
        ("auth.ts", "src/auth.ts"),
        ("~/notes/a.md", "/home/ada/notes/a.md"),
        ("docs/safety/", "docs/safety"),
        ("./run.sh", "run.sh"),
        ("src\\/a.ts", "src/a.ts"),
        ("a&amp;b", "a&b"),
        ("DB.Internal", "db.internal"),
        ("flush()", "flush"),
        ("file.py:12", "file.py"),
        ("Store.flush", "flush"),
        ("work_schema", "work_schema.columns"),
        ("$HOME", "HOME"),
        ("v1.2.3", "1.2.3"),
        ("#12", "acme/api#12"),
        ("`sdk-5`", "sdk-5"),
    ],
)
def test_same_identifier(a: str, b: str) -> None:
    assert same_identifier(a, b)
    assert same_identifier(b, a)
    assert near_identifier(a, b) is None
    assert similarity(a, b) == 1.0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("s3", "s4"),
        ("c41f0", "c41f09e8b7d6a5c4"),
        ("py", "a.py"),
        ("storage", "storage.session"),
        ("internal", "db.internal"),
        ("th.ts", "src/auth.ts"),
        ("Flush_All", "flush_all"),
        ("1", "release/1"),
        ("v1.2.3", "v1.2.4"),
    ],
)
def test_another_identifier(a: str, b: str) -> None:
    assert not same_identifier(a, b)
    assert not same_identifier(b, a)


@pytest.mark.parametrize(
    ("a", "b", "how"),
    [
        ("s3", "s4", "sibling"),
        ("web-a", "web-b", "sibling"),
        ("gha-lin-06", "gha-lin-07", "sibling"),
        ("v1.28.9", "v1.29.4", "sibling"),
        ("Slot0", "Slot27", "sibling"),
        ("M-20871-NL", "M-20817-NL", "altered"),
        ("value_date", "valueDate", "altered"),
        ("db-clone_02", "db-clone-02", "altered"),
        ("1.4.0", "1.4.0-rc.2", "altered"),
        ("config.yml", "config.yaml", "altered"),
        ("idxO_rows", "idx0_rows", "altered"),
        ("tennant_quota", "tenant_quota", "altered"),
        ("c41f09f8b7d6", "c41f09e8b7d6", "altered"),
        ("src/auht.ts", "src/auth.ts", "altered"),
        ("berth_code", "berth_cd", "altered"),
        ("tide_level_m", "tide_lvl_m", "altered"),
        ("gate_north_v2", "gate_v2_north", "altered"),
        ("gha-lin", "gha-lin-06", "shortened"),
        ("c41f0", "c41f09e8b7d6a5c4", "shortened"),
        ("src/Panel.tsx", "src/components/Panel.tsx", "shortened"),
        ("quota", "tenant_quota", None),
        ("gate_north", "north_gate", None),
        ("gate_cold", "gate_code", None),
        ("docs/a.md", "tests/b.py", None),
        ("/srv/app", "/srv/app/config.yml", None),
        ("feedback", "compute_total", None),
    ],
)
def test_near_identifier(a: str, b: str, how: str | None) -> None:
    assert near_identifier(a, b) == how


def test_similarity_orders_by_likeness() -> None:
    likeness = [similarity(other, "tenant_quota") for other in ("xyz", "quota_tenant", "tennant_quota", "tenant_quota")]
    assert likeness == sorted(set(likeness))
    assert likeness[-1] == 1.0


# Put together at run time, so that no scanner takes the test for a leak.
@pytest.mark.parametrize("unit", ["a'", "v1a", "1.", "a-", "`", "A_", "x/", "9:", "“", "1 ", "**", "aError", "0f"])
def test_long_runs_give_marks_that_quote_them(unit: str) -> None:
    text = unit * 20_000 + "!"
    assert all(text[mark.start : mark.end] == mark.text for mark in find_marks(text))


def test_candidate_tokens_leave_plain_words_out() -> None:
    text = "The plan (as agreed) is in docs/plan.md, version 3."
    assert [text[start:end] for start, end in candidate_tokens(text)] == ["docs/plan.md", "3"]


TEXT = st.one_of(st.text(), st.text(alphabet="aB3/._-:@#$~`'\"*()<>{}[]\\ \n=+%eé日“”"))


@settings(max_examples=300)
@given(TEXT)
def test_any_text_gives_marks_that_quote_it(text: str) -> None:
    marks = find_marks(text)
    assert all(text[mark.start : mark.end] == mark.text and mark.text for mark in marks)
    assert [mark.start for mark in marks] == sorted(mark.start for mark in marks)
    flat = [mark for mark in marks if mark.kind in ("identifier", "quantity") and mark.type != "error-string"]
    assert all(before.end <= after.start for before, after in pairwise(flat))


@given(TEXT, TEXT)
def test_sameness_is_reflexive_and_symmetric(a: str, b: str) -> None:
    assert same_identifier(a, a)
    assert same_identifier(a, b) == same_identifier(b, a)
    assert near_identifier(a, a) is None
    assert 0.0 <= similarity(a, b) <= 1.0


@pytest.mark.parametrize(
    ("text", "type_", "found"),
    [
        ("send the X-Idempotency-Key header", "name", "X-Idempotency-Key"),
        ("crate nine (seal 884179)", "number-id", "884179"),
        ("the card ending 4471 is lost", "number-id", "4471"),
        ("claim 55-20983-K is open", "ticket", "55-20983-K"),
    ],
)
def test_names_of_headers_and_numbers_of_things(text: str, type_: str, found: str) -> None:
    assert [(mark.type, mark.text) for mark in find_identifiers(text)] == [(type_, found)]


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [("Panel.css", "Panel.tsx", None), ("a.jpg", "a.jpeg", "altered"), ("index.js", "index.ts", None)],
)
def test_another_extension_is_another_file(one: str, other: str, how: str | None) -> None:
    assert near_identifier(one, other) == how


def test_escaped_quotation_marks_are_the_same() -> None:
    assert same_identifier('json:"batch_number"', 'json:\\"batch_number\\"')
