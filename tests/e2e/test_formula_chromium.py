"""The formulas that readers get compute in the browser what Python computes, to the bit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from lemario.calc.compiled import own_formulas
from tests.formula_cases import PROGRAM, Drawn

COUNT = 10_000


@pytest.fixture
def opened(site: Path, page: Page, tmp_path: Path, drawn: Drawn) -> Page:
    """A page on disk with the built site's script in it, the records of the cases, nothing else."""
    pools = json.dumps(drawn.draw.plain_pools(), allow_nan=False)
    (tmp_path / "pools.js").write_text(f"const POOLS = {pools};", "utf-8")
    scripts = "".join(
        f'<script src="{script}"></script>'
        for script in ((site / "assets/js/formulas.js").as_uri(), "pools.js")
    )
    file = tmp_path / "formulas.html"
    file.write_text(f"<!doctype html><title>f</title>{scripts}", "utf-8")
    page.goto(file.as_uri())
    return page


def test_the_browser_agrees_with_python_to_the_bit(opened: Page, drawn: Drawn) -> None:
    # As one text for each formula: the protocol is slow with many small values.
    program = (
        f"(text) => JSON.stringify(({PROGRAM})({{ pools: POOLS, formulas: JSON.parse(text) }}))"
    )
    different = {}
    for name, case in drawn.cases.items():
        assert len(case) >= COUNT
        sent = json.dumps([case.plain()], allow_nan=False)
        there = json.loads(opened.evaluate(program, sent))[name]
        for i, (mine, its) in enumerate(zip(drawn.native[name], there, strict=True)):
            if mine != its:
                different[name] = drawn.draw.arguments(case, i)
    assert different == {}


def test_every_formula_is_in_the_script(opened: Page) -> None:
    names = opened.evaluate("() => Object.keys(LemarioFormulas)")
    assert set(own_formulas().module.formulas) <= set(names)
