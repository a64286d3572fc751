"""Formulas of a glossary."""

from lemario.formula.language import total


def wrap(x: float) -> float:
    """Wrap."""
    return x


@wrap
def double(x: float) -> float:
    """Twice."""
    return x + x
