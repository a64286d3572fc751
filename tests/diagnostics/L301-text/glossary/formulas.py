"""Formulas of a glossary."""

from lemario.formula.language import total


def name(x: float) -> float:
    """A name."""
    return "x"
