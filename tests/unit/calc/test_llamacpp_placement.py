"""Where llama.cpp put weights and caches on computers of others: GPUs, one or several, and RAM."""

from __future__ import annotations

from collections import Counter
from statistics import median

import pytest

from lemario.calc import kv_cache, placement, weights
from lemario.calc.mix import BLOCK_BYTES, BLOCK_ELEMENTS
from lemario.calc.questions import ALL_LAYERS, ENDLESS
from lemario.calc.records import Gpu, Placement
from tests.llamacpp_logs import (
    LOGS,
    MIB,
    REASONS,
    Log,
    decoder,
    file_type,
    identify,
    in_ram,
    near,
    placed,
    settings,
)

OLDER = {
    "ll-4fb7f6933a": (18, 32),
    "ll-8cb99d290a": (49, 64),
    "ll-e6d773230e": (1, 28),
}
"""Layers on the GPU, of how many, in runners that offloaded the output after all layers."""

SHARES = {"ll-e22fee92cf": (0.29, 0.71)}
"""Parts that unequal GPUs had, which the logs do not print: such as give what lies on each."""

FILE_ORDER = "made by a quantiser of 2024, which counted layers in the order of the file"
WHOLE_FILE = "the mapped file is counted whole, as its embedding lies behind its layers"


def n_gpus(log: Log) -> int:
    """On how many GPUs layers are; releases of 2023 print one sum, and Metal has one."""
    return sum(kind == "model" and not in_ram(buffer) for kind, buffer, _ in log["buffers"])


def placement_of(log: Log) -> Placement:
    """Where the layers of a log are: as many as it says on equal GPUs, else none."""
    count = n_gpus(log)
    sizes = SHARES.get(log["id"], (1.0,) * count)
    ends = [sum(sizes[: n + 1]) for n in range(count)]
    layers = int(log["offloaded"].split("/")[0]) if "offloaded" in log else ALL_LAYERS
    if log["backend"] == "Metal" or log["id"] == MISPRINTED:
        layers = ALL_LAYERS
    gpus = tuple(Gpu(end - size, end, 0.0) for size, end in zip(sizes, ends, strict=True))
    parts = ends[-1] if ends else 1.0
    layers = layers if gpus else 0
    return Placement(float(layers), 0.0, "layer", parts, gpus, ENDLESS, shares_ram=False)


MISPRINTED = "ll-4a7556519b"
"""Prints the line of another model's layers; its caches are all on the GPU."""


def on_gpus(log: Log) -> tuple[list[float], list[float]]:
    """MiB of weights and of caches on each GPU."""
    model, kind, run = decoder(log), file_type(log), settings(log)
    p = placement_of(log)
    if log["id"] in OLDER:
        layers, of = OLDER[log["id"]]
        held = placement.weights_between_bytes(model, kind, p, of - layers, of)
        return [held / MIB], [kv_cache.kv_cache_bytes(model, run) / MIB * layers / of]
    weights_mib = [placement.gpu_weights_bytes(model, kind, p, g) / MIB for g in p.gpus]
    return weights_mib, [placement.gpu_kv_cache_bytes(model, run, p, g) / MIB for g in p.gpus]


def printed_on_gpus(log: Log, what: str) -> list[float]:
    """MiB that each GPU has of something, as printed."""
    return [mib for kind, buffer, mib in log["buffers"] if kind == what and not in_ram(buffer)]


def test_the_logs_are_of_every_kind_of_placement() -> None:
    counted = Counter(
        ("some GPUs" if n_gpus(log) > 1 else "a GPU" if n_gpus(log) else "RAM")
        + (" and RAM" if n_gpus(log) and placed(log, "kv")[1] else "")
        for log in LOGS
    )
    assert counted == {"a GPU": 31, "RAM": 12, "a GPU and RAM": 4, "some GPUs": 3}


def exact(log: Log) -> bool:
    """Whether the weights of a log are by our tables, and its parts are known."""
    return log["id"] not in REASONS


