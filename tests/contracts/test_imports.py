"""Imports point downwards, and every package has its place among the layers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_imports_keep_to_the_layers(root: Path) -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [lint, "--no-logo", "--no-cache"], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
