"""How names look on paper and what they are called: the symbols of formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from lemario.core.lang import Bilingual


@dataclass(frozen=True, slots=True)
class Symbol:
    """A letter or word with an optional index, its name in both languages and its unit."""

    base: str
    name: Bilingual[str]
    index: str = ""
    unit: str = ""


Symbols = Mapping[str, Symbol]
"""By name of a parameter, formula, table or local, `Record.field`, or `len(Record.field)`."""


def identifier(symbol: Symbol, *more: str) -> str:
    """The symbol as MathML; `more` are further indices, already MathML."""
    base = f"<mi>{escape(symbol.base)}</mi>"
    indices = [_index(symbol.index)] if symbol.index else []
    indices += more
    if not indices:
        return base
    joined = "<mo>,</mo>".join(indices)
    return f"<msub>{base}{joined if len(indices) == 1 else f'<mrow>{joined}</mrow>'}</msub>"


def _index(text: str) -> str:
    """A one-letter index is a quantity's name, a longer one a word."""
    return f"<mi>{escape(text)}</mi>" if len(text) == 1 else f"<mtext>{escape(text)}</mtext>"


def unknown(name: str) -> Symbol:
    """What is shown for a name without a symbol: the name itself, its first letter as the base."""
    base, _, index = name.partition("_")
    return Symbol(base, Bilingual(name, name), index.replace("_", " "))
