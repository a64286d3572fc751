"""Asks the engine: one process a file, begun anew where llama.cpp ended it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.oracle.engine import EngineError

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 600
"""After which a file is given up."""

_ASSERTION = re.compile(r"[^/\s]+\.(?:cpp|cc|c|h):\d+: .*")


@dataclass(frozen=True, slots=True)
class Answer:
    """Bytes that llama.cpp would allocate; or, in `refusal`, its words why it would not.

    `weights` as loaded, `cache` with the state of recurrent layers.
    """

    weights: int
    cache: int
    compute: int
    refusal: str


@dataclass(frozen=True, slots=True)
class Answers:
    """What llama.cpp of some build answered, in the order asked."""

    build: str
    answers: tuple[Answer, ...]


def ask(file: Path, asked: Sequence[Mapping[str, int]], with_block: bool = False) -> Answers:
    """What llama.cpp would allocate for a file with each of the settings.

    `with_block`: the block that predicts several tokens is loaded, too.

    Raises:
        EngineError: the file is not loaded, or there is no engine to ask.
    """
    found: list[Answer] = []
    build = ""
    while len(found) < len(asked):
        process = _run(file, asked[len(found) :], with_block)
        said: list[dict[str, Any]] = [json.loads(line) for line in process.stdout.splitlines()]
        if not said or "fault" in said[0]:
            raise EngineError(said[0]["fault"] if said else _aborted(process.stderr))
        build = said[0]["build"]
        found += [_answer(each) for each in said[1:]]
        if len(found) < len(asked):
            found.append(Answer(0, 0, 0, _aborted(process.stderr)))
    return Answers(build, tuple(found))


def _run(
    file: Path, asked: Sequence[Mapping[str, int]], with_block: bool
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scripts.oracle.engine", str(file), *(("--mtp",) * with_block)],
        input="".join(json.dumps(each) + "\n" for each in asked),
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=SECONDS,
        check=False,
    )


def _answer(said: Mapping[str, Any]) -> Answer:
    return Answer(
        said.get("weights", 0), said.get("cache", 0), said.get("compute", 0), said["refusal"]
    )


def _aborted(said: str) -> str:
    """What llama.cpp said as it ended the process: the failed assertion, if there is one."""
    match = _ASSERTION.search(said)
    return f"aborts: {match.group(0) if match else said.strip()[-200:]}"
