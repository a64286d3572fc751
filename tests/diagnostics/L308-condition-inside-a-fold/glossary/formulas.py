"""Formulas of a glossary."""

from lemario.formula.language import total


def some(x: float) -> float:
    """A sum."""
    return total(i if i > 2 else 0 for i in range(x))
