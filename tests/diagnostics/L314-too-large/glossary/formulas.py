"""Formulas of a glossary."""

from lemario.formula.language import total


def far(x: float) -> float:
    """Far."""
    return x + 9007199254740993
