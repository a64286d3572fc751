"""How symbols look."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from lemario.core.lang import Bilingual
from lemario.formula.notation import Symbol, identifier, unknown

NAME = Bilingual("nombre", "name")


@pytest.mark.parametrize(
    ("symbol", "more", "mathml"),
    [
        (Symbol("n", NAME), (), "<mi>n</mi>"),
        (Symbol("M", NAME, "W"), (), "<msub><mi>M</mi><mi>W</mi></msub>"),
        (Symbol("M", NAME, "KV"), (), "<msub><mi>M</mi><mtext>KV</mtext></msub>"),
        (Symbol("c", NAME), ("<mi>ℓ</mi>",), "<msub><mi>c</mi><mi>ℓ</mi></msub>"),
        (
            Symbol("c", NAME, "f"),
            ("<mi>ℓ</mi>",),
            "<msub><mi>c</mi><mrow><mi>f</mi><mo>,</mo><mi>ℓ</mi></mrow></msub>",
        ),
        (Symbol("<", NAME, "&&"), (), "<msub><mi>&lt;</mi><mtext>&amp;&amp;</mtext></msub>"),
    ],
)
def test_identifiers(symbol: Symbol, more: tuple[str, ...], mathml: str) -> None:
    assert identifier(symbol, *more) == mathml
    assert ElementTree.fromstring(mathml) is not None


def test_a_name_without_a_symbol_shows_itself() -> None:
    symbol = unknown("kv_cache_bytes")
    assert (symbol.base, symbol.index) == ("kv", "cache bytes")
    assert symbol.name == Bilingual("kv_cache_bytes", "kv_cache_bytes")
    assert unknown("rank").index == ""
