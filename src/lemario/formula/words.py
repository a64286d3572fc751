"""What a screen reader says for a formula: the tree in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lemario.core.lang import Lang
from lemario.formula import ir
from lemario.formula.builtins import OPERATORS
from lemario.formula.notation import Symbol

SymbolOf = Callable[[ir.Node], Symbol | None]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language. `{}` stand for operands."""

    when: str
    otherwise: str
    operators: Mapping[str, str]
    floor: str
    ceil: str
    min: str
    max: str
    total: str
    largest: str
    any: str
    search: str
    group: str


WORDS: Mapping[Lang, Words] = {
    Lang.ES: Words(
        when="si",
        otherwise="si no",
        operators={"*": "por", "/": "entre", "+": "más", "-": "menos", "and": "y", "or": "o"}
        | {"<": "menor que", "<=": "menor o igual que", ">": "mayor que"}
        | {">=": "mayor o igual que", "==": "igual a", "!=": "distinto de", "not": "no"},
        floor="{} redondeado hacia abajo",
        ceil="{} redondeado hacia arriba",
        min="el menor de {}",
        max="el mayor de {}",
        total="la suma, para cada {}, de {}",
        largest="el mayor valor, para cada {}, de {}",
        any="para algún {}, {}",
        search="el mayor {} entre {} y {} para el que {}",
        group="abre paréntesis {} cierra paréntesis",
    ),
    Lang.EN: Words(
        when="if",
        otherwise="otherwise",
        operators={"*": "times", "/": "over", "+": "plus", "-": "minus", "and": "and", "or": "or"}
        | {"<": "less than", "<=": "at most", ">": "greater than"}
        | {">=": "at least", "==": "equal to", "!=": "different from", "not": "not"},
        floor="{} rounded down",
        ceil="{} rounded up",
        min="the least of {}",
        max="the greatest of {}",
        total="the sum, over each {}, of {}",
        largest="the greatest value, over each {}, of {}",
        any="for some {}, {}",
        search="the largest {} between {} and {} for which {}",
        group="open parenthesis {} close parenthesis",
    ),
}


def say(node: ir.Node, symbol_of: SymbolOf, lang: Lang) -> str:
    """The node in words, with the names of its quantities."""
    words = WORDS[lang]

    def sub(child: ir.Node) -> str:
        return say(child, symbol_of, lang)

    def operand(child: ir.Node, precedence: int) -> str:
        loose = isinstance(child, ir.Op) and OPERATORS[child.op].precedence < precedence
        return words.group.format(sub(child)) if loose else sub(child)

    match node:
        case ir.Const(value=value):
            whole = isinstance(value, float) and value.is_integer()
            return str(int(value) if whole else value)
        case ir.Op(op="not", args=(inner,)):
            return f"{words.operators['not']} {sub(inner)}"
        case ir.Op(op=op, args=(left, right)):
            own = OPERATORS[op].precedence
            after = own + (1 if op in ("-", "/") else 0)
            return f"{operand(left, own)} {words.operators[op]} {operand(right, after)}"
        case ir.Call(name="floor" | "ceil", args=(arg,)):
            return getattr(words, node.name).format(sub(arg))  # type: ignore[no-any-return]
        case ir.Call(name="min" | "max", args=args):
            listed = ", ".join(sub(arg) for arg in args)
            return getattr(words, node.name).format(listed)  # type: ignore[no-any-return]
        case ir.Choose(condition=condition, then=then, other=other):
            return f"{sub(then)} {words.when} {sub(condition)}; {words.otherwise}, {sub(other)}"
        case ir.Fold(kind=kind, variable=variable, body=body):
            return getattr(words, kind).format(variable, sub(body))  # type: ignore[no-any-return]
        case ir.Search(variable=variable, low=low, high=high, holds=holds):
            return words.search.format(variable, sub(low), sub(high), sub(holds))
        case ir.With(changes=changes):
            return ", ".join(sub(value) for _, value in changes)
        case ir.Let(body=body):
            return sub(body)
    symbol = symbol_of(node)
    return symbol.name[lang] if symbol else "…"
