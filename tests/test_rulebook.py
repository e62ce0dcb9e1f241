"""Rule files are read strictly, rules are selected by any of their names, and examples tell the truth."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from summarylint import checks
from summarylint.errors import RuleError, SettingsError, UsageError
from summarylint.model import Compaction, Edit, Finding, Fix, Place, Report, SummaryPlace
from summarylint.rulebook import Rule, Rulebook, book, find_kind, kind_names, load_rulebook, read_rule, run_examples
from summarylint.rulebook.example_runs import apply_edits
from summarylint.settings import Settings

KIND = """
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal
from summarylint.model import Hit

KIND = "stub-words"
FIELDS = frozenset({"cue", "span_id"})
FIXES = frozenset({"restore-cue"})

@dataclass(frozen=True, slots=True)
class Settings:
    words: tuple[str, ...] = ("maybe",)
    share: float = 0.5
    most_words: int | None = None
    side: Literal["left", "right"] = "left"
    hands: tuple[Literal["left", "right"], ...] = ()

def check(view: Any, settings: Settings) -> Iterator[Hit]:
    yield from ()
"""

RULE = """
code      = "XYZ001"
name      = "dropped-word"
summary   = "A word is gone"
since     = "0.1.0"
severity  = "warning"
message   = "{cue!r} is gone"
help      = "put {cue!r} of {span_id} back"
rationale = "Words matter."

[check]
kind = "stub-words"

[[bad]]
spans      = [{ role = "user", text = "maybe five" }]
summary    = "It is five."
underlined = "five"
because    = "maybe"

[[good]]
spans   = [{ role = "user", text = "five" }]
summary = "It is five."
"""


@pytest.fixture(autouse=True)
def stub_kind(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A check kind of its own beside the built-in ones."""
    folder = tmp_path_factory.mktemp("kinds")
    (folder / "stub_words.py").write_text(KIND)
    monkeypatch.setattr(checks, "__path__", [*checks.__path__, str(folder)])
    yield
    sys.modules.pop("summarylint.checks.stub_words", None)


