"""The engine: one report from all stages, the same whatever the order, the caching or the thread."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from windows import Said, compaction, spans

from summarylint.engine import Linter, check
from summarylint.errors import RuleError, SettingsError, UsageError
from summarylint.evidence.index import Ledger
from summarylint.model import Compaction, Edit, Finding, Fix, Hit, Ignore, Place, Report, Span
from summarylint.rulebook import Rule, Rulebook
from summarylint.settings import Settings

LINTER = Linter()

# Each case: a summary, its spans, and what has to be found in it: rule, marked text, severity.
CASES: dict[str, tuple[str, list[Said], list[tuple[str, str, str]]]] = {
    "a guess about a boiler": (
        "The plumber comes on Friday. The boiler valve leaks at the inlet.",
        [("user", "The plumber comes on Friday."), ("user", "I think the boiler valve leaks at the inlet."), ("tool", "cellar: 14 °C")],
        [("dropped-hedge", "The boiler valve leaks at the inlet.", "error")],
    ),
    "a deposit and a crate": (
        "- Deposit for the flat: 1,800 EUR\n- Ship crate KX-4471-B to Leith",
        [("user", "The deposit for the flat is 1,500 EUR."), ("tool", "label printed for crate KX-4417-B to Leith")],
        [("altered-quantity", "1,800 EUR", "error"), ("altered-identifier", "KX-4471-B", "error")],
    ),
    "a rough tank": (
        "The tank behind the mill holds 400 litres.",
        [("assistant", "The tank behind the mill holds roughly 400 litres."), ("tool", "mill: 2 wheels")],
        [("dropped-approximation", "400 litres", "note")],
    ),
    "a faithful account of an orchard": (
        "The orchard was sprayed on Monday; the user suspects frost in plot B-12. Frost guard runs at 03:30.",
        [("tool", "orchard sprayed on Monday"), ("user", "I suspect frost in plot B-12."), ("tool", "frost guard runs at 03:30")],
        [],
    ),
}
NAMES = ("dropped-hedge", "altered-quantity", "altered-identifier", "dropped-approximation")


def told(findings: tuple[Finding, ...]) -> list[tuple[str, str, str]]:
    return [(found.name, found.summary.quote if found.summary else "", found.severity) for found in findings if found.name in NAMES]


def facts(report: Report) -> list[tuple[Any, ...]]:
    """Findings without the scores, which every further span shifts a little."""
    return [(f.name, f.severity, f.message, f.summary, f.evidence, f.help, f.fix, f.fingerprint) for f in report.findings]


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Compaction:
    summary, said, _ = CASES[request.param]
    return compaction(summary, *said)


# ---------------------------------------------------------------- what is found


@pytest.mark.parametrize("name", CASES)
def test_what_is_found(name: str) -> None:
    summary, said, expected = CASES[name]
    assert sorted(told(check(summary, spans(*said)).findings)) == sorted(expected)


def test_check_takes_what_is_known_of_the_record() -> None:
    report = check("The barge left.", spans(("user", "The barge left.")), id="quay/7", cycle_depth=2, surviving_span_ids=frozenset({"s1"}))
    assert (report.compaction.id, report.compaction.cycle_depth, report.compaction.surviving_span_ids) == ("quay/7", 2, frozenset({"s1"}))
    assert check("The barge left.", iter(spans(("user", "The barge left.")))).compaction.id == "summary"


def test_check_refuses_what_no_record_has() -> None:
    with pytest.raises(TypeError, match="colour"):
        check("The barge left.", [], colour="red")


def test_check_keeps_to_the_given_settings() -> None:
    summary, said, _ = CASES["a deposit and a crate"]
    report = check(summary, spans(*said), settings=Settings(select=("altered-quantity",)))
    assert {found.name for found in report.findings} == {"altered-quantity"}


def test_nothing_comes_of_nothing() -> None:
    report = check("", [])
    assert (report.findings, report.claims) == ((), ())


def test_a_check_leaves_nothing_to_the_garbage_collector(case: Compaction) -> None:
    LINTER.check(case)  # loads what is kept
    gc.collect()
    gc.disable()
    try:
        LINTER.check(case)
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_findings_come_in_the_order_of_the_summary(case: Compaction) -> None:
    places = [(found.summary.start if found.summary else 0, found.code) for found in LINTER.check(case).findings]
    assert places == sorted(places)


def test_claims_name_the_origin_and_the_primary_span() -> None:
    summary, said, _ = CASES["a guess about a boiler"]
    claims = check(summary, spans(*said)).claims
    assert [(claim.text, claim.origin, claim.primary_span_id) for claim in claims] == [
        ("The plumber comes on Friday.", "user-said", "s1"),
        ("The boiler valve leaks at the inlet.", "hedged", "s2"),
    ]


# ---------------------------------------------------------------- the same report by every way


def test_a_ledger_changes_no_report(case: Compaction) -> None:
    alone, held = LINTER.check(case), Ledger()
    assert LINTER.check(case, held) == alone
    assert LINTER.check(case, held) == alone
    assert LINTER.check(case, Ledger(case.spans)) == alone


def test_a_ledger_that_grew_with_the_window_changes_no_report(case: Compaction) -> None:
    held = Ledger()
    for count in range(len(case.spans) + 1):
        grown = replace(case, spans=case.spans[:count])
        assert LINTER.check(grown, held) == LINTER.check(grown)


def test_a_ledger_of_another_window_is_brought_up_to_date(case: Compaction) -> None:
    held = Ledger([Span("s1", "user", "The choir sings on Friday."), Span("s9", "tool", "bells: 8", "tool_output")])
    assert LINTER.check(case, held) == LINTER.check(case)


@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.randoms(use_true_random=False))
def test_the_order_of_rules_does_not_matter(case: Compaction, random: Any) -> None:
    rules = list(LINTER.rulebook.rules)
    random.shuffle(rules)
    assert _linter(rules).check(case) == LINTER.check(case)


IRRELEVANT = (
    "The choir rehearses in the chapel next door.", "Penguins moult once each summer.", "Copper roofs turn green with age.",
    "Sourdough wants a long cold proof.", "Nobody remembers who composed that waltz.", "Chalk cliffs erode faster in wet winters.",
)  # fmt: skip


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(IRRELEVANT), st.integers(0, 9)), min_size=1, max_size=3, unique_by=lambda pair: pair[0]))
def test_an_irrelevant_span_changes_no_finding(case: Compaction, added: list[tuple[str, int]]) -> None:
    window = list(case.spans)
    for number, (text, place) in enumerate(added):
        window.insert(place % (len(window) + 1), Span(f"extra{number}", "assistant", text))
    assert facts(LINTER.check(replace(case, spans=tuple(window)))) == facts(LINTER.check(case))


def test_threads_may_share_a_linter() -> None:
    cases = [compaction(summary, *said) for summary, said, _ in CASES.values()] * 6
    shared = Linter()
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(shared.check, cases))
    assert together == [Linter(rulebook=LINTER.rulebook).check(case) for case in cases]


def test_findings_at_one_place_come_by_code_whatever_the_order_of_rules() -> None:
    def marking(view: Any, settings: Any) -> Iterator[Hit]:
        yield Hit(0, 3, fields=dict.fromkeys(("cue", "speaker", "span_id", "claim", "quantity", "identifier", "original"), "here"))

    rules = [replace(rule, check=marking) for rule in LINTER.rulebook.rules if rule.name in NAMES]
    both = [[f.code for f in _linter(order).check(compaction("The barge left.")).findings] for order in (rules, rules[::-1])]
    assert both[0] == both[1] == sorted(rule.code for rule in rules)
    assert len(rules) == len(NAMES)


def _linter(rules: list[Rule]) -> Linter:
    made = Linter()
    made.rulebook = Rulebook(tuple(rules))
    return made


# ---------------------------------------------------------------- any text

WORDS = [
    "I think", "the boiler", "valve", "leaks", "5433", "1,204 EUR", "~20 %", "/var/log/a.csv", "KX-4417-B", "do not", "?", ".", "\n",
    "\n- ", "# ", "|", "`", "```\n", "> ", "[hedged:s1]", "[", "The user said:", "<summary>", "😀", "👩\u200d👧", "İ", "ß", "\ud800",
    "\udfff", "\x00", "\u2028", "\u202e", "\r", "e\u0301", "1e999999999", "9" * 400, "\U0010ffff",
]  # fmt: skip
TEXT = st.one_of(
    st.text(max_size=120),
    st.text(st.characters(codec=None), max_size=60),
    st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join),
    st.lists(st.sampled_from(WORDS), max_size=25).map("".join),
)
ROLES = st.sampled_from([("user", "text"), ("assistant", "text"), ("assistant", "thinking"), ("tool", "tool_output"),
                         ("tool", "tool_call"), ("system", "text"), ("summary", "text")])  # fmt: skip


def in_place(report: Report) -> None:
    """Every place slices to its quote, and findings and claims lie inside the summary."""
    summary, texts = report.compaction.summary, {span.id: span.text for span in report.compaction.spans}
    for found in report.findings:
        if found.summary is not None:
            assert 0 <= found.summary.start <= found.summary.end <= len(summary)
            assert summary[found.summary.start : found.summary.end] == found.summary.quote
        for place in found.evidence:
            assert 0 <= place.start <= place.end <= len(texts[place.span_id])
            assert texts[place.span_id][place.start : place.end] == place.quote
        for edit in found.fix.edits if found.fix else ():
            assert 0 <= edit.start <= edit.end <= len(summary)
        assert len(found.fingerprint) == 16
    for claim in report.claims:
        assert summary[claim.start : claim.end] == claim.text
        assert (claim.origin is None) == (claim.primary_span_id is None)
        assert {*claim.witness_span_ids, *claim.disconfirmer_span_ids} <= set(texts)
        assert 0 <= claim.confidence <= 1


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(TEXT, st.lists(st.tuples(ROLES, TEXT), max_size=4), st.integers(0, 3))
def test_any_text_gives_a_report_with_places_that_hold(summary: str, said: list[tuple[tuple[Any, Any], str]], repeated: int) -> None:
    window = tuple(Span(f"s{number}", role, text, kind) for number, ((role, kind), text) in enumerate(said, 1))
    whole = summary + (window[repeated].text if repeated < len(window) else "")
    in_place(LINTER.check(Compaction("any", window, whole)))


@pytest.mark.parametrize("name", CASES)
def test_places_hold_in_ordinary_text(name: str) -> None:
    summary, said, _ = CASES[name]
    in_place(check(summary, spans(*said)))


@pytest.mark.parametrize(
    "unit",
    ["a", "9", "1,", "İ", "😀", "\ud800", "\x00", "(", "[", "[hedged:", "`", "*", "_a_", "|", "> ", "- ", "#", "<", "../",
     "I think ", "5 % ", "\"'", "a.b", "e\u0301", "not ", "?", "\n\n"],
)  # fmt: skip
def test_huge_repeats_give_a_report(unit: str) -> None:
    text = unit * (3000 // len(unit))
    in_place(LINTER.check(Compaction("huge", spans(("user", text), ("tool", text)), text)))


# ---------------------------------------------------------------- silencing, severity, fingerprints

GUESS, GUESS_SAID, _ = CASES["a guess about a boiler"]


@pytest.mark.parametrize(
    ("rule", "quote", "silent"),
    [
        ("dropped-hedge", "", True),
        ("HDG001", "", True),
        ("dropped-hedge", "boiler valve", True),
        ("dropped-hedge", "Friday. The boiler", True),
        ("dropped-hedge", "The plumber comes on Friday.", False),
        ("dropped-hedge", "no such words", False),
        ("altered-quantity", "boiler valve", False),
    ],
)
def test_ignore_silences_one_rule_at_one_quote(rule: str, quote: str, silent: bool) -> None:
    case = replace(compaction(GUESS, *GUESS_SAID), ignore=(Ignore(rule, quote, "the plumber saw it"),))
    assert [f.name for f in LINTER.check(case).findings if f.name == "dropped-hedge"] == ([] if silent else ["dropped-hedge"])


@pytest.mark.parametrize(
    ("rule", "quote", "reasons"),
    [
        ("dropped-hedge", "", []),
        ("HDG001", "boiler valve", []),
        ("dropped-hedge", "The plumber comes on Friday.", ["the rule finds nothing there"]),
        ("dropped-hedge", "no such words", ["its quote stands nowhere in the summary"]),
        ("altered-quantity", "", ["the rule finds nothing"]),
    ],
)
def test_an_ignore_that_silences_nothing_is_known(rule: str, quote: str, reasons: list[str]) -> None:
    case = replace(compaction(GUESS, *GUESS_SAID), ignore=(Ignore(rule, quote, "the plumber saw it"),))
    assert [idle.reason for idle in LINTER.check(case).idle_ignores] == reasons


def test_an_ignore_of_a_rule_that_is_not_checked_is_idle_only_where_its_quote_stands_nowhere() -> None:
    case = replace(compaction(GUESS, *GUESS_SAID), ignore=(Ignore("dropped-hedge", "boiler", "x"), Ignore("dropped-hedge", "kettle", "x")))
    assert [idle.ignore.quote for idle in Linter(Settings(select=("IDN",))).check(case).idle_ignores] == ["kettle"]


def test_ignore_silences_only_where_the_quote_stands() -> None:
    summary = "The boiler valve leaks at the inlet.\n\nThe church organ needs new bellows."
    said: list[Said] = [("user", "I think the boiler valve leaks at the inlet."), ("user", "I think the church organ needs new bellows.")]
    case = replace(compaction(summary, *said), ignore=(Ignore("dropped-hedge", "organ", "the builder saw it"),))
    assert [quote for _, quote, _ in told(LINTER.check(case).findings)] == ["The boiler valve leaks at the inlet."]


@pytest.mark.parametrize("severity", ["note", "warning", "error"])
@pytest.mark.parametrize("rule", ["dropped-hedge", "HDG001", "HDG"])
def test_a_severity_of_ones_own(rule: str, severity: Any) -> None:
    report = check(GUESS, spans(*GUESS_SAID), settings=Settings(severity={rule: severity}))
    assert told(report.findings) == [("dropped-hedge", "The boiler valve leaks at the inlet.", severity)]


def hedge(summary: str, *said: Said, id: str = "window") -> Finding:
    (found,) = [f for f in LINTER.check(replace(compaction(summary, *said), id=id)).findings if f.name == "dropped-hedge"]
    return found


VALVE = "The boiler valve leaks at the inlet."
VALVE_SAID: Said = ("user", "I think the boiler valve leaks at the inlet.")


def test_a_fingerprint_does_not_depend_on_the_place() -> None:
    first = hedge(VALVE, VALVE_SAID)
    moved = hedge(f"The choir sings on Friday.\n\n{VALVE}", ("user", "The choir sings on Friday."), VALVE_SAID)
    assert (moved.summary, moved.evidence) != (first.summary, first.evidence)
    assert moved.fingerprint == first.fingerprint


@pytest.mark.parametrize(
    ("summary", "said", "id"),
    [
        ("The boiler valve leaks at the outlet.", ("user", "I think the boiler valve leaks at the outlet."), "window"),
        (VALVE, ("user", "I guess the boiler valve leaks at the inlet."), "window"),
        (VALVE, VALVE_SAID, "another record"),
    ],
)
def test_a_fingerprint_depends_on_marked_text_evidence_and_record(summary: str, said: Said, id: str) -> None:
    assert hedge(summary, said, id=id).fingerprint != hedge(VALVE, VALVE_SAID).fingerprint


def test_the_same_finding_twice_has_two_fingerprints_and_the_first_keeps_its_own() -> None:
    twice = [f for f in LINTER.check(compaction(f"{VALVE}\n\n{VALVE}", VALVE_SAID)).findings if f.name == "dropped-hedge"]
    assert len({found.fingerprint for found in twice}) == 2
    assert twice[0].fingerprint == hedge(VALVE, VALVE_SAID).fingerprint


# ---------------------------------------------------------------- rules that fail


def with_check(made: Any, subject: str = "statement") -> Linter:
    rule = next(rule for rule in LINTER.rulebook.rules if rule.name == "dropped-hedge")
    return Linter(rulebook=Rulebook((replace(rule, check=made, subject=subject),)))


def crashing(view: Any, settings: Any) -> Iterator[Hit]:
    yield from ()
    raise ZeroDivisionError("no barge to divide")


def crashing_late(view: Any, settings: Any) -> Iterator[Hit]:
    yield Hit(0, 3, fields={"cue": "I think", "speaker": "the user", "span_id": "s1", "claim": ""})
    raise LookupError("no lock")


def forgetful(view: Any, settings: Any) -> Iterator[Hit]:
    yield Hit(0, 3, fields={"speaker": "the user"})


@pytest.mark.parametrize(
    ("made", "said"), [(crashing, "ZeroDivisionError: no barge to divide"), (crashing_late, "LookupError"), (forgetful, "KeyError: 'cue'")]
)
def test_a_rule_that_crashes_ends_the_check(made: Any, said: str) -> None:
    case = replace(compaction(VALVE, VALVE_SAID), path="quay.jsonl", line=7)
    with pytest.raises(RuleError, match=said) as caught:
        with_check(made).check(case)
    assert str(caught.value).startswith("quay.jsonl:7: rule dropped-hedge (")
    assert "on record window" in str(caught.value)
    assert caught.value.__cause__ is not None


@pytest.mark.parametrize(
    ("own", "doubt", "said"),
    [
        ("error", "note", "note"),
        ("error", "warning", "warning"),
        ("error", None, "error"),
        ("warning", "error", "warning"),
        ("note", "warning", "note"),
    ],
)
def test_a_check_in_doubt_lowers_the_severity_and_never_raises_it(own: Any, doubt: Any, said: str) -> None:
    def doubting(view: Any, settings: Any) -> Iterator[Hit]:
        yield Hit(0, 3, fields={"cue": "I think", "speaker": "the user", "span_id": "s1", "claim": ""}, severity=doubt)

    linter = with_check(doubting)
    linter.settings = Settings(severity={"dropped-hedge": own})
    assert [found.severity for found in linter.check(compaction(VALVE, VALVE_SAID)).findings] == [said]


def test_a_kind_that_asks_for_an_unknown_subject_ends_the_check() -> None:
    with pytest.raises(RuleError, match="unknown subject 'tide'"):
        with_check(crashing, "tide").check(compaction(VALVE, VALVE_SAID))


def test_what_a_rule_is_shown() -> None:
    shown: list[Any] = []

    def looking(view: Any, settings: Any) -> Iterator[Hit]:
        shown.append(view)
        yield from ()

    case = compaction("The barge left. The lock is shut.", ("user", "The barge left."))
    with_check(looking).check(case)
    assert [view.statement.text for view in shown] == ["The barge left.", "The lock is shut."]
    shown.clear()
    with_check(looking, "summary").check(case)
    assert [len(whole.views) for whole in shown] == [2]
    assert shown[0].compaction is case


def test_a_finding_about_something_absent_has_no_place_and_is_ignored_by_its_evidence() -> None:
    def absent(view: Any, settings: Any) -> Iterator[Hit]:
        fields = {"cue": "I think", "speaker": "the user", "span_id": "s1", "claim": ""}
        yield Hit(None, None, (Place("s1", 0, 7, "I think"),), fields)

    case = compaction(VALVE, VALVE_SAID)
    (found,) = with_check(absent).check(case).findings
    assert found.summary is None
    silenced = replace(case, ignore=(Ignore("dropped-hedge", "I think", "known"),))
    assert with_check(absent).check(silenced).findings == ()
    elsewhere = replace(case, ignore=(Ignore("dropped-hedge", "tide", "known"),))
    assert len(with_check(absent).check(elsewhere).findings) == 1


def test_a_tag_pattern_that_does_not_compile_is_told_at_once() -> None:
    with pytest.raises(SettingsError, match="tag-patterns"):
        Linter(Settings(tag_patterns=("(",)))


KEPT = "export API_KEY=k7f2q9c4d1e8a6b5 on the barge"


def test_an_altered_secret_is_no_finding_as_none_need_survive() -> None:
    altered = KEPT.replace("q9c4", "q9c5")
    assert [finding.name for finding in check(altered, [Span("s1", "tool", KEPT)]).findings if finding.severity != "note"] == []
    plain = [
        finding.name
        for finding in check(altered.replace("API_KEY", "BARGE"), [Span("s1", "tool", KEPT.replace("API_KEY", "BARGE"))]).findings
    ]
    assert "altered-identifier" in plain
    named = check("The barge mounts the secret tls-quay-7cle.", [Span("s1", "tool", "NAME SECRET\nbarge tls-quay-7c1e")]).findings
    assert [finding.name for finding in named if finding.severity == "error"] == ["altered-identifier"]


def test_what_only_its_place_makes_a_secret_is_in_no_message_and_no_fix() -> None:
    secret, at = "k7f2q9c4d1e8a6b5", KEPT.index("k7f2")

    def telling(view: Any, settings: Any) -> Iterator[Hit]:
        place, fix = Place("s1", at, at + len(secret), secret, "here"), Fix("safe", (Edit(0, 3, secret),))
        yield Hit(0, 3, (place,), {"cue": secret, "speaker": secret, "span_id": "s1"}, {"told": secret}, fix)

    (rule,) = (rule for rule in LINTER.rulebook.rules if rule.name == "dropped-hedge")
    linter = Linter(rulebook=Rulebook((replace(rule, check=telling, subject="chain"),)))
    (finding,) = linter.check(Compaction(id="1", spans=(Span("s1", "tool", KEPT),), summary="The barge is moored.")).findings
    assert secret not in finding.message + finding.help + str(finding.why)
    assert "…" in finding.message
    assert finding.fix is None


SAID_SO = Span("s1", "user", "The barge is moored.")


@pytest.mark.parametrize(
    ("given", "error", "told"),
    [
        ("The barge is moored.", TypeError, "spans must be a list of Span objects, such as .*, not of the type str"),
        ({"s1": "The barge is moored."}, TypeError, "spans must be a list of Span objects, such as .*, not of the type dict"),
        (SAID_SO, TypeError, "spans must be a list of Span objects, such as .*, not of the type Span"),
        (5, TypeError, "spans must be a list of Span objects, such as .*, not of the type int"),
        ([SAID_SO, ("user", "x")], TypeError, r"spans\[1\] is of the type tuple; spans must be Span objects"),
        ([{"role": "user", "text": "x"}], TypeError, r"spans\[0\] is of the type dict; spans must be Span objects"),
        (["x"], TypeError, r"spans\[0\] is of the type str"),
        ([Span("s1", "user", None)], TypeError, r"spans\[0\]\.text must be a string, not None"),  # type: ignore[arg-type]
        ([Span(1, "user", "x")], TypeError, r"spans\[0\]\.id must be a string, not of the type int"),  # type: ignore[arg-type]
        (
            [SAID_SO, Span("s2", "usr", "x")],  # type: ignore[arg-type]
            ValueError,
            r"spans\[1\]\.role is 'usr', not one of 'user', 'assistant', 'tool', 'system', 'summary'; did you mean 'user'\?",
        ),
        ([Span("s1", "tool", "x", "tool-output")], ValueError, r"spans\[0\]\.kind is 'tool-output', not one of .*'tool_output'\?"),  # type: ignore[arg-type]
    ],
)
def test_spans_that_are_none_are_told_at_the_boundary(given: Any, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told) as caught:
        check("The barge is moored.", given)
    assert isinstance(caught.value, UsageError)


def test_spans_may_come_from_a_generator() -> None:
    assert len(check("The barge is moored.", (span for span in [SAID_SO])).compaction.spans) == 1


def test_a_linter_tells_a_compaction_that_holds_no_texts() -> None:
    with pytest.raises(TypeError, match="summary must be a string, not None"):
        LINTER.check(Compaction(id="1", spans=(SAID_SO,), summary=None))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"spans\[0\]\.role is 'bot'"):
        LINTER.gate(Compaction(id="1", spans=(Span("s1", "bot", "x"),), summary="x"))  # type: ignore[arg-type]
