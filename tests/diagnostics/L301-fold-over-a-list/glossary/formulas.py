"""Formulas of a glossary."""

from lemario.formula.language import total


def three(x: float) -> float:
    """A sum."""
    return total(i for i in [1, 2, 3])
