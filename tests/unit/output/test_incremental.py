"""A second build touches what differs and nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lemario import pipeline
from lemario.pipeline import Options, Outcome
from lemario.render import pages
from tests import small
from tests.sites import Workshop, furnished, stamps

TERMS = {
    "memoria": small.term("Memoria", "Memory", more="related: [vram]"),
    "vram": small.term(
        "VRAM", "VRAM", es_text="La [[memoria]] rápida.", en_text="Fast [[memoria]]."
    ),
    "motor": small.term("Motor", "Engine", category="motores"),
}


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    """With three terms, built."""
    made = furnished(tmp_path)
    small.write(made.glossary, TERMS)
    made.build()
    return made


def put(workshop: Workshop, term_id: str, text: str) -> None:
    (workshop.glossary / f"terms/{term_id}.yaml").write_text(text, encoding="utf-8")


def test_if_nothing_changed_no_file_is_touched(workshop: Workshop) -> None:
    before = stamps(workshop.out.parent)
    workshop.build()
    assert stamps(workshop.out.parent) == before


def test_if_the_sources_were_only_saved_again_no_file_is_touched(workshop: Workshop) -> None:
    before = stamps(workshop.out.parent)
    put(workshop, "motor", TERMS["motor"])
    workshop.build()
    assert stamps(workshop.out.parent) == before


def test_without_cache_and_stamp_no_file_of_the_site_is_touched(workshop: Workshop) -> None:
    before = stamps(workshop.out)
    workshop.build("--no-cache")
    assert stamps(workshop.out) == before


def rebuilt(workshop: Workshop) -> set[str]:
    """Builds; the files that are new or differ, which must be those that were touched, too."""
    bytes_before, before = workshop.site(), stamps(workshop.out)
    bytes_after = workshop.build()
    after = stamps(workshop.out)
    touched = {path for path in after if after[path] != before.get(path)}
    assert touched == {p for p in bytes_after if bytes_after[p] != bytes_before.get(p)}
    assert bytes_after == workshop.clean()
    return touched


def test_a_changed_definition_makes_anew_the_pages_that_differ(workshop: Workshop) -> None:
    put(workshop, "motor", small.term("Motor", "Engine", es_text="Otra.", category="motores"))
    touched = rebuilt(workshop)
    assert "terminos/motor.html" in touched
    assert not touched & {"terminos/vram.html", "terminos/memoria.html", "en/terms/vram.html"}
    assert not any(path.startswith("assets/css") for path in touched)


def test_a_changed_name_is_right_wherever_it_is_shown(workshop: Workshop) -> None:
    put(workshop, "memoria", small.term("Recuerdo", "Memory", more="related: [vram]"))
    touched = rebuilt(workshop)
    assert touched >= {"terminos/memoria.html", "terminos/vram.html", "indice.html"}
    assert not touched & {"categorias/motores.html", "assets/css/base.css"}
    assert b"Recuerdo" in workshop.site()["terminos/vram.html"]


def test_a_page_without_a_term_goes_and_its_folder_with_the_last(workshop: Workshop) -> None:
    for term_id in ("memoria", "vram"):
        (workshop.glossary / f"terms/{term_id}.yaml").unlink()
    rebuilt(workshop)
    assert [path.name for path in (workshop.out / "terminos").iterdir()] == ["motor.html"]


def test_what_a_file_manager_left_is_gone_after_a_build(workshop: Workshop) -> None:
    before = workshop.site()
    (workshop.out / "en/.DS_Store").touch()
    assert workshop.build() == before
    assert "nothing changed" in workshop.run().stdout


def test_what_could_not_be_tidied_away_is_gone_after_the_next_build(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(workshop, "motor", small.term("Motor", "Engine", es_text="Otra.", category="motores"))
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", lambda path, ignore_errors: None)
        assert workshop.run().exit_code == 0
    assert len(workshop.beside()) == 4
    assert workshop.build() == workshop.clean()


def test_a_build_with_warnings_shows_them_each_time(workshop: Workshop) -> None:
    put(workshop, "motor", small.term("Motor", "Engine", en_text=None, category="motores"))
    put(workshop, "vram", small.term("VRAM", "VRAM", more="related: [motor]"))
    first = workshop.run()
    second = workshop.run()
    assert "warning[L241]" in first.stderr
    assert second.stderr == first.stderr


def test_an_error_after_a_build_is_reported_and_then_not_forgotten(workshop: Workshop) -> None:
    before = stamps(workshop.out)
    put(workshop, "motor", small.term("Motor", "Engine", more="relatd: [x]"))
    assert [workshop.run().exit_code for _ in range(2)] == [1, 1]
    put(workshop, "motor", TERMS["motor"])
    assert "nothing changed" in workshop.run().stdout
    assert stamps(workshop.out) == before


def test_a_build_that_overtakes_another_is_not_taken_for_it(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = pipeline.build
    ours, theirs = ("--base-url", "https://a.example/"), ("--base-url", "https://b.example/")

    def overtaken(*arguments: object) -> Outcome:
        monkeypatch.setattr(pipeline, "build", real)
        outcome = real(*arguments)  # type: ignore[arg-type]  # passed on as it came
        workshop.build(*theirs)
        return outcome

    monkeypatch.setattr(pipeline, "build", overtaken)
    workshop.run(*ours)
    assert workshop.site() == workshop.clean(*theirs)
    assert workshop.build(*ours) == workshop.clean(*ours)


def test_a_source_that_changes_during_a_build_is_seen_by_the_next(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = pipeline.build
    other = small.term("Motor", "Engine", es_text="Guardado a media construcción.")
    put(workshop, "motor", small.term("Motor", "Engine", es_text="Lo primero."))

    def meanwhile(options: Options, *more: object) -> Outcome:
        outcome = real(options, *more)  # type: ignore[arg-type]  # passed on as it came
        put(workshop, "motor", other)
        return outcome

    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "build", meanwhile)
        workshop.run()
    assert b"Guardado a media" in workshop.build()["terminos/motor.html"]


def test_a_template_that_changes_during_a_build_changes_no_page_of_it(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    template = workshop.theme / "layout.html"
    old = template.read_bytes()
    new = old.replace(b"</body>", b"<!-- new --></body>")
    before = workshop.site()
    real = pages.render_pages

    def meanwhile(*arguments: object) -> object:
        template.write_bytes(new)
        return real(*arguments)  # type: ignore[arg-type]  # passed on as it came

    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "render_pages", meanwhile)
        workshop.run("--base-url", "https://example.org/")
        assert b"<!-- new -->" not in workshop.site()["terminos/motor.html"]
    assert b"<!-- new -->" in workshop.build()["terminos/motor.html"]
    template.write_bytes(old)
    assert workshop.build() == before
