"""Checked tree → JavaScript: a classic script that defines one global, readable, typed by JSDoc."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from lemario.formula import ir
from lemario.formula.builtins import ATOM, OPERATORS

_HELPERS = """\
  // What Python's words mean here. `+ 0` turns −0 into 0; min and max keep the first of equals.
  /** @type {(x: number) => number} */
  const floor = (x) => Math.floor(x) + 0;
  /** @type {(x: number) => number} */
  const ceil = (x) => Math.ceil(x) + 0;
  /** @type {(...xs: number[]) => number} */
  const min = (...xs) => xs.reduce((a, b) => (b < a ? b : a));
  /** @type {(...xs: number[]) => number} */
  const max = (...xs) => xs.reduce((a, b) => (b > a ? b : a));
  /** @type {(n: number) => number[]} */
  const range = (n) => Array.from({ length: Math.max(0, Math.ceil(n)) }, (_, i) => i);
  /** @type {<T>(items: readonly T[], f: (item: T) => number) => number} */
  const total = (items, f) => items.reduce((sum, item) => sum + f(item), 0);
  /** @type {<T>(items: readonly T[], f: (item: T) => number) => number} */
  const largest = (items, f) => items.reduce((most, item) => max(most, f(item)), 0);
  /** @type {<T>(items: readonly T[], f: (item: T) => boolean) => boolean} */
  const any = (items, f) => items.some(f);
  /** @type {(low: number, high: number, step: number, holds: (n: number) => boolean) => number} */
  const largest_where = (low, high, step, holds) => {
    for (let n = floor((high - low) / step); n >= 0; n--) {
      if (holds(low + n * step)) return low + n * step;
    }
    return 0;
  };
