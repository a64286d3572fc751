"""Every formula gives the same bits in Python, in JavaScript and as the checked tree that both are of.

Thousands of inputs a formula go to Node in one run, since starting it costs more than the rest.
"""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from lemario.calc.compiled import formulas_script, own_formulas
from lemario.formula import ir
from lemario.formula.evaluate import compile_module
from tests.formula_cases import PROGRAM, Drawn, bits, results
from tests.in_node import in_node

COUNT = 10_000
NAMES = sorted(own_formulas().module.formulas)


@pytest.fixture(scope="module")
def scripted(drawn: Drawn) -> dict[str, list[Any]]:
    """What the page's script gives."""
    program = f"({PROGRAM})(input)"
    sent = drawn.draw.sent(drawn.cases.values())
    found: dict[str, list[Any]] = in_node((formulas_script(), program), sent)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_python_and_javascript_agree_to_the_bit(
    name: str, drawn: Drawn, scripted: dict[str, list[Any]]
) -> None:
    assert len(drawn.native[name]) >= COUNT
    different = [
        (drawn.draw.arguments(drawn.cases[name], i), here, there)
        for i, (here, there) in enumerate(zip(drawn.native[name], scripted[name], strict=True))
        if here != there
    ]
    assert different == []


@pytest.mark.parametrize("name", NAMES)
def test_the_tree_gives_what_the_python_function_gives(name: str, drawn: Drawn) -> None:
    # The tree is slow: of what takes records, every tenth case; of whole decoders, fewer still.
    pools = drawn.cases[name].pools
    step = 100 if any("Architecture" in pool for pool in pools) else 10 if any(pools) else 1
    tree = compile_module(own_formulas().module)[name]
    assert results(drawn.draw, drawn.cases[name], tree, step) == drawn.native[name][::step]


@pytest.mark.parametrize("name", NAMES)
def test_results_are_finite_numbers_or_words_of_the_type(name: str, drawn: Drawn) -> None:
    """What the comparison compares is not one value, and no number that is none."""
    result = own_formulas().module.formulas[name].result
    found = {json.dumps(one) if isinstance(one, dict) else one for one in drawn.native[name]}
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
