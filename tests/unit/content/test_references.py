"""Links and relations lead somewhere; what goes wrong is said at the link."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.core.diagnostics import Severity, Span, in_order
from tests import small

GPU = small.term("GPU", "GPU")
NO_ENGLISH = small.term("GPU", "GPU", en_text=None)
DRAFT = small.term("GPU", "GPU", more="status: draft")


def found(folder: Path, **terms: str) -> list[tuple[str, int, int]]:
    """(code, line, column) of what is reported in caso.yaml."""
    diagnostics = small.loaded(folder / "g", terms).diagnostics
    assert {d.span.path for d in diagnostics} <= {"glossary/terms/caso.yaml"}
    return [(d.code, d.span.line, d.span.column) for d in in_order(diagnostics)]


def test_links_by_any_name_and_relations_are_fine(tmp_path: Path) -> None:
    caso = small.term(es_text="Con [[gpu]] y [[GPU|una tarjeta]].", more="related: [GPU]")
    assert found(tmp_path, caso=caso, gpu=GPU) == []


def test_a_broken_link_is_marked_each_time_it_stands(tmp_path: Path) -> None:
    caso = small.term(es_text="Con [[nada]] y\n[[nada|x]] y [[nada]].", en_text="[[none]]")
    assert found(tmp_path, caso=caso) == [
        ("L202", 4, 9),
        ("L202", 5, 5),
        ("L202", 5, 18),
        ("L202", 9, 5),
    ]


@pytest.mark.parametrize("kind", ["related", "broader", "narrower", "contrast"])
def test_a_broken_relation_is_marked(tmp_path: Path, kind: str) -> None:
    caso = small.term(more=f"{kind}: [gpu, nada]")
    assert found(tmp_path, caso=caso, gpu=GPU) == [("L202", 12, len(kind) + 9)]


def test_brackets_in_code_are_no_link(tmp_path: Path) -> None:
    caso = small.term(es_text="Con `[[nada]]` y:\n\n```sh\n[[ -f x ]] && y\n```")
    assert found(tmp_path, caso=caso) == []


def test_a_link_to_a_file_with_errors_is_not_reported_as_well(tmp_path: Path) -> None:
    outcome = small.loaded(
        tmp_path / "g", {"caso": small.term(more="related: [gpu]"), "gpu": "es: [\n"}
    )
    assert {d.span.path for d in outcome.diagnostics} == {"glossary/terms/gpu.yaml"}


def test_a_link_to_itself_is_an_error(tmp_path: Path) -> None:
    caso = small.term(es_text="Un [[Caso|caso]].", more="related: [caso]")
    assert found(tmp_path, caso=caso) == [("L203", 4, 8), ("L203", 12, 11)]


def test_a_target_without_the_readers_language_is_a_warning(tmp_path: Path) -> None:
    caso = small.term(es_text="[[gpu]]", en_text="[[gpu]]")
    assert found(tmp_path, caso=caso, gpu=NO_ENGLISH) == [("L241", 8, 5)]


def test_a_term_without_english_may_relate_to_another_without(tmp_path: Path) -> None:
    caso = small.term(en_text=None, more="related: [gpu]")
    assert found(tmp_path, caso=caso, gpu=NO_ENGLISH) == []


def test_an_old_id_works_with_a_warning_in_links_and_relations(tmp_path: Path) -> None:
    gpu = small.term("GPU", "GPU", more="formerly: [tarjeta]")
    caso = small.term(es_text="[[tarjeta]]")
    assert found(tmp_path / "1", caso=caso, gpu=gpu) == [("L242", 4, 5)]
    caso = small.term(more="related: [tarjeta]")
    assert found(tmp_path / "2", caso=caso, gpu=gpu) == [("L242", 12, 11)]


def test_a_draft_is_not_linked_from_what_is_published(tmp_path: Path) -> None:
    caso = small.term(more="related: [gpu]")
    assert found(tmp_path / "1", caso=caso, gpu=DRAFT) == [("L243", 12, 11)]
    caso = small.term(more="related: [gpu]\nstatus: draft")
    assert found(tmp_path / "2", caso=caso, gpu=DRAFT) == []


def test_a_shared_name_must_be_made_exact(tmp_path: Path) -> None:
    other = small.term("GPU", "GPU", more="qualifier: x")
    gpu = small.term("GPU", "GPU", more="qualifier: y")
    caso = small.term(es_text="[[Gpu]] [[gpu]]")
    assert found(tmp_path, caso=caso, gpu=gpu, other=other) == [("L207", 4, 5)]


def test_a_term_is_related_once(tmp_path: Path) -> None:
    caso = small.term(more="broader: [gpu]\ncontrast: [GPU]")
    assert found(tmp_path, caso=caso, gpu=GPU) == [("L212", 13, 12)]


@pytest.mark.parametrize(
    ("caso", "gpu", "line"),
    [
        ("broader: [gpu]", "broader: [caso]", 12),
        ("narrower: [gpu]", "narrower: [caso]", 12),
    ],
)
def test_a_circle_is_reported_once(tmp_path: Path, caso: str, gpu: str, line: int) -> None:
    terms = {"caso": small.term(more=caso), "gpu": small.term("GPU", "GPU", more=gpu)}
    diagnostics = small.loaded(tmp_path / "g", terms).diagnostics
    assert [(d.code, d.span.line) for d in diagnostics] == [("L209", line)]


def test_both_sides_may_state_one_relation(tmp_path: Path) -> None:
    caso = small.term(more="broader: [gpu]")
    gpu = small.term("GPU", "GPU", more="narrower: [caso]")
    assert found(tmp_path, caso=caso, gpu=gpu) == []


def test_a_chain_of_a_thousand_is_no_circle_and_no_crash(tmp_path: Path) -> None:
    terms = {
        f"t{number}": small.term(
            f"Término {number}", f"Term {number}", more=f"broader: [t{number + 1}]"
        )
        for number in range(1000)
    }
    terms["t1000"] = small.term("Último", "Last")
    loaded = small.loaded(tmp_path / "g", terms)
    assert loaded.glossary is not None
    assert [d for d in loaded.diagnostics if d.code == "L209"] == []


def test_an_unknown_category_is_marked_and_not_repeated_when_the_file_is_bad(
    tmp_path: Path,
) -> None:
    assert found(tmp_path, caso=small.term(category="nada")) == [("L201", 9, 11)]


def test_a_warning_can_be_ignored_with_a_reason(tmp_path: Path) -> None:
    caso = small.term(more="related: [gpu]\nignore: {L241: pronto}")
    assert found(tmp_path, caso=caso, gpu=NO_ENGLISH) == []


def test_an_error_cannot_be_ignored(tmp_path: Path) -> None:
    outcome = small.loaded(
        tmp_path / "g", {"caso": small.term(more="related: [nada]\nignore: {L202: pronto}")}
    )
    assert outcome.glossary is None
    assert "L202" in {d.code for d in outcome.diagnostics}


def test_ignoring_nothing_is_a_warning_at_the_code(tmp_path: Path) -> None:
    assert found(tmp_path, caso=small.term(more="ignore: {L241: x}")) == [("L247", 12, 10)]


def test_html_and_odd_addresses_are_warnings_at_their_place(tmp_path: Path) -> None:
    outcome = small.loaded(
        tmp_path / "g", {"caso": small.term(es_text="Un <br> y [x](javascript:y).")}
    )
    assert outcome.glossary is not None
    assert [(d.code, d.severity, d.span.column) for d in outcome.diagnostics] == [
        ("L245", Severity.WARNING, 8),
        ("L246", Severity.WARNING, 19),
    ]
    assert outcome.diagnostics[0].span == Span("glossary/terms/caso.yaml", 4, 8, 4, 12)


def test_two_equal_tags_are_two_findings_and_code_is_none(tmp_path: Path) -> None:
    caso = small.term(es_text="Con `<br>`, <br> y <br>.")
    assert found(tmp_path, caso=caso) == [("L245", 4, 17), ("L245", 4, 24)]
