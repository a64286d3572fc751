"""A symbol of a quantity, written in one line."""

from __future__ import annotations

from lemario.core.lang import Bilingual
from lemario.formula.notation import Symbol


def symbol(base: str, es: str, en: str, index: str = "", unit: str = "") -> Symbol:
    """The symbol with its name in both languages."""
    return Symbol(base, Bilingual(es, en), index, unit)
