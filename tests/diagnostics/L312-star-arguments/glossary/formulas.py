"""Formulas of a glossary."""

from lemario.formula.language import total


def most(*x: float) -> float:
    """The most."""
    return 1
