"""Templates and views agree: what templates use exists, and what exists is described and used."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import get_args

import jinja2
import pytest
from jinja2 import nodes

from lemario.site import accuracy_views, calculator_views, views
from lemario.site.plan import View

CLASSES = {
    name: item
    for module in (views, accuracy_views, calculator_views)
    for name, item in vars(module).items()
    if inspect.isclass(item) and is_dataclass(item) and item.__module__ == module.__name__
}
FIELDS = {field.name for item in CLASSES.values() for field in fields(item)}

# What templates ask of values that are no views: mappings, dates, loops and Jinja's own objects.
OTHERS = {"items", "isoformat", "last", "first", "index", "name", "values"}


@pytest.fixture(scope="module")
def attributes(root: Path) -> dict[str, set[str]]:
    """The attributes that each template asks for, those of imported macros left out."""
    environment = jinja2.Environment()
    found = {}
    for path in sorted((root / "templates").rglob("*.html")):
        tree = environment.parse(path.read_text(encoding="utf-8"))
        modules = {node.target for node in tree.find_all(nodes.Import)} | {"m"}
        found[path.relative_to(root).as_posix()] = {
            node.attr
            for node in tree.find_all(nodes.Getattr)
            if not (isinstance(node.node, nodes.Name) and node.node.name in modules)
        }
    assert found
    return found


def test_every_attribute_that_a_template_uses_exists(attributes: dict[str, set[str]]) -> None:
    unknown = {path: names - FIELDS - OTHERS for path, names in attributes.items()}
    assert {path: names for path, names in unknown.items() if names} == {}


def test_every_class_has_a_docstring_of_its_own() -> None:
    # A dataclass without one gets its signature in its place.
    bare = [name for name, item in CLASSES.items() if (item.__doc__ or "").startswith(f"{name}(")]
    assert bare == []


def test_every_field_named_in_a_docstring_exists() -> None:
    for name, item in CLASSES.items():
        own = {field.name for field in fields(item)}
        named = set(re.findall(r"`([a-z_]+)`", item.__doc__ or ""))
        # Values, such as the kinds of relation, are quoted in the same way.
        assert named & FIELDS <= own, name


def test_views_are_frozen() -> None:
    # A frozen dataclass has a method of its own that refuses assignment.
    assert [name for name, item in CLASSES.items() if item.__setattr__ is object.__setattr__] == []


def test_every_view_of_a_page_has_its_template(root: Path) -> None:
    pages = {path.stem for path in (root / "templates/pages").glob("*.html")}
    made = {view.__name__.removesuffix("View").lower() for view in get_args(View)}
    assert {"404" if name == "notfound" else name for name in made} == pages


def test_no_template_computes(root: Path) -> None:
    """Loops and conditions are all the logic there is: no assignment, no arithmetic, no call out."""
    environment = jinja2.Environment()
    arithmetic = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow)
    for path in sorted((root / "templates").rglob("*.html")):
        tree = environment.parse(path.read_text(encoding="utf-8"))
        assert not list(tree.find_all((*arithmetic, nodes.Assign, nodes.AssignBlock))), path


def test_no_template_trusts_text(root: Path) -> None:
    for path in sorted((root / "templates").rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\|\s*safe\b|autoescape", text), path
