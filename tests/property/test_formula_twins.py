"""Every formula gives the same bits in Python, in JavaScript and as the checked tree that both are of.

Thousands of inputs a formula go to Node in one run, since starting it costs more than the rest.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from lemario.calc.compiled import formulas_script, own_formulas
from lemario.formula import ir
from lemario.formula.evaluate import compile_module
from tests.formula_cases import PROGRAM, Cases, Draw, bits, results, shipped_catalogue
from tests.in_node import in_node

COUNT = 10_000
NAMES = sorted(own_formulas().module.formulas)


@pytest.fixture(scope="module")
def draw(root: Path) -> Draw:
    return Draw("twins", shipped_catalogue(root))


@pytest.fixture(scope="module")
def drawn(draw: Draw) -> dict[str, Cases]:
    module = own_formulas().module
    return {name: draw.cases(module.formulas[name], COUNT) for name in NAMES}


@pytest.fixture(scope="module")
def native(draw: Draw, drawn: dict[str, Cases]) -> dict[str, list[Any]]:
    """What the Python functions give."""
    functions = own_formulas().functions
    return {name: results(draw, cases, functions[name]) for name, cases in drawn.items()}


@pytest.fixture(scope="module")
def scripted(draw: Draw, drawn: dict[str, Cases]) -> dict[str, list[Any]]:
    """What the page's script gives."""
    program = f"({PROGRAM})(input)"
    sent = draw.sent(list(drawn.values()))
    found: dict[str, list[Any]] = in_node((formulas_script(), program), sent)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_python_and_javascript_agree_to_the_bit(
    name: str,
    draw: Draw,
    drawn: dict[str, Cases],
    native: dict[str, list[Any]],
    scripted: dict[str, list[Any]],
) -> None:
    assert len(native[name]) >= COUNT
    different = [
        (draw.arguments(drawn[name], i), here, there)
        for i, (here, there) in enumerate(zip(native[name], scripted[name], strict=True))
        if here != there
    ]
    assert different == []


@pytest.mark.parametrize("name", NAMES)
def test_the_tree_gives_what_the_python_function_gives(
    name: str, draw: Draw, drawn: dict[str, Cases], native: dict[str, list[Any]]
) -> None:
    # The tree is slow: of what takes records, every tenth case; of whole decoders, fewer still.
    pools = drawn[name].pools
    step = 100 if any("Architecture" in pool for pool in pools) else 10 if any(pools) else 1
    tree = compile_module(own_formulas().module)[name]
    assert results(draw, drawn[name], tree, step) == native[name][::step]


@pytest.mark.parametrize("name", NAMES)
def test_results_are_finite_numbers_or_words_of_the_type(
    name: str, draw: Draw, drawn: dict[str, Cases], native: dict[str, list[Any]]
) -> None:
    """What the comparison compares is not one value, and no number that is none."""
    result = own_formulas().module.formulas[name].result
    found = {json.dumps(one) if isinstance(one, dict) else one for one in native[name]}
    if isinstance(result, ir.Number):
        infinite = set(bits([math.inf, -math.inf, math.nan]))
        assert not found & infinite
        assert len(found) > 1
    elif isinstance(result, ir.Record):
        assert len(found) > 1
    elif isinstance(result, ir.Enum):
        assert found == set(result.values)
    else:
        assert found == {False, True}
