"""Every page and stylesheet of the shipped site is valid: the Nu checker and html-validate agree."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

NU = "node_modules/vnu-jar/build/dist/vnu.jar"
# Without the larger stack a deep page overflows it; the rest makes a short run start fast.
JAVA = ("java", "-Xss8m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", NU)

# The checker judges the policy against the file's own address, where 'self' means nothing to it:
# the browser tests see a real violation on the console.
FALSE_ALARM = ".*Content Security Policy.*"
# CSS that browsers have and the checker does not know yet.
NEWER_CSS = (
    ".*“(@view-transition|@container|@property|@starting-style|anchor-name|position-anchor|"
    "position-area|position-try-fallbacks|interpolate-size|field-sizing)”.*"
)
# Of these the checker says no more than "Parse Error", so they are replaced by one that it knows.
NEWER_SELECTOR = re.compile(r"::view-transition-(?:group|image-pair|old|new)\([^)]*\)")


def run(command: list[str | Path], cwd: Path) -> None:
    """Runs `command`; fails the test with its whole output unless it exits 0."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.fail(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}", pytrace=False)


def test_pages_are_valid(root: Path, site: Path) -> None:
    options = ["--Werror", "--skip-non-html", "--filterpattern", FALSE_ALARM]
    run([*JAVA, *options, site], root)


def test_stylesheets_are_valid(root: Path, site: Path, tmp_path: Path) -> None:
    sheets = sorted((site / "assets").rglob("*.css"))
    assert sheets
    for sheet in sheets:
        css = NEWER_SELECTOR.sub("::before", sheet.read_text(encoding="utf-8"))
        (tmp_path / sheet.name).write_text(css, encoding="utf-8")
    options = ["--Werror", "--skip-non-css", "--filterpattern", NEWER_CSS]
    run([*JAVA, *options, tmp_path], root)


def test_pages_keep_to_the_rules(root: Path, site: Path) -> None:
    tool = "node_modules/.bin/html-validate"
    run([tool, "--config", "tests/e2e/htmlvalidate.json", "--ext", "html", site], root)
