"""Checked tree → MathML, and to the words that a screen reader says for it.

Records are context and not shown as arguments: `cells(s, layer)` is c with the loop's index.
Parentheses follow precedence. A condition becomes a brace with cases, a local a line of "where".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from lemario.core.lang import Lang
from lemario.formula import ir
from lemario.formula.builtins import ATOM, OPERATORS
from lemario.formula.notation import Symbol, Symbols, identifier, unknown
from lemario.formula.words import WORDS, say, word_of

_SUM = OPERATORS["+"].precedence
_PRODUCT = OPERATORS["*"].precedence
_POWERS_FROM = 1_000_000
_TALL = ("<mfrac", "<mtable", "<munder")


@dataclass(frozen=True, slots=True)
class Line:
    """One equation: `left = right` as MathML, and as words."""

    mathml: str
    spoken: str


@dataclass(frozen=True, slots=True)
class MathFormula:
    """A formula on paper: the equation, lines that define its locals, the symbols used."""

    lines: tuple[Line, ...]
    symbols: tuple[tuple[str, Symbol], ...]
    """MathML and symbol of each quantity, in order of appearance."""


def emit_mathml(formula: ir.Formula, symbols: Symbols, lang: Lang) -> MathFormula:
    """The formula in the notation of `symbols`."""
    writer = _Writer(formula, symbols, lang)
    locals_, result = _split(formula.body)
    lines = [writer.line(formula.name, result)]
    lines += [writer.line(name, value) for name, value in locals_]
    return MathFormula(tuple(lines), tuple(writer.used.items()))


def _split(node: ir.Node) -> tuple[list[tuple[str, ir.Node]], ir.Node]:
    """The locals at the top of a body, and what remains. Locals deeper down come after.

    Expressions are pure and total, so a local of one branch may be defined for all.
    """
    found: list[tuple[str, ir.Node]] = []
    match node:
        case ir.Let(name=name, value=value, body=body):
            inner, rest = _split(body)
            return [(name, value), *inner], rest
        case ir.Choose(other=other):
            inner, rest = _split(other)
            return inner, ir.Choose(node.condition, node.then, rest, node.type, node.span)
    return found, node


@dataclass(slots=True)
class _Writer:
    """Writes nodes; remembers which symbols were used."""

    formula: ir.Formula
    symbols: Symbols
    lang: Lang
    used: dict[str, Symbol] = field(default_factory=dict)

    def line(self, name: str, value: ir.Node) -> Line:
        symbol = self.symbol(name)
        left = self._show(symbol)
        right, _ = self.write(value)
        spoken = f"{symbol.name[self.lang]} = {say(value, self.symbol_of, self.symbols, self.lang)}"
        sign = "⇔" if isinstance(value.type, ir.Bool) else "="
        return Line(f"<mrow>{left}<mo>{sign}</mo>{right}</mrow>", spoken)

    def symbol(self, name: str) -> Symbol:
        """The symbol of a parameter, local, table or formula."""
        own = f"{self.formula.name}.{name}"
        return self.symbols.get(own) or self.symbols.get(name) or unknown(name)

    def symbol_of(self, node: ir.Node) -> Symbol | None:
        """The symbol of a node that has one."""
        match node:
            case ir.Ref(name=name):
                return self.symbol(name)
            case ir.Field(record=record, name=name) if isinstance(record.type, ir.Record):
                return self.symbols.get(f"{record.type.name}.{name}") or unknown(name)
            case ir.Call(name="len", args=(ir.Field(record=record, name=name),)):
                kind = record.type
                key = f"len({kind.name}.{name})" if isinstance(kind, ir.Record) else ""
                return self.symbols.get(key)
            case ir.Item(table=table):
                return self.symbol_of(table)
            case ir.Call(name=name):
                return self.symbols.get(name) or unknown(name)
        return None

    def _show(self, symbol: Symbol, *indices: str) -> str:
        shown = identifier(symbol, *indices)
        self.used.setdefault(identifier(symbol), symbol)
        return shown

    def write(self, node: ir.Node) -> tuple[str, int]:
        """The MathML of a node and its precedence."""
        match node:
            case ir.Const():
                return self._constant(node), ATOM
            case ir.Ref() | ir.Field() | ir.Call(name="len") if symbol := self.symbol_of(node):
                return self._show(symbol, *_loop_index(node)), ATOM
            case ir.Call(name="len", args=(arg,)):
                return _fenced("|", self.write(arg)[0], "|"), ATOM
            case ir.Item(key=key):
                symbol = self.symbol_of(node) or unknown("table")
                self._show(symbol)  # listed before its key
                return self._show(symbol, self._key(key)), ATOM
            case ir.Op(op="/", args=(top, bottom)):
                return (
                    f"<mfrac>{_row(self.write(top)[0])}{_row(self.write(bottom)[0])}</mfrac>",
                    ATOM,
                )
            case ir.Op(op="not", args=(operand,)):
                return f"<mo>¬</mo>{self.inside(operand, ATOM)}", OPERATORS["not"].precedence
            case ir.Op(op=op, args=(left, right)):
                own = OPERATORS[op]
                after = own.precedence + (1 if op in ("-", "*") else 0)
                a, b = self.inside(left, own.precedence), self.inside(right, after)
                return f"{a}<mo>{own.mathml}</mo>{b}", own.precedence
            case ir.Call(name="floor", args=(arg,)):
                return _fenced("⌊", self.write(arg)[0], "⌋"), ATOM
            case ir.Call(name="ceil", args=(arg,)):
                return _fenced("⌈", self.write(arg)[0], "⌉"), ATOM
            case ir.Call(name="min" | "max", args=args):
                return f"<mi>{node.name}</mi>{self.arguments(args)}", ATOM
            case ir.Call(args=args):
                return self._call(node, args), ATOM
            case ir.Choose():
                return self._cases(node), ATOM
            case ir.Fold():
                return self._fold(node), _SUM - 1
            case ir.Search():
                return self._search(node), ATOM
            case ir.With(changes=changes):
                parts = [
                    f"{identifier(self.field_symbol(node, name))}<mo>=</mo>{self.write(value)[0]}"
                    for name, value in changes
                ]
                return "<mo>,</mo>".join(parts), 0
        raise AssertionError(node)

    def field_symbol(self, node: ir.With, name: str) -> Symbol:
        """The symbol of a field that a record update changes."""
        kind = node.type
        key = f"{kind.name}.{name}" if isinstance(kind, ir.Record) else name
        return self.symbols.get(key) or unknown(name)

    def inside(self, node: ir.Node, precedence: int) -> str:
        """A node as an operand: in parentheses where it binds less tightly."""
        text, own = self.write(node)
        return _fenced("(", text, ")") if own < precedence else text

    def arguments(self, args: Sequence[ir.Node]) -> str:
        """Arguments in parentheses."""
        return _fenced("(", "<mo>,</mo>".join(self.write(arg)[0] for arg in args), ")")

    def _constant(self, node: ir.Const) -> str:
        """A number, or a word: the name that `symbols` has for it, else the word itself."""
        value = node.value
        if isinstance(value, str) or value is True or value is False:
            return f"<mtext>{escape(word_of(node, self.symbols, self.lang))}</mtext>"
        for base in (2, 10):
            exponent = round(math.log(value, base)) if value >= _POWERS_FROM else 0
            if exponent and float(base) ** exponent == value:
                return f"<msup><mn>{base}</mn><mn>{exponent}</mn></msup>"
        return f"<mn>{int(value) if value.is_integer() else value}</mn>"

    def _call(self, node: ir.Call, args: Sequence[ir.Node]) -> str:
        symbol = self.symbol_of(node) or unknown(node.name)
        indices = [i for arg in args for i in _loop_index(arg)]
        name = self._show(symbol, *indices)
        shown = [arg for arg in args if _plain(arg.type) or isinstance(arg, ir.With)]
        return f"{name}{self.arguments(shown)}" if shown else name

    def _key(self, key: ir.Node) -> str:
        return self.write(key)[0]

    def _cases(self, node: ir.Choose) -> str:
        rows = []
        current: ir.Node = node
        while isinstance(current, ir.Choose):
            then, condition = self.write(current.then)[0], self.write(current.condition)[0]
            when = f"<mtext>{WORDS[self.lang].when}\u00a0</mtext>{condition}"
            rows.append(f"<mtr><mtd>{then}</mtd><mtd>{when}</mtd></mtr>")
            current = current.other
        otherwise = f"<mtext>{WORDS[self.lang].otherwise}</mtext>"
        rows.append(f"<mtr><mtd>{self.write(current)[0]}</mtd><mtd>{otherwise}</mtd></mtr>")
        table = f'<mtable columnalign="left">{"".join(rows)}</mtable>'
        return f'<mrow><mo stretchy="true">{{</mo>{table}</mrow>'

    def _fold(self, node: ir.Fold) -> str:
        variable = f"<mi>{_loop_letter(node.variable)}</mi>"
        sign = {"total": "<mo>∑</mo>", "largest": "<mi>max</mi>", "any": "<mo>∃</mo>"}[node.kind]
        body = self.inside(node.body, _PRODUCT)
        if isinstance(node.over.type, ir.Sequence):
            return f"<munder>{sign}{variable}</munder>{body}"
        low = f"<mrow>{variable}<mo>=</mo><mn>0</mn></mrow>"
        high = f"<mrow>{self.inside(node.over, _SUM)}<mo>−</mo><mn>1</mn></mrow>"
        return f"<munderover>{sign}{low}{high}</munderover>{body}"

    def _search(self, node: ir.Search) -> str:
        variable = f"<mi>{node.variable}</mi>"
        low, high, step = (self.write(bound)[0] for bound in (node.low, node.high, node.step))
        among = (
            f'{variable}<mo>∈</mo><mo stretchy="false">{{</mo>{low}<mo>,</mo>{low}<mo>+</mo>{step}'
            f'<mo>,</mo><mo>…</mo><mo>,</mo>{high}<mo stretchy="false">}}</mo>'
        )
        holds = self.write(node.holds)[0]
        return f"<mi>max</mi>{_fenced('{', f'{among}<mo>:</mo>{holds}', '}')}"


def _plain(kind: ir.Type) -> bool:
    """Whether an argument of this type is shown: records and tuples are context."""
    return not isinstance(kind, ir.Record | ir.Sequence | ir.Table)


def _loop_letter(name: str) -> str:
    return {"l": "ℓ", "layer": "i"}.get(name, name[0])


def _loop_index(node: ir.Node) -> tuple[str, ...]:
    """The index that a quantity of a loop's item bears: a layer's key row is r with ℓ."""
    match node:
        case ir.Ref(name=name, type=ir.Record(name="Layer" | "Matrix")):
            return (f"<mi>{_loop_letter(name)}</mi>",)
        case ir.Field(record=record):
            return _loop_index(record)
        case ir.Call(name="len", args=(arg,)):
            return _loop_index(arg)
    return ()


def _row(inner: str) -> str:
    return f"<mrow>{inner}</mrow>"


def _fenced(left: str, inner: str, right: str) -> str:
    """In brackets, which grow only around what is tall: text fonts make them too large."""
    grow = "true" if any(tag in inner for tag in _TALL) else "false"
    opening, closing = (f'<mo stretchy="{grow}">{sign}</mo>' for sign in (left, right))
    return f"<mrow>{opening}{inner}{closing}</mrow>"
