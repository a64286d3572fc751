"""Everything that a glossary can compute with: its catalogue and the formulas it may show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lemario.calc.compiled import FormulaSet, glossary_formulas, own_formulas
from lemario.calc.load_catalogue import Catalogue, load_catalogue
from lemario.core.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class Calculations:
    """`catalogue` is None for a glossary without one; `formulas` are sets by formula name."""

    catalogue: Catalogue | None
    formulas: Mapping[str, FormulaSet]


@dataclass(frozen=True, slots=True)
class LoadedCalculations:
    """What can be computed with, as far as it has no errors; findings; texts they point into."""

    calculations: Calculations
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, str]


def load_calculations(root: Path, shown_root: str) -> LoadedCalculations:
    """The catalogue and the formulas of the glossary in `root`.

    A formula of the glossary's own stands before one of the same name that comes along.
    """
    catalogue = load_catalogue(root, shown_root)
    brought, sources = glossary_formulas(root, shown_root)
    sets = [own_formulas(), *([brought.value] if brought.value else [])]
    return LoadedCalculations(
        Calculations(
            catalogue.catalogue,
            {name: formulas for formulas in sets for name in formulas.module.formulas},
        ),
        (*catalogue.diagnostics, *brought.diagnostics),
        {**catalogue.sources, **sources},
    )
