"""What holds for every file of the repository: size, form, and what it must not speak of."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

LONGEST_MODULE = 400

# Where a package comes from is for each machine's own settings to say. The names are put together
# here so that this file does not contain them.
REGISTRIES = re.compile(
    "|".join(
        re.escape(".".join(parts))
        for parts in (
            ("registry", "npmjs"),
            ("registry", "yarnpkg"),
            ("files", "pythonhosted"),
            ("pypi", "org/simple"),
        )
    )
)
# A path of somebody's own machine: it means nothing on another one.
LOCAL_PATH = re.compile(r"(?<![\w.~/-])/(?:home|root|Users|work|workspace|tmp)/\w")

# Input and expected output, kept as they are: odd bytes and foreign paths are their subject.
KEPT_AS_IS = ("tests/data/", "tests/diagnostics/", "tests/golden/")
# A term may show the reader a path of the reader's machine.
CONTENT = ("glossary/",)


def repository_files(root: Path) -> list[Path]:
    """Every file that is under version control or about to be, relative to `root`."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [Path(name) for name in sorted(set(listed.stdout.split("\0"))) if name]
    return [path for path in paths if (root / path).is_file()]


@pytest.fixture(scope="module")
def texts(root: Path) -> dict[Path, str]:
    """The text of every file that is not kept as it is, by its path."""
    return {
        path: (root / path).read_bytes().decode("utf-8", errors="strict")
        for path in repository_files(root)
        if not path.as_posix().startswith(KEPT_AS_IS)
    }


def lines_matching(texts: dict[Path, str], pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path}:{number}: {line.strip()[:120]}"
        for path, text in texts.items()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def test_the_repository_is_seen(texts: dict[Path, str]) -> None:
    assert Path("src/lemario/__init__.py") in texts
    assert Path("pyproject.toml") in texts


def test_no_module_is_too_long_to_read(texts: dict[Path, str]) -> None:
    lengths = {
        path.as_posix(): len(text.splitlines())
        for path, text in texts.items()
        if path.suffix == ".py"
    }
    assert {path: length for path, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_every_file_is_text_with_unix_line_ends(texts: dict[Path, str]) -> None:
    assert [path.as_posix() for path, text in texts.items() if "\0" in text or "\r" in text] == []


def test_every_file_ends_with_a_line_end(texts: dict[Path, str]) -> None:
    unended = [path.as_posix() for path, text in texts.items() if text and text[-1] != "\n"]
    assert unended == []


def test_no_file_names_a_package_registry(root: Path) -> None:
    # Data and expected output are searched, too; bytes that are not text cannot hide a host's name.
    texts = {
        path: (root / path).read_bytes().decode("utf-8", errors="replace")
        for path in repository_files(root)
    }
    assert lines_matching(texts, REGISTRIES) == []


def test_no_file_names_a_path_of_one_machine(texts: dict[Path, str]) -> None:
    ours = {path: text for path, text in texts.items() if not path.as_posix().startswith(CONTENT)}
    assert lines_matching(ours, LOCAL_PATH) == []
