"""Formulas made up at random mean the same as the Python they are, as a tree and in JavaScript.

Also the traces: the template that Python fills and the one that the page fills write the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random  # noqa: TID251 - seeded: draws the same on every run
from typing import Any

import pytest

from lemario.calc.compiled import own_formulas
from lemario.core.source import SourceText
from lemario.formula import ir, language
from lemario.formula.dialect import parse_formulas
from lemario.formula.emit_js import emit_js
from lemario.formula.evaluate import compile_module
from lemario.formula.trace import fill, template_js, trace_template
from tests.formula_cases import Draw, bits, shipped_catalogue
from tests.in_node import in_node

FORMULAS = 400
INPUTS = 40
TRACES = 300

HEADER = """\
from collections.abc import Mapping
from typing import Literal, NamedTuple
from lemario.formula.language import Positive, ceil, floor, largest, largest_where, total

Kind = Literal["a", "b", "c-1"]
TABLE: Mapping[Kind, Positive] = {"a": 3, "b": 0.1, "c-1": 7}


class Part(NamedTuple):
    \"\"\"A part.\"\"\"

    size: float
    kind: Kind


class Whole(NamedTuple):
    \"\"\"Parts.\"\"\"

    n: float
    parts: tuple[Part, ...]


def above(p: float, q: float) -> float:
    \"\"\"Of two.\"\"\"
    return p - (q - p)
"""


class Writer:
    """Writes expressions of the dialect at random, as source."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.loops = 0

    def number(self, depth: int, names: tuple[str, ...]) -> str:
        pick = self.random.choice
        if depth == 0:
            return pick((*names, *names, "1", "0.1", "256", "3.5", "0"))

        def sub() -> str:
            return self.number(depth - 1, names)

        return pick(
            (
                lambda: f"({sub()} {pick('+-*')} {sub()})",
                lambda: f"({sub()} {pick('+-*')} {sub()})",
                lambda: f"{sub()} {pick('+-')} {sub()} {pick('*')} {sub()}",
                lambda: f"({sub()}) / {self.positive(depth - 1, names)}",
                lambda: f"{pick(('min', 'max'))}({sub()}, {sub()}, {sub()})",
                lambda: f"{pick(('floor', 'ceil'))}({sub()})",
                lambda: f"above({sub()}, {sub()})",
                lambda: f"{self.fold(depth - 1, names)}",
                lambda: f"len(w.parts) * ({sub()})",
                lambda: f"w._replace(n={sub()}).n",
                lambda: self.search(names),
            )
        )()

    def search(self, names: tuple[str, ...]) -> str:
        name = self.variable()
        return f"largest_where(0, 9, 0.75, lambda {name}: {self.truth(0, (*names, name))})"

    def variable(self) -> str:
        """A name that nothing has yet."""
        self.loops += 1
        return f"i{self.loops}"

    def positive(self, depth: int, names: tuple[str, ...]) -> str:
        choices = ("y", "TABLE[k]", "(y + TABLE[k])", "(y * y)", "(1 / y)")
        return self.random.choice((*choices, f"max(1, {self.number(depth, names)})"))

    def fold(self, depth: int, names: tuple[str, ...]) -> str:
        name = self.variable()
        kind = self.random.choice(("total", "largest"))
        if self.random.random() < 0.5:
            return f"{kind}({self.number(depth, (*names, name))} for {name} in range(3))"
        inside = (*names, f"{name}.size", f"TABLE[{name}.kind]")
        return f"{kind}({self.number(depth, inside)} for {name} in w.parts)"

    def truth(self, depth: int, names: tuple[str, ...]) -> str:
        pick = self.random.choice
        if depth == 0:
            order = pick(("<", "<=", ">", ">=", "==", "!="))
            compared = f"{self.number(1, names)} {order} {self.number(0, names)}"
            return pick(("b", 'k == "a"', '"c-1" != k', compared, compared))

        def sub() -> str:
            return self.truth(depth - 1, names)

        return pick(
            (
                lambda: f"{sub()} {pick(('and', 'or'))} {sub()}",
                lambda: f"({sub()}) {pick(('and', 'or'))} ({sub()})",
                lambda: f"not ({sub()})",
                lambda: f"any({sub()} for {self.variable()} in w.parts)",
            )
        )()

    def body(self) -> str:
        names: tuple[str, ...] = ("x", "y", "w.n")
        lines = []
        for place in range(self.random.randint(0, 2)):
            lines.append(f"v{place} = {self.number(2, names)}")
            names = (*names, f"v{place}")
        lines += [
            f"if {self.truth(2, names)}:\n        return {self.number(1, names)}"
            for _ in range(self.random.randint(0, 2))
        ]
        if self.random.random() < 0.3:
            condition = self.truth(1, names)
            lines.append(f"return {self.number(2, names)} if {condition} else {names[-1]}")
        else:
            lines.append(f"return {self.number(3, names)}")
        return "".join(f"    {line}\n" for line in lines)


def made_up() -> list[str]:
    """Files of formulas, each of which sees those before it."""
    writer = Writer("dialect")
    parameters = "x: float, y: Positive, b: bool, k: Kind, w: Whole"
    return [
        HEADER,
        *(
            f'def f{place}({parameters}) -> float:\n    """Made up."""\n{writer.body()}'
            for place in range(FORMULAS)
        ),
    ]


@pytest.fixture(scope="module")
def module() -> ir.Module:
    parsed = parse_formulas(*(SourceText("made_up.py", text) for text in made_up()))
    assert parsed.diagnostics == ()
    assert parsed.value is not None
    return parsed.value


