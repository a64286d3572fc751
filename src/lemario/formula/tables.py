"""The tables of a file of formulas: a value for each word of an enumeration."""

from __future__ import annotations

import ast
from collections import namedtuple
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lemario.formula import ir
from lemario.formula.evaluate import constant
from lemario.formula.expressions import check_expression
from lemario.formula.refusal import Place
from lemario.formula.scope import Scope

Cells = Mapping[str, object]
Entries = list[tuple[ast.expr | None, ast.expr]]


@dataclass(frozen=True, slots=True)
class TableReader:
    """Reads tables of one file; `type_of` reads an annotation."""

    place: Place
    type_of: Callable[[ast.expr], ir.Type]

    def cells(self, kind: ir.Table, value: ast.expr) -> Cells:
        """The value of each word, in the order of the words; refuses a table that lacks one."""
        if not isinstance(value, ast.Dict):
            raise self.place.refuse(value, "L301", "a table is written with braces", "{…: …}")
        common, entries = self._common(kind, value)
        own: dict[str, object] = {}
        for key, cell in entries:
            if not isinstance(key, ast.Constant) or key.value not in kind.key.values:
                raise self.place.refuse(
                    key or value, "L307", f"this is no word of `{kind.key.name}`", ""
                )
            if key.value in own:
                raise self.place.refuse(key, "L307", f"the word {key.value!r} is repeated", "")
            own[key.value] = self._cell(kind.value, cell)
        found = {**common, **own}
        missing = [word for word in kind.key.values if word not in found]
        if missing:
            raise self.place.refuse(
                value,
                "L307",
                f"the table has no value for {', '.join(map(repr, missing))}",
                f"a table has one for each word of `{kind.key.name}`",
            )
        return found

    def _common(self, kind: ir.Table, value: ast.Dict) -> tuple[Cells, Entries]:
        """What `**everywhere(Words, value)` in front gives each word, and the entries after it."""
        entries = list(zip(value.keys, value.values, strict=True))
        match entries[:1]:
            case [(None, ast.Call(func=ast.Name(id="everywhere"), args=[words, cell]))]:
                if self.type_of(words) != kind.key:
                    said = f"the words of this table are those of `{kind.key.name}`"
                    raise self.place.refuse(words, "L307", said, "")
                return dict.fromkeys(kind.key.values, self._cell(kind.value, cell)), entries[1:]
        return {}, entries

    def _cell(self, kind: ir.Type, cell: ast.expr) -> object:
        """One value: a constant, a table in it, or a record of constants."""
        match kind, cell:
            case ir.Table(), _:
                return self.cells(kind, cell)
            case ir.Record(name=name, fields=fields), ast.Call(func=ast.Name(id=called)) if (
                called == name and len(cell.args) == len(fields) and not cell.keywords
            ):
                values = [
                    self._cell(f, arg) for f, arg in zip(fields.values(), cell.args, strict=True)
                ]
                record: Any = namedtuple(name, list(fields))  # type: ignore[misc]
                return record(*values)
            case ir.Record(name=name, fields=fields), _:
                help = f"write `{name}(…)` with a value for each of {', '.join(fields)}, in order"
                raise self.place.refuse(cell, "L307", "a cell of this table is a record", help)
            case _:
                return constant(check_expression(cell, Scope(self.place, {}, {}, {}), kind))
