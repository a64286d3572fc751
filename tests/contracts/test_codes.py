"""Every diagnostic is explained and shown by a case; every word of the interface is used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from lemario.cli import main
from lemario.render.theme import load_theme

CODE = re.compile(r'"(L\d{3})"')


def texts_of(folder: Path, pattern: str) -> str:
    """All the text of the files below `folder` that match."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob(pattern)))


@pytest.fixture(scope="module")
def codes(root: Path) -> set[str]:
    """The codes that the source code gives to diagnostics."""
    found = set(CODE.findall(texts_of(root / "src/lemario", "*.py")))
    assert "L103" in found
    return found


@pytest.fixture(scope="module")
def titles(root: Path) -> dict[str, str]:
    """The title of each explanation by its code."""
    found = {}
    for path in sorted((root / "src/lemario/messages").iterdir()):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        assert first.startswith(f"# {path.stem}: "), path
        found[path.stem] = first.partition(": ")[2]
    return found


def test_every_code_is_explained_and_no_other(codes: set[str], titles: dict[str, str]) -> None:
    assert set(titles) == codes


# A case is one command on texts: two builds at once are in tests/unit/output, whole files of
# a model in tests/unit/calc.
WITHOUT_A_CASE = {"L333", "L504"}


def test_every_code_has_a_case_and_no_other(codes: set[str], root: Path) -> None:
    cases = [path.name for path in (root / "tests/diagnostics").iterdir() if path.is_dir()]
    shown = {name[:4] for name in cases if re.match(r"L\d{3}-", name)}
    assert shown | WITHOUT_A_CASE == codes
    assert shown & WITHOUT_A_CASE == set()


def test_one_code_means_one_thing(titles: dict[str, str]) -> None:
    meanings = [title.casefold() for title in titles.values()]
    assert len(set(meanings)) == len(meanings)


def test_the_list_of_all_codes_has_their_titles(titles: dict[str, str]) -> None:
    listed = CliRunner().invoke(main, ["explain"]).stdout.splitlines()
    assert listed == [f"{code}: {title}" for code, title in titles.items()]


# --- Words of the interface ----------------------------------------------------------------------

IN_TEMPLATE = re.compile(r"""\bt\(\s*(["'])([a-z0-9_.]+)\1\s*([~,)])""")
KEY = re.compile(r"""["']([a-z0-9_]+\.[a-z0-9_.]+)["']""")
MADE_FROM_A_PREFIX = re.compile(r"""f["']([a-z0-9_]+\.)\{""")
# tests/contracts/test_reader_words.py says which keys there have to be.
MADE_IN_A_SCRIPT = re.compile(r"`(reader\.[a-z]+_)\$\{")
# `if quantity.kind in ("fit", "pace"): … words(f"{quantity.kind}.{…}")`
MADE_FROM_A_KIND = re.compile(r"""\.kind in \(([^)]+)\):\s+.*f["']\{[a-z_.]+\.kind\}\.\{""")


@pytest.fixture(scope="module")
def keys() -> set[str]:
    """The keys of strings.yaml."""
    theme = load_theme().theme
    assert theme is not None
    return set(theme.strings.es.messages)


@pytest.fixture(scope="module")
def asked(root: Path) -> tuple[set[str], set[str]]:
    """The keys that templates ask for, and the beginnings of those that they put together."""
    found = IN_TEMPLATE.findall(texts_of(root / "templates", "*.html"))
    whole = {key for _, key, after in found if after != "~"}
    return whole, {key for _, key, after in found if after == "~"}


def test_every_word_that_a_template_asks_for_exists(
    keys: set[str], asked: tuple[set[str], set[str]]
) -> None:
    whole, prefixes = asked
    assert whole
    assert whole - keys == set()
    assert {p for p in prefixes if not any(key.startswith(p) for key in keys)} == set()


def test_every_word_that_a_script_asks_for_exists(keys: set[str], root: Path) -> None:
    scripts = texts_of(root / "templates/assets/js", "*.js")
    asked = {key for key in KEY.findall(scripts) if key.startswith(("js.", "reader."))}
    assert asked
    assert asked - keys == set()


def test_every_word_that_the_site_asks_for_exists(keys: set[str], root: Path) -> None:
    source = texts_of(root / "src/lemario/site", "*.py")
    asked = set(re.findall(r"""\.text\(\s*["']([a-z0-9_.]+)["']""", source))
    assert asked
    assert asked - keys == set()


def test_every_word_is_used(keys: set[str], asked: tuple[set[str], set[str]], root: Path) -> None:
    source = texts_of(root / "src/lemario/site", "*.py")
    scripts = texts_of(root / "templates/assets/js", "*.js")
    whole, prefixes = asked
    used = whole | set(KEY.findall(source)) | set(KEY.findall(scripts))
    prefixes = prefixes | set(MADE_FROM_A_PREFIX.findall(source))
    prefixes = prefixes | set(MADE_IN_A_SCRIPT.findall(scripts))
    for kinds in MADE_FROM_A_KIND.findall(source):
        prefixes = prefixes | {f"{kind}." for kind in re.findall(r"[a-z0-9_]+", kinds)}
    unused = {key for key in keys - used if not any(key.startswith(prefix) for prefix in prefixes)}
    assert unused == set()


def test_words_of_scripts_are_marked_as_such(keys: set[str], root: Path) -> None:
    source = texts_of(root / "src/lemario/site", "*.py") + texts_of(root / "templates", "*.html")
    assert {key for key in keys if key.startswith("js.") and f'"{key}"' in source} == set()


def test_every_word_says_where_it_is_shown(root: Path) -> None:
    text = (root / "templates/strings.yaml").read_text(encoding="utf-8")
    abouts = re.findall(r"^  about: (.+)$", text, re.MULTILINE)
    assert len(abouts) == len(re.findall(r"^\S+:\n", text, re.MULTILINE))
    assert [about for about in abouts if len(about) < 15] == []
