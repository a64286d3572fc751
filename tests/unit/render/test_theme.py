"""Finding a theme and checking its words."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from lemario.core.lang import Lang
from lemario.render.theme import Theme, load_theme


def theme_with(folder: Path, strings: str) -> Path:
    (folder / "pages").mkdir(parents=True)
    (folder / "assets").mkdir()
    (folder / "strings.yaml").write_text(strings, encoding="utf-8")
    return folder


def loaded(folder: Path, strings: str) -> Theme:
    outcome = load_theme(theme_with(folder, strings))
    assert outcome.theme is not None, outcome.diagnostics
    return outcome.theme


GREETING = 'a.hello:\n  about: "Top. {name}: whose."\n  es: "Hola, {name}"\n  en: "Hello, {name}"\n'
COUNTED = (
    'js.terms:\n  about: "{count}: terms."\n'
    '  es: {one: "un término", other: "{count} términos"}\n'
    '  en: {one: "{count} term", other: "{count} terms"}\n'
)


def test_the_shipped_theme_is_found_and_clean(root: Path) -> None:
    outcome = load_theme()
    assert outcome.diagnostics == ()
    assert outcome.theme is not None
    assert outcome.theme.folder == root / "templates"


def test_words_come_in_both_languages_with_values_filled_in(tmp_path: Path) -> None:
    strings = loaded(tmp_path / "t", GREETING).strings
    assert strings[Lang.ES]("a.hello", name="Ana") == "Hola, Ana"
    assert strings[Lang.EN]("a.hello", name="Ana") == "Hello, Ana"


def test_only_the_words_for_scripts_go_to_the_scripts(tmp_path: Path) -> None:
    assets = {
        f.path: f.data.decode() for f in loaded(tmp_path / "t", GREETING + COUNTED).output_files()
    }
    script = assets["assets/js/strings-es.js"]
    assert script.startswith("const LemarioStrings = ")
    assert json.loads(script.removeprefix("const LemarioStrings = ").rstrip(";\n")) == {
        "js.terms": {"one": "un término", "other": "{count} términos"}
    }
    assert "assets/js/strings-en.js" in assets


def test_the_words_of_readers_are_added_when_these_are_loaded(tmp_path: Path) -> None:
    reader = GREETING.replace("a.hello", "reader.hello")
    assets = {f.path: f.data.decode() for f in loaded(tmp_path / "t", reader).output_files()}
    assert "hello" not in assets["assets/js/strings-en.js"]
    script = assets["assets/js/strings-reader-en.js"]
    words = script.removeprefix("Object.assign(LemarioStrings, ").rstrip(");\n")
    assert json.loads(words) == {"reader.hello": "Hello, {name}"}


def test_assets_are_copied_as_they_are_but_for_hidden_files(tmp_path: Path) -> None:
    folder = theme_with(tmp_path / "t", GREETING)
    (folder / "assets/css").mkdir()
    (folder / "assets/css/a.css").write_bytes(b"a\r\n\xff")
    (folder / "assets/.DS_Store").touch()
    theme = load_theme(folder).theme
    assert theme is not None
    assets = {f.path: f.data for f in theme.output_files()}
    assert assets["assets/css/a.css"] == b"a\r\n\xff"
    assert not any(".DS_Store" in path for path in assets)
    assert list(assets) == sorted(assets)


@pytest.mark.parametrize("missing", ["pages", "assets"])
def test_a_folder_that_is_no_theme_is_named(tmp_path: Path, missing: str) -> None:
    folder = theme_with(tmp_path / "t", GREETING)
    shutil.rmtree(folder / missing)
    outcome = load_theme(folder)
    assert outcome.theme is None
    assert [(d.code, d.span.path) for d in outcome.diagnostics] == [("L401", folder.as_posix())]
    assert missing in outcome.diagnostics[0].message


@pytest.mark.parametrize(
    ("strings", "code", "line"),
    [
        (GREETING.replace("Hello, {name}", "Hello, {nmae}"), "L402", 4),
        (COUNTED.replace('other: "{count} terms"', 'other: "some terms"'), "L402", 4),
        (GREETING.replace("  en", "  fr"), "L103", 4),
        (GREETING.replace('  about: "Top. {name}: whose."\n', ""), "L104", 1),
        (GREETING + GREETING, "L102", 5),
        ("a: [x]\n", "L105", 1),
        ("a: *b\n", "L108", 1),
    ],
)
def test_faulty_words_are_reported_at_their_line(
    tmp_path: Path, strings: str, code: str, line: int
) -> None:
    outcome = load_theme(theme_with(tmp_path / "t", strings))
    assert outcome.theme is None
    assert (code, line) in {(d.code, d.span.line) for d in outcome.diagnostics}
    assert {d.span.path for d in outcome.diagnostics} <= set(outcome.sources)


def test_a_theme_without_words_is_a_diagnostic(tmp_path: Path) -> None:
    folder = theme_with(tmp_path / "t", "")
    (folder / "strings.yaml").unlink()
    assert [d.code for d in load_theme(folder).diagnostics] == ["L122"]


@pytest.mark.parametrize("form", ["one", "other"])
def test_every_form_of_a_plural_is_checked_for_placeholders(tmp_path: Path, form: str) -> None:
    # A form may leave a number out («un término»), but must not ask for what nobody gives.
    faulty = COUNTED.replace(f'{form}: "{{count}} term', f'{form}: "{{cuont}} term')
    outcome = load_theme(theme_with(tmp_path / "t", faulty))
    assert [d.code for d in outcome.diagnostics] == ["L402"]


def test_pages_are_not_made_from_assets(tmp_path: Path) -> None:
    folder = theme_with(tmp_path / "t", GREETING)
    before = load_theme(folder).theme
    (folder / "assets/base.css").write_text("a {}", encoding="utf-8")
    assert load_theme(folder).theme == before
    (folder / "pages/home.html").write_text("x", encoding="utf-8")
    assert load_theme(folder).theme != before
