"""Numbers and dates as each language writes them."""

from __future__ import annotations

from datetime import date

import pytest

from lemario.core.lang import Lang
from lemario.site.formats import long_date, number, partial_date, short_date

DAY = date(2026, 12, 1)


@pytest.mark.parametrize(
    ("value", "es", "en"),
    [
        (0, "0", "0"),
        (4.58, "4,58", "4.58"),
        (1234, "1234", "1,234"),
        (9999.5, "9999,5", "9,999.5"),
        (10_000, "10.000", "10,000"),
        (131_072, "131.072", "131,072"),
        (-12_345.25, "-12.345,25", "-12,345.25"),
    ],
)
def test_numbers(value: float, es: str, en: str) -> None:
    assert (number(value, Lang.ES), number(value, Lang.EN)) == (es, en)


def test_dates() -> None:
    assert long_date(DAY, Lang.ES) == "1 de diciembre de 2026"
    assert long_date(DAY, Lang.EN) == "December 1, 2026"
    assert short_date(DAY, Lang.ES).replace("\u00a0", " ") == "1 dic 2026"
    assert short_date(DAY, Lang.EN).replace("\u00a0", " ") == "Dec 1, 2026"


def test_a_short_date_does_not_break() -> None:
    assert " " not in short_date(DAY, Lang.ES) + short_date(DAY, Lang.EN)


@pytest.mark.parametrize(
    ("value", "es", "en"),
    [
        ("2023", "2023", "2023"),
        ("2023-05", "mayo de 2023", "May 2023"),
        ("2023-05-22", "22 de mayo de 2023", "May 22, 2023"),
    ],
)
def test_a_date_is_as_exact_as_it_is_known(value: str, es: str, en: str) -> None:
    assert (partial_date(value, Lang.ES), partial_date(value, Lang.EN)) == (es, en)
