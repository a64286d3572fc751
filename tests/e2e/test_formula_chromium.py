"""The formulas that readers get compute in the browser what Python computes, to the bit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from lemario.calc.compiled import own_formulas
from tests.formula_cases import PROGRAM, Draw, results, shipped_catalogue

COUNT = 10_000


@pytest.fixture
def opened(site: Path, page: Page, tmp_path: Path) -> Page:
    """A page on disk with the built site's script in it, and nothing else."""
    script = (site / "assets/js/formulas.js").as_uri()
    file = tmp_path / "formulas.html"
    file.write_text(f'<!doctype html><title>f</title><script src="{script}"></script>', "utf-8")
    page.goto(file.as_uri())
    return page


def test_the_browser_agrees_with_python_to_the_bit(root: Path, opened: Page) -> None:
    ours = own_formulas()
    draw = Draw("browser", shipped_catalogue(root))
    # As one text for each formula: the protocol is slow with many small values.
    program = f"(text) => JSON.stringify(({PROGRAM})(JSON.parse(text)))"
    different = {}
    for name, formula in ours.module.formulas.items():
        case = draw.cases(formula, COUNT)
        sent = json.dumps(draw.sent([case]), allow_nan=False)
        there = json.loads(opened.evaluate(program, sent))[name]
        for i, (mine, its) in enumerate(
            zip(results(draw, case, ours.functions[name]), there, strict=True)
        ):
            if mine != its:
                different[name] = draw.arguments(case, i)
    assert different == {}


def test_every_formula_is_in_the_script(opened: Page) -> None:
    names = opened.evaluate("() => Object.keys(LemarioFormulas)")
    assert set(own_formulas().module.formulas) <= set(names)