@pytest.mark.parametrize("log", [log for log in LOGS if exact(log)], ids=identify)
def test_the_split_between_gpus_and_ram_is_what_is_printed(log: Log) -> None:
    """On GPUs to the printed rounding, in RAM within 1 %; but for files that are mapped whole."""
    model, kind = decoder(log), file_type(log)
    gpu, ram = placed(log, "model")
    weights_mib, _ = on_gpus(log)
    assert sum(weights_mib) == near(gpu, 2 * max(1, len(weights_mib)))
    everything = weights.weights_bytes(model, kind) / MIB
    if log["id"] in OLDER:
        assert ram == near(everything), WHOLE_FILE
    else:
        ours = placement.ram_weights_bytes(model, kind, placement_of(log)) / MIB
        assert ours == pytest.approx(ram, rel=0.01)


@pytest.mark.parametrize("log", [log for log in LOGS if n_gpus(log)], ids=identify)
def test_caches_lie_with_their_layers(log: Log) -> None:
    printed = printed_on_gpus(log, "kv")
    _, caches_mib = on_gpus(log)
    parts = len(printed) // len(caches_mib)
    assert parts * len(caches_mib) == len(printed)
    for number, mib in enumerate(caches_mib):
        assert mib == near(sum(printed[number * parts : (number + 1) * parts]), parts)


def test_each_of_several_gpus_has_what_is_printed() -> None:
    """Two of eight hold each other's bits more: the file was made by an older quantiser."""
    off = {}
    for log in LOGS:
        if n_gpus(log) > 1:
            pairs = zip(on_gpus(log)[0], printed_on_gpus(log, "model"), strict=True)
            off[log["id"]] = [n for n, (ours, mib) in enumerate(pairs) if ours != near(mib, 2)]
    assert off == {"ll-26a50a1d15": [2, 3], "ll-5e95ab4f7a": [], "ll-e22fee92cf": []}, FILE_ORDER


def test_model_buffers_are_within_half_a_percent_at_the_median() -> None:
    """Over all logs, files of other mixes among them."""
    off = []
    for log in LOGS:
        if log["id"] not in OLDER:
            model, kind = decoder(log), file_type(log)
            ram = placement.ram_weights_bytes(model, kind, placement_of(log)) / MIB
            off.append(abs((sum(on_gpus(log)[0]) + ram) / sum(placed(log, "model")) - 1))
    assert len(off) == 47
    assert median(off) <= 0.005


ON_GPUS_OF_OWN_MIX = [
    log for log in LOGS if log["id"] in REASONS and n_gpus(log) and log["id"] not in OLDER
]


@pytest.mark.parametrize("log", ON_GPUS_OF_OWN_MIX, ids=identify)
def test_files_of_another_mix_are_split_in_the_same_way(log: Log) -> None:
    """Whatever the types of their tensors: in RAM is the embedding, in one type; the rest is not."""
    model = decoder(log)
    gpu, ram = placed(log, "model")
    bits = 8 * ram * MIB / (model.width * model.vocabulary)
    known = [8 * BLOCK_BYTES[kind] / BLOCK_ELEMENTS[kind] for kind in BLOCK_BYTES]
    assert any(bits == pytest.approx(it, rel=0.001) for it in known)
    number, unit = log["size"].split()
    assert unit == "GiB"
    assert gpu + ram == pytest.approx(float(number) * 1024, rel=0.01)


def test_all_logs_with_layers_on_gpus_are_covered() -> None:
    by_tables = [log for log in LOGS if n_gpus(log) and log["id"] not in REASONS]
    older = [log for log in LOGS if log["id"] in REASONS and log["id"] in OLDER]
    assert (len(by_tables), len(ON_GPUS_OF_OWN_MIX), len(older)) == (25, 12, 1)
    assert len(by_tables) + len(ON_GPUS_OF_OWN_MIX) + len(older) == sum(
        map(bool, map(n_gpus, LOGS))
    )
