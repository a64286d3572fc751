"""What every kind of test shares: where the repository is, and whether to rewrite what is expected."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from tests.formula_cases import Drawn, shipped_catalogue
from tests.tally import COUNTS, TORTURE

ROOT = Path(__file__).resolve().parent.parent
FORMULA_CASES = 10_000

# What is drawn at random is the same in every run, so that a change passes or fails for what it is.
# `make torture` looks for what nobody has seen.
settings.register_profile("drawn", derandomize=not TORTURE, database=None, deadline=None)
settings.load_profile("drawn")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="write what the code gives now as the expected output, instead of comparing",
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says how much the tests that go on for long have tried."""
    if COUNTS:
        terminalreporter.section("tried")
        for what, times in sorted(COUNTS.items()):
            terminalreporter.write_line(f"{times:6} {what}")


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def rewrite(request: pytest.FixtureRequest) -> bool:
    """True under `make golden`: a test with files of expected output writes them anew."""
    return bool(request.config.getoption("--rewrite"))


@pytest.fixture(scope="session")
def drawn(root: Path) -> Drawn:
    """Cases of every formula with Python's results, for all that are compared with it."""
    return Drawn.of(shipped_catalogue(root), FORMULA_CASES)
