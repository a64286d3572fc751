"""Runs the page's scripts in Node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterable
from typing import Any

# By way of standard input: a command line is not that long.
_RUNNER = (
    "const { script, input } = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
    "const found = require('vm').runInNewContext(script, { input });"
    "process.stdout.write(JSON.stringify(found))"
)


def in_node(scripts: Iterable[str], value: object, parse_int: Callable[[str], Any] = int) -> Any:
    """What the last of the scripts evaluates to after the others, with `value` as `input`.

    `parse_int` reads whole numbers: a script has no others than floats.
    """
    done = subprocess.run(
        ["node", "-e", _RUNNER],
        input=json.dumps({"script": "\n".join(scripts), "input": value}, allow_nan=False),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout, parse_int=parse_int)


def plain(value: Any) -> Any:
    """Records as dictionaries, tuples as lists: as a script has them."""
    if hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    return [plain(item) for item in value] if isinstance(value, tuple) else value
