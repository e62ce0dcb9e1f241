"""The verdict that the assertion and the metrics share, and promptfoo's function."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from summarylint.errors import RecordError, UsageError
from summarylint.model import Span
from summarylint.settings import Settings
from summarylint.testing import assert_faithful, judge
from summarylint.testing.promptfoo import get_assert

SAID = "I think the staging DB is on port 5433."
REFUSED = 'psql: error: connection to server at "10.0.3.7", port 5433 failed: Connection refused'
HEDGED, BARE = "The user thinks the staging DB is on port 5433.", "Staging DB port is 5433."


def names(**given: Any) -> list[str]:
    return [finding.name for finding in judge(**given).failing]


@pytest.mark.parametrize(
    "span",
    [
        Span("s1", "user", SAID),
        ("user", SAID),
        ["user", SAID],
        {"role": "user", "text": SAID},
        {"role": "user", "content": SAID},
        {"role": "user", "content": [{"type": "text", "text": SAID}]},
    ],
)
def test_spans_may_be_written_in_any_of_these_ways(span: Any) -> None:
    found = judge(BARE, [span])
    assert [(finding.name, finding.evidence[0].span_id) for finding in found.failing] == [("dropped-hedge", "s1")]


def test_a_faithful_summary_passes() -> None:
    assert_faithful(HEDGED, [("user", SAID), ("tool", REFUSED)])
    found = judge(HEDGED, [("user", SAID)])
    assert (found.passed, found.score, found.reason) == (True, 1.0, "the summary is faithful to its 1 span")


def test_the_failure_shows_what_the_spans_say_beside_what_the_summary_says() -> None:
    with pytest.raises(AssertionError) as failure:
        assert_faithful(BARE, [("tool", REFUSED), ("user", SAID)])
    assert str(failure.value).splitlines() == [
        "the summary is not faithful to its 2 spans: 1 error",
        "",
        "error[dropped-hedge]: the user said 'I think'; the summary states it as fact",
        "- span s2, user  I think the staging DB is on port 5433.",
        "                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 'I think' here",
        "+ summary        Staging DB port is 5433.",
        "                 ^^^^^^^^^^^^^^^^^^^^^^^^",
        "  put 'I think' back, as span s2 has it (HDG001)",
    ]


def test_what_the_summary_leaves_out_is_told_as_nothing() -> None:
    found = judge("The tests run.", [("tool", "12 passed"), ("user", "The tests run.")], protected=["do not push to main"])
    assert [finding.name for finding in found.failing] == ["lost-protected-quote"]
    assert "+ summary  (nothing)" in found.reason.splitlines()
    assert found.score == 0.5


def test_a_finding_about_the_prompt_shows_the_prompt() -> None:
    found = judge("The tests run.", [("tool", "The tests run.")], prompt="Summarise the talk.")
    lines = found.reason.splitlines()
    assert lines[2].startswith("warning[prompt-without-origins]: ")
    assert lines[3:5] == ["+ prompt  Summarise the talk.", "          ^^^^^^^^^^^^^^^^^^^ add it behind this"]
    assert "(nothing)" not in found.reason


def test_the_score_is_the_share_of_claims_without_a_failing_finding() -> None:
    assert judge(f"{BARE} The build passed.", [("user", SAID), ("tool", "build passed")]).score == 0.5
    assert judge("", []).score == 1.0


def test_a_secret_is_not_shown() -> None:
    token = "ghp_" + "a1B2" * 9
    found = judge("The port is 5433.", [("user", f"I think the port is 5433, token {token}")])
    assert not found.passed
    assert token not in found.reason


def test_severity_settings_and_further_fields_are_heeded() -> None:
    mild = Settings(severity={"dropped-hedge": "warning"})
    given = {"summary": BARE, "spans": [("user", SAID)]}
    assert names(**given, settings=mild) == ["dropped-hedge"]
    assert names(**given, settings=mild, fail_on="error") == []
    assert names(**given, settings=Settings(select=("IDN",))) == []
    tagged = {"summary": f"{HEDGED} [hedged:s1]", "spans": [("user", SAID)]}
    assert names(**tagged, surviving_span_ids={"s1"}) == []
    assert names(**tagged, surviving_span_ids=set()) == ["dangling-witness"]


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        ({"spans": [("user", SAID)], "cycle_dept": 1}, UsageError, "unknown field 'cycle_dept'; did you mean 'cycle_depth'?"),
        ({"spans": [("user", SAID)], "fail_on": "eror"}, UsageError, "not 'eror'; did you mean 'error'?"),
        ({"spans": [("usr", SAID)]}, RecordError, r"^at \$\.spans\[0\]\.role: 'role' must be 'user', .*, not the string 'usr'$"),
        ({"spans": [("user", SAID, 1)]}, RecordError, r"^at \$\.spans\[0\]: an item of 'spans' must be an object, not a list"),
        ({"spans": [("user", 1)]}, RecordError, r"at \$\.spans\[0\]\.text: 'text' must be a string, not the number 1"),
        ({"spans": SAID}, RecordError, r"at \$\.spans: 'spans' must be a list"),
        ({"spans": [{"role": "user", "content": [{"type": "image"}, {"text": 1}]}]}, RecordError, "no text"),
        ({"spans": [Span("a", "user", SAID), Span("a", "user", SAID)]}, RecordError, "the span id 'a' is taken"),
    ],
)
def test_what_is_given_wrongly_is_told_with_the_way_out(given: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        judge(BARE, **given)


def test_promptfoo_gets_what_it_takes() -> None:
    spans = [{"role": "user", "text": SAID}]
    assert get_assert(HEDGED, {"vars": {"spans": spans, "tone": "dry"}}) == {
        "pass": True,
        "score": 1.0,
        "reason": "the summary is faithful to its 1 span",
    }
    failed = get_assert(BARE, {"vars": {"spans": json.dumps(spans)}})
    assert (failed["pass"], failed["score"]) == (False, 0.0)
    assert "+ summary        Staging DB port is 5433." in failed["reason"].splitlines()


def test_promptfoo_heeds_the_configuration_of_the_assertion() -> None:
    context = {"vars": {"spans": [("user", SAID)]}, "config": {"fail_on": "eror"}}
    assert get_assert(BARE, context)["reason"] == "fail_on must be one of note, warning, error, not 'eror'; did you mean 'error'?"


@pytest.mark.parametrize("context", [{}, {"vars": {}}, {"vars": None}, {"vars": {"spans": "none"}}, {"vars": {"spans": "[not json"}}])
def test_promptfoo_fails_a_case_without_spans_and_says_what_to_give(context: dict[str, Any]) -> None:
    failed = get_assert(BARE, context)
    assert (failed["pass"], failed["score"]) == (False, 0.0)
    assert "$.spans" in failed["reason"]


def test_importing_the_package_imports_no_test_tool() -> None:
    code = (
        "import sys, summarylint.testing, summarylint.testing.promptfoo; summarylint.testing.assert_faithful;"
        "print([name for name in ('pytest', 'deepeval', 'inspect_ai', 'spacy', 'pydantic') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
