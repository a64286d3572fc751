"""Names with capitals inside have one spelling."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.content.lint import lint
from tests import small


def marked(folder: Path, text: str, **others: str) -> list[str]:
    """What is marked as spelled otherwise in the Spanish definition of a term."""
    terms = {"caso": small.term(es_text=text, en_text=None), **others}
    found = [d.span for d in lint(small.glossary(folder / "g", terms)) if d.code == "L262"]
    lines = terms["caso"].splitlines()
    return [lines[span.line - 1][span.column - 1 : span.end_column - 1] for span in found]


FLASH = small.term("FlashAttention", "FlashAttention", en_more="hidden: [Flash-attention]")


@pytest.mark.parametrize("written", ["Flash Attention", "FLASHATTENTION", "Flashattention"])
def test_another_spelling_is_met(tmp_path: Path, written: str) -> None:
    assert marked(tmp_path, f"Con {written} activa.", flash=FLASH) == [written]


@pytest.mark.parametrize(
    "written",
    [
        "FlashAttention",
        "Flash-attention",  # a spelling that the term lists
        "flash attention",  # without capitals: words of the language
        "`Flashattention`",
        "«Flashattention»",
        "Flashattention-Kernel",
        "flash.Attention",
        "Flashattentions",
    ],
)
def test_what_is_right_or_something_else_is_let_pass(tmp_path: Path, written: str) -> None:
    assert marked(tmp_path, f"Con {written} activa.", flash=FLASH) == []


def test_a_name_that_another_term_has_in_plain_letters_is_free(tmp_path: Path) -> None:
    rope = small.term("RoPE", "RoPE")
    assert marked(tmp_path, "Una Rope.", rope=rope) == ["Rope"]
    cord = small.term("Cuerda", "Rope climbing", en_more="hidden: [Rope]")
    assert marked(tmp_path / "2", "Una ROPE.", rope=rope, cord=cord) == []


def test_the_term_itself_may_speak_of_other_spellings(tmp_path: Path) -> None:
    lora = small.term("LoRA", "LoRA", es_text="No es LoRa, la técnica de radio.")
    assert marked(tmp_path, "Nada.", lora=lora) == []