"""


def emit_js(
    module: ir.Module, name: str = "LemarioFormulas", extra: Mapping[str, str] | None = None
) -> str:
    """The script of a module: `const <name> = (() => {…})();` with each formula as a member.

    `extra` are further members: JavaScript expressions that may use the formulas.
    """
    more = extra or {}
    parts = [
        "// Made from Python by lemario: do not edit.",
        f"const {name} = (() => {{",
        '  "use strict";',
        *(_enum(enum) for enum in module.enums.values()),
        *(_record(record) for record in module.records.values()),
        _HELPERS,
        *(_table(key, table, cells) for key, (table, cells) in module.tables.items()),
        *(_function(formula) for formula in module.formulas.values()),
        *(f"  const {key} = {text};" for key, text in more.items()),
        f"  return {{ {', '.join([*module.formulas, *more])} }};",
        "})();",
        "",
    ]
    return "\n".join(parts)


def expression(node: ir.Node) -> str:
    """One expression as JavaScript."""
    return _expression(node)[0]


def _enum(enum: ir.Enum) -> str:
    words = " | ".join(json.dumps(word) for word in enum.values)
    return f"  /** @typedef {{{words}}} {enum.name} */"


def _record(record: ir.Record) -> str:
    fields = "".join(
        f"   * @property {{{_type(kind)}}} {name}\n" for name, kind in record.fields.items()
    )
    doc = record.doc.partition("\n")[0]
    return f"  /**\n   * {doc}\n   * @typedef {{object}} {record.name}\n{fields}   */"


def _table(name: str, table: ir.Table, cells: Mapping[str, object]) -> str:
    text = _cells(cells)
    return f"  /** @type {{{_type(table)}}} */\n  const {name} = {text};\n"


def _cells(cells: object, depth: int = 1) -> str:
    """The cells of a table, one a line."""
    if not isinstance(cells, Mapping):
        record = cells._asdict() if isinstance(cells, tuple) else cells  # type: ignore[attr-defined]
        return json.dumps(record, ensure_ascii=False)
    indent = "  " * (depth + 1)
    rows = [f"{json.dumps(word)}: {_cells(cell, depth + 1)}" for word, cell in cells.items()]
    return f"{{\n{indent}" + f",\n{indent}".join(rows) + "\n" + "  " * depth + "}"


def _type(kind: ir.Type) -> str:
    match kind:
        case ir.Number():
            return "number"
        case ir.Bool():
            return "boolean"
        case ir.Enum(name=name) | ir.Record(name=name):
            return name
        case ir.Sequence(item=item):
            return f"ReadonlyArray<{_type(item)}>"
        case ir.Table(key=key, value=value):
            return f"Record<{key.name}, {_type(value)}>"


def _function(formula: ir.Formula) -> str:
    params = ", ".join(name for name, _ in formula.params)
    doc = [*formula.doc.splitlines(), ""]
    doc += [f"@param {{{_type(kind)}}} {name}" for name, kind in formula.params]
    doc += [f"@returns {{{_type(formula.result)}}}"]
    comment = "\n".join(f"   * {line}".rstrip() for line in doc)
    body = "\n".join(f"    {line}" for line in _statements(formula.body))
    return f"  /**\n{comment}\n   */\n  const {formula.name} = ({params}) => {{\n{body}\n  }};\n"


def _statements(node: ir.Node) -> Iterable[str]:
    match node:
        case ir.Let(name=name, value=value, body=body):
            yield f"const {name} = {expression(value)};"
            yield from _statements(body)
        case ir.Choose(other=ir.Let() | ir.Choose()):
            yield f"if ({expression(node.condition)}) return {expression(node.then)};"
            yield from _statements(node.other)
        case _:
            yield f"return {expression(node)};"


def _expression(node: ir.Node) -> tuple[str, int]:
    """The text and its precedence."""
    match node:
        case ir.Const(value=value):
            return _constant(value), ATOM
        case ir.Ref(name=name):
            return name, ATOM
        case ir.Field(record=record, name=name):
            return f"{_inside(record, ATOM)}.{name}", ATOM
        case ir.Item(table=table, key=key):
            return f"{_inside(table, ATOM)}[{expression(key)}]", ATOM
        case ir.Op(op="not", args=(operand,)):
            return f"!{_inside(operand, ATOM)}", OPERATORS["not"].precedence
        case ir.Op(op=op, args=(left, right)):
            own = OPERATORS[op]
            # Equal precedence on the right keeps its parentheses: a + (b + c) is not a + b + c.
            text = f"{_inside(left, own.precedence)} {own.js} {_inside(right, own.precedence + 1)}"
            return text, own.precedence
        case ir.Call(name="len", args=(arg,)):
            return f"{_inside(arg, ATOM)}.length", ATOM
        case ir.Call(name=name, args=args):
            return f"{name}({', '.join(expression(arg) for arg in args)})", ATOM
        case ir.Choose(condition=condition, then=then, other=other):
            low = 1
            return f"{_inside(condition, low)} ? {_inside(then, low)} : {_inside(other, low)}", 0
        case ir.Fold(kind=kind, variable=variable, over=over, body=body):
            items = expression(over)
            items = items if isinstance(over.type, ir.Sequence) else f"range({items})"
            return f"{kind}({items}, ({variable}) => {_inside(body, 1)})", ATOM
        case ir.With(record=record, changes=changes):
            new = ", ".join(f"{name}: {expression(value)}" for name, value in changes)
            # In parentheses where it is part of something: after `=>` a brace would open a block.
            return f"{{ ...{_inside(record, ATOM)}, {new} }}", 0
        case ir.Search(low=low_node, high=high, step=step, variable=variable, holds=holds):
            bounds = ", ".join(expression(bound) for bound in (low_node, high, step))
            return f"largest_where({bounds}, ({variable}) => {_inside(holds, 1)})", ATOM
    raise AssertionError(node)


def _inside(node: ir.Node, precedence: int) -> str:
    text, own = _expression(node)
    return f"({text})" if own < precedence else text


def _constant(value: float | str | bool) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return json.dumps(value, ensure_ascii=False)
