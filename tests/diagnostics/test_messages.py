"""What `lemario explain` says is true: the examples have the fault, the mended ones do not."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from lemario.pipeline import Options, check

HERE = Path(__file__).resolve().parent
BASE = HERE / "base"
MESSAGES = HERE.parents[1] / "src/lemario/messages"

SECTION = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```(yaml|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"# (\S+\.yaml)\n")

WHOLE_TERM = """\
es:
  term: Caso
  definition: Una situación inventada.
en:
  term: Case
  definition: A situation made up.
category: memoria-y-atencion
added: 2026-12-01
updated: 2026-12-01
"""


def blocks(text: str, indent: str) -> dict[str, str]:
    """The text of each field at `indent`, by its name; what precedes the first is under ""."""
    found = {"": ""}
    name = ""
    for line in text.splitlines(keepends=True):
        begins = re.match(rf"{indent}([\w-]+):", line)
        name = begins[1] if begins else name
        found[name] = found.get(name, "") + line
    return found


def completed(fragment: str) -> str:
    """A part of a term as a whole one: fields that it leaves out are put before its own.

    Done on the lines, since fragments may be faulty YAML. What has no field at the margin stands
    as it is.
    """
    own = blocks(fragment, "")
    if own[""]:
        return fragment
    whole = {**blocks(WHOLE_TERM, ""), **own}
    for lang in ("es", "en"):
        given = blocks(whole[lang].partition("\n")[2], "  ")
        usual = blocks(blocks(WHOLE_TERM, "")[lang].partition("\n")[2], "  ")
        left_out = "".join(text for name, text in usual.items() if name not in given)
        whole[lang] = f"{lang}:\n{left_out}{whole[lang].partition(chr(10))[2]}"
    first = "".join(text for name, text in whole.items() if name not in own or name in ("es", "en"))
    return first + "".join(text for name, text in own.items() if name not in ("es", "en"))


def codes_of(text: str, folder: Path) -> set[str]:
    """The codes reported for what is in the fenced blocks; a later one replaces an earlier."""
    shutil.copytree(BASE, folder)
    for kind, block in FENCE.findall(text):
        named = FILE_NAME.match(block)
        if kind == "python":
            file, content = folder / "formulas.py", block
        else:
            file = folder / (named[1] if named else "terms/caso.yaml")
            content = completed(block[named.end() :] if named else block)
        file.write_text(content, encoding="utf-8")
    return {d.code for d in check(Options(folder, "glossary", folder / "site")).diagnostics}


def sections(code: str) -> dict[str, str]:
    return dict(SECTION.findall((MESSAGES / f"{code}.md").read_text(encoding="utf-8")))


CODES = sorted(path.stem for path in MESSAGES.glob("*.md"))


@pytest.mark.parametrize("code", CODES)
def test_form(code: str) -> None:
    text = (MESSAGES / f"{code}.md").read_text(encoding="utf-8")
    assert re.match(rf"# {code}: \S.*[^.\s]\n\n## What\n", text)
    assert list(sections(code)) == ["What", "Why", "Example", "Mend"]
    assert all(content.strip() for content in sections(code).values())
    assert "```" in sections(code)["Example"]


@pytest.mark.parametrize(
    "code", [code for code in CODES if FENCE.search(sections(code)["Example"])]
)
def test_the_example_has_the_fault_and_only_that(code: str, tmp_path: Path) -> None:
    assert codes_of(sections(code)["Example"], tmp_path / "glossary") == {code}


@pytest.mark.parametrize("code", [code for code in CODES if FENCE.search(sections(code)["Mend"])])
def test_the_example_as_mended_is_clean(code: str, tmp_path: Path) -> None:
    both = sections(code)["Example"] + sections(code)["Mend"]
    assert codes_of(both, tmp_path / "glossary") == set()


def test_fragments_are_completed_in_place() -> None:
    lines = WHOLE_TERM.splitlines(keepends=True)
    lines[1:3] = [lines[2], "  term: [x\n"]
    assert completed("es:\n  term: [x\nrelated: gpu\n") == "".join([*lines, "related: gpu\n"])
