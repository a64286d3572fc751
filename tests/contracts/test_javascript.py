"""The site's scripts: their types hold, and their own tests pass, also as they are served."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from lemario.calc.compiled import formulas_script
from lemario.pipeline import SEARCH_SCRIPTS
from lemario.render.scripts import shortened
from tests.in_node import in_node
from tests.labelled_search import ANSWERS, labelled_payload, labelled_queries


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


@pytest.fixture(scope="module")
def served(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the scripts' tests need, with the scripts as they are served."""
    copy = tmp_path_factory.mktemp("served")
    shutil.copytree(root / "templates", copy / "templates")
    shutil.copytree(root / "tests/js", copy / "tests/js")
    (copy / "tests/data").symlink_to(root / "tests/data")
    scripts = copy / "templates/assets/js"
    for path in scripts.glob("*.js"):
        path.write_bytes(shortened(path.read_bytes()))
    (scripts / "formulas.js").write_bytes(shortened(formulas_script().encode()))
    return copy


def test_scripts_as_served_are_scripts(served: Path) -> None:
    for path in sorted((served / "templates/assets/js").glob("*.js")):
        run(["node", "--check", path], served)


def test_scripts_as_served_pass_the_same_tests(served: Path) -> None:
    run(["node", "--test", *sorted((served / "tests/js").glob("**/*.test.mjs"))], served)


def test_the_search_as_served_gives_the_same_answers(root: Path, served: Path) -> None:
    queries, payload = labelled_queries(), labelled_payload()
    source, shipped = (
        [(folder / "templates" / path).read_text(encoding="utf-8") for path in SEARCH_SCRIPTS]
        for folder in (root, served)
    )
    assert len(shipped[0]) < 0.4 * len(source[0])
    expected = in_node([*source, payload, ANSWERS], queries)
    assert in_node([*shipped, payload, ANSWERS], queries) == expected
    assert sum(answer["total"] > 0 for answer in expected) > len(queries) / 2