@pytest.fixture(scope="module")
def namespace() -> Mapping[str, Any]:
    """The file run as Python. A `range` of floats is the dialect's, Python's takes whole numbers."""

    def ranged(n: float) -> list[float]:
        return [float(i) for i in range(int(language.ceil(n)))]

    names: dict[str, Any] = {"range": ranged}
    exec("\n\n".join(made_up()), names)
    return names


@pytest.fixture(scope="module")
def inputs(namespace: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    random = Random("inputs")
    kinds = ("a", "b", "c-1")

    def number() -> float:
        return random.choice((0.0, -1.0, 1.0, 2.5, random.random() * 1000 - 300, 1 / 3, 256.0))

    def whole() -> Any:
        parts = tuple(
            namespace["Part"](number(), random.choice(kinds)) for _ in range(random.randint(0, 3))
        )
        return namespace["Whole"](number(), parts)

    return [
        (number(), random.random() + 0.25, random.random() < 0.5, random.choice(kinds), whole())
        for _ in range(INPUTS)
    ]


def sent(inputs: list[tuple[Any, ...]]) -> list[Any]:
    """The inputs with records as objects."""
    return [
        [*plain, {"n": w.n, "parts": [part._asdict() for part in w.parts]}] for *plain, w in inputs
    ]


def run(function: Callable[..., Any], inputs: list[tuple[Any, ...]]) -> list[str]:
    return bits([function(*arguments) for arguments in inputs])


def test_the_tree_is_the_python(
    module: ir.Module, namespace: Mapping[str, Any], inputs: list[tuple[Any, ...]]
) -> None:
    tree = compile_module(module)
    different = [
        name
        for name in tree
        if name != "above" and run(tree[name], inputs) != run(namespace[name], inputs)
    ]
    assert different == []
    assert len(tree) == FORMULAS + 1


def test_the_script_is_the_python(
    module: ir.Module, namespace: Mapping[str, Any], inputs: list[tuple[Any, ...]]
) -> None:
    program = """(inputs) => Object.fromEntries(Object.entries(LemarioFormulas).map(
      ([name, f]) => [name, Array.from(
        new BigUint64Array(new Float64Array(inputs.map((given) => f(...given))).buffer),
        (x) => x.toString(16))]))"""
    there = in_node((emit_js(module), f"({program})(input)"), sent(inputs))
    different = [
        name
        for name in module.formulas
        if name != "above" and there[name] != run(namespace[name], inputs)
    ]
    assert different == []


def test_made_up_formulas_differ(
    namespace: Mapping[str, Any], inputs: list[tuple[Any, ...]]
) -> None:
    """The comparison above is of something: most formulas depend on their inputs."""
    varied = [len(set(run(namespace[f"f{i}"], inputs))) > 1 for i in range(FORMULAS)]
    assert sum(varied) > FORMULAS * 0.9


WRITE = """(n) => "b" + new BigUint64Array(new Float64Array([n]).buffer)[0].toString(16)"""


def write(number: float) -> str:
    """A number in a trace, as WRITE does it."""
    return f"b{bits([number])[0]}"


def traced_script(module: ir.Module) -> str:
    """The script with the trace of every formula that gives a number."""
    return emit_js(
        module,
        extra={
            f"trace_{name}": template_js(formula)
            for name, formula in module.formulas.items()
            if isinstance(formula.result, ir.Number)
        },
    )


def test_traces_of_made_up_formulas_are_written_alike(
    module: ir.Module, namespace: Mapping[str, Any], inputs: list[tuple[Any, ...]]
) -> None:
    program = f"""(inputs) => {{
      const names = Object.keys(LemarioFormulas).filter((name) => /^trace_f/.test(name));
      return Object.fromEntries(names.map((name) => [name.slice(6),
        inputs.map((given) => LemarioFormulas[name](...given, {WRITE}))]));
    }}"""
    there = in_node((traced_script(module), f"({program})(input)"), sent(inputs))
    functions = compile_module(module)
    tables = {name: cells for name, (_, cells) in module.tables.items()}
    different = []
    for name, formula in module.formulas.items():
        if name == "above":
            continue
        template = trace_template(formula)
        names = [parameter for parameter, _ in formula.params]
        here = [
            fill(template, dict(zip(names, given, strict=True)), functions, tables, write)
            for given in inputs
        ]
        different += [name] if here != there[name] else []
    assert different == []


def test_traces_of_the_formulas_that_come_along_are_written_alike(root: Path) -> None:
    ours = own_formulas()
    draw = Draw("traces", shipped_catalogue(root))
    cases = [
        draw.cases(formula, TRACES)
        for formula in ours.module.formulas.values()
        if isinstance(formula.result, ir.Number)
    ]
    program = f"""(input) => Object.fromEntries(input.formulas.map(({{ name, columns }}) => {{
      const read = columns.map(({{ pool, values }}) =>
        pool ? (i) => input.pools[pool][values[i]] : (i) => values[i]);
      const trace = LemarioFormulas["trace_" + name];
      return [name, columns[0].values.map((_, i) => trace(...read.map((f) => f(i)), {WRITE}))];
    }}))"""
    there = in_node((traced_script(ours.module), f"({program})(input)"), draw.sent(cases))
    for case in cases:
        template = trace_template(case.formula)
        names = [parameter for parameter, _ in case.formula.params]
        here = [
            fill(
                template,
                dict(zip(names, draw.arguments(case, i), strict=True)),
                ours.functions,
                ours.tables,
                write,
            )
            for i in range(len(case))
        ]
        assert here == there[case.formula.name], case.formula.name
