"""Tests of what later spans did to a statement: negations, antonyms, progress, outcomes, values and scopes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.engine import Linter
from summarylint.evidence.align import candidates
from summarylint.evidence.index import Ledger
from summarylint.evidence.opposites import denials, may_oppose, poles
from summarylint.evidence.outcomes import fields, outcome_of, sign_of_failure
from summarylint.evidence.progress_words import deed_of, deeds_in, nothing_yet, plan_in, unfinished_in
from summarylint.evidence.scopes import widenings
from summarylint.evidence.timeline import Turn, disconfirmers, timeline
from summarylint.evidence.turns import mentions, pieces
from summarylint.language.statements import read_statements
from summarylint.model import Compaction, Role, Span


def turns(summary: str, *spans: tuple[Role, str], number: int = 0) -> tuple[Turn, ...]:
    kinds = {"tool": "tool_output"}
    held = tuple(Span(f"s{n}", role, text, kinds.get(role, "text")) for n, (role, text) in enumerate(spans, 1))  # type: ignore[arg-type]
    ledger = Ledger(held)
    statements = read_statements(summary)
    return timeline(summary, statements, number, candidates(statements[number], ledger), ledger)


def ways(summary: str, *spans: tuple[Role, str], number: int = 0) -> list[tuple[str, str]]:
    return [(turn.way, turn.witness.span.id) for turn in turns(summary, *spans, number=number)]


def quotes(text: str, places: list[tuple[int, int]]) -> list[str]:
    return [text[start:end] for start, end in places]


class TestPolarity:
    def test_a_lost_negation_is_a_turn(self) -> None:
        found = turns("The sensor is calibrated at boot.", ("assistant", "The sensor is not calibrated at boot."))
        assert [turn.way for turn in found] == ["negated"]
        assert found[0].cue == "not"

    @pytest.mark.parametrize(
        ("summary", "span"),
        [
            ("The sensor is not calibrated at boot.", "The sensor is not calibrated at boot."),
            ("Calibrating at boot is possible.", "Calibrating at boot is not impossible."),
            ("The run was crash-free on rig 4.", "No crash on rig 4."),
            ("The sensor is calibrated at boot?", "The sensor is not calibrated at boot."),
        ],
    )
    def test_the_same_in_other_words_is_none(self, summary: str, span: str) -> None:
        assert ways(summary, ("assistant", span)) == []

    def test_a_later_affirmation_settles_it(self) -> None:
        early, late = "The sensor is not calibrated at boot.", "Since 2.4 the sensor is calibrated at boot."
        assert ways("The sensor is calibrated at boot.", ("assistant", early), ("tool", late)) == []

    def test_a_later_denial_contradicts_an_earlier_word(self) -> None:
        assert ("contradicted", "s2") in ways(
            "The pass is open for trucks.", ("user", "The pass is open for trucks."), ("tool", "road office: pass is closed for trucks")
        )

    def test_a_question_denies_nothing(self) -> None:
        assert ways("The sensor is calibrated at boot.", ("user", "Is the sensor not calibrated at boot?")) == []

    def test_poles_count_negations(self) -> None:
        text = "The beacon is not enabled."
        found = poles(text, read_statements(text)[0])
        assert [(pole.axis, pole.side, pole.turned) for pole in found if pole.axis == "switch"] == [("switch", -1, True)]

    def test_a_preposition_is_no_switch(self) -> None:
        text = "The beacon stands on the roof."
        assert poles(text, read_statements(text)[0]) == ()

    @pytest.mark.parametrize(
        ("text", "may"),
        [("It does not fit.", True), ("Fan off: fan is off", True), ("So it's not the belt.", True), ("The belt fits well.", False)],
    )
    def test_the_cheap_test_lets_opposition_through(self, text: str, may: bool) -> None:
        assert may_oppose(text) == may

    def test_a_denial_ends_at_the_comma(self) -> None:
        text = "Do not repaint the hull, the yard does it."
        found = denials(text, read_statements(text)[0])
        assert [text[d.start : d.end].strip() for d in found] == ["repaint the hull"]

    def test_a_refuted_hypothesis(self) -> None:
        spans: tuple[tuple[Role, str], ...] = (
            ("user", "I suspect the gasket on pump 3."),
            ("assistant", "Replaced it, same leak, so it's not the gasket."),
        )
        assert ("refuted", "s2") in ways("Suspected: the gasket on pump 3.", *spans)
        assert ways("The gasket on pump 3 was ruled out.", *spans) == []


class TestProgress:
    @pytest.mark.parametrize(
        ("text", "word"),
        [
            ("The crate was opened at noon.", "opened"),
            ("Added the index.", "Added"),
            ("Chapter 2 proofread and the map redrawn.", None),
            ("The crate will be opened.", None),
            ("The planned visit is short.", None),
            ("The form has been sent.", "sent"),
            ("If the form was sent, call.", None),
            ("Errors are passed through the callback here.", None),
        ],
    )
    def test_deeds(self, text: str, word: str | None) -> None:
        found = deed_of(text, 0, len(text))
        assert (text[found.start : found.end] if found else None) == word

    def test_joined_deeds(self) -> None:
        text = "Signed the lease and booked the van."
        assert [text[d.start : d.end] for d in deeds_in(text, 0, len(text))] == ["Signed", "booked"]

    def test_plans_and_states(self) -> None:
        assert plan_in("We're going to seed the bed.", 0, 28) is not None
        assert plan_in("The bed was seeded.", 0, 19) is None
        assert unfinished_in("copy 40 % through", 0, 17) is not None
        assert unfinished_in("it is 40 % faster", 0, 17) is None
        assert nothing_yet().search("i have not run anything yet")
        assert not nothing_yet().search("i ran everything")

    def test_a_plan_told_as_done(self) -> None:
        spans: tuple[tuple[Role, str], ...] = (("assistant", "I will post the deed to the land registry on Friday."),)
        assert ("planned", "s1") in ways("The deed was posted to the land registry.", *spans)
        done: tuple[Role, str] = ("assistant", "The deed was posted to the land registry.")
        assert ways("The deed was posted to the land registry.", *spans, done) == []

    def test_a_failed_command(self) -> None:
        failed: tuple[Role, str] = ("tool", "$ load tiles_7.pak\nERROR: checksum mismatch")
        passed: tuple[Role, str] = ("tool", "$ load tiles_7.pak\nloaded 12 tiles")
        assert ("inflated", "s1") in ways("Pack tiles_7.pak was loaded.", failed)
        assert ways("Pack tiles_7.pak was loaded.", failed, passed) == []

    def test_an_unfinished_row(self) -> None:
        assert ("inflated", "s1") in ways("Scan of box-9 finished.", ("tool", "scan of box-8   done\nscan of box-9   queued"))

    def test_done_listed_as_pending(self) -> None:
        summary = "## Pending\n- Order lamp LX-20\n"
        assert ("completed", "s1") in ways(summary, ("assistant", "Ordered lamp LX-20."), number=1)
        assert ways(summary, ("assistant", "Ordered lamp LX-20."), ("user", "order lamp LX-20 once more"), number=1) == []


class TestOutcomes:
    @pytest.mark.parametrize(
        ("line", "failed"),
        [
            ("ERROR at line 3", True),
            ("0 failed, 0 errors", False),
            ("3 failed, 9 passed", True),
            ("exit code 0", False),
            ("exit code 2", True),
        ],
    )
    def test_signs(self, line: str, failed: bool) -> None:
        assert (sign_of_failure(line) is not None) == failed

    def test_the_outcome_ends_at_the_next_command(self) -> None:
        ledger = Ledger([Span("s1", "tool", "$ one\nfine\n$ two\nfatal: no disk", "tool_output")])
        assert outcome_of(ledger, 0) is None
        found = outcome_of(ledger, 2)
        assert found is not None and found.failed

    @given(st.text(alphabet="ab |\t", max_size=40))
    def test_fields_lie_in_the_row(self, text: str) -> None:
        places = fields(text, 0, len(text))
        assert all(0 <= start < end <= len(text) for start, end in places)
        assert places == sorted(places)


class TestValues:
    def test_a_replaced_value(self) -> None:
        spans: tuple[tuple[Role, str], ...] = (
            ("assistant", "The measured salinity is 31.5 g."),
            ("assistant", "Recalibrated: the measured salinity is 34.8 g."),
        )
        assert ("superseded", "s2") in ways("The measured salinity is 31.5 g.", *spans)
        assert ways("The measured salinity is 34.8 g, at first 31.5 g.", *spans) == []


class TestParts:
    def test_pieces_leave_brackets_whole(self) -> None:
        text = "hull painted (red, white), mast set"
        assert quotes(text, pieces(text, 0, len(text))) == ["hull painted (red, white)", "mast set"]

    def test_mentions_are_in_time_order_and_full_enough(self) -> None:
        ledger = Ledger([Span("a", "user", "amber lamp"), Span("b", "user", "amber"), Span("c", "user", "lamp amber")])
        assert list(mentions(ledger, {"amber", "lamp"}, 0.95)) == [0, 2]
        assert list(mentions(ledger, {"amber", "lamp"}, 0.95, after=0)) == [2]

    def test_disconfirmers_leave_doubt_out(self) -> None:
        found = turns("The sensor is calibrated at boot.", ("assistant", "The sensor is not calibrated at boot."))
        assert [w.span.id for w in disconfirmers(found)] == ["s1"]

    def test_the_engine_hands_them_to_the_claim(self) -> None:
        span = Span("s9", "assistant", "The sensor is not calibrated at boot.")
        report = Linter().check(Compaction("r", (span,), "The sensor is calibrated at boot."))
        assert report.claims[0].disconfirmer_span_ids == ("s9",)


class TestScopes:
    def widened(self, summary: str, text: str) -> list[str]:
        ledger = Ledger([Span("s1", "assistant", text)])
        statement = read_statements(summary)[0]
        from summarylint.evidence.align import witness

        found = tuple(witness(ledger, candidate) for candidate in candidates(statement, ledger))
        return [w.witness.span.text[w.at : w.to] for w in widenings(summary, summary, statement, found, ledger)]

    def test_a_dropped_modifier(self) -> None:
        assert "northern beds" in self.widened("Mulch covers all beds by now.", "Mulch covers most of the northern beds by now.")

    def test_a_share_of_the_search(self) -> None:
        found = self.widened("Complete search of the drawers.", "I got through 2 of the 9 drawers.")
        assert [quote.strip() for quote in found] == ["2 of the 9"]

    def test_one_group_of_two(self) -> None:
        text = "In barn East the herd gained from 210 to 240 kg. In barn West the herd stayed at 205 kg."
        found = self.widened("The herd gained from 210 to 240 kg.", text)
        assert len(found) == 1 and found[0].startswith("In barn East")
        assert self.widened("The herd gained from 210 to 240 kg in the East barn.", text) == []
