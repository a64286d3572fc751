"""Everything that a glossary can compute with: its catalogue and the formulas it may show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from lemario.calc.compiled import FormulaSet, glossary_formulas, own_formulas
from lemario.calc.load_catalogue import Catalogue, load_catalogue
from lemario.core.diagnostics import Diagnostic, Severity


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

    A formula of the glossary's own stands before one of the same name that comes along. What was
    read last without errors is kept in memory and given again as long as the files have the same
    content.
    """
    before = _digest(root)
    if before is None:
        return _load(root, shown_root)
    loaded = _remembered(root, shown_root, before)
    if _digest(root) != before:
        _remembered.cache_clear()
        return _load(root, shown_root)
    if any(found.severity is Severity.ERROR for found in loaded.diagnostics):
        # The fault may be the disk's, and gone at the next look at the same content.
        _remembered.cache_clear()
    return loaded


@lru_cache(maxsize=1)
def _remembered(root: Path, shown_root: str, digest: bytes) -> LoadedCalculations:
    return _load(root, shown_root)


def _load(root: Path, shown_root: str) -> LoadedCalculations:
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


def _digest(root: Path) -> bytes | None:
    """A hash of all that is read here, names and contents; None if something cannot be read."""
    digest = blake2b()
    try:
        for file in sorted((*(root / "catalogue").rglob("*"), root / "formulas.py")):
            if file.is_file():
                data = file.read_bytes()
                digest.update(f"{file}\0{len(data)}\0".encode(errors="surrogateescape") + data)
            else:
                digest.update(f"{file}\0{file.exists()}\0".encode(errors="surrogateescape"))
    except OSError:
        return None
    return digest.digest()
