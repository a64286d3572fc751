"""Computed values as readers see them, and formulas as pages show them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import cast

from babel.numbers import format_decimal
from markupsafe import Markup

from lemario.calc.compiled import FormulaSet
from lemario.calc.live import UNITS
from lemario.calc.live_case import Quantity
from lemario.core.lang import Lang
from lemario.formula.emit_mathml import emit_mathml
from lemario.site.formats import NO_BREAK
from lemario.site.strings import Strings
from lemario.site.views import FormulaLine, FormulaSymbol, FormulaView

_MILLION = 1_000_000
_BILLION = 1_000_000_000


@lru_cache(maxsize=8192)
def amount(value: float, lang: Lang, digits: int = 2) -> str:
    """A number with at most that many decimals, without trailing zeros."""
    pattern = "#,##0." + "#" * digits
    grouped = lang is Lang.EN or abs(round(value, digits)) >= 10_000
    return format_decimal(value, pattern, locale=lang.value, group_separator=grouped)


def size(value: float, lang: Lang, unit: str = "") -> str:
    """Bytes in GiB, below one in MiB, then KiB, then B; or in the unit that is asked for."""
    if not unit:
        unit = next((name for name in ("GiB", "MiB", "KiB") if value >= UNITS[name]), "B")
    return f"{amount(value / UNITS[unit], lang)}{NO_BREAK}{unit}"


def count(value: float, lang: Lang) -> str:
    """A number of parameters: "8030 millones", "8.03 billion"."""
    if lang is Lang.EN and value >= _BILLION:
        return f"{amount(value / _BILLION, lang)}{NO_BREAK}billion"
    if value >= _MILLION:
        word = "millones" if lang is Lang.ES else "million"
        return f"{amount(value / _MILLION, lang, 0)}{NO_BREAK}{word}"
    return amount(value, lang, 0)


def speed(value: float, lang: Lang) -> str:
    """Tokens a second: whole from 10 on."""
    return amount(value, lang, 0 if value >= 10 else 1)


def percent(value: float, lang: Lang) -> str:
    """A share in percent: "46,9 %", "46.9%"; below one percent with a digit more."""
    return f"{amount(100 * value, lang, 1 if value >= 0.01 else 2)}{NO_BREAK if lang is Lang.ES else ''}%"


_WRITTEN: dict[str, Callable[[float, Lang], str]] = {
    "number": lambda value, lang: amount(value, lang, 0),
    "decimal": amount,
    "money": lambda value, lang: format_decimal(value, "#,##0.00", locale=lang.value),
    "percent": percent,
    "count": count,
    "bandwidth": lambda value, lang: f"{amount(value, lang)}{NO_BREAK}GB/s",
    "tokens_per_second": speed,
    "watts": lambda value, lang: f"{amount(value, lang, 0)}{NO_BREAK}W",
    "joules": lambda value, lang: f"{amount(value, lang, 1)}{NO_BREAK}J",
    "seconds": lambda value, lang: f"{amount(value, lang, 1 if value >= 10 else 2)}{NO_BREAK}s",
    "hours": lambda value, lang: f"{amount(value, lang)}{NO_BREAK}h",
    "kwh": lambda value, lang: f"{amount(value, lang)}{NO_BREAK}kWh",
}


def written(quantity: Quantity, strings: Strings, unit: str = "") -> str:
    """A computed value in words and figures of the strings' language."""
    value, lang = quantity.value, strings.lang
    if quantity.kind == "text":
        return str(value)
    if quantity.kind in ("fit", "pace"):
        return strings(f"{quantity.kind}.{value}")
    if quantity.kind == "bytes":
        return size(cast(float, value), lang, unit)
    return _WRITTEN[quantity.kind](cast(float, value), lang)


def formula_view(name: str, formulas: FormulaSet, lang: Lang) -> FormulaView:
    """A formula with its symbols explained in one language."""
    formula = formulas.module.formulas[name]
    made = emit_mathml(formula, formulas.symbols, lang)
    lines = tuple(FormulaLine(Markup(line.mathml), line.spoken) for line in made.lines)
    symbols = tuple(
        FormulaSymbol(Markup(mathml), symbol.name[lang], symbol.unit)
        for mathml, symbol in made.symbols
    )
    return FormulaView(name, lines, symbols, _source(formula.doc))


def _source(doc: str) -> str:
    """What a formula's docstring names as its source, in one line; "" if it names none."""
    paragraphs = (" ".join(paragraph.split()) for paragraph in doc.split("\n\n"))
    found = (p.removeprefix("Source: ") for p in paragraphs if p.startswith("Source: "))
    return next(found, "")
