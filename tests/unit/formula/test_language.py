"""The words of the dialect as Python: what the two languages could see differently."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from lemario.formula.language import ceil, floor, largest, largest_where, total


def is_plus_zero(x: float) -> bool:
    return x == 0 and math.copysign(1, x) == 1


@pytest.mark.parametrize("function", [floor, ceil])
def test_rounding_gives_floats_and_never_minus_zero(function: Callable[[float], float]) -> None:
    for x in (-0.0, 0.0, 0.5, -0.5, 2.0**60):
        assert isinstance(function(x), float)
    assert is_plus_zero(ceil(-0.5))
    assert is_plus_zero(floor(-0.0))
    assert is_plus_zero(ceil(-0.0))


def test_rounding() -> None:
    assert [floor(x) for x in (2.5, -2.5, 3.0, 0.999999999999)] == [2, -3, 3, 0]
    assert [ceil(x) for x in (2.5, -2.5, 3.0, 1e-300)] == [3, -2, 3, 1]
    assert floor(2.0**53 + 2) == 2.0**53 + 2


def test_a_sum_goes_from_left_to_right_without_compensation() -> None:
    assert total([0.1] * 10) == 0.9999999999999999
    assert total([1e16, 1.0, -1e16]) == 0.0
    assert math.fsum([1e16, 1.0, -1e16]) == 1.0
    assert total([]) == 0.0
    assert isinstance(total([]), float)


def test_the_largest_of_nothing_is_zero() -> None:
    assert largest([]) == 0.0
    assert largest([-1.0, -2.0]) == 0.0
    assert largest([1.0, 3.0, 2.0]) == 3.0


def test_the_largest_where_is_right_where_it_does_not_hold_below() -> None:
    """Bisection would be wrong here: it holds at 2 and at 9, and at nothing in between."""
    assert largest_where(0, 10, 1, lambda n: n in (2, 9)) == 9
    assert largest_where(0, 8.9, 1, lambda n: n in (2, 9)) == 2
    assert largest_where(0, 10, 1, lambda n: False) == 0
    assert largest_where(256, 255, 256, lambda n: True) == 0


def test_the_largest_where_tries_only_steps_up_to_the_limit() -> None:
    tried: list[float] = []

    def holds(n: float) -> bool:
        tried.append(n)
        return n == 256

    assert largest_where(256, 1000, 256, holds) == 256
    assert tried == [768, 512, 256]
    assert largest_where(0, 1, 0.25, lambda n: n < 0.75) == 0.5
