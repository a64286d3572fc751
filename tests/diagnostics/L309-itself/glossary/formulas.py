"""Formulas of a glossary."""

from lemario.formula.language import total


def factorial(x: float) -> float:
    """A factorial."""
    if x <= 1:
        return 1
    return x * factorial(x - 1)
