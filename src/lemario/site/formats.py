"""Numbers and dates as the two languages write them."""

from __future__ import annotations

import re
from datetime import date

from babel.dates import format_date, format_skeleton
from babel.numbers import format_decimal

from lemario.core.lang import Lang

_GROUPED_FROM = 10_000
NO_BREAK = "\u00a0"


def number(value: float, lang: Lang) -> str:
    """A number with the language's decimal sign, grouped from five digits on in Spanish.

    As `Intl.NumberFormat` does it, so that scripts and pages agree.
    """
    grouped = lang is Lang.EN or abs(value) >= _GROUPED_FROM
    return format_decimal(value, locale=lang.value, group_separator=grouped)


def long_date(value: date, lang: Lang) -> str:
    """A date in full: "1 de diciembre de 2026", "December 1, 2026"."""
    return format_date(value, "long", locale=lang.value)


def short_date(value: date, lang: Lang) -> str:
    """A date with the month abbreviated: "1 dic 2026", "Dec 1, 2026"."""
    return format_date(value, "medium", locale=lang.value).replace(" ", NO_BREAK)


def partial_date(value: str, lang: Lang) -> str:
    """A date as exact as it is known: "2023", "2023-05" or "2023-05-22" in words."""
    parts = [int(part) for part in re.findall(r"\d+", value)]
    if len(parts) == 1:
        return str(parts[0])
    if len(parts) == 2:
        return format_skeleton("yMMMM", date(parts[0], parts[1], 1), locale=lang.value)
    return long_date(date.fromisoformat(value), lang)
