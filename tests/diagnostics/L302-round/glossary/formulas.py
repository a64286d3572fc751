"""Formulas of a glossary."""

from lemario.formula.language import total


def whole(x: float) -> float:
    """A whole number."""
    return round(x)
