"""How the dialect refuses: at a place, with a code, with what to write instead."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from lemario.core.diagnostics import Diagnostic, Span, error
from lemario.core.source import SourceText


class Refused(Exception):  # noqa: N818 - control flow of one function's check, never leaves it
    """Ends the check of one definition."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        """`diagnostic` has no code where the cause has been reported already."""
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic

    @classmethod
    def at(cls, span: Span, code: str, message: str, help: str = "") -> Refused:
        """A refusal at a span."""
        return cls(error(code, span, message, help))

    @classmethod
    def silent(cls) -> Refused:
        """For what depends on something that has been refused: one report is enough."""
        return cls.at(Span.whole(""), "", "")


@dataclass(frozen=True, slots=True)
class Place:
    """A file of formulas: turns nodes of Python's parser into spans."""

    path: str
    text: str
    lines: tuple[bytes, ...] = ()

    @classmethod
    def of(cls, source: SourceText) -> Place:
        """The place of a file; its lines are encoded once."""
        lines = tuple(line.encode() for line in source.text.split("\n"))
        return cls(source.path, source.text, lines)

    def span(self, node: ast.AST) -> Span:
        """The node's first to last character; columns count characters, not bytes."""
        line, end_line = getattr(node, "lineno", 1), getattr(node, "end_lineno", 1)
        column = self._column(line, getattr(node, "col_offset", 0))
        return Span(
            self.path,
            line,
            column,
            end_line,
            self._column(end_line, getattr(node, "end_col_offset", 1)),
        )

    def _column(self, line: int, offset: int) -> int:
        return len(self.lines[line - 1][:offset].decode(errors="replace")) + 1

    def refuse(self, node: ast.AST, code: str, message: str, help: str = "") -> Refused:
        """A refusal at a node."""
        return Refused.at(self.span(node), code, message, help)

    def refuse_name(
        self, node: ast.FunctionDef, code: str, message: str, help: str = ""
    ) -> Refused:
        """A refusal at the name of a function."""
        whole = self.span(node)
        column = whole.column + len("def ")
        span = Span(self.path, whole.line, column, whole.line, column + len(node.name))
        return Refused.at(span, code, message, help)
