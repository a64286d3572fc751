"""What is shipped works without the repository: the wheel, installed elsewhere, builds a site."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest


def run(*command: str | Path, cwd: Path) -> str:
    """What `command` printed; fails the test with its whole output unless it exits 0."""
    # A path given to Python by the environment would let the repository's code in.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        pytest.fail(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}", pytrace=False)
    return done.stdout


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the package, built with what is installed."""
    out = tmp_path_factory.mktemp("wheel")
    build: list[str | Path] = [sys.executable, "-m", "build", "--wheel", "--no-isolation"]
    run(*build, "--outdir", out, root, cwd=out)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs' folder of a fresh environment that has the wheel and what it depends on.

    The dependencies are those of the environment that runs the tests: their folder is put on the
    path as it is, so that its link to the repository's own code is not followed.
    """
    folder = tmp_path_factory.mktemp("environment") / "venv"
    venv.create(folder, with_pip=False)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    python = programs / "python"
    pip: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--python",
        python,
    ]
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=folder)
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(run(python, "-c", where, cwd=folder).strip())
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return programs


def files_below(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_wheel_carries_theme_and_messages(wheel: Path, root: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    theme = {f"lemario/_theme/{name}" for name in files_below(root / "templates")}
    messages = {
        f"lemario/messages/{path.name}" for path in (root / "src/lemario/messages").glob("*.md")
    }
    assert theme
    assert messages
    assert names >= theme | messages | {"lemario/py.typed"}


def test_the_wheel_carries_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"lemario"}


def test_a_glossary_is_built_from_the_wheel(root: Path, installed: Path, tmp_path: Path) -> None:
    place = run(installed / "python", "-c", "import lemario; print(lemario.__file__)", cwd=tmp_path)
    assert Path(place.strip()).is_relative_to(installed.parent)

    shutil.copytree(root / "tests/diagnostics/base", tmp_path / "glossary")
    run(installed / "lemario", "build", cwd=tmp_path)
    site = tmp_path / "build/site"
    assert (site / "index.html").is_file()
    assert (site / "en/index.html").is_file()
    assert list((site / "terminos").glob("*.html"))
    assert list((site / "assets").rglob("*.css"))
