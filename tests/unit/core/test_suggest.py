"""Did you mean …? One suggestion or none, the same whatever the order of the candidates."""

from __future__ import annotations

import pytest

from lemario.core.suggest import did_you_mean, nearest

FIELDS = ("related", "category", "sources", "status", "es", "en")


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("relatd", "related"),
        ("Category", "category"),
        ("categoría", "category"),
        ("soruces", "sources"),
    ],
)
def test_a_slip_finds_what_was_meant(wrong: str, meant: str) -> None:
    assert nearest(wrong, FIELDS) == meant


@pytest.mark.parametrize("wrong", ["zzz", "", "x", "gqa"])
def test_what_is_like_nothing_finds_nothing(wrong: str) -> None:
    assert nearest(wrong, (*FIELDS, "mqa")) is None


def test_without_candidates_there_is_nothing() -> None:
    assert nearest("related", ()) is None


def test_ties_do_not_depend_on_the_order() -> None:
    assert nearest("gato", ["rato", "pato"]) == nearest("gato", ["pato", "rato"]) == "pato"


def test_the_help_line_quotes_the_suggestion_or_is_empty() -> None:
    assert did_you_mean("relatd", FIELDS) == 'did you mean "related"?'
    assert did_you_mean("zzz", FIELDS) == ""
