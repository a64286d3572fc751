"""What a file of formulas may import: the words of the dialect, as ordinary Python.

Formulas run as the Python that they are; these definitions give them the meaning that their
JavaScript has. All numbers are floats, so both sides compute the same bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar, get_args

T = TypeVar("T")

Positive: TypeAlias = float
"""A number greater than zero. Whatever is divided by must be one; inputs are checked for it."""


def everywhere(words: object, value: T) -> dict[Any, T]:
    """The same value for each word of an enumeration: `{**everywhere(Words, 0), "this": 1}`."""
    return dict.fromkeys(get_args(words), value)


def floor(x: float) -> float:
    """The largest whole number not above `x`."""
    return float(math.floor(x)) if math.isfinite(x) else x


def ceil(x: float) -> float:
    """The smallest whole number not below `x`; never −0."""
    return float(math.ceil(x)) if math.isfinite(x) else x


def total(values: Iterable[float]) -> float:
    """The sum from left to right; `sum` compensates from Python 3.12 on, JavaScript does not."""
    result = 0.0
    for value in values:
        result += value
    return result


def largest(values: Iterable[float]) -> float:
    """The largest of `values`, 0 if there are none or all are below."""
    result = 0.0
    for value in values:
        result = max(result, value)
    return result


def largest_where(low: float, high: float, step: Positive, holds: Callable[[float], bool]) -> float:
    """The largest `low + k·step ≤ high` for which `holds`, 0 if for none.

    Found by scanning down, so it is right even where `holds` is not monotone.
    """
    n = floor((high - low) / step)
    while n >= 0:
        candidate = low + n * step
        if holds(candidate):
            return candidate
        n -= 1
    return 0.0
