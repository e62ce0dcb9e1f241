"""Text to segments: boundaries, structure, labels, offsets."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from summarylint.language.segment import clauses, scan, segment
from summarylint.model import Segment


def scanned(text: str) -> list[str]:
    return [text[start:end] for start, end in scan(text)]


def read(text: str, *, markdown: bool = True) -> list[tuple[str, Segment]]:
    return [(text[part.start : part.end], part) for part in segment(text, markdown=markdown)]


def words(text: str) -> list[str]:
    return [piece for piece, _ in read(text)]


def one(text: str, piece: str) -> Segment:
    found = [part for found, part in read(text) if found == piece]
    assert len(found) == 1, words(text)
    return found[0]


# ---------------------------------------------------------------- scan


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The queue is empty. It was full at noon.", ["The queue is empty.", "It was full at noon."]),
        ("i think it hangs. check it first", ["i think it hangs.", "check it first"]),
        ("Is it up? Yes! Good.", ["Is it up?", "Yes!", "Good."]),
        ("Use a small store, e.g. sqlite. Then stop.", ["Use a small store, e.g. sqlite.", "Then stop."]),
        ("Python 3.11 and config.yaml v2.4.1 are fine.", ["Python 3.11 and config.yaml v2.4.1 are fine."]),
        ("J. Miller signed it. We go on.", ["J. Miller signed it.", "We go on."]),
        ("We took option B. It is cheaper.", ["We took option B.", "It is cheaper."]),
        ("The timeout is 60 s. Should we raise it?", ["The timeout is 60 s.", "Should we raise it?"]),
        ("It is 3 m. long. At 5 W. it hums.", ["It is 3 m. long.", "At 5 W. it hums."]),
        ("Logs, traces etc. are kept. See no. 7 there.", ["Logs, traces etc. are kept.", "See no. 7 there."]),
        ("1. Restart the worker", ["1. Restart the worker"]),
        ("It listens on port 8093. Next is TLS.", ["It listens on port 8093.", "Next is TLS."]),
        ("Push the branch; then wait.", ["Push the branch", "then wait."]),
        ("Both files (a.py; b.py. Or c.py) changed.", ["Both files (a.py; b.py. Or c.py) changed."]),
        ("Run `make a; make b` now.", ["Run `make a; make b` now."]),
        ("Well... maybe not.", ["Well... maybe not."]),
        ("完成了。下一步", ["完成了。", "下一步"]),
        ("first\r\nsecond\rthird\n\n  fourth  ", ["first", "second", "third", "fourth"]),
        ("before\n```python\nx = 1\n```\nafter", ["before", "x = 1", "after"]),
        ("--\n***\nword", ["word"]),
    ],
)
def test_scan_finds_statement_boundaries(text: str, expected: list[str]) -> None:
    assert scanned(text) == expected


def test_scan_joins_wrapped_prose_only() -> None:
    wrapped = "The migration stopped because the lock on the\ntable was never released by the old worker."
    assert scanned(wrapped) == [wrapped]
    function_word = "We asked whether anybody has seen a report of the\nPostgres team about this."
    assert scanned(function_word) == [function_word]
    code = "result = compute_the_answer_from(everything_we_have_got)\nprint result"
    assert scanned(code) == code.split("\n")
    messages = "npm warn deprecated the package called left-pad\nnpm warn deprecated another package"
    assert scanned(messages) == messages.split("\n")


def test_scan_breaks_at_escaped_line_ends_but_not_in_windows_paths() -> None:
    assert scanned('{"output": "3 passed\\n1 failed"}') == ['{"output": "3 passed', '1 failed"}']
    assert scanned("Open C:\\new\\notes.txt first") == ["Open C:\\new\\notes.txt first"]
    assert scanned('{"path": "D:\\\\new"}') == ['{"path": "D:\\\\new"}']


@pytest.mark.parametrize("text", ['{"key": 1, "other": [2, 3], ' * 200, "QUJD" * 900, "word " * 1000])
def test_scan_cuts_very_long_lines(text: str) -> None:
    found = scan(text)
    assert len(found) > 3
    assert max(end - start for start, end in found) <= 600


# ---------------------------------------------------------------- headings, wrappers, lead-ins


def test_headings_stand_above_what_follows_until_one_of_their_rank() -> None:
    text = "# Report\n\n## 2. Open `bugs`:\n\nThe popup is empty.\n\n### Detail\n\nIt is grey.\n\n## Done\n\nThe port moved."
    assert one(text, "The popup is empty.").headings == ("Report", "Open bugs")
    assert one(text, "It is grey.").headings == ("Report", "Open bugs", "Detail")
    assert one(text, "The port moved.").headings == ("Report", "Done")
    assert one(text, "Detail").form == "heading"
    assert one(text, "Detail").headings == ("Report", "Open bugs")


def test_underlined_headings_and_rules() -> None:
    text = "Findings\n========\n\nThe disk is full.\n---\nThe fan is fine."
    assert one(text, "The disk is full.").headings == ("Findings",)
    assert words(text) == ["Findings", "The disk is full.", "The fan is fine."]


def test_wrapper_tags_are_headings_and_no_statements() -> None:
    inner = "<next_steps>\n- run the tests\n</next_steps>\n<goal>Ship it. Soon.</goal>\n"
    text = f"<state_snapshot>\n{inner}</state_snapshot>\nAfterwards we rest."
    assert words(text) == ["run the tests", "Ship it.", "Soon.", "Afterwards we rest."]
    assert one(text, "run the tests").headings == ("state snapshot", "next steps")
    assert one(text, "Soon.").headings == ("state snapshot", "goal")
    assert one(text, "Afterwards we rest.").headings == ()


def test_wrapper_ends_the_headings_inside_it() -> None:
    text = "<summary>\n# Plan\nWe wait.\n</summary>\n\nNothing else."
    assert one(text, "We wait.").headings == ("summary", "Plan")
    assert one(text, "Nothing else.").headings == ()


def test_placeholders_and_tags_in_code_are_text() -> None:
    text = "Log in as <user> on the host.\n\n```xml\n<goal>\nx\n</goal>\n```"
    assert words(text) == ["Log in as <user> on the host.", "<goal>", "x", "</goal>"]
    assert one(text, "x").headings == ()


def test_wrapper_cut_off_at_the_end_still_holds() -> None:
    assert one("<analysis>\nThe cache is stale.", "The cache is stale.").headings == ("analysis",)


@pytest.mark.parametrize(
    ("line", "name"), [("**Cause**", "Cause"), ("**Cause:**", "Cause"), ("Open questions:", "Open questions"), ("PENDING:", "PENDING")]
)
def test_title_lines_are_headings(line: str, name: str) -> None:
    text = f"{line}\nThe pool is too small.\n"
    assert [(piece, part.form) for piece, part in read(text)] == [(name, "heading"), ("The pool is too small.", "sentence")]
    assert one(text, "The pool is too small.").headings == (name,)


def test_plain_label_ends_after_its_list_but_bold_title_goes_on() -> None:
    text = "{}\n- which port is it\n\nThe branch is merged."
    assert one(text.format("Open questions:"), "which port is it").headings == ("Open questions",)
    assert one(text.format("Open questions:"), "The branch is merged.").headings == ()
    assert one(text.format("**Open questions**"), "The branch is merged.").headings == ("Open questions",)


def test_numbered_labels_stand_above_unindented_content() -> None:
    text = "3. Files and Code Sections:\n\n- store.py was split\n\n4. Errors:\n\n- the build broke\n"
    assert one(text, "store.py was split").headings == ("Files and Code Sections",)
    assert one(text, "the build broke").headings == ("Errors",)


def test_lead_in_sentence_holds_for_the_next_block_only() -> None:
    text = "We looked at the log again today and found that three jobs had died:\n\n- mailer\n- indexer\n\nAll others ran."
    lead = "We looked at the log again today and found that three jobs had died"
    assert one(text, "mailer").headings == (lead,)
    assert one(text, lead + ":").form == "sentence"
    assert one(text, "All others ran.").headings == ()


def test_nested_bullets_inherit_their_parent() -> None:
    text = "- Not tested:\n  - login on Windows\n  - **Risk:** the token expires\n    - seen twice\n- another matter\n"
    assert one(text, "login on Windows").headings == ("Not tested",)
    assert one(text, "Not tested").form == "heading"
    assert one(text, "seen twice").headings == ("Not tested", "Risk")
    assert one(text, "another matter").headings == ()


def test_summary_indented_as_a_whole_keeps_its_structure() -> None:
    text = "Handoff\n    ## Progress\n    - Rebuilt the panel\n    ## Limits\n    - No dragging\n"
    assert one(text, "Rebuilt the panel").headings == ("Progress",)
    assert one(text, "No dragging").headings == ("Limits",)


# ---------------------------------------------------------------- bullets, labels, pairs


@pytest.mark.parametrize("marker", ["- ", "* ", "• ", "1. ", "2) ", "a) "])
def test_markers_are_not_part_of_a_bullet(marker: str) -> None:
    [(piece, part)] = read(f"{marker}restart the indexer")
    assert (piece, part.form, part.checked) == ("restart the indexer", "bullet", None)


@pytest.mark.parametrize(
    ("line", "checked"),
    [
        ("- [x] merge it", True),
        ("- [ ] merge it", False),
        ("- ✅ merge it", True),
        ("- merge it ✅", True),
        ("- ❌ merge it", False),
        ("- ⬜ merge it", False),
    ],
)
def test_task_boxes_and_marks(line: str, checked: bool) -> None:
    [(piece, part)] = read(line)
    assert (piece, part.checked) == ("merge it", checked)


@pytest.mark.parametrize(
    ("text", "piece", "label"),
    [
        ("- **Bug:** empty popup list", "empty popup list", "Bug"),
        ("- **Bug**: empty popup list", "empty popup list", "Bug"),
        ("- **Cause** — a stale lock", "a stale lock", "Cause"),
        ("Next: push and merge", "push and merge", "Next"),
        ("Root cause: the lock is stale", "the lock is stale", "Root cause"),
        ("port: 5433", "5433", "port"),
        ("pool.max_size: 20", "pool.max_size: 20", "pool.max_size"),
        ("max-age: 60", "max-age: 60", "max-age"),
        ("MAX_JOBS=4", "MAX_JOBS=4", "MAX_JOBS"),
        ("`retries` = 3", "`retries` = 3", "retries"),
        ('"retries": 3,', '"retries": 3', "retries"),
    ],
)
def test_labels_and_keys_make_pairs(text: str, piece: str, label: str) -> None:
    [(found, part)] = read(text)
    assert (found, part.form, part.label) == (piece, "pair", label)


@pytest.mark.parametrize(
    "text",
    [
        "The user said: never deploy on a Friday",
        "See https://example.org/a: it is long",
        "It began at 22:45 sharp",
        "Use std::vector there",
        "It listens on db1:5433 now",
        "Stored in C:\\logs today",
        "In the end all of us agreed on one thing: wait",
    ],
)
def test_other_colons_make_no_label(text: str) -> None:
    [(piece, part)] = read(text)
    assert (piece, part.label, part.form) == (text, "", "sentence")


def test_label_of_a_bullet_holds_for_all_its_sentences_and_one_in_prose_for_its_own() -> None:
    assert [part.label for _, part in read("- Guess: the cache is stale. The lock is old.")] == ["Guess", "Guess"]
    assert [part.label for _, part in read("Guess: the cache is stale. The lock is old.")] == ["Guess", ""]


# ---------------------------------------------------------------- tables, code, quotations, logs


def test_table_rows_give_cells_with_column_and_row() -> None:
    text = "## State\n\n| Task | Result |\n|---|---|\n| login | works \\| fine |\n| export | |\n"
    assert words(text) == ["State", "login", "works \\| fine", "export"]
    cell = one(text, "works \\| fine")
    assert (cell.form, cell.headings, cell.label) == ("row", ("State", "Result"), "login")
    assert (one(text, "login").headings, one(text, "login").label) == (("State", "Task"), "")


def test_mark_in_a_cell_tells_the_state_of_its_row() -> None:
    text = "Task | Done\n--- | ---\nlogin | ✅\nexport | ❌\n"
    assert [(piece, part.checked) for piece, part in read(text)] == [("login", True), ("✅", True), ("export", False), ("❌", False)]


def test_code_is_one_segment_a_line_under_its_heading() -> None:
    text = "## Patch\n\n```python\ndef run():\n\n    return 1\n```\n"
    assert [(piece, part.form) for piece, part in read(text)[1:]] == [("def run():", "code"), ("return 1", "code")]
    assert one(text, "return 1").headings == ("Patch",)


def test_quotations() -> None:
    text = "The user said:\n\n> Never deploy on Fridays. Ask first.\n\nWe agreed."
    assert one(text, "Never deploy on Fridays.").form == "quotation"
    assert one(text, "Ask first.").headings == ("The user said",)
    assert (one(text, "We agreed.").form, one(text, "We agreed.").headings) == ("sentence", ())


@pytest.mark.parametrize(
    "line",
    [
        "2031-04-02 10:11:12 db: refused. Retrying",
        "[10:11:12] started",
        "$ make test",
        "ERROR migrate: no such table",
        "ValueError: bad day",
    ],
)
def test_log_lines_stay_whole(line: str) -> None:
    assert [part.form for _, part in read("It failed with this:\n" + line)][1:] == ["log"]


def test_plain_reading_takes_no_markup() -> None:
    text = "# not a heading\nWARNING: disk is low\nport = 5433\nAll is well. Go on.\n"
    assert [(piece, part.form, part.headings) for piece, part in read(text, markdown=False)] == [
        ("# not a heading", "log", ()),
        ("WARNING: disk is low", "log", ()),
        ("port = 5433", "pair", ()),
        ("All is well.", "sentence", ()),
        ("Go on.", "sentence", ()),
    ]


_STAIRS = "".join("  " * depth + "- item\n" for depth in range(60)) + "  " * 60 + "- deep down"


@pytest.mark.parametrize("text", ["> " * 90 + "deep down", "- " * 90 + "deep down", _STAIRS])
def test_very_deep_nesting_loses_nothing(text: str) -> None:
    assert words(text)[-1].endswith("deep down")
    assert len(words(text)) == text.count("\n") + 1


# ---------------------------------------------------------------- clauses


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The port is open, but the login fails", ["The port is open", "but the login fails"]),
        ("It compiles, though nobody ran it", ["It compiles", "though nobody ran it"]),
        ("The fix is in; the tests wait", ["The fix is in", "the tests wait"]),
        ("The index was rebuilt, and the cache is warm", ["The index was rebuilt", "and the cache is warm"]),
        ("We need build, lint, and docs", ["We need build, lint, and docs"]),
        ("The small fix works but the large one does not", ["The small fix works", "but the large one does not"]),
        ("We removed nothing but the old cache files", ["We removed nothing but the old cache files"]),
        ("It stops (slow, but the data is safe) at night", ["It stops (slow, but the data is safe) at night"]),
    ],
)
def test_clauses(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in clauses(text, 0, len(text))] == expected


def test_long_sentences_are_cut_at_their_clauses() -> None:
    left = "The worker keeps the old connection open for more than ninety seconds after each restart of the main server process"
    right = "but nobody has measured how long the others keep theirs because the logs of that night were rotated away by cron."
    cause = "because the logs of that night were rotated away by cron."
    assert words(f"{left}, {right}") == [left, right.removesuffix(cause).strip(), cause]


# ---------------------------------------------------------------- any text

_MARKUP = ["# ", "- ", "> ", "1. ", "```", "| ", "|---|---|\n", "**", "<a>", "</a>", "<b_c/>", "[x] ", "✅", "`", "---\n", "    "]
_WRITING = ["\n", "\r\n", "\r", "\t", ": ", "; ", ". ", "word", "Two words", "e.g. ", "(", ")", '"', "\u2028", "x = 1", ", but "]
_SCRAPS = st.sampled_from([*_MARKUP, *_WRITING, "\\n", "C:\\", "\0", "\ud800", "🎉"])
_TEXTS = st.one_of(st.text(), st.lists(_SCRAPS, max_size=30).map("".join), st.text(st.characters(codec=None), max_size=40))


@given(_TEXTS, st.booleans())
@settings(max_examples=300, deadline=None)
@example("", True)
@example("<a></a>", True)
@example("> - > 1. x\n> y", True)
@example("# 0\u2028#", True)
def test_segments_are_trimmed_sorted_and_apart(text: str, markdown: bool) -> None:
    last = 0
    for part in segment(text, markdown=markdown):
        assert last <= part.start < part.end <= len(text)
        piece = text[part.start : part.end]
        assert piece == piece.strip()
        last = part.end


@given(_TEXTS)
@settings(max_examples=300, deadline=None)
def test_scan_loses_no_word(text: str) -> None:
    text = text.replace("\\", "").replace("```", "").replace("~~~", "")
    covered = [False] * len(text)
    last = 0
    for start, end in scan(text):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        covered[start:end] = [True] * (end - start)
        last = end
    assert all(done for done, sign in zip(covered, text, strict=True) if sign.isalnum())


@given(_TEXTS)
@settings(max_examples=200, deadline=None)
def test_clauses_lie_inside_in_order(text: str) -> None:
    last = 0
    for start, end in clauses(text, 0, len(text)):
        assert last <= start < end <= len(text)
        last = end
