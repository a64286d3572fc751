"""The site's scripts: their types hold, and their own tests pass under Node."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest


def run(command: list[str | Path], cwd: Path) -> None:
    """Runs `command`; fails the test with its whole output unless it exits 0."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.fail(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}", pytrace=False)


def test_types_of_the_scripts(root: Path) -> None:
    run(["node_modules/.bin/tsc", "--project", "tsconfig.json"], root)


def test_scripts_under_node(root: Path) -> None:
    # Named one by one: what Node makes of a folder differs between its versions.
    tests = sorted((root / "tests/js").glob("**/*.test.mjs"))
    assert tests, "no JavaScript tests found"
    run(["node", "--test", *tests], root)
