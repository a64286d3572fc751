"""Running a checked tree in Python."""

from __future__ import annotations

import pytest

from lemario.formula.evaluate import numbers_below


@pytest.mark.parametrize(
    ("count", "numbers"), [(3.0, [0.0, 1.0, 2.0]), (2.5, [0.0, 1.0, 2.0]), (0.0, []), (-1.0, [])]
)
def test_a_range_has_the_whole_numbers_below(count: float, numbers: list[float]) -> None:
    assert numbers_below(count) == numbers