def write(folder: Path, text: str, name: str = "rule.toml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def other(code: str, name: str, text: str = RULE) -> str:
    return text.replace("XYZ001", code).replace("dropped-word", name)


@pytest.fixture
def builtin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand-ins for the built-in rules."""
    folder = tmp_path / "builtin"
    write(folder, RULE, "xyz/dropped-word.toml")
    write(folder, other("XYZ010", "changed-word").replace("since", 'aliases = ["old-word"]\ntags = ["wordy"]\nsince'), "xyz/b.toml")
    write(folder, other("ABC001", "quiet-word").replace("since", "enabled = false\nsince"), "abc/a.toml")
    monkeypatch.setattr(book, "builtin_rules", lambda: folder)
    return folder


# ---------------------------------------------------------------- reading


def test_a_rule_is_read_with_all_it_says(tmp_path: Path) -> None:
    text = RULE.replace(
        'kind = "stub-words"', 'kind = "stub-words"\nwords = ["perhaps", "maybe"]\nshare = 1\n\n[fix]\nkind = "restore-cue"'
    )
    rule = read_rule(write(tmp_path, text))
    assert (rule.code, rule.name, rule.family, rule.severity, rule.enabled) == ("XYZ001", "dropped-word", "XYZ", "warning", True)
    assert (rule.kind, rule.fix_kind, rule.check) == ("stub-words", "restore-cue", find_kind("stub-words").check)
    assert (rule.settings.words, rule.settings.share, rule.settings.side) == (("perhaps", "maybe"), 1.0, "left")
    assert [(example.outcome, example.number) for example in rule.examples] == [("bad", 1), ("good", 1)]
    assert rule.path == str(tmp_path / "rule.toml")


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('message   = "{cue!r} is gone"', 'mesage = "gone"', 7, "unknown key 'mesage' in a rule; did you mean 'message'?"),
        ('since     = "0.1.0"\n', "", None, "'since' is missing"),
        ('"warning"', '"warn"', 6, "severity 'warn' is not one of note, warning, error"),
        ('"warning"', "3", 6, "'severity' is not a text"),
        ("XYZ001", "xyz1", 2, "code 'xyz1' is not made of capital letters and three digits, such as HDG001"),
        ("dropped-word", "Dropped Word", 3, "name 'Dropped Word' is not made of lower-case words joined by hyphens"),
        ('"Words matter."', '" "', 9, "'rationale' is not a text"),
        (
            '"{cue!r} is gone"',
            '"{ceu} gone"',
            7,
            "'message' names 'ceu', but check kind 'stub-words' has only cue, span_id; did you mean 'cue'?",
        ),
        ("{span_id} back", "{span_id.__class__} back", 8, "'help' names 'span_id.__class__', but"),
        ("{span_id} back", "{} back", 8, "'help' names '', but"),
        ('"{cue!r} is gone"', '"{cue is gone"', 7, "'message' is no format string"),
        ('kind = "stub-words"', 'kind = "stub-wrods"', 12, "unknown check kind 'stub-wrods'; did you mean 'stub-words'?"),
        ('kind = "stub-words"', "", 11, "'kind' is missing in [check]"),
        ('[check]\nkind = "stub-words"\n', "", None, "the table [check] is missing"),
        ('kind = "stub-words"', 'kind = "stub-words"\nword = []', 13, "[check] unknown setting 'word'; did you mean 'words'?"),
        ('kind = "stub-words"', 'kind = "stub-words"\nwords = "maybe"', 13, "[check] 'words' is 'maybe', not a list of texts"),
        ('kind = "stub-words"', 'kind = "stub-words"\nshare = true', 13, "[check] 'share' is True, not a number"),
        ('kind = "stub-words"', 'kind = "stub-words"\nmost-words = "9"', 13, "[check] 'most-words' is '9', not a whole number"),
        (
            'kind = "stub-words"',
            'kind = "stub-words"\nside = "rigth"',
            13,
            "[check] 'side' is 'rigth', not one of 'left', 'right'; did you",
        ),
        ("[[bad]]", '[fix]\nkind = "restore"\n[[bad]]', 14, "check kind 'stub-words' makes no fix 'restore', only restore-cue"),
        ("[[bad]]", "[fix]\n[[bad]]", 14, "'kind' is missing in [fix]"),
        ("[[bad]]", "[[gap]]", None, "a rule needs at least one [[bad]] example"),
        ("[[good]]", "[[gap]]", None, "a rule needs at least one [[good]] example"),
        ('underlined = "five"', 'undrlined = "five"', 14, "[[bad]] 1: unknown key 'undrlined'; did you mean 'underlined'?"),
        ('underlined = "five"', 'underlined = "six"', 14, "[[bad]] 1: 'underlined' stands in no summary: 'six'"),
        ('because    = "maybe"', 'because = "surely"', 14, "[[bad]] 1: 'because' stands in no span: 'surely'"),
        ('text = "five" }]\nsummary = "It is five."', 'text = "five" }]', 20, "[[good]] 1: 'summary' is missing or not a text"),
        ('text = "five" }]\n', 'text = "five" }]\nbecause = "five"\n', 20, "[[good]] 1: unknown key 'because'"),
        ('text = "five" }]\n', 'text = "five" }]\nrecords = []\n', 20, "[[good]] 1: 'spans' stands beside 'records'"),
        ("[[good]]\nspans", "[[good]]\nspan", 20, "[[good]] 1: unknown key 'span'; did you mean 'spans'?"),
        ("[check]", "[check", 11, "not valid TOML"),
    ],
)
def test_a_wrong_rule_file_is_told_with_file_line_and_way_out(tmp_path: Path, old: str, new: str, line: int | None, reason: str) -> None:
    assert old in RULE
    path = write(tmp_path, RULE.replace(old, new, 1))
    with pytest.raises(RuleError) as caught:
        read_rule(path)
    at = f":{line}" if line else ""
    assert str(caught.value).startswith(f"{path}{at}: {reason}")


def test_a_file_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    path = tmp_path / "rule.toml"
    path.write_bytes(b"\xff")
    with pytest.raises(RuleError, match="cannot be read"):
        read_rule(path)


def test_a_chain_of_records_is_one_example(tmp_path: Path) -> None:
    chain = '[[good]]\nrecords = [{ spans = [], summary = "a" }, { spans = [], summary = "b", cycle_depth = 1 }]\n'
    rule = read_rule(write(tmp_path, RULE + chain))
    assert [record["summary"] for record in rule.examples[-1].records] == ["a", "b"]


# ---------------------------------------------------------------- kinds


def test_a_kind_is_found_by_the_name_of_its_module() -> None:
    kind = find_kind("stub-words")
    assert (kind.name, kind.fields, kind.fixes) == ("stub-words", {"cue", "span_id"}, {"restore-cue"})
    assert "stub-words" in kind_names()


def test_a_kind_that_is_not_whole_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "half_kind.py").write_text('KIND = "half-kind"\nFIELDS = frozenset()\n')
    monkeypatch.setattr(checks, "__path__", [*checks.__path__, str(tmp_path)])
    with pytest.raises(RuleError, match=r"check kind 'half-kind' lacks Settings, check"):
        find_kind("half-kind")


def test_a_kind_that_cannot_be_imported_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lost_kind.py").write_text("import no_such_module_anywhere\n")
    monkeypatch.setattr(checks, "__path__", [*checks.__path__, str(tmp_path)])
    with pytest.raises(RuleError, match=r"check kind 'lost-kind' cannot be imported: No module named 'no_such_module_anywhere'"):
        find_kind("lost-kind")


def test_a_package_may_offer_a_kind_by_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "offered.py").write_text(KIND.replace("stub-words", "offered-words"))
    metadata = tmp_path / "offered-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: offered\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[summarylint.checks]\noffered-words = offered\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert find_kind("offered-words").fields == {"cue", "span_id"}
    with pytest.raises(RuleError, match="unknown check kind 'offered-wrods'; did you mean 'offered-words'"):
        find_kind("offered-wrods")


# ---------------------------------------------------------------- the book


def codes(found: Rulebook) -> list[str]:
    return [rule.code for rule in found]


def test_rules_stand_in_the_order_of_their_codes(builtin: Path) -> None:
    assert codes(load_rulebook()) == ["ABC001", "XYZ001", "XYZ010"]


@pytest.mark.parametrize(
    ("select", "ignore", "extend", "expected"),
    [
        ([], [], [], ["XYZ001", "XYZ010"]),
        ([], [], ["ABC"], ["ABC001", "XYZ001", "XYZ010"]),
        (["ALL"], [], [], ["ABC001", "XYZ001", "XYZ010"]),
        (["XYZ"], [], [], ["XYZ001", "XYZ010"]),
        (["XYZ00"], [], [], ["XYZ001"]),
        (["XYZ010"], [], [], ["XYZ010"]),
        (["changed-word"], [], ["quiet-word"], ["ABC001", "XYZ010"]),
        (["old-word"], [], [], ["XYZ010"]),
        (["wordy"], [], [], ["XYZ010"]),
        ([], ["XYZ"], [], []),
        ([], ["ALL"], [], []),
        (["ALL"], ["ABC"], [], ["XYZ001", "XYZ010"]),
        (["XYZ001"], ["XYZ"], [], ["XYZ001"]),  # the narrower selector wins
        (["XYZ"], ["XYZ001"], [], ["XYZ010"]),
        (["XYZ001"], ["dropped-word"], [], []),  # of two equal ones, ignore
    ],
)
def test_select(builtin: Path, select: list[str], ignore: list[str], extend: list[str], expected: list[str]) -> None:
    assert codes(load_rulebook().select(select, ignore, extend)) == expected


@pytest.mark.parametrize(
    ("selector", "nearest"),
    [("droped-word", "dropped-word"), ("xyz001", "XYZ001"), ("XYZ1", "XYZ"), ("all", "ALL"), ("XY", "XYZ"), ("wordly", "wordy")],
)
def test_an_unknown_selector_is_told_with_the_nearest(builtin: Path, selector: str, nearest: str) -> None:
    for where in ("select", "ignore", "extend_select"):
        with pytest.raises(UsageError, match=f"unknown rule '{selector}'; did you mean '{nearest}'"):
            load_rulebook().select(**{where: [selector]})


def test_an_empty_selector_names_nothing(builtin: Path) -> None:
    with pytest.raises(UsageError, match="unknown rule ''"):
        load_rulebook().select([""])


def test_find(builtin: Path) -> None:
    found = load_rulebook()
    assert {found.find(name).code for name in ("XYZ010", "changed-word", "old-word")} == {"XYZ010"}
    with pytest.raises(UsageError, match="unknown rule 'changed-wrod'; did you mean 'changed-word'"):
        found.find("changed-wrod")


@pytest.mark.parametrize("claimed", [("XYZ001", "fresh-word"), ("XYZ099", "dropped-word"), ("XYZ099", "old-word")])
def test_a_code_or_name_is_never_claimed_twice(builtin: Path, tmp_path: Path, claimed: tuple[str, str]) -> None:
    path = write(tmp_path / "own", other(*claimed))
    with pytest.raises(RuleError, match="is already a rule in") as caught:
        load_rulebook(Settings(rules=(tmp_path / "own",)))
    assert str(caught.value).startswith(str(path))
    assert str(builtin) in str(caught.value)


def test_users_rules_stand_beside_the_built_in_ones(builtin: Path, tmp_path: Path) -> None:
    path = write(tmp_path / "own" / "deeper", other("OWN001", "own-word"))
    assert codes(load_rulebook(Settings(rules=(tmp_path / "own",))))[1] == "OWN001"
    assert codes(load_rulebook(Settings(rules=(path,))))[1] == "OWN001"


def test_a_folder_without_rules_is_no_silent_success(builtin: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(RuleError, match="holds no rule file"):
        load_rulebook(Settings(rules=(tmp_path / "empty",)))
    with pytest.raises(RuleError, match="no such folder or file of rules"):
        load_rulebook(Settings(rules=(tmp_path / "absent",)))


def test_missing_built_in_rules_are_no_silent_success(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "builtin_rules", lambda: tmp_path)
    with pytest.raises(RuleError, match="the built-in rules are missing"):
        load_rulebook()


def test_settings_of_a_rule_go_over_its_own(builtin: Path) -> None:
    settings = Settings(
        rule={"XYZ010": {"words": ["surely"]}, "old-word": {"most-words": 3}}, severity={"XYZ": "note", "dropped-word": "error"}
    )
    found = load_rulebook(settings)
    assert (found.find("changed-word").settings.words, found.find("changed-word").settings.most_words) == (("surely",), 3)
    assert found.find("dropped-word").settings.words == ("maybe",)
    assert [rule.severity for rule in found] == ["warning", "error", "note"]


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (Settings(rule={"droped-word": {}}), "unknown rule 'droped-word'; did you mean 'dropped-word'"),
        (Settings(severity={"XZY": "note"}), "unknown rule 'XZY'; did you mean 'XYZ'"),
        (Settings(per_file_ignores={"*.json": ("XZY",)}), "unknown rule 'XZY'; did you mean 'XYZ'"),
        (Settings(rule={"dropped-word": {"wrods": []}}), "rule.dropped-word: unknown setting 'wrods'; did you mean 'words'"),
        (Settings(rule={"dropped-word": {"share": "x"}}, source="a.toml"), "a.toml: rule.dropped-word: 'share' is 'x', not a number"),
        (Settings(rule={"dropped-word": {"kind": "x"}}), "rule.dropped-word: unknown setting 'kind'"),
        (
            Settings(rule={"dropped-word": {"hands": ["left", "rihgt"]}}),
            "settings: rule.dropped-word: 'hands' holds 'rihgt', not one of 'left', 'right'; did you mean 'right'?",
        ),
        (
            Settings(rule={"dropped-word": {"hands": "left"}}),
            "settings: rule.dropped-word: 'hands' is 'left', not a list of any of 'left', 'right'",
        ),
        (
            Settings(rule={"XYZ001": {"share": "x"}}, source="a.toml", sources={"rule.XYZ001": "--config y"}),
            "--config y: rule.XYZ001: 'share' is 'x', not a number",
        ),
        (
            Settings(select=("XZY",), source="a.toml", sources={"select.XZY": "a.toml"}),
            "a.toml: select: unknown rule 'XZY'; did you mean 'XYZ'",
        ),
        (
            Settings(extend_select=("qqqq",), source="a.toml", sources={"extend_select.qqqq": "a.toml"}),
            "a.toml: extend-select: unknown rule 'qqqq'; `summarylint rules` lists them",
        ),
    ],
)
def test_wrong_settings_of_rules_are_told(builtin: Path, settings: Settings, reason: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load_rulebook(settings)
    assert reason in str(caught.value)


# ---------------------------------------------------------------- examples


class Echo:
    """A linter that finds the quotes it is told to find in every compaction."""

    def __init__(self, *findings: tuple[str, str], fix: Fix | None = None, error: Exception | None = None) -> None:
        self.findings, self.fix, self.error = findings, fix, error
        self.seen: list[str] = []

    def check(self, compaction: Compaction) -> Report:
        self.seen.append(compaction.id)
        if self.error:
            raise self.error
        findings = tuple(
            Finding("XYZ001", "dropped-word", "warning", "", SummaryPlace(0, 1, quote), (Place("s1", 0, 1, because),), "", self.fix, {}, "")
            for quote, because in self.findings
        )
        return Report(compaction, findings, ())


def outcomes(rule: Rule, echo: Echo) -> list[tuple[str, bool, str]]:
    return [(outcome.example.outcome, outcome.ok, outcome.explanation) for outcome in run_examples([rule], lambda _: echo)]


def test_bad_has_to_be_found_where_it_says_and_good_not_at_all(tmp_path: Path) -> None:
    rule = read_rule(write(tmp_path, RULE))
    [bad, good] = outcomes(rule, Echo(("It is five", "maybe")))
    assert bad == ("bad", True, "")
    assert good == ("good", False, "expected silence, found dropped-word at 'It is five' because of 'maybe'")


@pytest.mark.parametrize(
    ("findings", "explanation"),
    [
        ([], "expected a finding, found none"),
        ([("It is", "maybe")], "expected underlined 'five' and because 'maybe', found dropped-word at 'It is' because of 'maybe'"),
        ([("five", "may")], "expected underlined 'five' and because 'maybe', found dropped-word at 'five' because of 'may'"),
        (
            [("It", "maybe"), ("five", "may")],
            "expected underlined 'five' and because 'maybe', found dropped-word at 'It' because of 'maybe'; ",
        ),
    ],
)
def test_a_bad_example_that_is_not_found_is_told(tmp_path: Path, findings: list[tuple[str, str]], explanation: str) -> None:
    [bad, *_] = outcomes(read_rule(write(tmp_path, RULE)), Echo(*findings))
    assert bad[:2] == ("bad", False)
    assert bad[2].startswith(explanation)


def test_a_gap_is_strict(tmp_path: Path) -> None:
    rule = read_rule(write(tmp_path, RULE + RULE[RULE.index("[[bad]]") : RULE.index("[[good]]")].replace("bad", "gap")))
    assert outcomes(rule, Echo())[-1] == ("gap", True, "")
    assert outcomes(rule, Echo(("five", "maybe")))[-1] == ("gap", False, "the rule finds this now: promote it from [[gap]] to [[bad]]")


def test_a_rule_that_crashes_ends_the_run(tmp_path: Path) -> None:
    rule = read_rule(write(tmp_path, RULE))
    with pytest.raises(RuleError, match="it broke"):
        outcomes(rule, Echo(error=RuleError("it broke")))


def test_the_fix_has_to_give_what_is_promised(tmp_path: Path) -> None:
    rule = read_rule(write(tmp_path, RULE.replace('"maybe"\n', '"maybe"\nfixed = "It is maybe five."\n', 1)))
    assert outcomes(rule, Echo(("five", "maybe"), fix=Fix("unsafe", (Edit(6, 6, "maybe "),))))[0][1]
    [bad, *_] = outcomes(rule, Echo(("five", "maybe")))
    assert bad == ("bad", False, "expected the fix to give 'It is maybe five.', got 'It is five.'")


def test_an_example_whose_record_cannot_be_read_is_never_ok(tmp_path: Path) -> None:
    rule = read_rule(write(tmp_path, RULE.replace('role = "user", text = "five"', 'role = "usr", text = "five"')))
    [_, (_, ok, explanation)] = outcomes(rule, Echo())
    assert not ok
    assert "$.spans[0].role" in explanation


def test_each_rule_runs_alone(builtin: Path) -> None:
    alone: list[list[str]] = []
    echo = Echo()

    def factory(found: Rulebook) -> Echo:
        alone.append(codes(found))
        return echo

    run_examples(load_rulebook(), factory)
    assert alone == [["ABC001"], ["ABC001"], ["XYZ001"], ["XYZ001"], ["XYZ010"], ["XYZ010"]]
    assert echo.seen[:2] == ["quiet-word/bad-1/1", "quiet-word/good-1/1"]


def test_edits_are_made_from_the_end_and_never_twice() -> None:
    edits = [Edit(0, 1, "A"), Edit(2, 3, "C"), Edit(2, 3, "C"), Edit(1, 3, "?"), Edit(3, 3, "!")]
    assert apply_edits("abc", edits) == "AbC!"
