"""Where the files that come along lie: in the installed package, else in the repository."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def default_theme_folder() -> Path:
    """The theme: `_theme` in the package, `templates` in the repository."""
    return _either("_theme", "templates")


def shipped_glossary_folder() -> Path:
    """The folder that holds the catalogue: `_glossary` in the package, `glossary` otherwise."""
    return _either("_glossary", "glossary")


def _either(packaged: str, in_repository: str) -> Path:
    inside = _PACKAGE / packaged
    return inside if inside.is_dir() else _PACKAGE.parent.parent / in_repository
