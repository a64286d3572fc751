"""Python and the browser agree on text: how it folds, and how it is ordered.

Each test gathers its examples first and asks Node once, since starting it costs more than the rest.
"""

from __future__ import annotations

import json
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemario.core.text import english_sort_key, fold, sort_key, spanish_sort_key

# Where folding does something: marks, ligatures, typographic signs, odd spaces, other scripts.
TRICKY = (
    "aAñÑnN\u0303\u0301\u0323\u0308\u0345 ßẞæŒøĐðþłŧŋıİſςΣΐЙё´`'‘”«»—‑−\u00a0\u202f\u3000\u200b\u00ad"
    "\ufeff\ufe0f½²ªº™ŉﬁⅧＡｎ¨¯\x00\x1f\x85\u2028"
)
LETTERS = "abcdehlmnñopstuzáéíóúüçñABCNÑOÁÉÜ"
MARKS = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0323\u0327\u0328"
SIGNS = " _-–—,;:!¡?¿.'‘’\"“”«»()[]{}§@*/\\&#%`^°©®+±÷×<=>|~€$£0123456789…½²ªº\u00a0‑™ﬁ"
FOREIGN = "àâãäåèêëìîïòôõöùûýÿāăąćčďđęěğħıłńňŋőœøřśšßşťţůűźżžæþðÀÄÅÆØŒẞÐÞαβγλμπωςΩ"


def gather(strategy: st.SearchStrategy[str], count: int) -> list[str]:
    """Draws about `count` different examples, the same in every run."""
    drawn: dict[str, None] = {}

    @settings(max_examples=count)
    @given(strategy)
    def draw(text: str) -> None:
        drawn[text] = None

    draw()
    return list(drawn)


def ask_node(program: str, value: object) -> Any:
    """Runs `program` in Node with `value` as `input`; returns what it evaluates to."""
    script = (
        'const input = JSON.parse(require("fs").readFileSync(0, "utf8"));'
        f"process.stdout.write(JSON.stringify({program}))"
    )
    done = subprocess.run(
        ["node", "-e", script], input=json.dumps(value), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_folding_agrees_with_the_search_engine(root: Path) -> None:
    engine = (root / "templates/assets/js/search.js").read_text(encoding="utf-8")
    single = [
        char
        for char in map(chr, range(0x110000))
        # Beyond the basic plane, what is a letter, a mark or a number.
        if not 0xD800 <= ord(char) < 0xE000 and (ord(char) < 0x10000 or category(char)[0] in "LMN")
    ]
    texts = [
        *single,
        *gather(st.text(), 1000),
        *gather(st.text(alphabet=TRICKY), 1000),
        *gather(st.text(alphabet=st.characters(max_codepoint=0x24FF)), 1000),
    ]
    program = f'require("vm").runInNewContext({json.dumps(engine)} + ";LemarioSearch.fold")'
    folded = ask_node(f"input.map({program})", texts)
    different = {
        text: (fold(text), other)
        for text, other in zip(texts, folded, strict=True)
        if fold(text) != other
    }
    assert different == {}


@given(st.one_of(st.text(), st.text(alphabet=TRICKY)))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_order_is_that_of_browsers(lang: str) -> None:
    texts = sorted(
        {
            *(LETTERS + MARKS + SIGNS + FOREIGN),
            *gather(st.text(alphabet=LETTERS + " -", max_size=6), 2500),
            *gather(st.text(alphabet="nNñaá" + MARKS, max_size=6), 1500),
            *gather(st.text(alphabet=LETTERS + SIGNS + FOREIGN + MARKS, max_size=5), 2500),
        },
        key=lambda text: sort_key(text, lang),
    )
    assert len(texts) > 4000
    pairs = list(pairwise(texts))
    ranks = ask_node(
        f"(({{compare}}) => input.map(([a, b]) => compare(a, b)))(new Intl.Collator({lang!r}))",
        pairs,
    )
    # Sorted here, so the browser must find each text after the one before, or equal to it just
    # where the keys differ by nothing but the text itself.
    expected = [-(sort_key(a, lang)[:3] != sort_key(b, lang)[:3]) for a, b in pairs]
    wrong = [
        (pair, rank)
        for pair, rank, want in zip(pairs, ranks, expected, strict=True)
        if rank != want
    ]
    assert wrong == []


@given(st.text(), st.text())
def test_different_texts_have_different_keys(one: str, other: str) -> None:
    for key in (spanish_sort_key, english_sort_key):
        assert (key(one) == key(other)) == (one == other)
