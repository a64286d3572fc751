"""Formulas of a glossary."""

from lemario.formula.language import total


def half(x: float) -> float:
    """A half."""
    while x > 1:
        x = x / 2
    return x
