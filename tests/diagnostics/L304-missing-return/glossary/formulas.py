"""Formulas of a glossary."""

from lemario.formula.language import total


def double(x: float) -> float:
    """Twice."""
    y = x + x
