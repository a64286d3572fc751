"""What a screen reader says for a formula: the tree in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lemario.core.lang import Lang
from lemario.formula import ir
from lemario.formula.builtins import ATOM, OPERATORS
from lemario.formula.notation import Symbol, Symbols

_PRODUCT = OPERATORS["*"].precedence

SymbolOf = Callable[[ir.Node], Symbol | None]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language. `{}` stand for operands."""

    when: str
    otherwise: str
    operators: Mapping[str, str]
    functions: Mapping[str, str]
    search: str
    group: str
    applied: str
    yes: str
    no: str


WORDS: Mapping[Lang, Words] = {
    Lang.ES: Words(
        when="si",
        otherwise="si no",
        operators={"*": "por", "/": "entre", "+": "más", "-": "menos", "and": "y", "or": "o"}
        | {"<": "menor que", "<=": "menor o igual que", ">": "mayor que"}
        | {">=": "mayor o igual que", "==": "igual a", "!=": "distinto de", "not": "no"},
        functions={
            "floor": "{} redondeado hacia abajo",
            "ceil": "{} redondeado hacia arriba",
            "min": "el menor de {}",
            "max": "el mayor de {}",
            "total": "la suma, para cada {}, de {}",
            "largest": "el mayor valor, para cada {}, de {}",
            "any": "para algún {}, {}",
        },
        search="el mayor {} entre {} y {} para el que {}",
        group="abre paréntesis {} cierra paréntesis",
        applied="{} de {}",
        yes="sí",
        no="no",
    ),
    Lang.EN: Words(
        when="if",
        otherwise="otherwise",
        operators={"*": "times", "/": "over", "+": "plus", "-": "minus", "and": "and", "or": "or"}
        | {"<": "less than", "<=": "at most", ">": "greater than"}
        | {">=": "at least", "==": "equal to", "!=": "different from", "not": "not"},
        functions={
            "floor": "{} rounded down",
            "ceil": "{} rounded up",
            "min": "the least of {}",
            "max": "the greatest of {}",
            "total": "the sum, over each {}, of {}",
            "largest": "the greatest value, over each {}, of {}",
            "any": "for some {}, {}",
        },
        search="the largest {} between {} and {} for which {}",
        group="open parenthesis {} close parenthesis",
        applied="{} of {}",
        yes="yes",
        no="no",
    ),
}


def word_of(node: ir.Const, symbols: Symbols, lang: Lang) -> str:
    """A word of an enumeration as `symbols` calls it (`Fit.tight`), true or false, a number."""
    value = node.value
    if value is True or value is False:
        return WORDS[lang].yes if value else WORDS[lang].no
    if isinstance(value, str):
        kind = node.type.name if isinstance(node.type, ir.Enum) else ""
        named = symbols.get(f"{kind}.{value}")
        return named.name[lang] if named else value
    return str(int(value) if value.is_integer() else value)


def say(node: ir.Node, symbol_of: SymbolOf, symbols: Symbols, lang: Lang) -> str:
    """The node in words, with the names of its quantities."""
    words = WORDS[lang]

    def sub(child: ir.Node) -> str:
        return say(child, symbol_of, symbols, lang)

    def operand(child: ir.Node, precedence: int) -> str:
        return words.group.format(sub(child)) if _is_loose(child, precedence) else sub(child)

    match node:
        case ir.Const():
            return word_of(node, symbols, lang)
        case ir.Op(op="not", args=(inner,)):
            return f"{words.operators['not']} {operand(inner, ATOM)}"
        case ir.Op(op=op, args=(left, right)):
            own = OPERATORS[op].precedence
            after = own + (1 if op in ("-", "/") else 0)
            return f"{operand(left, own)} {words.operators[op]} {operand(right, after)}"
        case ir.Call(name="floor" | "ceil" | "min" | "max", args=args):
            return words.functions[node.name].format(", ".join(map(sub, args)))
        case ir.Choose(condition=condition, then=then, other=other):
            return f"{sub(then)} {words.when} {sub(condition)}; {words.otherwise}, {sub(other)}"
        case ir.Fold(kind=kind, variable=variable, body=body):
            each = sub(body) if kind == "any" else operand(body, _PRODUCT)
            return words.functions[kind].format(variable, each)
        case ir.Search(variable=variable, low=low, high=high, holds=holds):
            return words.search.format(variable, sub(low), sub(high), sub(holds))
        case ir.With(changes=changes):
            return ", ".join(sub(value) for _, value in changes)
        case ir.Let(body=body):
            return sub(body)
    symbol = symbol_of(node)
    name = symbol.name[lang] if symbol else "…"
    shown = [arg for arg in node.args if _is_shown(arg)] if isinstance(node, ir.Call) else []
    return words.applied.format(name, ", ".join(map(sub, shown))) if shown else name


def _is_loose(node: ir.Node, precedence: int) -> bool:
    """Whether an operand needs its parentheses said."""
    if isinstance(node, ir.Op):
        return OPERATORS[node.op].precedence < precedence
    return isinstance(node, ir.Fold | ir.Choose | ir.Search)


def _is_shown(node: ir.Node) -> bool:
    """Whether an argument is shown on paper: records and tuples are context."""
    if isinstance(node, ir.With):
        return True
    return not isinstance(node.type, ir.Record | ir.Sequence | ir.Table)
