"""Formulas of a glossary."""

from lemario.formula.language import total


def less(x: float) -> float:
    """Less."""
    return -x
