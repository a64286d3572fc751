"""Formulas of a glossary."""

from lemario.formula.language import total


def cube(x: float) -> float:
    """A cube."""
    return x ** 3
