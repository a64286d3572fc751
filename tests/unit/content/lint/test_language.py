"""Text is told to be in the other language only where there is no doubt."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.content.lint import lint
from lemario.content.lint.language import is_foreign
from lemario.core.lang import Lang
from tests import small

SPANISH = "Memoria en la que un modelo guarda las claves y los valores de lo que ya ha leído."
ENGLISH = "The memory in which a model keeps the keys and the values of what it has read so far."


@pytest.mark.parametrize(
    ("text", "lang", "foreign"),
    [
        (SPANISH, Lang.EN, True),
        (ENGLISH, Lang.ES, True),
        (SPANISH, Lang.ES, False),
        (ENGLISH, Lang.EN, False),
        (f"{SPANISH} {ENGLISH}", Lang.ES, False),
        ("The memory of the model is in the GPU.", Lang.ES, False),
        ("AWQ GPTQ GGUF EXL2 HQQ NF4 FP8 FP4 Q4 Q8 K-quants I-quants bitsandbytes", Lang.ES, False),
        ("", Lang.ES, False),
    ],
)
def test_little_words_tell(text: str, lang: Lang, foreign: bool) -> None:
    assert is_foreign(text, lang) is foreign


def marked(folder: Path, **term: str) -> list[int]:
    """The lines at which text in the wrong language is reported."""
    glossary = small.glossary(folder / "g", {"caso": small.term(**term)})
    return [d.span.line for d in lint(glossary) if d.code == "L260"]


def test_both_definitions_are_looked_at(tmp_path: Path) -> None:
    assert marked(tmp_path, es_text=ENGLISH, en_text=SPANISH) == [3, 7]
    assert marked(tmp_path / "2", es_text=SPANISH, en_text=ENGLISH) == []


def test_quotations_and_code_do_not_count(tmp_path: Path) -> None:
    for number, text in enumerate((f"«{ENGLISH}»", f"`{ENGLISH}`")):
        assert marked(tmp_path / str(number), es_text=f"Dice así: {text}") == []
