"""`check --fix`: quotes, tabs and the order of fields, and what is left to the author."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import small
from tests.mending import mended, text_below

CASES = Path(__file__).resolve().parents[2] / "diagnostics"
TERM = small.term()


# --- quotes and tabs -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "case",
    sorted(
        folder.name
        for code in ("L101", "L117", "L120")
        for folder in CASES.glob(f"{code}-*")
        if "put the text in quotes:" in (folder / "expected.txt").read_text(encoding="utf-8")
    ),
)
def test_quotes_are_put_as_the_message_proposes(case: str) -> None:
    before = (CASES / case / "input.yaml").read_text(encoding="utf-8")
    expected = (CASES / case / "expected.txt").read_text(encoding="utf-8")
    proposed = expected.partition("put the text in quotes:")[2].strip().split("\n")[0]
    assert proposed in mended(before)


def with_headword(written: str) -> str:
    return TERM.replace("term: Caso\n", f"term: {written}\n")


def test_two_lines_are_mended_in_one_run() -> None:
    before = small.term(es="@caso: uno", en="a: b")
    assert mended(before) == small.term(es='"@caso: uno"', en='"a: b"')


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(with_headword("Caso: uno # nota"), id="a comment or a part of the text"),
        pytest.param(with_headword('"Caso": uno'), id="quotes around a part"),
        pytest.param(with_headword("Caso: uno\n    y dos"), id="goes on in the next line"),
        pytest.param(with_headword("definition: uno"), id="the name of a field"),
        pytest.param(TERM.replace("es:\n", "es: caso: uno\n"), id="not where a text may stand"),
        pytest.param(TERM.replace("category: ", "category: a: "), id="not a text that fits"),
        pytest.param(TERM.replace("added:", "addedd: x:"), id="an unknown field"),
        pytest.param(with_headword("Caso: uno") + 'formula: "x\n', id="another fault in the file"),
        pytest.param(with_headword("#TODO"), id="a remark"),
        pytest.param(with_headword("# caso"), id="a comment"),
        pytest.param(with_headword('#"caso"'), id="quotes in what is lost"),
        pytest.param(TERM.replace("category: memoria", "category: #memoria"), id="not an id"),
        pytest.param(TERM.replace("  term: Caso", "\tdefinition: |\n\t\tx"), id="tabs, not alike"),
        pytest.param(TERM.replace("    Una", "\tUna"), id="a tab that is less than two levels"),
        pytest.param(TERM + "category:   b \n", id="a field that is repeated"),
    ],
)
def test_what_could_mean_something_else_is_left_to_the_author(text: str) -> None:
    assert mended(text) == text


def test_tabs_become_two_spaces_where_the_file_then_parses() -> None:
    before = small.term(more="sources:\n\t- title: X\n\t\turl: https://x.example")
    after = small.term(more="sources:\n  - title: X\n    url: https://x.example")
    assert mended(before.replace("added", "adde")) == before.replace("added", "adde").replace(
        "\t", "  "
    )
    assert sorted(mended(before).splitlines()) == sorted(after.splitlines())


def test_a_tab_inside_a_text_stays() -> None:
    text = text_below("|", "    ```\n    \ttabla\n    ```\n")
    assert mended(text) == text


def test_what_yaml_took_for_a_comment_is_put_in_quotes() -> None:
    before = small.term(es="#caso", es_more="aliases:\n  - uno\n  - #dos  ")
    assert mended(before) == small.term(es='"#caso"', es_more='aliases:\n  - uno\n  - "#dos"')


# --- the order of fields -------------------------------------------------------------------------

OUT_OF_ORDER = """\
# yaml-language-server: $schema=../term.schema.json
# About the file.
category: memoria   # about the category

# About English,
# in two lines.
en:
  definition: |
    A case.
    # not a comment

  # About the name.
  term: Case
  # definition: as it was
sources:
- url: https://x.example
  lang: en # of the source
  # About the title.
  title: X
- {url: "https://y.example", title: Y}
-   url: https://z.example
    title: Z

es:
    grammar:
        plural: casos
        gender: m

    # About the Spanish name.
    term:   'Caso'
    definition: >-
        Un
        caso.
updated: 2026-12-01


added: 2026-12-01
# At the end.
"""
IN_ORDER = """\
# yaml-language-server: $schema=../term.schema.json
# About the file.
es:
    # About the Spanish name.
    term:   'Caso'

    grammar:
        gender: m
        plural: casos
    definition: >-
        Un
        caso.

# About English,
# in two lines.
en:
  # About the name.
  term: Case

  definition: |
    A case.
    # not a comment
  # definition: as it was
category: memoria   # about the category

sources:
- url: https://x.example
  lang: en # of the source
  # About the title.
  title: X
- {url: "https://y.example", title: Y}
-   title: Z
    url: https://z.example
added: 2026-12-01


updated: 2026-12-01
# At the end.
"""


def test_fields_move_with_their_comments_and_blank_lines_stay() -> None:
    assert mended(OUT_OF_ORDER) == IN_ORDER


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("en: {term: a}\nes: {definition: b, term: c}\n"[14:], id="braces"),
        pytest.param("{en: {term: a}, es: {term: c}}\n", id="braces at the top"),
        pytest.param("added: x\nes:\n  term: a\nrelatd: [a]\n", id="an unknown field"),
        pytest.param("added: x\n\n# Spanish\n\nes:\n  term: a\n", id="a comment that stands alone"),
        pytest.param("? added\n: x\n? es\n: a\n", id="fields with question marks"),
        pytest.param("added: |+\n  x\ncategory: y\n\nupdated: z\n", id="blank lines after |+"),
    ],
)
def test_an_order_that_cannot_be_changed_safely_stays(text: str) -> None:
    assert mended(text) == text


def test_a_field_that_can_be_moved_only_after_another_one_is_moved_in_the_same_run() -> None:
    # The empty line would become part of `aliases` if that went last while the line follows it.
    before = "category: c\nes:\n aliases: |+\n  a\n term: b\n\nbroader: d\n"
    after = "es:\n term: b\n aliases: |+\n  a\ncategory: c\n\nbroader: d\n"
    assert mended(before) == after
