"""Formulas of a glossary."""

from lemario.formula.language import total


def rest(x: float, y: float) -> float:
    """What is left."""
    return x % y
