"""Every command says what it does, with an example that runs."""

from __future__ import annotations

import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from lemario.cli import main

EXAMPLE = re.compile(r"\bExamples?:\s+(lemario .+)")


def commands(group: click.Group, name: str = "") -> dict[str, click.Command]:
    """All commands by their full name, those of groups inside included."""
    found: dict[str, click.Command] = {}
    for word, command in group.commands.items():
        full = f"{name} {word}".strip()
        found |= commands(command, full) if isinstance(command, click.Group) else {full: command}
    return found


COMMANDS = commands(main)
UNTIL_STOPPED = {"serve"}


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_help_says_what_it_does_and_what_each_option_is_for(name: str) -> None:
    command = COMMANDS[name]
    assert command.help
    assert command.help.strip().partition("\n")[0].endswith((".", ":"))
    options = [p for p in command.params if isinstance(p, click.Option) and not p.hidden]
    assert [option.name for option in options if not option.help] == []


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_help_has_an_example_that_runs(
    name: str, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = CliRunner().invoke(main, [*name.split(), "--help"], terminal_width=1000).output
    example = EXAMPLE.search(shown)
    assert example is not None, shown
    # What follows belongs to the shell: where the output goes.
    words = shlex.split(re.split(r"[>|]", example[1])[0], comments=True)
    assert words[: len(name.split()) + 1] == ["lemario", *name.split()]
    shutil.copytree(root / "tests/golden/small/glossary", tmp_path / "glossary")
    shutil.copy(root / "tests/data/configs/qwen3-30b-a3b.json", tmp_path / "config.json")
    monkeypatch.chdir(tmp_path)
    if name in UNTIL_STOPPED:
        assert interrupted(words) == 0
        return
    done = CliRunner().invoke(main, words[1:])
    assert done.exit_code == 0, done.output


def interrupted(words: list[str]) -> int:
    """The exit code of a command that is interrupted once it has begun to do its work."""
    lemario = Path(sys.executable).with_name(words[0])
    with subprocess.Popen([lemario, *words[1:]], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() != b""
        process.send_signal(signal.SIGINT)
        return process.wait()


def test_the_list_of_commands_has_a_sentence_for_each() -> None:
    shown = CliRunner().invoke(main, ["--help"]).output
    for name in main.commands:
        assert re.search(rf"^  {name}\s+[A-Z].{{10,}}", shown, re.MULTILINE), name


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_needs_no_glossary(flag: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["check", flag]).exit_code == 0


def test_version() -> None:
    from lemario import __version__

    assert CliRunner().invoke(main, ["--version"]).output.strip().endswith(__version__)
