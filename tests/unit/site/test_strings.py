"""The words of the interface: placeholders and plurals."""

from __future__ import annotations

import pytest

from lemario.core.lang import Lang
from lemario.site.strings import Strings

SPANISH = Strings(
    Lang.ES,
    {
        "hello": "Hola, {name}: {name}",
        "terms": {
            "one": "{count} término",
            "many": "{count} de términos",
            "other": "{count} términos",
        },
        "short": {"one": "uno", "other": "varios ({count})"},
    },
)


def test_every_placeholder_is_filled_in() -> None:
    assert SPANISH("hello", name="Ana") == "Hola, Ana: Ana"


def test_a_value_is_not_searched_for_placeholders() -> None:
    assert SPANISH("hello", name="{count}") == "Hola, {count}: {count}"


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 términos"),
        (1, "1 término"),
        (1234, "1234 términos"),
        (12345, "12.345 términos"),
        (1_000_000, "1.000.000 de términos"),
    ],
)
def test_the_count_chooses_the_plural_and_is_written_as_the_language_does(
    count: int, text: str
) -> None:
    assert SPANISH("terms", count=count) == text


def test_a_plural_without_many_falls_back_to_other() -> None:
    assert SPANISH("short", count=1_000_000) == "varios (1.000.000)"


@pytest.mark.parametrize("values", [{}, {"nmae": "Ana"}])
def test_a_missing_value_or_key_is_a_key_error(values: dict[str, object]) -> None:
    with pytest.raises(KeyError):
        SPANISH("hello", **values)
    with pytest.raises(KeyError):
        SPANISH("nothing")
