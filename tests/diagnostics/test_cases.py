"""What `lemario` says about faulty input, one folder a case.

A case is a folder beside this file, named after the code that it is about, or `ok-…` where nothing
is wrong. It holds

- `input.yaml`: becomes `glossary/terms/caso.yaml` over the small glossary in `base/`;
- any folders: laid over the working folder, so `glossary/` changes or adds files of the glossary
  and `theme/` those of a copy of the theme (present only where the case has such a folder);
- `command.txt`: what to run there, where that is not `lemario check`;
- `expected.txt`: the exit code, then what the user sees.

Adding a case needs no Python: make the folder, then `make golden` writes `expected.txt`. Read it.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from lemario.cli import main

HERE = Path(__file__).resolve().parent
BASE = HERE / "base"
CASES = sorted(
    folder.name
    for folder in HERE.iterdir()
    if folder.is_dir() and re.match(r"(L\d{3}|ok)-", folder.name)
)

# Inputs too large to be kept as files.
GENERATED: Mapping[str, bytes] = {
    "L114-thirty-thousand-brackets": b"es: " + b"[" * 30_000,
    "L115-too-large": b"# " + b"-" * (1 << 20),
}


def lay_out(case: Path, folder: Path, theme: Path) -> list[str]:
    """Puts the files of `case` into `folder`; returns the arguments of `lemario`."""
    terms = folder / "glossary" / "terms"
    shutil.copytree(BASE, folder / "glossary")
    if (case / "theme").is_dir():
        shutil.copytree(theme, folder / "theme")
    for part in case.iterdir():
        if part.is_dir():
            shutil.copytree(part, folder / part.name, dirs_exist_ok=True)
        elif part.name == "input.yaml":
            shutil.copy(part, terms / "caso.yaml")
    if case.name in GENERATED:
        (terms / "caso.yaml").write_bytes(GENERATED[case.name])
    command = case / "command.txt"
    words = shlex.split(command.read_text("utf-8") if command.is_file() else "lemario check")
    assert words[0] == "lemario"
    return words[1:]


@pytest.mark.parametrize("name", CASES)
def test_case(
    name: str, root: Path, rewrite: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = HERE / name
    arguments = lay_out(case, tmp_path, root / "templates")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info

    expected = case / "expected.txt"
    shown = f"exit {result.exit_code}\n{result.output}"
    if rewrite:
        expected.write_bytes(shown.encode())
    assert shown == expected.read_bytes().decode()
    # A case shows what its name says, and a clean one nothing but that it is clean.
    reported = set(re.findall(r"(?:error|warning)\[(L\d{3})\]", shown))
    assert name.startswith("ok-") or name[:4] in reported
    assert not name.startswith("ok-") or reported == set()


def test_every_generated_input_belongs_to_a_case() -> None:
    assert set(GENERATED) <= set(CASES)
