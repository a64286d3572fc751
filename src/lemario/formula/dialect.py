"""A file of formulas → its checked tree. The file is parsed, never imported.

Whatever is not on the short list of what the dialect has is refused at its place, with what to
write instead. A fault costs only the function that it is in; the others are still checked.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from lemario.core.diagnostics import Checked, Diagnostic, Span, error
from lemario.core.source import SourceText
from lemario.formula import ir
from lemario.formula.body import check_body
from lemario.formula.refusal import Place, Refused
from lemario.formula.scope import RESERVED, Scope
from lemario.formula.tables import TableReader

IMPORTS: Mapping[str, frozenset[str]] = {
    "__future__": frozenset(["annotations"]),
    "typing": frozenset(["Literal", "NamedTuple"]),
    "collections.abc": frozenset(["Mapping"]),
    "lemario.formula.language": frozenset(
        ["Positive", "ceil", "everywhere", "floor", "largest", "largest_where", "total"]
    ),
}
"""What a file of formulas may import; the names mean here what they mean there."""

PARTS = (
    "lemario.calc.records",
    "lemario.calc.mix",
    "lemario.calc.weights",
    "lemario.calc.kv_cache",
    "lemario.calc.compute_buffer",
    "lemario.calc.placement",
    "lemario.calc.gpu_buffer",
    "lemario.calc.formulas",
    "lemario.calc.weight_formats",
    "lemario.calc.vllm_blocks",
)
"""The modules whose definitions may stand before those of a file, in the dialect too."""

_DEEPEST = 60
_MOST_STATEMENTS = 60
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]*")


def parse_formulas(*sources: SourceText) -> Checked[ir.Module]:
    """The formulas in some files, each of which sees those before it; None if any is refused."""
    reader = _Reader()
    for source in sources:
        reader.read(source)
    return reader.result()


@dataclass(slots=True)
class _Reader:
    """Collects what the file defines, top to bottom: each thing sees only what stands above it."""

    place: Place = field(default_factory=lambda: Place("", ""))
    doc: str = ""
    enums: dict[str, ir.Enum] = field(default_factory=dict)
    records: dict[str, ir.Record] = field(default_factory=dict)
    tables: dict[str, tuple[ir.Table, Mapping[str, object]]] = field(default_factory=dict)
    formulas: dict[str, ir.Formula] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def read(self, source: SourceText) -> None:
        """Adds what a file defines."""
        self.place = Place.of(source)
        try:
            tree = ast.parse(source.text)
        except (SyntaxError, ValueError) as problem:
            line = getattr(problem, "lineno", None) or 1
            column = getattr(problem, "offset", None) or 1
            said = getattr(problem, "msg", None) or str(problem)
            span = Span(source.path, line, column, line, column + 1)
            self.diagnostics.append(error("L311", span, f"not valid Python: {said}"))
            return
        except RecursionError:
            span = Span(source.path, 1, 1, 1, 1)
            self.diagnostics.append(error("L311", span, "nested too deep to be read"))
            return
        self.doc = ast.get_docstring(tree) or ""
        names = [n.name for n in tree.body if isinstance(n, ast.FunctionDef)]
        for statement in tree.body:
            try:
                self._statement(statement, names)
            except Refused as refused:
                self.diagnostics.append(refused.diagnostic)
                if isinstance(statement, ast.FunctionDef | ast.ClassDef):
                    self.broken.add(statement.name)

    def result(self) -> Checked[ir.Module]:
        """All that was defined, or what was refused."""
        found = tuple(d for d in self.diagnostics if d.code)
        module = ir.Module(self.doc, self.enums, self.records, self.tables, self.formulas)
        return Checked(None if found else module, found)

    def _statement(self, node: ast.stmt, names: list[str]) -> None:
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                pass
            case ast.ImportFrom(module=str(module), level=0):
                self._import(node, module)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._enum(node, name, value)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                self._table(node, name, annotation, value)
            case ast.ClassDef():
                self._record(node)
            case ast.FunctionDef():
                self._formula(node, names)
            case _:
                raise self.place.refuse(
                    node,
                    "L301",
                    f"{_describe(node)} is not part of the dialect",
                    "a file of formulas has functions, `class …(NamedTuple)`, "
                    '`Name = Literal["…"]` and tables',
                )

    def _import(self, node: ast.ImportFrom, module: str) -> None:
        defined = {*self.enums, *self.records, *self.tables, *self.formulas}
        known = defined if module in PARTS else IMPORTS.get(module)
        for name in node.names:
            if known is None or name.asname not in (None, name.name) or name.name not in known:
                what = f"`{name.name}` as `{name.asname}`" if name.asname else f"`{name.name}`"
                raise self.place.refuse(
                    name,
                    "L301",
                    f"{what} cannot be imported from `{module}`",
                    f"import from {', '.join([*IMPORTS, PARTS[0]])}, each name as it is",
                )

    def _name(self, node: ast.AST, name: str) -> None:
        if name in RESERVED or name.startswith("_"):
            raise self.place.refuse(
                node, "L310", f"`{name}` cannot be used as a name", "choose another one"
            )
        taken = {*self.enums, *self.records, *self.tables, *self.formulas}
        if name in taken:
            raise self.place.refuse(node, "L310", f"`{name}` is defined twice", "rename one")

    def _enum(self, node: ast.Assign, name: str, value: ast.expr) -> None:
        match value:
            case ast.Subscript(value=ast.Name(id="Literal"), slice=inner):
                elements = inner.elts if isinstance(inner, ast.Tuple) else [inner]
                words = [e.value for e in elements if isinstance(e, ast.Constant)]
                if len(words) == len(elements) and all(isinstance(w, str) for w in words):
                    self._name(node, name)
                    self._words(value, [str(w) for w in words])
                    self.enums[name] = ir.Enum(name, tuple(str(w) for w in words))
                    return
        raise self.place.refuse(
            node,
            "L301",
            "a plain assignment is not part of the dialect here",
            'for words write `Name = Literal["a", "b"]`, for tables '
            "`NAME: Mapping[Words, float] = {…}`; write constants where they are used",
        )

    def _words(self, node: ast.expr, words: list[str]) -> None:
        bad = [word for word in words if not _WORD.fullmatch(word)]
        if bad or not words or len(set(words)) < len(words):
            said = f"{bad[0]!r} cannot be a word" if bad else "a list has each word once"
            help = "words have letters, digits and _ . + - only"
            raise self.place.refuse(node, "L307", said, help)

    def _table(
        self, node: ast.AnnAssign, name: str, annotation: ast.expr, value: ast.expr | None
    ) -> None:
        self._name(node, name)
        kind = self.type_of(annotation)
        if not isinstance(kind, ir.Table) or value is None:
            raise self.place.refuse(
                node, "L303", "only tables may stand here", "write `NAME: Mapping[Words, float]`"
            )
        cells = TableReader(self.place, self.type_of).cells(kind, value)
        self.tables[name] = (kind, cells)

    def _record(self, node: ast.ClassDef) -> None:
        bases = [b.id for b in node.bases if isinstance(b, ast.Name)]
        if bases != ["NamedTuple"] or node.decorator_list or node.keywords:
            raise self.place.refuse(
                node,
                "L301",
                "the only classes of the dialect are records",
                f"write `class {node.name}(NamedTuple):`",
            )
        self._name(node, node.name)
        doc = ast.get_docstring(node) or ""
        if "*/" in doc:
            raise self.place.refuse(node, "L313", "the docstring holds `*/`", "delete it")
        fields: dict[str, ir.Type] = {}
        for statement in node.body:
            match statement:
                case ast.Expr(value=ast.Constant(value=str())):
                    pass
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=None):
                    if name in fields or name.startswith("_"):
                        raise self.place.refuse(statement, "L310", f"`{name}` cannot be used", "")
                    fields[name] = self.type_of(annotation)
                case _:
                    raise self.place.refuse(
                        statement,
                        "L301",
                        "a record has only fields with their types",
                        "write `name: float`, without a default",
                    )
        self.records[node.name] = ir.Record(node.name, fields, doc)

    def _formula(self, node: ast.FunctionDef, names: list[str]) -> None:
        self._name(node, node.name)
        if len(node.body) > _MOST_STATEMENTS or _depth(node) > _DEEPEST:
            raise self.place.refuse_name(
                node, "L311", f"`{node.name}` is too long or nested too deep", "split it in two"
            )
        doc = self._signature(node)
        if node.returns is None:
            raise self.place.refuse_name(
                node, "L303", f"`{node.name}` does not say what it returns", "write `-> float:`"
            )
        params: dict[str, ir.Type] = {}
        for argument in node.args.args:
            self._parameter(argument, params)
        result = self.type_of(node.returns)
        later = set(names) - set(self.formulas)
        types = {*self.enums, *self.records}
        scope = Scope(
            self.place, params, self.tables, self.formulas, later, self.broken, types, node.name
        )
        body = check_body(node, scope, result)
        self.formulas[node.name] = ir.Formula(
            node.name, tuple(params.items()), result, body, doc, self.place.span(node)
        )

    def _signature(self, node: ast.FunctionDef) -> str:
        arguments = node.args
        extra = arguments.vararg or arguments.kwarg or next(iter(arguments.kwonlyargs), None)
        if extra or arguments.posonlyargs:
            raise self.place.refuse(
                extra or arguments.posonlyargs[0],
                "L312",
                "only plain parameters are allowed",
                "list each parameter by its name",
            )
        if arguments.defaults:
            raise self.place.refuse(
                arguments.defaults[0],
                "L312",
                "a parameter cannot have a default value",
                "delete `=` and what follows; whoever calls says the value",
            )
        if node.decorator_list:
            raise self.place.refuse(
                node.decorator_list[0], "L312", "a decorator is not allowed", "delete it"
            )
        doc = ast.get_docstring(node) or ""
        if not doc or "*/" in doc:
            raise self.place.refuse_name(
                node,
                "L313",
                "the docstring holds `*/`" if doc else f"`{node.name}` has no docstring",
                "delete it" if doc else "say what it returns, in which unit, and its source",
            )
        return doc

    def _parameter(self, argument: ast.arg, params: dict[str, ir.Type]) -> None:
        name = argument.arg
        if name in RESERVED or name.startswith("_"):
            raise self.place.refuse(argument, "L310", f"`{name}` cannot be used as a name", "")
        if name in {*params, *self.enums, *self.records, *self.tables, *self.formulas}:
            raise self.place.refuse(
                argument, "L310", f"`{name}` has a meaning already", "choose another name"
            )
        if argument.annotation is None:
            raise self.place.refuse(
                argument, "L303", f"the parameter `{name}` has no type", f"write `{name}: float`"
            )
        params[name] = self.type_of(argument.annotation)

    def type_of(self, node: ast.expr) -> ir.Type:
        """The type that an annotation means."""
        match node:
            case ast.Name(id="float"):
                return ir.NUMBER
            case ast.Name(id="Positive"):
                return ir.POSITIVE
            case ast.Name(id="bool"):
                return ir.BOOL
            case ast.Name(id=name) if name in self.enums:
                return self.enums[name]
            case ast.Name(id=name) if name in self.records:
                return self.records[name]
            case ast.Subscript(
                value=ast.Name(id="tuple"),
                slice=ast.Tuple(elts=[item, ast.Constant(value=dots)]),
            ) if dots is ...:
                return ir.Sequence(self.type_of(item))
            case ast.Subscript(
                value=ast.Name(id="Mapping"), slice=ast.Tuple(elts=[key, value])
            ) if isinstance(enum := self.type_of(key), ir.Enum):
                return ir.Table(enum, self.type_of(value))
            case ast.Name(id=name) if name in self.broken:
                raise Refused.silent()
        raise self.place.refuse(
            node,
            "L303",
            f"`{ast.unparse(node)}` is no type of the dialect",
            "use float, Positive, bool, words, a record, tuple[…, ...] or Mapping[words, …]",
        )


def _depth(node: ast.AST) -> int:
    """How deep the tree below a node is, counted without recursion."""
    deepest, level = 0, [node]
    while level:
        deepest += 1
        level = [child for parent in level for child in ast.iter_child_nodes(parent)]
    return deepest


def _describe(node: ast.stmt) -> str:
    names = {
        ast.Import: "`import`",
        ast.ImportFrom: "this import",
        ast.While: "`while`",
        ast.For: "`for`",
        ast.If: "`if`",
        ast.AsyncFunctionDef: "`async`",
    }
    return names.get(type(node), "this statement")
