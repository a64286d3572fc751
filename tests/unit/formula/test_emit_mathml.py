"""The MathML of formulas: what each construct looks like, and that it is well-formed."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from lemario.calc.compiled import own_formulas
from lemario.core.lang import LANGS, Bilingual, Lang
from lemario.formula.emit_mathml import MathFormula, emit_mathml
from lemario.formula.notation import Symbol, Symbols, identifier
from tests.formula_source import HEADER, formula, parsed

ELEMENTS = {"mrow", "mi", "mn", "mo", "mtext", "mfrac", "msub", "msup", "munder", "munderover"} | {
    "mtable",
    "mtr",
    "mtd",
}
OWN = own_formulas()


def made(body: str, symbols: Symbols | None = None, lang: Lang = Lang.EN) -> MathFormula:
    return emit_mathml(formula(body), symbols or {}, lang)


def shown(mathml: str) -> str:
    """MathML in short: what is read, with `a/b` for fractions, `a_b` for indices."""
    return _short(ElementTree.fromstring(mathml))


def _short(node: ElementTree.Element) -> str:
    inner = [_short(child) for child in node]
    match node.tag:
        case "mfrac":
            return f"[{inner[0]}]/[{inner[1]}]"
        case "msub":
            return f"{inner[0]}_{inner[1]}"
        case "munder":
            return f"{inner[0]}_({inner[1]})"
        case "munderover":
            return f"{inner[0]}_({inner[1]})^({inner[2]})"
        case "mtable":
            return "; ".join(inner)
        case "mtr":
            return ", ".join(inner)
    return (node.text or "").replace("\u00a0", " ") + "".join(inner)


def right(body: str, symbols: Symbols | None = None) -> str:
    """The right side of the first line, in short."""
    return shown(made(body, symbols).lines[0].mathml).partition("=")[2]


@pytest.mark.parametrize(
    ("text", "paper"),
    [
        ("x + y * z", "x+y·z"),
        ("(x + y) * z", "(x+y)·z"),
        ("x + (y + z)", "x+y+z"),
        ("x - (y - z)", "x−(y−z)"),
        ("x - y - z", "x−y−z"),
        ("x * (y * z)", "x·(y·z)"),
        ("x / y", "[x]/[y]"),
        ("(x + 1) / (y + 1)", "[x+1]/[y+1]"),
        ("x * (z / y)", "x·[z]/[y]"),
        ("x / y / y", "[[x]/[y]]/[y]"),
        ("0.25 * x + 256", "0.25·x+256"),
        ("floor(x / y)", "⌊[x]/[y]⌋"),
        ("ceil(x) * 256", "⌈x⌉·256"),
        ("min(x, y + 1)", "min(x,y+1)"),
        ("total(p.size for p in w.parts)", "∑_(p)size"),
        ("total(p + 1 for p in w.sizes)", "∑_(p)(p+1)"),
        ("total(p * 2 for p in w.sizes)", "∑_(p)p·2"),
        ("total(p for p in range(4))", "∑_(p=0)^(4−1)p"),
        ("total(p for p in w.sizes) + 1", "(∑_(p)p)+1"),
        ("y * total(p for p in w.sizes)", "y·(∑_(p)p)"),
        ("largest(p for p in w.sizes)", "max_(p)p"),
        ("len(w.parts)", "|parts|"),
        ('TABLE["a"]', "TABLE_a"),
        ("TABLE[k]", "TABLE_k"),
        ("plain(x)", "plain(x)"),
        ("largest_where(256, x, 256, lambda n: n < z)", "max{n∈{256,256+256,…,x}:n<z}"),
        ("x if b else z", "{x, if b; z, otherwise"),
        ("x if b else y if c else z", "{x, if b; y, if c; z, otherwise"),
        ("1 if (b or c) and b else 0", "{1, if (b∨c)∧b; 0, otherwise"),
        ("1 if b or c and b else 0", "{1, if b∨c∧b; 0, otherwise"),
        ("1 if not (b and c) else 0", "{1, if ¬(b∧c); 0, otherwise"),
        ("1 if x < z and x >= 1 else 0", "{1, if x<z∧x≥1; 0, otherwise"),
        ("1 if x != z or x > 2 else 0", "{1, if x≠z∨x>2; 0, otherwise"),
        ('1 if k == "a" else 0', "{1, if k=a; 0, otherwise"),
    ],
)
def test_expressions(text: str, paper: str) -> None:
    assert right(f"return {text}") == paper


def test_the_left_side_is_the_formula_and_a_guard_is_a_case() -> None:
    line = made("if b:\n    return x\nreturn z").lines[0]
    assert shown(line.mathml) == "f={x, if b; z, otherwise"


def test_locals_become_lines_after_the_result() -> None:
    lines = made("p = x + 1\nif b:\n    return p\nq = p * 2\nreturn q").lines
    assert [shown(line.mathml) for line in lines] == [
        "f={p, if b; q, otherwise",
        "p=x+1",
        "q=p·2",
    ]


def test_fractions_and_tables_make_brackets_grow_and_letters_do_not() -> None:
    tall = made("return floor(x / y)").lines[0].mathml
    flat = made("return floor(x)").lines[0].mathml
    assert '<mo stretchy="true">⌊</mo>' in tall
    assert '<mo stretchy="false">⌊</mo>' in flat


SYMBOLS: Symbols = {
    "f": Symbol("M", Bilingual("tamaño", "size"), "KV", "bytes"),
    "x": Symbol("n", Bilingual("contexto", "context")),
    "f.z": Symbol("ζ", Bilingual("propio", "own")),
    "z": Symbol("z", Bilingual("otro", "another")),
    "Part.size": Symbol("s", Bilingual("elementos", "elements"), "p"),
    "len(Whole.parts)": Symbol("L", Bilingual("capas", "layers")),
    "TABLE": Symbol("B", Bilingual("bytes por bloque", "bytes per block")),
}


def test_symbols_stand_for_names_and_are_listed_once_in_order() -> None:
    found = made("return x + z + w.one.size * len(w.parts) + x + TABLE[k]", SYMBOLS)
    assert shown(found.lines[0].mathml) == "M_KV=n+ζ+s_p·L+n+B_k"
    assert [(shown(f"<r>{m}</r>"), s.name.en) for m, s in found.symbols] == [
        ("M_KV", "size"),
        ("n", "context"),
        ("ζ", "own"),
        ("s_p", "elements"),
        ("L", "layers"),
        ("B", "bytes per block"),
        ("k", "k"),
    ]


def test_a_quantity_of_a_loop_bears_its_index() -> None:
    text = (
        HEADER.replace("Part", "Layer")
        + 'def each(p: Layer) -> float:\n    """One."""\n    return p.size\n\n\n'
        + 'def f(w: Whole, x: float) -> float:\n    """All."""\n'
        + "    return total(l.size * each(l) + plain(x) for l in w.parts)\n"
    )
    symbols = {"Layer.size": Symbol("s", Bilingual("", "")), "each": Symbol("e", Bilingual("", ""))}
    found = emit_mathml(parsed(text).formulas["f"], symbols, Lang.EN)
    assert shown(found.lines[0].mathml) == "f=∑_(ℓ)(s_ℓ·e_ℓ+plain(x))"


def test_records_are_context_and_not_shown_as_arguments() -> None:
    text = (
        HEADER
        + 'def g(w: Whole, k: Kind, x: float) -> float:\n    """Of a record."""\n    return x\n\n\n'
        + 'def f(w: Whole, k: Kind) -> float:\n    """Calls it."""\n'
        + "    return g(w, k, w.n) + g(w._replace(n=3), k, 1)\n"
    )
    found = emit_mathml(parsed(text).formulas["f"], {}, Lang.EN)
    assert shown(found.lines[0].mathml) == "f=g(k,n)+g(n=3,k,1)"


def test_conditions_are_in_the_readers_language() -> None:
    body = "return x if b else z"
    assert "<mtext>si\u00a0</mtext>" in made(body, lang=Lang.ES).lines[0].mathml
    assert "<mtext>si no</mtext>" in made(body, lang=Lang.ES).lines[0].mathml


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", sorted(OWN.module.formulas))
def test_every_formula_is_well_formed_mathml(name: str, lang: Lang) -> None:
    found = emit_mathml(OWN.module.formulas[name], OWN.symbols, lang)
    pieces = [line.mathml for line in found.lines] + [mathml for mathml, _ in found.symbols]
    for piece in pieces:
        root = ElementTree.fromstring(piece)
        assert {node.tag for node in root.iter()} <= ELEMENTS
        for node in root.iter():
            # An element holds either text or elements, and neither is missing.
            assert bool((node.text or "").strip()) != bool(len(node)), piece
            assert len(node) == {
                "mfrac": 2,
                "msub": 2,
                "msup": 2,
                "munder": 2,
                "munderover": 3,
            }.get(str(node.tag), len(node))


class Keys(dict[str, Symbol]):
    """Symbols that are called as their key in the symbols that come along."""

    def get(self, key: str, default: Any = None) -> Any:
        return Symbol(key, Bilingual(key, key)) if key in OWN.symbols else default


def quantities(name: str) -> list[str]:
    """The keys of the symbols that a formula shows; what has none is called by its name."""
    found = emit_mathml(OWN.module.formulas[name], Keys(), Lang.EN)
    return [symbol.name.en for _, symbol in found.symbols]


@pytest.mark.parametrize("name", sorted(OWN.module.formulas))
def test_every_quantity_has_a_symbol_and_a_name_in_both_languages(name: str) -> None:
    """No reader sees a Python name."""
    found = quantities(name)
    assert [key for key in found if key not in OWN.symbols] == []
    assert all(OWN.symbols[key].name.es and OWN.symbols[key].name.en for key in found)


@pytest.mark.parametrize("name", sorted(OWN.module.formulas))
def test_no_two_quantities_of_a_formula_look_alike(name: str) -> None:
    """The same letter with the same index is the same quantity, so it has one name."""
    names: dict[str, Bilingual[str]] = {}
    for key in quantities(name):
        symbol = OWN.symbols[key]
        assert names.setdefault(identifier(symbol), symbol.name) == symbol.name, key


def test_every_symbol_is_of_something_that_the_formulas_have() -> None:
    """A symbol whose quantity is gone, or misspelt, would never be shown."""
    module = OWN.module
    known = {*module.formulas, *module.tables}
    for record in module.records.values():
        known |= {f"{record.name}.{name}" for name in record.fields}
        known |= {f"len({record.name}.{name})" for name in record.fields}
    for formula_ in module.formulas.values():
        names = [name for name, _ in formula_.params]
        names += re.findall(r"Let\(name='(\w+)'", repr(formula_.body))
        names += re.findall(r"variable='(\w+)'", repr(formula_.body))
        known |= {*names, *(f"{formula_.name}.{name}" for name in names)}
    for enum in module.enums.values():
        known |= {f"{enum.name}.{word}" for word in enum.values}
    assert set(OWN.symbols) <= known
