"""Inputs for every formula, drawn from the types of its parameters, and how to compare results.

The draws are deterministic. Numbers hold the edges that arithmetic breaks at; records are drawn
field by field, and mixed with the decoders of the shipped catalogue.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random  # noqa: TID251 - seeded: draws the same on every run
from typing import Any

from lemario.calc import records, vllm_blocks, weight_formats
from lemario.calc.compiled import own_formulas
from lemario.calc.load_catalogue import Catalogue, load_catalogue
from lemario.calc.mix import RULES
from lemario.formula import ir
from tests.in_node import plain

POSITIVE = (1.0, 2.0, 255.0, 256.0, 257.0, 512.0, 2.0**31, 2.0**53, 0.5, 0.1, 1 / 3, 255.999, 1e-6)
NUMBERS = (0.0, -0.0, -0.5, -1.0, -257.0, *POSITIVE)
SMALL_CONTEXTS = (1.0, 255.0, 256.0, 257.0, 511.5, 512.0, 768.0, 1024.0)
RANDOM_RECORDS = 300
MATRICES = 1000
KNOWN_SMALL = 3

# Runs in Node and in the page. `$bits` writes a double as its 64 bits: two numbers are written the
# same only if they are the same, −0 and 0 apart.
PROGRAM = """(input) => {
  const $bits = (xs) =>
    Array.from(new BigUint64Array(new Float64Array(xs).buffer), (x) => x.toString(16));
  const results = {};
  for (const { name, columns, numeric } of input.formulas) {
    const read = columns.map(({ pool, values }) =>
      pool ? (i) => input.pools[pool][values[i]] : (i) => values[i]);
    const found = columns[0].values.map((_, i) => LemarioFormulas[name](...read.map((f) => f(i))));
    results[name] = numeric ? $bits(found) : found;
  }
  return results;
}"""


@dataclass(frozen=True)
class Cases:
    """The arguments of a formula, one column a parameter; `pools` names where records are from."""

    formula: ir.Formula
    columns: tuple[Sequence[Any], ...]
    pools: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.columns[0])

    def plain(self) -> dict[str, Any]:
        """The cases as plain data: one of the `formulas` of PROGRAM's input."""
        return {
            "name": self.formula.name,
            "numeric": isinstance(self.formula.result, ir.Number),
            "columns": [
                {"pool": pool, "values": list(column)}
                for pool, column in zip(self.pools, self.columns, strict=True)
            ],
        }


