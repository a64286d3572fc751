"""Formulas of a glossary."""

from lemario.formula.language import total


def parts(x: float, y: float) -> float:
    """Whole parts."""
    return x // y
