"""The formulas as their own checked tree: read from the source of `calc.formulas`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from lemario.calc import (
    compute_buffer,
    cost,
    formulas,
    gpu_buffer,
    inverse,
    kv_cache,
    mix,
    placement,
    records,
    speed,
    training,
    vllm,
    vllm_blocks,
    weight_formats,
    weights,
)
from lemario.calc.inputs import SYMBOLS
from lemario.content.reader import FileReader
from lemario.content.source_text import read_source
from lemario.core.diagnostics import Checked, Diagnostic
from lemario.core.source import SourceText
from lemario.formula import ir
from lemario.formula.dialect import parse_formulas
from lemario.formula.emit_js import emit_js
from lemario.formula.evaluate import compile_module
from lemario.formula.notation import Symbols
from lemario.formula.trace import template_js

TRACED = ("kv_cache_bytes", "kv_cache_plain_bytes", "decode_tokens_per_second")
"""Formulas whose trace the calculator shows: `LemarioFormulas.trace_<name>`."""


_MODULES = (
    records,
    mix,
    weights,
    kv_cache,
    compute_buffer,
    placement,
    gpu_buffer,
    formulas,
    inverse,
    weight_formats,
    vllm_blocks,
    vllm,
    speed,
    training,
    cost,
)


@dataclass(frozen=True, slots=True)
class FormulaSet:
    """Checked formulas, ready to compute: `functions` by name, and how to write them."""

    module: ir.Module
    functions: Mapping[str, Callable[..., Any]]
    symbols: Symbols

    @property
    def tables(self) -> Mapping[str, Any]:
        """The cells of each table by name."""
        return {name: cells for name, (_, cells) in self.module.tables.items()}


@cache
def own_formulas() -> FormulaSet:
    """The formulas that come with the project, computed by the Python that they are."""
    parsed = parse_formulas(*(_source(module) for module in _MODULES))
    if parsed.value is None:
        raise AssertionError(parsed.diagnostics)
    functions = {name: function for module in _MODULES for name, function in vars(module).items()}
    own = {name: functions[name] for name in parsed.value.formulas}
    return FormulaSet(parsed.value, own, SYMBOLS)


def _source(module: ModuleType) -> SourceText:
    path = Path(str(module.__file__))
    return SourceText(path.name, path.read_text(encoding="utf-8"))


@cache
def formulas_script() -> str:
    """The text of `formulas.js`, which defines `LemarioFormulas`."""
    module = own_formulas().module
    traces = {f"trace_{name}": template_js(module.formulas[name]) for name in TRACED}
    return emit_js(module, extra=traces)


def glossary_formulas(folder: Path, shown: str) -> tuple[Checked[FormulaSet], Mapping[str, str]]:
    """The formulas that a glossary brings in `formulas.py`: parsed and checked, never imported.

    None without a diagnostic if there is no such file. Also the text that diagnostics point into.
    """
    file = folder / "formulas.py"
    if not file.exists():
        return Checked(None), {}
    read = read_source(file, FileReader(folder, shown).shown(file))
    if read.value is None:
        return Checked(None, read.diagnostics), {}
    parsed = parse_formulas(_source(records), read.value)
    found: tuple[Diagnostic, ...] = parsed.diagnostics
    sources = {read.value.path: read.value.text}
    if parsed.value is None:
        return Checked(None, found), sources
    return Checked(FormulaSet(parsed.value, compile_module(parsed.value), {}), found), sources
