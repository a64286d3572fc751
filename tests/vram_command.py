"""Runs `lemario vram` as its users do."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from lemario.cli import main

LLAMA = ("--model", "llama-3.1-8b", "--quant", "Q4_K_M", "--context", "8192")
MIB, GIB = 2**20, 2**30


def vram(*options: str) -> Result:
    """What the command says."""
    return CliRunner().invoke(main, ("vram", *options))


def data(*options: str) -> dict[str, Any]:
    """What it says for programs; nothing may be wrong."""
    done = vram(*options, "--json")
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found
