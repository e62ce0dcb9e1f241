"""Arithmetic: what follows from numbers by one step, and what only nearly does."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summarylint.evidence.arithmetic import MOST_NUMBERS, STEPS, follows


def numbers(written: str) -> list[Decimal]:
    return [Decimal(word) for word in written.split()]


@pytest.mark.parametrize(
    ("value", "sources", "step"),
    [
        ("42", "30 12", "sum"),
        ("18", "30 12", "difference"),
        ("18", "12 30", "difference"),
        ("360", "30 12", "product"),
        ("2.5", "30 12", "ratio"),
        ("40", "30 12", "percentage"),  # 12 of 30
        ("60", "30 12", "percentage"),  # what remains of 30 without 12
        ("250", "30 12", "percentage"),
        ("33.3", "3 1", "percentage"),
        ("13", "8 1", "percentage"),  # 12.5, a half rounded up
        ("12", "8 1", "percentage"),  # 12.5, rounded to the even digit
        ("66.67", "3 2", "percentage"),
        ("10", "1 2 3 4", "sum"),
        ("11", "90 2 4 5", "sum"),  # a run inside the list
        ("43", "30 12", None),
        ("33.4", "3 1", None),
        ("3", "30 9", None),  # 3.33: too few digits to be called rounded
        ("7", "7", None),
        ("7", "", None),
        ("7", "0 0", None),
        ("14", "7 7", "sum"),  # a run of two like items
    ],
)
def test_what_follows(value: str, sources: str, step: str | None) -> None:
    assert follows(Decimal(value), numbers(sources)) == step


@pytest.mark.parametrize(
    ("value", "steps", "step"),
    [("42", ("sum",), "sum"), ("42", ("difference",), None), ("60", ("difference", "ratio"), None), ("18", ("difference",), "difference")],
)
def test_only_the_given_steps_are_tried(value: str, steps: tuple[str, ...], step: str | None) -> None:
    assert follows(Decimal(value), numbers("30 12"), steps) == step


def test_a_run_is_a_sum_like_any_other() -> None:
    assert follows(Decimal(6), numbers("1 2 3"), ("difference",)) is None
    assert follows(Decimal(6), numbers("1 2 3"), ("sum",)) == "sum"


def test_in_a_crowd_of_numbers_only_the_first_are_looked_at() -> None:
    crowd = [Decimal(7 * place + 1000) for place in range(MOST_NUMBERS)]
    late = [Decimal("0.001"), Decimal("0.002")]
    assert follows(Decimal("0.003"), late) == "sum"
    assert follows(Decimal("0.003"), [*crowd, *late]) is None


def test_powers_of_ten_beyond_all_measure_follow_from_nothing() -> None:
    assert follows(Decimal(7), numbers("1e999999 3e999999 1e-999999")) is None


@given(st.integers(1, 9999), st.integers(1, 9999))
def test_every_sum_follows_and_its_order_does_not_matter(one: int, other: int) -> None:
    total = Decimal(one + other)
    assert follows(total, [Decimal(one), Decimal(other)]) is not None
    assert follows(total, [Decimal(other), Decimal(one)]) is not None
    if one != other:
        assert follows(total, [Decimal(one), Decimal(other)], ("sum",)) == "sum"


@given(st.lists(st.decimals(allow_nan=False, allow_infinity=False), max_size=5), st.decimals(allow_nan=False, allow_infinity=False))
def test_any_numbers_give_a_step_or_none(sources: list[Decimal], value: Decimal) -> None:
    assert follows(value, sources) in (*STEPS, None)
