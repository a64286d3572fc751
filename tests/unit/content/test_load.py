"""Reading a glossary's folder: every file is looked at, whatever is wrong with others."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from lemario.content.load import load_glossary
from lemario.core.diagnostics import in_order
from tests import small


def test_published_terms_and_drafts_are_kept_apart_and_sorted(tmp_path: Path) -> None:
    made = small.glossary(
        tmp_path / "g",
        {
            "b": small.term("Be", "Bee"),
            "a": small.term("A", "Ay"),
            "c": small.term("Ce", "Cee", more="status: draft"),
        },
    )
    assert [entry.id for entry in made.entries] == ["a", "b"]
    assert [entry.id for entry in made.drafts] == ["c"]


def test_values_are_normalised(tmp_path: Path) -> None:
    text = small.term("Ñandú", "Rhea", es_more="aliases: [avestruz ñ]")
    folder = small.write(tmp_path / "g", {})
    (folder / "terms/nandu.yaml").write_bytes(
        b"\xef\xbb\xbf" + unicodedata.normalize("NFD", text).replace("\n", "\r\n").encode()
    )
    made = load_glossary(folder, "glossary").glossary
    assert made is not None
    assert made.entries[0].term.es.term == "Ñandú"
    assert made.entries[0].term.es.aliases == ("avestruz ñ",)
    assert made.entries[0].term.es.definition == "Una situación inventada."


def test_names_that_yaml_would_change_load_as_text(tmp_path: Path) -> None:
    made = small.glossary(
        tmp_path / "g", {"caso": small.term("no", "off", es_more="aliases: [NO, 16:9, 1.10]")}
    )
    spanish = made.entries[0].term.es
    assert (spanish.term, spanish.aliases) == ("no", ("NO", "16:9", "1.10"))
    assert made.entries[0].term.en.term == "off"


def test_faults_of_all_files_are_reported_in_one_go(tmp_path: Path) -> None:
    folder = small.write(
        tmp_path / "g",
        {"a": "es: [", "b": "- x", "c": small.term(more="related: [nada]")},
        site="titel: x\n",
    )
    (folder / "categories.yaml").write_text("memoria: x\n", encoding="utf-8")
    found = in_order(load_glossary(folder, "glossary").diagnostics)
    assert [(d.span.path.removeprefix("glossary/"), d.code) for d in found] == [
        ("categories.yaml", "L105"),
        ("site.yaml", "L103"),
        ("terms/a.yaml", "L101"),
        ("terms/b.yaml", "L112"),
        ("terms/c.yaml", "L202"),
    ]


def test_a_fault_of_the_categories_is_not_repeated_for_each_term(tmp_path: Path) -> None:
    folder = small.write(tmp_path / "g", {"a": small.term()})
    (folder / "categories.yaml").unlink()
    assert [d.code for d in load_glossary(folder, "glossary").diagnostics] == ["L122"]


def test_hidden_files_are_not_terms(tmp_path: Path) -> None:
    folder = small.write(tmp_path / "g", {"a": small.term()})
    (folder / "terms/.a.yaml.swp").touch()
    assert load_glossary(folder, "glossary").diagnostics == ()


@pytest.mark.parametrize(
    ("name", "proposed"),
    [
        ("Caché KV.yaml", "cache-kv.yaml"),
        (unicodedata.normalize("NFD", "caché.yaml"), "cache.yaml"),
        ("a_b.yaml", "a-b.yaml"),
        ("-a.yaml", "a.yaml"),
        ("a--b.yaml", "a-b.yaml"),
        ("C++.yaml", "c-plus-plus.yaml"),
        ("b.yml", "b.yaml"),
        ("llama.cpp.yaml", "llama-cpp.yaml"),
    ],
)
def test_a_file_name_that_is_no_id_is_refused_and_a_good_one_proposed(
    tmp_path: Path, name: str, proposed: str
) -> None:
    folder = small.write(tmp_path / "g", {"a": small.term()})
    (folder / "terms" / name).write_text(small.term("Be", "Bee"), encoding="utf-8")
    (found,) = load_glossary(folder, "glossary").diagnostics
    assert found.code == "L116"
    assert found.help == f"rename it to {proposed}"


@pytest.mark.parametrize("name", ["con", "aux", "com1", "index"])
def test_ids_that_some_systems_cannot_write_are_refused(tmp_path: Path, name: str) -> None:
    loaded = small.loaded(tmp_path / "g", {name: small.term(), "gpu": small.term("GPU", "GPU")})
    assert [d.code for d in loaded.diagnostics] == ["L116"]


def test_the_folder_is_named_in_paths_as_it_was_given(tmp_path: Path) -> None:
    folder = small.write(tmp_path / "g", {"a": "- x"})
    assert load_glossary(folder, ".").diagnostics[0].span.path == "terms/a.yaml"
    assert load_glossary(folder, "../g").diagnostics[0].span.path == "../g/terms/a.yaml"
