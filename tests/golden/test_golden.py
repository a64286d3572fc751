"""A small glossary and the whole site that it makes, byte for byte.

Each folder beside this file is a case: `glossary/` is built, `expected/` holds every page and data
file (what is copied from the theme as it stands is left out). `make golden` writes `expected/` anew;
the diff then shows what a change does to readers.
"""

from __future__ import annotations

import difflib
import shutil
from pathlib import Path

import pytest

from lemario.content.models import EnglishText, Source, SpanishText, Term
from lemario.core.places import default_theme_folder
from lemario.pipeline import Options, build
from tests import small

HERE = Path(__file__).resolve().parent
CASES = sorted(path.parent.name for path in HERE.glob("*/glossary"))


def made(case: Path, out: Path) -> dict[str, bytes]:
    """The files of the case's site by path, without those that are the theme's own."""
    outcome = build(Options(case / "glossary", "glossary", out))
    assert outcome.glossary is not None, outcome.diagnostics
    theme = default_theme_folder()
    return {
        path: data
        for path, data in small.snapshot(out).items()
        if not (theme / path).is_file() and not path.startswith((".", "assets/js/strings-"))
    }


def difference(path: str, expected: bytes, got: bytes) -> str:
    before, after = (text.decode(errors="replace").splitlines() for text in (expected, got))
    return "\n".join(
        difflib.unified_diff(before, after, f"expected/{path}", path, n=1, lineterm="")
    )


@pytest.mark.parametrize("name", CASES)
def test_site_is_as_expected(name: str, rewrite: bool, tmp_path: Path) -> None:
    folder = HERE / name / "expected"
    files = made(HERE / name, tmp_path / "site")
    if rewrite:
        shutil.rmtree(folder, ignore_errors=True)
        for path, data in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
    expected = small.snapshot(folder)
    assert sorted(files) == sorted(expected)
    changed = [
        difference(path, expected[path], data)
        for path, data in files.items()
        if data != expected[path]
    ]
    if changed:
        pytest.fail("\n\n".join(changed), pytrace=False)


def test_the_small_glossary_has_every_field_of_a_term() -> None:
    # Fields of numbers that are computed have tests of their own.
    computed = {"formula", "calculate"}
    text = (HERE / "small/glossary/terms/cache-de-claves.yaml").read_text(encoding="utf-8")
    hom = (HERE / "small/glossary/terms/bufer-de-red.yaml").read_text(encoding="utf-8")
    top = {line.partition(":")[0] for line in (text + hom).splitlines() if line[:1].isalpha()}
    assert set(Term.model_fields) - computed == top
    for name in {**SpanishText.model_fields, **EnglishText.model_fields}:
        assert f"\n  {name}:" in text
    for name in Source.model_fields:
        assert f"{name}: " in text