class Draw:
    """Draws values of the types of the dialect."""

    def __init__(self, seed: str, catalogue: Catalogue) -> None:
        self.random = Random(seed)
        module = own_formulas().module
        known = tuple(entry.architecture for entry in catalogue.models.values())
        made: list[records.Architecture] = [
            self.record(module.records["Architecture"]) for _ in range(RANDOM_RECORDS)
        ]
        decoders = (*known, *made)
        layers = tuple(layer for decoder in decoders for layer in decoder.layers)
        matrices = tuple(
            (*(m for layer in decoder.layers for m in layer.matrices), *decoder.outside)
            for decoder in decoders
        )
        self.pools: Mapping[str, Sequence[Any]] = {
            "Architecture": decoders,
            # A placement looks at each copy of each matrix, and a search at all of that for each
            # step of the context or each layer: these have few.
            "Architecture, small": tuple(
                decoder._replace(context=self.random.choice(SMALL_CONTEXTS))
                for decoder in (*self.random.sample(known, KNOWN_SMALL), *made)
            ),
            "Layer": layers,
            "Matrix": self.random.sample([m for some in matrices for m in some], MATRICES),
            "Copy": [self.record(module.records["Copy"]) for _ in range(RANDOM_RECORDS)],
            "Split": (*RULES.values(), *(self.record(module.records["Split"]) for _ in range(100))),
            "Settings": [self.record(module.records["Settings"]) for _ in range(1000)],
            "Training": [self.record(module.records["Training"]) for _ in range(1000)],
            "OwnHardware": [self.record(module.records["OwnHardware"]) for _ in range(1000)],
            "VllmSettings": [self.record(module.records["VllmSettings"]) for _ in range(1000)],
            "tuple of Matrix": ((), *matrices),
            "tuple of Architecture": ((), *((decoder,) for decoder in made[:20]), tuple(made[:2])),
            "Placement": [self.placement(module.records["Gpu"]) for _ in range(RANDOM_RECORDS)],
            "Gpu": [self.record(module.records["Gpu"]) for _ in range(RANDOM_RECORDS)],
        }

    def number(self, positive: bool) -> float:
        """An edge, a whole number of any size, or a fraction."""
        random, kind = self.random, self.random.random()
        if kind < 0.35:
            return random.choice(POSITIVE if positive else NUMBERS)
        if kind < 0.75:
            return float(random.getrandbits(random.randint(1, 40)) + 1)
        return random.random() * 10.0 ** random.randint(-3, 12) + 1e-6

    def value(self, kind: ir.Type) -> Any:
        """A value of the type, built anew."""
        match kind:
            case ir.Number(positive=positive):
                return self.number(positive)
            case ir.Bool():
                return self.random.random() < 0.5
            case ir.Enum(values=words):
                # In a given file a tensor may be of any type, also of those that no mix has.
                stored = "STORED" in words and self.random.random() < 0.2
                return "STORED" if stored else self.random.choice(words)
            case ir.Record():
                return self.record(kind)
            case ir.Sequence(item=item):
                return tuple(self.value(item) for _ in range(self.random.choice((0, 1, 1, 2, 3))))
        raise AssertionError(kind)

    def record(self, kind: ir.Record) -> Any:
        """A record, each field by its type."""
        fields = {name: self.value(field) for name, field in kind.fields.items()}
        module = next(m for m in (records, weight_formats, vllm_blocks) if hasattr(m, kind.name))
        return getattr(module, kind.name)(**fields)

    def placement(self, gpu: ir.Record) -> records.Placement:
        """A placement on up to three GPUs with room for a part of what is drawn, or for all."""
        random = self.random
        ends = [self.number(positive=True)]
        for _ in range(random.randrange(3)):
            ends.append(ends[-1] + self.number(positive=True))
        gpus = tuple(
            self.record(gpu)._replace(begin=begin, end=end)
            for begin, end in zip([0.0, *ends], ends, strict=False)
        )
        layers = float(random.choice((0, 1, 2, 5, 40, 9999)))
        experts = float(random.choice((0, 1, 3, 9999)))
        split: records.SplitMode = random.choice(("layer", "row", "tensor"))
        ram, shared = self.number(positive=True), random.random() < 0.3
        return records.Placement(layers, experts, split, ends[-1], gpus, ram, shared)

    def cases(self, formula: ir.Formula, count: int) -> Cases:
        """That many argument lists, in the first of which every edge and word is at each place."""
        columns: list[Sequence[Any]] = []
        pools: list[str] = []
        for _, kind in formula.params:
            pool = self._pool(kind, formula)
            pools.append(pool)
            source = range(len(self.pools[pool])) if pool else _edges(kind)
            # Each edge in an order of its own, so that edges of two parameters meet.
            column: list[Any] = self.random.sample(source, len(source)) if source else []
            while len(column) < count:
                drawn = self.random.randrange(len(source)) if pool else self.value(kind)
                column.append(drawn)
            columns.append(column[:count])
        return Cases(formula, tuple(columns), tuple(pools))

    def _pool(self, kind: ir.Type, formula: ir.Formula) -> str:
        if isinstance(kind, ir.Record):
            long = "Search(" in repr(formula.body) or any(
                isinstance(t, ir.Record) and t.name == "Placement" for _, t in formula.params
            )
            return f"{kind.name}, small" if long and kind.name == "Architecture" else kind.name
        if isinstance(kind, ir.Sequence) and isinstance(kind.item, ir.Record):
            return f"tuple of {kind.item.name}"
        return ""

    def arguments(self, cases: Cases, index: int) -> list[Any]:
        """The arguments of one case, as Python takes them."""
        return [
            self.pools[pool][column[index]] if pool else column[index]
            for pool, column in zip(cases.pools, cases.columns, strict=True)
        ]

    def sent(self, cases: Iterable[Cases]) -> dict[str, Any]:
        """The input of PROGRAM for some cases, with the pools that they draw from."""
        return {"pools": self.plain_pools(), "formulas": [it.plain() for it in cases]}

    def plain_pools(self) -> dict[str, Any]:
        """The pools as plain data: `pools` of PROGRAM's input."""
        return {name: [plain(item) for item in pool] for name, pool in self.pools.items()}


@dataclass(frozen=True)
class Drawn:
    """Many cases of every formula, and what the Python functions give for them."""

    draw: Draw
    cases: Mapping[str, Cases]
    native: Mapping[str, list[Any]]

    @classmethod
    def of(cls, catalogue: Catalogue, count: int) -> Drawn:
        """So many cases of each formula."""
        draw, own = Draw("twins", catalogue), own_formulas()
        cases = {
            name: draw.cases(formula, count)
            for name, formula in sorted(own.module.formulas.items())
        }
        native = {name: results(draw, it, own.functions[name]) for name, it in cases.items()}
        return cls(draw, cases, native)


def shipped_catalogue(root: Path) -> Catalogue:
    """The catalogue that comes along."""
    loaded = load_catalogue(root / "glossary", "glossary").catalogue
    assert loaded is not None
    return loaded


def results(draw: Draw, cases: Cases, function: Callable[..., Any], step: int = 1) -> list[Any]:
    """What a Python function gives for every `step`-th case, written as PROGRAM writes it."""
    found = [function(*draw.arguments(cases, i)) for i in range(0, len(cases), step)]
    if isinstance(cases.formula.result, ir.Number):
        return bits(found)
    return [plain(one) for one in found]


def bits(numbers: Sequence[float]) -> list[str]:
    """The 64 bits of each number, in hexadecimal."""
    return [f"{x:x}" for x in array("Q", array("d", numbers).tobytes())]


def _edges(kind: ir.Type) -> Sequence[Any]:
    match kind:
        case ir.Number(positive=positive):
            return POSITIVE if positive else NUMBERS
        case ir.Enum(values=words):
            return words
        case ir.Bool():
            return (False, True)
    return ()
