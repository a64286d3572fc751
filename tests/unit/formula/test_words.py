"""What a screen reader says for a formula."""

from __future__ import annotations

import pytest

from lemario.core.lang import Bilingual, Lang
from lemario.formula.emit_mathml import emit_mathml
from lemario.formula.notation import Symbol, Symbols
from lemario.formula.words import WORDS
from tests.formula_source import formula

SYMBOLS: Symbols = {
    "f": Symbol("f", Bilingual("resultado", "result")),
    "x": Symbol("x", Bilingual("ancho", "width")),
    "y": Symbol("y", Bilingual("alto", "height")),
    "z": Symbol("z", Bilingual("largo", "length")),
    "b": Symbol("b", Bilingual("activo", "on")),
    "c": Symbol("c", Bilingual("lleno", "full")),
    "p": Symbol("p", Bilingual("parte", "part")),
    "q": Symbol("q", Bilingual("doble", "double")),
    "TABLE": Symbol("T", Bilingual("bytes por bloque", "bytes per block")),
    "len(Whole.parts)": Symbol("L", Bilingual("partes", "parts")),
    "plain": Symbol("g", Bilingual("llano", "plain")),
}


def said(body: str, lang: Lang = Lang.EN) -> list[str]:
    """What is said for each line."""
    return [line.spoken for line in emit_mathml(formula(body), SYMBOLS, lang).lines]


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("x + y * z", "width plus height times length"),
        ("(x + z) * y", "open parenthesis width plus length close parenthesis times height"),
        ("x - (z - y)", "width minus open parenthesis length minus height close parenthesis"),
        ("x - z - y", "width minus length minus height"),
        ("x / (y * 2)", "width over open parenthesis height times 2 close parenthesis"),
        ("x * 0.5 / y", "width times 0.5 over height"),
        ("floor(x / y)", "width over height rounded down"),
        ("ceil(x)", "width rounded up"),
        ("min(x, y)", "the least of width, height"),
        ("max(x, y, 1)", "the greatest of width, height, 1"),
        ("len(w.parts) * 2", "parts times 2"),
        ("TABLE[k]", "bytes per block"),
        ("total(p for p in w.sizes)", "the sum, over each p, of part"),
        ("largest(p for p in w.sizes)", "the greatest value, over each p, of part"),
        (
            "largest_where(1, x, 1, lambda n: b)",
            "the largest n between 1 and width for which on",
        ),
        ("x if b else z", "width if on; otherwise, length"),
        ("x if b and c else z", "width if on and full; otherwise, length"),
        ("x if not b else z", "width if not on; otherwise, length"),
        ("x if x <= z else z", "width if width at most length; otherwise, length"),
        ("1 if any(p > x for p in w.sizes) else 0", "1 if for some p, part greater than width;"),
    ],
)
def test_english(text: str, english: str) -> None:
    (line,) = said(f"return {text}")
    assert line.removeprefix("result = ").startswith(english)


@pytest.mark.parametrize(
    ("text", "spanish"),
    [
        ("(x + z) * y", "abre paréntesis ancho más largo cierra paréntesis por alto"),
        ("x / y - 2", "ancho entre alto menos 2"),
        ("ceil(x)", "ancho redondeado hacia arriba"),
        ("min(x, y)", "el menor de ancho, alto"),
        ("x if x >= z or c else z", "ancho si ancho mayor o igual que largo o lleno; si no, largo"),
        ("total(p for p in w.sizes)", "la suma, para cada p, de parte"),
    ],
)
def test_spanish(text: str, spanish: str) -> None:
    assert said(f"return {text}", Lang.ES) == [f"resultado = {spanish}"]


def test_locals_are_said_on_lines_of_their_own() -> None:
    assert said("q = x * 2\nif b:\n    return z\nreturn q") == [
        "result = length if on; otherwise, double",
        "double = width times 2",
    ]


def test_a_sum_and_what_is_added_to_it_are_told_apart() -> None:
    inside, outside = (
        said(f"return {text}")
        for text in ("total(p + 1 for p in w.sizes)", "total(p for p in w.sizes) + 1")
    )
    assert inside != outside


def test_not_of_both_and_not_of_one_are_told_apart() -> None:
    both, one = (said(f"return 1 if {text} else 0") for text in ("not (b and c)", "not b and c"))
    assert both != one


def test_a_call_says_what_it_is_of() -> None:
    assert said("return plain(x)") != said("return plain(z)")


def test_both_languages_have_every_word() -> None:
    spanish, english = WORDS[Lang.ES], WORDS[Lang.EN]
    assert spanish.operators.keys() == english.operators.keys()
    assert spanish.functions.keys() == english.functions.keys()
    for name, text in spanish.functions.items():
        assert text.count("{}") == english.functions[name].count("{}")
    for name in ("search", "group", "applied"):
        assert getattr(spanish, name).count("{}") == getattr(english, name).count("{}")
