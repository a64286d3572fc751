"""What is checked decides the exit code; what is accepted is shown; nothing goes in silence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lemario.cli import main
from tests import small
from tests.pains.conftest import TERMS
from tests.pains.trying import Files, codes, page, said, words, write
from tests.search_columns import entries_of

REST = "category: memoria\nadded: 2026-12-01\nupdated: 2026-12-01\n"


def check(folder: Path, files: Files, *options: str) -> Result:
    glossary = write(folder / "glossary", files)
    return CliRunner().invoke(main, ["check", "--glossary", str(glossary), *options])


ERRORS = {
    "unknown field": small.term(more="relatd: []"),
    "unknown field in a language": small.term(es_more="aliasses: [x]"),
    "link to nothing": small.term(es_text="Ver [[nada]]."),
    "relation to nothing": small.term(more="related: [nada]"),
    "unknown category": small.term(category="nada"),
    "missing language": small.term().replace("en:\n  term: Case\n", "en:\n"),
    "not YAML": "es: [",
}


@pytest.mark.parametrize("text", ERRORS.values(), ids=ERRORS)
def test_any_error_makes_the_exit_code_one(text: str, tmp_path: Path) -> None:
    assert check(tmp_path, {"x": text}).exit_code == 1


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--strict",), 1)])
def test_warnings_count_only_if_asked_to(
    options: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    warned = small.term(es_text="Ver <b>esto</b>.")
    done = check(tmp_path, {"x": warned}, *options)
    assert done.exit_code == code
    assert "L245" in done.stderr


@pytest.mark.parametrize("form", ["full", "concise", "json", "github"])
def test_the_exit_code_is_the_same_in_every_format(form: str, tmp_path: Path) -> None:
    assert check(tmp_path, {"x": "es: ["}, "--format", form).exit_code == 1


def test_each_fault_is_told_once(tmp_path: Path) -> None:
    broken = {"a": small.term(more="relatd: []", category="nada"), "b": "es: ["}
    broken["c"] = small.term("Otro", "Other", es_text="Ver [[b]] y [[nada]].")
    assert codes(tmp_path, broken) == ["L101", "L103", "L202"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *(("def", "en"), ("EN", "en"), ("english", "en"), ("inglés", "en"), ("en-GB", "en")),
        *(("eng", "en"), ("uk", "en"), ("En", "en"), ("en_US", "en"), ("ingles", "en")),
    ],
)
def test_a_language_under_a_wrong_key_is_named(written: str, meant: str, tmp_path: Path) -> None:
    text = small.term().replace("en:\n", f"{written}:\n", 1)
    (found,) = said(tmp_path, {"x": text})
    assert (found.code, found.help) == ("L103", f'did you mean "{meant}"?')


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *(("termino", "term"), ("término", "term"), ("definicion", "definition")),
        *(("Definition", "definition"), ("definiton", "definition"), ("ejemplo", "example")),
        *(("sinónimos", "aliases"), ("siglas", "acronym"), ("alias", "aliases")),
    ],
)
def test_a_field_in_spanish_or_with_a_slip_is_named(
    written: str, meant: str, tmp_path: Path
) -> None:
    found = said(tmp_path, {"x": small.term(es_more=f"{written}: x")})
    assert [d.help for d in found if d.code == "L103"] == [f'did you mean "{meant}"?']


@pytest.mark.parametrize("field", ["id", "slug"])
def test_an_id_inside_the_file_is_told_to_be_its_name(field: str, tmp_path: Path) -> None:
    (found,) = said(tmp_path, {"x": small.term(more=f"{field}: x")})
    assert "name of its file" in found.help


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("status: borrador", "draft"),
        ("status: Draft", "draft"),
        ("autolink: no sé", "true or false"),
        ("related: token", "[token]"),
    ],
)
def test_a_value_of_another_kind_is_led_to_one_of_its_own(
    line: str, help: str, tmp_path: Path
) -> None:
    (found,) = said(tmp_path, {"x": small.term(more=line)})
    assert (found.code, help in found.help) == ("L105", True)


@pytest.mark.parametrize(
    "date", ["01-12-2026", "1/12/2026", "2026-13-01", "2026-02-30", "ayer", "2026", "20261"]
)
def test_a_date_is_a_day_that_exists(date: str, tmp_path: Path) -> None:
    text = small.term().replace("added: 2026-12-01", f"added: {date}")
    assert codes(tmp_path, {"x": text}) == ["L105"]


# --- What is accepted is shown -------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Alucinación",
        "Hallucination",
        "confabulación",
        "ALU",
        "Alucinación Lingüística Usual",
        "mentira",
        "No hay intención.",
        "alucinaciones",
        "Respuesta inventada.",
        "Memoria",
        "Un estudio",
        "Ana",
        "2025",
    ],
)
def test_every_field_is_on_the_page(text: str, built: Path) -> None:
    assert text in words(page(built, "terminos/alucinacion.html").find(".//main"))


def test_every_name_is_in_the_data_of_the_search(built: Path) -> None:
    script = (built / "assets/js/search-data.js").read_text(encoding="utf-8")
    entry = entries_of(script)["alucinacion"]
    for name in ("confabulación", "invención", "ALU", "Lingüística", "mentira", "Hallucination"):
        assert name in json.dumps(entry, ensure_ascii=False)


def test_homonyms_both_have_a_page_and_a_line_of_the_index(built: Path) -> None:
    index = words(page(built, "indice.html").find(".//main"))
    for term_id, qualifier in (("grafo-red", "redes"), ("grafo-curva", "curvas")):
        assert (built / f"terminos/{term_id}.html").is_file()
        assert qualifier in words(page(built, f"terminos/{term_id}.html").find(".//main"))
        assert qualifier in index


def test_only_drafts_have_no_page(built: Path) -> None:
    made = {file.stem for file in (built / "terminos").iterdir()}
    assert set(TERMS) - made == {"borrador"}


def test_a_draft_that_is_linked_is_told(tmp_path: Path) -> None:
    draft = small.term("Otro", "Other", more="status: draft")
    assert codes(tmp_path, {"a": draft, "b": small.term(es_text="Ver [[a]].")}) == ["L243"]
