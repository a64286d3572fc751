"""Reading a catalogue: what is wrong in it is said at its place, and nothing half-read is used."""

from __future__ import annotations

import errno
import json
import shutil
from pathlib import Path

import pytest

from lemario.calc.calculations import load_calculations
from lemario.calc.catalogue_script import catalogue_script
from lemario.calc.compiled import glossary_formulas, own_formulas
from lemario.calc.families import FAMILIES
from lemario.calc.load_catalogue import LoadedCatalogue, load_catalogue
from lemario.calc.weights import parameters

ROOT = Path(__file__).parents[3]
BASE = ROOT / "tests/diagnostics/base/catalogue"
MODEL = "catalogue/models/llama-3.1-8b.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A glossary's folder with a small catalogue in it."""
    shutil.copytree(BASE, tmp_path / "catalogue")
    return tmp_path


def change(folder: Path, file: str, old: str, new: str) -> LoadedCatalogue:
    """The outcome after one change."""
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return load_catalogue(folder, "glossary")


def test_the_small_catalogue_is_right(folder: Path) -> None:
    loaded = load_catalogue(folder, "glossary")
    assert loaded.diagnostics == ()
    assert loaded.catalogue is not None
    assert list(loaded.catalogue.models) == ["llama-3.1-8b"]
    assert list(loaded.catalogue.devices) == ["rtx-4090"]
    assert list(loaded.catalogue.file_types) == ["Q8_0"]
    assert parameters(loaded.catalogue.models["llama-3.1-8b"].architecture) == 8_030_261_248


def test_a_glossary_without_a_catalogue_has_none_and_no_fault(tmp_path: Path) -> None:
    assert load_catalogue(tmp_path, "glossary") == LoadedCatalogue(None, (), {})


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        (MODEL, "model_type: llama", "model_type: lama", "L321"),
        (MODEL, "  hidden_size: 4096\n", "", "L104"),
        (MODEL, "hidden_size", "hiden_size", "L103"),
        (MODEL, "hidden_size: 4096", "hidden_size: wide", "L105"),
        (MODEL, "hidden_size: 4096", "hidden_size: 0", "L105"),
        (MODEL, "hidden_size: 4096", "hidden_size: -1", "L105"),
        (MODEL, "hidden_size: 4096", "hidden_size: 4096.5", "L105"),
        (MODEL, "sources:\n  - title: llama-models, models/llama3_1\n", "", "L104"),
        (MODEL, "name: Llama", "name Llama", "L101"),
        ("catalogue/devices.yaml", "memory_gib: 24", "memory_gib: 0", "L105"),
        ("catalogue/devices.yaml", "memory_gib: 24", "memory: 24", "L103"),
        ("catalogue/devices.yaml", "kind: consumer", "kind: consumr", "L105"),
        ("catalogue/devices.yaml", "rtx-4090:", "RTX 4090:", "L105"),
        ("catalogue/quantizations.yaml", "bits_per_weight: 8.5008", "bits_per_weight: 0", "L105"),
        ("catalogue/quantizations.yaml", "files:", "file:", "L103"),
    ],
)
def test_a_fault_is_said_in_its_file_and_there_is_no_catalogue(
    folder: Path, file: str, old: str, new: str, code: str
) -> None:
    loaded = change(folder, file, old, new)
    assert loaded.catalogue is None
    assert code in {it.code for it in loaded.diagnostics}
    assert {it.span.path for it in loaded.diagnostics} == {f"glossary/{file}"}
    assert f"glossary/{file}" in loaded.sources


def test_an_unknown_family_has_its_type_underlined_and_names_near_ones(folder: Path) -> None:
    (found,) = change(folder, MODEL, "model_type: llama", "model_type: lama").diagnostics
    assert (found.span.line, found.span.column, found.span.end_column) == (4, 15, 19)
    assert "llama" in found.help
    (found,) = change(folder, MODEL, "model_type: lama", "model_type: xyzzy").diagnostics
    assert all(family in found.help for family in FAMILIES)


def test_other_parameters_than_published_are_a_warning_unless_a_note_says_why(
    folder: Path,
) -> None:
    loaded = change(folder, MODEL, "parameters: 8030261248", "parameters: 8030261249")
    assert [it.code for it in loaded.diagnostics] == ["L341"]
    assert loaded.catalogue is not None
    assert "8030261248" in loaded.diagnostics[0].message
    note = "parameters: 8030261249\nparameters_note: {es: uno más, en: one more}"
    assert change(folder, MODEL, "parameters: 8030261249", note).diagnostics == ()


def test_every_file_with_a_fault_is_reported(folder: Path) -> None:
    change(folder, MODEL, "model_type: llama", "model_type: lama")
    loaded = change(folder, "catalogue/devices.yaml", "memory_gib: 24", "memory_gib: 0")
    assert {it.span.path for it in loaded.diagnostics} == {
        f"glossary/{MODEL}",
        "glossary/catalogue/devices.yaml",
    }


