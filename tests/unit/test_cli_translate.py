"""`lemario translate`: what it lists, what it writes, and when it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lemario.cli import main
from tests import small

TERMS = {
    "caso": small.term(),
    "gpu": small.term(es="GPU", en="GPU", en_text=None),
    "ram": small.term(es="RAM", en="RAM", en_more="translated_from: 3fa9c1"),
    "vram": small.term(es="VRAM", en="VRAM", en_text=None, more="status: draft"),
}


@pytest.fixture
def terms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the terms, in a glossary of the working folder."""
    monkeypatch.chdir(tmp_path)
    return small.write(tmp_path / "glossary", TERMS) / "terms"


def translate(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["translate", *arguments])


# --- status --------------------------------------------------------------------------------------


def test_the_table_says_what_to_do_and_leaves_drafts_out(terms: Path) -> None:
    done = translate("status", "--lang", "en")
    assert (done.exit_code, done.stderr) == (0, "")
    missing, outdated, empty, counted = done.stdout.splitlines()
    assert missing.split()[:4] == ["missing", "en", "gpu", "glossary/terms/gpu.yaml"]
    assert missing.endswith("  write `en: definition:`")
    assert outdated.split()[:4] == ["outdated", "en", "ram", "glossary/terms/ram.yaml"]
    assert outdated.endswith("`lemario translate mark ram --lang en`")
    assert empty == ""
    assert counted == "English: 1 missing, 1 outdated, 0 current, 1 untracked"


def test_both_languages_are_counted_where_none_is_named(terms: Path) -> None:
    counted = [line for line in translate("status").stdout.splitlines() if ": " in line][-2:]
    assert [line.partition(":")[0] for line in counted] == ["Spanish", "English"]


def test_json_is_one_object(terms: Path) -> None:
    shown = json.loads(translate("status", "--lang", "en", "--json").stdout)
    assert shown["languages"] == {"en": {"missing": 1, "outdated": 1, "current": 0, "untracked": 1}}
    assert shown["terms"][0] == {
        "id": "gpu",
        "lang": "en",
        "status": "missing",
        "file": "glossary/terms/gpu.yaml",
        "todo": "write `en: definition:`",
    }
    assert [row["id"] for row in shown["terms"]] == ["gpu", "ram"]


def test_with_nothing_to_do_there_are_only_the_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small.write(tmp_path / "glossary", {"caso": small.term()})
    assert translate("status", "--lang", "es").stdout == (
        "Spanish: 0 missing, 0 outdated, 0 current, 1 untracked\n"
    )


def test_a_source_that_is_gone_is_said(terms: Path) -> None:
    text = small.term(es="GPU", en="GPU", en_text=None, es_more="translated_from: 3fa9c1")
    (terms / "gpu.yaml").write_text(text, encoding="utf-8")
    assert "delete `translated_from`" in translate("status", "--lang", "es").stdout


def test_status_writes_nothing(terms: Path) -> None:
    before = small.snapshot(terms)
    translate("status")
    assert small.snapshot(terms) == before


def test_faults_of_the_glossary_are_reported_first(terms: Path) -> None:
    (terms / "caso.yaml").write_text(small.term(more="relatd: [gpu]"), encoding="utf-8")
    done = translate("status")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "error[L103]" in done.stderr


# --- mark ----------------------------------------------------------------------------------------


def test_a_mark_makes_a_translation_current_until_its_source_changes(terms: Path) -> None:
    done = translate("mark", "ram", "caso")
    assert done.exit_code == 0
    assert translate("status", "--lang", "en").stdout.endswith(
        "English: 1 missing, 0 outdated, 2 current, 0 untracked\n"
    )
    file = terms / "ram.yaml"
    file.write_text(file.read_text("utf-8").replace("inventada", "real"), encoding="utf-8")
    assert translate("status", "--lang", "en").stdout.endswith(
        "English: 1 missing, 1 outdated, 1 current, 0 untracked\n"
    )


def test_a_mark_adds_one_line_and_a_second_one_none(terms: Path) -> None:
    assert translate("mark", "caso").exit_code == 0
    once = (terms / "caso.yaml").read_text(encoding="utf-8")
    added = set(once.splitlines()) - set(TERMS["caso"].splitlines())
    (line,) = added
    assert line.startswith("  translated_from: ")
    assert once.replace(line + "\n", "") == TERMS["caso"]
    assert "is up to date" in translate("mark", "caso").stdout
    assert (terms / "caso.yaml").read_text(encoding="utf-8") == once


def test_the_spanish_text_can_be_the_translation(terms: Path) -> None:
    assert translate("mark", "caso", "--lang", "es").exit_code == 0
    es, _, en = (terms / "caso.yaml").read_text(encoding="utf-8").partition("en:\n")
    assert "translated_from" in es
    assert "translated_from" not in en


def test_windows_line_ends_stay(terms: Path) -> None:
    (terms / "caso.yaml").write_bytes(TERMS["caso"].replace("\n", "\r\n").encode())
    assert translate("mark", "caso").exit_code == 0
    data = (terms / "caso.yaml").read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n") == TERMS["caso"].count("\n") + 1


def test_an_encoding_that_cannot_be_kept_is_left_to_fix(terms: Path) -> None:
    data = TERMS["caso"].replace("ó", "o\u0301").encode()
    (terms / "caso.yaml").write_bytes(data)
    done = translate("mark", "caso")
    assert done.exit_code == 1
    assert "lemario check --fix" in done.stderr
    assert (terms / "caso.yaml").read_bytes() == data


@pytest.mark.parametrize("arguments", [("gpu",), ("gpu", "--lang", "es"), ("caso", "gpu")])
def test_a_missing_text_is_refused_and_nothing_is_written(
    terms: Path, arguments: tuple[str, ...]
) -> None:
    before = small.snapshot(terms)
    done = translate("mark", *arguments)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "glossary/terms/gpu.yaml: there is no text in English yet\n"
    assert small.snapshot(terms) == before


def test_an_unknown_id_is_a_usage_error_with_a_suggestion(terms: Path) -> None:
    before = small.snapshot(terms)
    done = translate("mark", "caso", "vran")
    assert done.exit_code == 2
    assert 'Did you mean "vram"?' in done.stderr
    assert small.snapshot(terms) == before


def test_what_cannot_be_added_safely_is_said(terms: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lemario.content.translation.marked", lambda *_: None)
    done = translate("mark", "caso")
    assert done.exit_code == 1
    assert "below `en:` by hand" in done.stderr
