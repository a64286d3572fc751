"""The commands that README shows can be typed: every target, command and option exists."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"
BLOCK = re.compile(r"^```(?:sh|bash|console|shell)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def shown_commands(program: str) -> list[list[str]]:
    """The arguments of each call of `program` in README's fenced blocks of shell."""
    calls = []
    for block in BLOCK.findall(README.read_text(encoding="utf-8")):
        for line in block.replace("\\\n", " ").splitlines():
            for command in re.split(r"&&|\|\||[|;]", line.removeprefix("$ ")):
                words = shlex.split(command, comments=True)
                if words and Path(words[0]).name == program:
                    calls.append(words[1:])
    return calls


@cache
def help_of(*command: str) -> str:
    """What `lemario COMMAND --help` prints; fails if there is no such command."""
    lemario = Path(sys.executable).with_name("lemario")
    done = subprocess.run(
        [lemario, *command, "--help"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_make_targets_exist(root: Path) -> None:
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    documented = set(re.findall(r"^([a-z][a-z-]*):.*## ", makefile, re.MULTILINE))
    calls = shown_commands("make")
    # Overrides such as FORMAT=github are not targets.
    targets = {word for call in calls for word in call if "=" not in word and word[0] != "-"}
    assert "site" in targets
    assert targets - documented == set()


def test_lemario_commands_and_options_exist() -> None:
    calls = shown_commands("lemario")
    assert calls
    missing = []
    for call in calls:
        words = [word for word in call if not word.startswith("-")]
        described = help_of(*words[:1])
        if len(words) > 1 and "\nCommands:" in described:
            described = help_of(*words[:2])
        options = [word.partition("=")[0] for word in call if word.startswith("-")]
        missing += [
            f"lemario {' '.join(call)}: {option}"
            for option in options
            if not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", described)
        ]
    assert missing == []
