"""What the tests that build over and over share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import jinja2
import pytest


@pytest.fixture(scope="module")
def quick_builds() -> Iterator[None]:
    """Builds without what takes their time and is of no matter here.

    The disk is not waited for, since what the system was told survives all but a power cut, and
    templates that say the same are compiled once.
    """
    compile_template = jinja2.Environment.compile
    compiled: dict[tuple[Any, ...], Any] = {}

    def compile_once(environment: jinja2.Environment, *said: Any) -> Any:
        if said not in compiled:
            compiled[said] = compile_template(environment, *said)
        return compiled[said]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        patch.setattr(os, "sync", lambda: None)
        patch.setattr(jinja2.Environment, "compile", compile_once)
        yield