@pytest.mark.parametrize("file", ["devices.yaml", "quantizations.yaml"])
def test_a_missing_file_is_a_fault(folder: Path, file: str) -> None:
    (folder / "catalogue" / file).unlink()
    loaded = load_catalogue(folder, "glossary")
    assert loaded.catalogue is None
    assert [it.span.path for it in loaded.diagnostics] == [f"glossary/catalogue/{file}"]


@pytest.mark.parametrize(
    "name", ["Llama.yaml", "llama 3.yaml", "llama.yml", "notes.txt", "a..b.yaml"]
)
def test_other_files_beside_the_models_are_refused(folder: Path, name: str) -> None:
    shutil.copy(folder / MODEL, folder / "catalogue/models" / name)
    found = load_catalogue(folder, "glossary").diagnostics
    assert [(it.code, it.span.path) for it in found] == [
        ("L116", f"glossary/catalogue/models/{name}")
    ]


def test_hidden_files_are_left_alone(folder: Path) -> None:
    (folder / "catalogue/models/.DS_Store").write_bytes(b"\x00")
    assert load_catalogue(folder, "glossary").diagnostics == ()


def test_the_shipped_catalogue_has_no_finding() -> None:
    loaded = load_catalogue(ROOT / "glossary", "glossary")
    assert loaded.diagnostics == ()
    assert loaded.catalogue is not None
    assert len(loaded.catalogue.models) > 100


def test_a_name_cannot_break_out_of_the_script(folder: Path) -> None:
    """The script stands in a page's file of its own, but might be pasted into one."""
    name = "</script><b>\u2028"
    loaded = change(folder, MODEL, "name: Llama 3.1 8B", f"name: '{name}'")
    if loaded.catalogue is None:
        # Separators of lines are refused in names already.
        loaded = change(folder, MODEL, name, "</script><b>")
    assert loaded.catalogue is not None
    script = catalogue_script(loaded.catalogue)
    assert "<" not in script
    assert script.startswith("const LemarioCatalogue = {")
    data = json.loads(script.removeprefix("const LemarioCatalogue = ").removesuffix(";\n"))
    assert data["models"]["llama-3.1-8b"]["name"].startswith("</script><b>")


# --- A glossary's own formulas ---------------------------------------------------------------------

HALF = 'def half(x: float) -> float:\n    """Half of `x`."""\n    return x / 2\n'


def test_a_glossary_without_formulas_has_none(tmp_path: Path) -> None:
    checked, sources = glossary_formulas(tmp_path, "glossary")
    assert (checked.value, checked.diagnostics, sources) == (None, (), {})


def test_formulas_of_a_glossary_compute(tmp_path: Path) -> None:
    (tmp_path / "formulas.py").write_text(HALF, "utf-8")
    brought = glossary_formulas(tmp_path, "glossary")[0].value
    assert brought is not None
    assert brought.functions["half"](3.0) == 1.5


@pytest.mark.parametrize(
    "first", ["raise SystemExit", "import os", "print('run')", "open('run', 'w')", "exec('1')"]
)
def test_a_file_of_formulas_is_never_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], first: str
) -> None:
    """Whoever builds a stranger's glossary runs none of its code."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "formulas.py").write_text(f"{first}\n{HALF}", "utf-8")
    checked, sources = glossary_formulas(tmp_path, "glossary")
    assert checked.value is None
    assert [(it.code, it.span.path, it.span.line) for it in checked.diagnostics] == [
        ("L301", "glossary/formulas.py", 1)
    ]
    assert list(sources) == ["glossary/formulas.py"]
    assert capsys.readouterr().out == ""
    assert not (tmp_path / "run").exists()


def test_a_formula_of_the_glossary_stands_before_one_that_comes_along(tmp_path: Path) -> None:
    own = HALF.replace("half", "padded")
    (tmp_path / "formulas.py").write_text(own, "utf-8")
    loaded = load_calculations(tmp_path, "glossary").calculations
    assert loaded.formulas["padded"].functions["padded"](3.0) == 1.5
    assert loaded.formulas["streams"] is own_formulas()


def test_formulas_with_a_fault_leave_those_that_come_along(tmp_path: Path) -> None:
    (tmp_path / "formulas.py").write_text(HALF.replace("/ 2", "% 2"), "utf-8")
    loaded = load_calculations(tmp_path, "glossary")
    assert [it.code for it in loaded.diagnostics] == ["L301"]
    assert set(loaded.calculations.formulas) == set(own_formulas().module.formulas)


def test_what_did_not_change_is_not_read_again(folder: Path) -> None:
    loaded = load_calculations(folder, "glossary").calculations.catalogue
    assert loaded is not None
    assert load_calculations(folder, "glossary").calculations.catalogue is loaded
    path = folder / MODEL
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    assert load_calculations(folder, "glossary").calculations.catalogue is not loaded


def test_a_fault_of_the_disk_is_not_remembered(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: Path, largest: int | None = None) -> bytes:
        raise OSError(errno.EIO, "Input/output error", str(file))

    with monkeypatch.context() as patched:
        patched.setattr("lemario.content.source_text.read_whole", refuse)
        assert {it.code for it in load_calculations(folder, "glossary").diagnostics} == {"L122"}
    assert load_calculations(folder, "glossary").diagnostics == ()
