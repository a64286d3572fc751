"""Folding, slugs, orders and first sentences."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from lemario.core.text import (
    ALPHABET,
    DIGITS,
    OTHER,
    SortKey,
    english_sort_key,
    first_sentence,
    fold,
    index_letter,
    nfc,
    slug,
    sort_key,
    spanish_sort_key,
)


def test_folding_gives_what_the_shared_vectors_say(root: Path) -> None:
    vectors = json.loads((root / "tests/data/folding.json").read_text(encoding="utf-8"))
    assert [fold(text) for text, _ in vectors] == [folded for _, folded in vectors]


def test_folding_twice_changes_nothing(root: Path) -> None:
    vectors = json.loads((root / "tests/data/folding.json").read_text(encoding="utf-8"))
    assert [fold(folded) for _, folded in vectors] == [folded for _, folded in vectors]


def test_folding_does_not_depend_on_the_form_of_a_text() -> None:
    text = "¿Cuántos pingüinos añade Ångström a la cigüeña?"
    assert fold(unicodedata.normalize("NFD", text)) == fold(text)


def test_composing_joins_letter_and_accent() -> None:
    assert nfc("An\u0303o bisie\u0301sto") == "Año bisiésto"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Caché KV", "cache-kv"),
        ("Tamaño de lote", "tamano-de-lote"),
        ("llama.cpp", "llama-cpp"),
        ("Q4_K_M", "q4-k-m"),
        ("C++", "c-plus-plus"),
        ("C/C++", "c-c-plus-plus"),
        ("C#", "c-sharp"),
        ("n.º #1", "n-o-1"),
        ("1.58-bit", "1-58-bit"),
        ("β-VAE", "beta-vae"),
        ("Moore’s law", "moores-law"),
        ("  --Top-p-- ", "top-p"),
        ("¿?", ""),
        ("日本", ""),
    ],
)
def test_slugs(text: str, expected: str) -> None:
    assert slug(text) == expected


def test_spanish_orders_letters_then_accents_then_case() -> None:
    ordered = ["4 bits", "cana", "Cana", "caná", "canto", "caña", "chat", "cota", "llama", "luz",
               "nube", "ñandú", "Ñandú", "oca"]  # fmt: skip
    assert sorted(set(ordered), key=spanish_sort_key) == ordered


def test_english_holds_an_n_with_tilde_for_an_n() -> None:
    ordered = ["cana", "Cana", "caña", "canto", "nandu", "ñandu", "nube"]
    assert sorted(set(ordered), key=english_sort_key) == ordered


@pytest.mark.parametrize("key", [spanish_sort_key, english_sort_key])
def test_punctuation_comes_before_digits_and_digits_before_letters(
    key: Callable[[str], SortKey],
) -> None:
    ordered = ["_x", "-x", "—x", "¡x", "¿x", ".x", "«x", "(x", "@x", "#x", "+x", "€x", "1x", "ax"]
    assert sorted(set(ordered), key=key) == ordered


def test_letters_outside_the_table_come_last() -> None:
    assert sorted(["日本", "zeta", "ж"], key=spanish_sort_key) == ["zeta", "ж", "日本"]


def test_the_order_is_total_where_the_collation_is_not() -> None:
    composed, decomposed = "caché", "cache\u0301"
    assert spanish_sort_key(composed)[:3] == spanish_sort_key(decomposed)[:3]
    assert spanish_sort_key(composed) != spanish_sort_key(decomposed)


@pytest.mark.parametrize(
    ("text", "spanish", "english"),
    [
        ("Ñandú", "Ñ", "N"),
        ("n\u0303u", "Ñ", "N"),
        ("Árbol", "A", "A"),
        ("Æsir", "A", "A"),
        ("llama.cpp", "L", "L"),
        ("4 bits", DIGITS, DIGITS),
        ("½", DIGITS, DIGITS),
        ("¿Qué?", OTHER, OTHER),
        ("βeta", OTHER, OTHER),
        ("日本", OTHER, OTHER),
        ("", OTHER, OTHER),
    ],
)
def test_index_letters(text: str, spanish: str, english: str) -> None:
    assert (index_letter(text, "es"), index_letter(text, "en")) == (spanish, english)


@pytest.mark.parametrize(("lang", "count"), [("es", 27), ("en", 26)])
def test_the_alphabets_stand_in_the_order_of_their_language(lang: str, count: int) -> None:
    letters = ALPHABET[lang]
    assert list(letters) == sorted(set(letters), key=lambda letter: sort_key(letter, lang))
    assert [index_letter(letter, lang) for letter in letters] == list(letters)
    assert len(letters) == count


@pytest.mark.parametrize(
    ("paragraph", "sentence"),
    [
        ("Memoria de la tarjeta. Guarda los pesos.", "Memoria de la tarjeta."),
        ("Usa números cortos, p. ej. INT8. Pierde algo.", "Usa números cortos, p. ej. INT8."),
        ("Motores como llama.cpp 3.1 bastan. Otros no.", "Motores como llama.cpp 3.1 bastan."),
        ("GPU, TPU, etc. y algo más. Fin.", "GPU, TPU, etc. y algo más."),
        ("Chips (GPU, TPU, etc.) Rápidos. Fin.", "Chips (GPU, TPU, etc.) Rápidos."),
        ("Chips, e.g. NVIDIA vs. AMD. Then more.", "Chips, e.g. NVIDIA vs. AMD."),
        ("Lo propuso A. N. Vaswani. Triunfó.", "Lo propuso A. N. Vaswani."),
        ("¿Cabe? Depende.", "¿Cabe?"),
        ("Dice «basta.» Luego sigue.", "Dice «basta.»"),
        ("Espera… y sigue. Fin.", "Espera… y sigue."),
        ("Se para. vLLM no. llama.cpp tampoco.", "Se para."),
        ("Tarda 20 ms. Luego sigue.", "Tarda 20 ms."),
        ("Corre en un M4 Max. Bien.", "Corre en un M4 Max."),
        ("Mide la fase PP. Nada más.", "Mide la fase PP."),
        ("Según el Dr. Hinton, sí. Fin.", "Según el Dr. Hinton, sí."),
        ("Lo venden en EE. UU. Poco más. Fin.", "Lo venden en EE. UU. Poco más."),
        ("Ocupa 4 GB. 8 GB sobran.", "Ocupa 4 GB."),
        ("Una\nsola línea. Otra.", "Una\nsola línea."),
        (" Sin más. ", "Sin más."),
        ("Sin punto", "Sin punto"),
        ("", ""),
    ],
)
def test_first_sentences(paragraph: str, sentence: str) -> None:
    assert first_sentence(paragraph) == sentence
