"""The schema that editors check terms with: as the models have it, and true of every term."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from lemario.cli import main
from lemario.content.load import load_glossary
from lemario.content.models import term_schema
from tests import small


def test_the_schema_file_is_what_the_command_prints(root: Path) -> None:
    printed = CliRunner().invoke(main, ["schema"]).stdout
    committed = (root / "glossary/term.schema.json").read_text(encoding="utf-8")
    assert committed == printed, "run: lemario schema > glossary/term.schema.json"


def test_the_shipped_glossary_is_clean(root: Path) -> None:
    loaded = load_glossary(root / "glossary", "glossary")
    assert loaded.diagnostics == ()
    assert loaded.glossary is not None
    assert loaded.glossary.entries


def test_every_shipped_term_names_the_schema(root: Path) -> None:
    first = "# yaml-language-server: $schema=../term.schema.json\n"
    terms = sorted((root / "glossary/terms").glob("*.yaml"))
    assert terms
    unnamed = [path.name for path in terms if not path.read_text("utf-8").startswith(first)]
    assert unnamed == []


def resolved(schema: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    """The node, or the definition that it points to; the type besides null, if it may be that."""
    for choice in node.get("anyOf", []):
        if choice.get("type") != "null":
            node = choice
            break
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        found: dict[str, Any] = schema["$defs"][name]
        return found
    return node


@pytest.mark.parametrize("path", ["", "es", "en", "es.grammar", "sources.items", "es.avoid.items"])
def test_unknown_fields_are_wrong_for_the_editor_too(path: str) -> None:
    schema = term_schema()
    node: dict[str, Any] = schema
    for part in path.split(".") if path else []:
        node = resolved(schema, node)
        node = node["items"] if part == "items" else node["properties"][part]
    assert resolved(schema, node)["additionalProperties"] is False


def test_the_schema_accepts_what_the_loader_accepts_in_short_form(tmp_path: Path) -> None:
    # `qualifier: x` stands for the same word in both languages.
    loaded = small.loaded(tmp_path / "g", {"caso": small.term(more="qualifier: hardware")})
    assert loaded.diagnostics == ()
    schema = term_schema()
    choices = schema["properties"]["qualifier"]["anyOf"]
    assert {"string"} <= {choice.get("type") for choice in choices}, (
        "an editor would mark `qualifier: hardware` as wrong"
    )
