"""The trace: a formula with values put in. That the page writes the same is tested in Node."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from lemario.calc.compiled import TRACED, own_formulas
from lemario.calc.load_catalogue import load_catalogue
from lemario.calc.questions import default_settings
from lemario.formula.evaluate import compile_module
from lemario.formula.trace import fill, trace_template
from tests.formula_source import function, parsed


class Whole(NamedTuple):
    """A record of the header, for values."""

    n: float
    one: SimpleNamespace
    parts: tuple[SimpleNamespace, ...]
    sizes: tuple[float, ...]


VALUES: dict[str, Any] = {
    "x": 6.0,
    "y": 2.0,
    "z": 0.0,
    "b": True,
    "c": False,
    "k": "b",
    "o": "a",
    "w": Whole(
        n=10.0,
        one=SimpleNamespace(size=4.0, count=1.0, kind="a"),
        parts=(SimpleNamespace(size=3.0), SimpleNamespace(size=0.0), SimpleNamespace(size=5.0)),
        sizes=(),
    ),
}


def filled(body: str) -> str:
    """The trace of a body with VALUES, in short: `[a]/[b]` for fractions."""
    module = parsed(function(body))
    functions = compile_module(module)
    tables = {name: cells for name, (_, cells) in module.tables.items()}
    text = fill(trace_template(module.formulas["f"]), VALUES, functions, tables, lambda n: f"{n:g}")
    return _short(ElementTree.fromstring(text))


def _short(node: ElementTree.Element) -> str:
    inner = [_short(child) for child in node]
    if node.tag == "mfrac":
        return f"[{inner[0]}]/[{inner[1]}]"
    return (node.text or "") + "".join(inner)


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("return x + w.n * 2", "6+10·2"),
        ("return (x + w.n) * 2", "(6+10)·2"),
        ("return x - (w.n - y)", "6−(10−2)"),
        ("return x + (w.n + y)", "6+10+2"),
        ("return x / y", "[6]/[2]"),
        ("return ceil(x / y) * 256", "⌈[6]/[2]⌉·256"),
        ("return floor(x)", "⌊6⌋"),
        ("return max(x, w.n + 1)", "max(6,10+1)"),
        ("return TABLE[k] * len(w.parts)", "2.5·3"),
        # A formula is one value, whatever it computes inside.
        ("return plain(x + 1) * 2", "7·2"),
        # The branch that is taken, and nothing of the other.
        ("return x + 1 if b else y", "6+1"),
        ("return x + 1 if c else y", "2"),
        ("if c:\n    return x\nreturn w.n * 2", "10·2"),
        ("p = x + 1 if b else y\nreturn p * 2", "7·2"),
        # Terms that are zero are left out; if all are, a zero is left.
        ("return total(p.size for p in w.parts)", "3+5"),
        ("return 2 * total(p.size + p.size for p in w.parts)", "2·((3+3)+(5+5))"),
        ("return total(p.size * 2 for p in w.parts)", "3·2+5·2"),
        ("return total(p for p in w.sizes)", "0"),
        ("return total(z for p in w.parts)", "0"),
        ("return total(p * y for p in range(4))", "1·2+2·2+3·2"),
        # What has no template of its own is its value.
        ("return largest(p.size for p in w.parts) + 1", "5+1"),
        ("return largest_where(0, 9, 2, lambda n: n <= x)", "6"),
        ("return w._replace(n=4).n", "4"),
    ],
)
def test_traces(body: str, shown: str) -> None:
    assert filled(body) == shown


@pytest.mark.parametrize("name", TRACED)
def test_the_traces_of_the_calculator_are_of_formulas(name: str) -> None:
    assert name in own_formulas().module.formulas


def test_the_trace_of_the_cache_of_a_model_with_windows(root: Path) -> None:
    """Each kind of layer is a term of its own: layers · cells · (keys + values)."""
    catalogue = load_catalogue(root / "glossary", "glossary").catalogue
    assert catalogue is not None
    ours = own_formulas()
    values = {
        "a": catalogue.models["gemma-3-27b"].architecture,
        "s": default_settings(32768),
    }
    template = trace_template(ours.module.formulas["kv_cache_bytes"])
    text = fill(template, values, ours.functions, ours.tables, lambda n: f"{n:g}")
    assert _short(ElementTree.fromstring(text)) == "1·(52·1536·(4096+4096)+10·32768·(4096+4096))"
