"""Lines of reports: a label, an amount, and what there is to say about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lemario.calc.records import Estimate


def amount(label: str, value: str, unit: str = "", note: str = "") -> str:
    """A line with an amount of anything, in the columns of those with memory."""
    return f"  {label:<16}{value:>9} {unit:<8}  {note}".rstrip()


def row(label: str, size: float, note: str = "") -> str:
    """A line with bytes in GiB."""
    return amount(label, f"{size / 2**30:.2f}", "GiB", note)


def estimated(label: str, sizes: Mapping[Estimate, float], about: str = "") -> str:
    """A line with the expected bytes, and the range that they may lie in."""
    low, high = sorted((sizes["low"] / 2**30, sizes["high"] / 2**30))
    said = f"an estimate {about}".strip()
    return row(label, sizes["expected"], f"{said}, {low:.2f} to {high:.2f}")
