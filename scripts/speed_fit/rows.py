"""What was measured, and what each measured time is made of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lemario.calc import speed, weights
from lemario.calc.architecture import architecture
from lemario.calc.catalogue import Device, ModelConfig
from lemario.calc.kv_cache import row_bytes, state_bytes
from lemario.calc.load_catalogue import Catalogue, load_catalogue
from lemario.calc.questions import default_settings, memory_of, tensor_tflops
from lemario.calc.records import Architecture, FileType, Layer, MemoryKind, WeightKind

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data" / "speed.json"

Given = Mapping[str, Any]
"""A row of the data as it stands there."""
Amounts = Mapping[str, float]
"""Amounts by the constant that each is multiplied with; the products are seconds."""


@dataclass(frozen=True, slots=True)
class Row:
    """The measured time of one token. `lone`: on one device, all of it."""

    device: str
    amounts: Amounts
    seconds: float
    lone: bool
    given: Given

    def error(self, constants: Amounts) -> float:
        """Relative error of the speed that the constants give."""
        return self.seconds / sum(self.amounts[name] * constants[name] for name in self.amounts) - 1


@dataclass(frozen=True, slots=True)
class Run:
    """A model in a type of file, as far as speed needs it."""

    decoder: Architecture
    file_type: FileType
    given: Given

    @property
    def read_bytes(self) -> float:
        """Weights that a token reads; by the size of the file where its mix is its own."""
        read = weights.active_weights_bytes(self.decoder, self.file_type)
        if "size_gib" not in self.given:
            return read
        size = weights.weights_bytes(self.decoder, self.file_type)
        return read * float(self.given["size_gib"]) * 2**30 / size

    @property
    def cache_bytes(self) -> float:
        """Filled cells of the KV cache in f16, and the recurrent state."""
        filled = float(self.given.get("filled_tokens", 0))
        cells = sum(
            len(layer.blocks) * _cell_bytes(layer) * _seen(layer, filled)
            for layer in self.decoder.layers
        )
        return cells + state_bytes(self.decoder, default_settings(1))

    @property
    def weight_kind(self) -> WeightKind:
        """Whether the weights are halves as they are."""
        return "f16" if self.file_type in ("F16", "BF16") else "quantized"


def _cell_bytes(layer: Layer) -> float:
    return row_bytes(layer.key_row, "f16") + row_bytes(layer.value_row, "f16")


def _seen(layer: Layer, filled: float) -> float:
    return min(layer.window, filled) if layer.window else filled


@cache
def data() -> Mapping[str, Any]:
    """The data as they stand in the file."""
    read: Mapping[str, Any] = json.loads(DATA.read_text("utf-8"))
    return read


@cache
def catalogue() -> Catalogue:
    """The shipped catalogue."""
    loaded = load_catalogue(ROOT / "glossary", "glossary").catalogue
    if loaded is None:
        raise AssertionError("the shipped catalogue has errors")
    return loaded


def run_of(given: Given) -> Run:
    """The run of a row: its model is in the catalogue, or described beside the rows."""
    key, models = given["model"], data()["models"]
    if key in models:
        return Run(architecture(ModelConfig(**models[key])), given["file_type"], given)
    return Run(catalogue().models[key].architecture, given["file_type"], given)


def decode_rows(part: str) -> tuple[Row, ...]:
    """Times of a generated token in a part of the data: `rows` or `held_out`."""
    return tuple(_decode_row(it, catalogue().devices[it["device"]]) for it in data()[part])


def _decode_row(given: Given, device: Device) -> Row:
    run, n_devices = run_of(given), given["n_devices"]
    n_layers = speed.number_of_layers(run.decoder)
    by_rows = given["split"] == "row" and n_devices > 1
    read_bytes = (run.read_bytes + run.cache_bytes) / (n_devices if by_rows else 1)
    amounts = _reading(memory_of(device), device.bandwidth_gb_s, read_bytes, n_layers)
    if by_rows:
        amounts["device row"] = n_layers * n_devices / 1e3
    elif n_devices > 1:
        amounts["device layer"] = (n_devices - 1) / 1e3
    lone = n_devices == 1 and bool(given.get("fully_offloaded"))
    return Row(given["device"], amounts, 1 / given["tokens_per_second"], lone, given)


def _reading(
    memory: MemoryKind, bandwidth_gb_s: float, read_bytes: float, n_layers: float
) -> dict[str, float]:
    return {
        f"reading {memory}": read_bytes / (bandwidth_gb_s * 1e9),
        f"layer {memory}": n_layers / 1e3,
    }


def ram_rows() -> tuple[Row, ...]:
    """Times of a generated token where weights lie in RAM: some, or all if there is no device."""
    return tuple(_ram_row(given) for given in data()["in_ram"])


def _ram_row(given: Given) -> Row:
    run, device = run_of(given), given["device"]
    experts = "experts_in_ram" in given
    moved = [
        _in_ram(layer, given["experts_in_ram"] if experts else given["layers_in_ram"], experts)
        for layer in run.decoder.layers
    ]
    n_ram = sum(len(layer.blocks) for layer in moved)
    in_ram = sum(
        weights.matrix_read_bytes(m, run.file_type) for layer in moved for m in layer.matrices
    )
    if device is None:
        in_ram = run.read_bytes
    amounts = _reading("ram", given["ram_bandwidth_gb_s"], in_ram, n_ram)
    if device is not None:
        gpu = catalogue().devices[device]
        n_gpu = speed.number_of_layers(run.decoder) - (0 if experts else n_ram)
        left = run.read_bytes - in_ram
        amounts |= _reading(memory_of(gpu), gpu.bandwidth_gb_s, left, n_gpu)
    return Row(device or "CPU", amounts, 1 / given["tokens_per_second"], False, given)


def _in_ram(layer: Layer, count: int, experts: bool) -> Layer:
    """What lies in RAM of a kind of layer: its first layers, or only their experts."""
    matrices = tuple(
        m._replace(copies=tuple(copy for copy in m.copies if copy.place < count))
        for m in layer.matrices
        if not experts or m.read < m.elements
    )
    blocks = tuple(block for block in layer.blocks if block < count) if matrices else ()
    return layer._replace(blocks=blocks, matrices=matrices)


def prefill_rows() -> tuple[Row, ...]:
    """Times of a token of a prompt, on one device whose compute is known."""
    rows = [_prefill_row(it, catalogue().devices[it["device"]]) for it in data()["rows"]]
    return tuple(row for row in rows if row is not None)


def _prefill_row(given: Given, device: Device) -> Row | None:
    tflops = tensor_tflops(device)
    if tflops is None or given["n_devices"] > 1:
        return None
    run = run_of(given)
    flops = speed.prompt_token_flops(
        weights.active_parameters(run.decoder),
        speed.query_elements(run.decoder),
        given["prompt_tokens"],
    )
    amounts = {
        f"products {run.weight_kind}": flops / (tflops * 1e12),
        f"layer {run.weight_kind}": speed.number_of_layers(run.decoder) / 1e6,
    }
    return Row(given["device"], amounts, 1 / given["prefill_tokens_per_second"], True, given)
