"""What the unit tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemario.calc.load_catalogue import Catalogue
from tests.formula_cases import shipped_catalogue


@pytest.fixture(scope="session")
def catalogue(root: Path) -> Catalogue:
    """The catalogue that comes along, read once."""
    return shipped_catalogue(root)
