"""Formulas of a glossary."""

from lemario.formula.language import total


def scaled(x: float, y: float = 2) -> float:
    """Scaled."""
    return x * y
