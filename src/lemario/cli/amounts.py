"""Lines of reports: a label, an amount of memory, and what there is to say about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lemario.calc.records import Estimate


def row(label: str, size: float, note: str = "") -> str:
    """A line with bytes in GiB."""
    return f"  {label:<16}{size / 2**30:>9.2f} GiB   {note}".rstrip()


def estimated(label: str, sizes: Mapping[Estimate, float]) -> str:
    """A line with the expected bytes, and the range that they may lie in."""
    low, high = sorted((sizes["low"] / 2**30, sizes["high"] / 2**30))
    return row(label, sizes["expected"], f"an estimate, {low:.2f} to {high:.2f}")
