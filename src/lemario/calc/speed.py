"""How fast a model answers: decoding, prefill, many users at once. Written in the dialect.

The time of a token is that of reading what it needs from memory, and a fixed cost for each layer:
its kernels are launched one after the other, however small the model. Both depend on the kind of
memory. The constants are fitted to public benchmarks of llama.cpp from December 2023 to 2026
(tests/data/speed.json); `python -m scripts.speed_fit` prints them with their errors.
"""

from __future__ import annotations

from collections.abc import Mapping

from lemario.calc.records import Architecture, Estimate, MemoryKind, Pace, SplitMode, WeightKind
from lemario.formula.language import Positive, total

# fmt: off
BANDWIDTH_SHARE: Mapping[MemoryKind, Positive] = {
    "gddr": 0.92, "hbm": 0.68, "unified": 0.9, "ram": 0.53,
}
LAYER_MS: Mapping[MemoryKind, float] = {
    "gddr": 0.1, "hbm": 0.13, "unified": 0.18, "ram": 0.25,
}
DEVICE_MS: Mapping[SplitMode, float] = {"layer": 0.21, "row": 0.13, "tensor": 0.13}
PREFILL_SHARE: Mapping[WeightKind, Positive] = {"f16": 0.55, "quantized": 0.42}
PREFILL_LAYER_US: Mapping[WeightKind, float] = {"f16": 3.3, "quantized": 3.6}
DECODE_RANGE: Mapping[Estimate, float] = {"low": 0.8, "expected": 1, "high": 1.2}
PREFILL_RANGE: Mapping[Estimate, float] = {"low": 0.65, "expected": 1, "high": 1.25}
# fmt: on

# --- Decoding ------------------------------------------------------------------------------------


def number_of_layers(a: Architecture) -> float:
    """Layers of the model, of all kinds."""
    return total(len(l.blocks) for l in a.layers)


def token_seconds(
    read_bytes: float, bandwidth_gb_s: Positive, memory: MemoryKind, n_layers: float
) -> float:
    """Seconds in which one memory gives a token what it reads there, in so many layers.

    A share of the bandwidth is reached, and a layer costs a fixed time besides. With HBM, whose
    bandwidth is higher, kernels keep up less. Where weights are in RAM the CPU computes.

    Source: a fit to 176 public benchmarks of llama.cpp on 18 devices, 2023 to 2026: the median of
    the errors is 6%, on one device 4%. RAM: 10 of two computers, 10%.
    """
    reached = bandwidth_gb_s * 1000000000 * BANDWIDTH_SHARE[memory]
    return read_bytes / reached + n_layers * LAYER_MS[memory] / 1000


def per_second(seconds: float, estimate: Estimate) -> float:
    """Tokens a second, if one takes so long; the estimates are a fifth less and a fifth more.

    Source: 60 of the 62 public benchmarks of one device that the constants are fitted to.
    """
    return DECODE_RANGE[estimate] / max(0.000001, seconds)


def decode_tokens_per_second(
    bandwidth_gb_s: Positive,
    memory: MemoryKind,
    weights_read_bytes: float,
    cache_bytes: float,
    n_layers: float,
    n_devices: Positive,
    estimate: Estimate,
) -> float:
    """Tokens a second in generating for one user, bound by memory.

    Each token reads the active weights once, and what is in the cache: half of it is taken to be
    filled. Equal devices that share out the layers work one after the other, so
    they are as fast as one, less a fixed time for each more. Written out, so that a page shows it
    whole, as `token_seconds` and `per_second` have it.

    Source: a fit to 176 public benchmarks of llama.cpp on 18 devices, 2023 to 2026: the median of
    the errors is 6%, on one device 4%.
    """
    read_bytes = weights_read_bytes + cache_bytes / 2
    fixed_ms = n_layers * LAYER_MS[memory] + (n_devices - 1) * DEVICE_MS["layer"]
    reading_ms = read_bytes / (bandwidth_gb_s * 1000000 * BANDWIDTH_SHARE[memory])
    return 1000 * DECODE_RANGE[estimate] / max(0.001, reading_ms + fixed_ms)


def row_split_tokens_per_second(
    bandwidth_gb_s: Positive,
    memory: MemoryKind,
    read_bytes: float,
    n_layers: float,
    n_devices: Positive,
    estimate: Estimate,
) -> float:
    """Tokens a second if each matrix is shared out to several equal devices (`--split-mode row`).

    `--split-mode tensor` is taken to be the same.

    They read at the same time, and put their parts together in each layer. That depends on the
    links between them: RTX 3090 with slow ones reached only 0.7 of what this says.

    Source: 55 of the public benchmarks of `token_seconds`: December 2023, 2 to 6 GPUs; the median
    of the errors is 17%.
    """
    exchange = n_layers * n_devices * DEVICE_MS["row"] / 1000
    seconds = token_seconds(read_bytes / n_devices, bandwidth_gb_s, memory, n_layers)
    return per_second(seconds + exchange, estimate)


def partly_in_ram_tokens_per_second(
    gpu_seconds: float,
    ram_read_bytes: float,
    ram_bandwidth_gb_s: Positive,
    ram_layers: float,
    estimate: Estimate,
) -> float:
    """Tokens a second of a model that is partly in RAM: what both take is added.

    `gpu_seconds`: `token_seconds` of what is read on the GPU, without what is read in RAM.
    `ram_layers`: layers that lie in RAM, or whose experts do.

    Source: 10 public benchmarks of 2026 on two computers; the median of the errors is 10%, the
    largest a third. CPUs reach more or less of the same memory.
    """
    ram_seconds = token_seconds(ram_read_bytes, ram_bandwidth_gb_s, "ram", ram_layers)
    return per_second(gpu_seconds + ram_seconds, estimate)


def pace(tokens_per_second: float) -> Pace:
    """How that feels: faster than one reads, bearable, or slow."""
    if tokens_per_second >= 15:
        return "smooth"
    return "usable" if tokens_per_second >= 5 else "slow"


# --- Prefill -------------------------------------------------------------------------------------


def query_elements(a: Architecture) -> float:
    """Elements of the queries of all layers."""
    return total(len(l.blocks) * l.query for l in a.layers)


def prompt_token_flops(
    n_active_parameters: float, n_query_elements: float, prompt_tokens: float
) -> float:
    """Operations that one token of a prompt takes, on average over the prompt.

    Two for each active parameter; in attention two for each element of the query and token seen,
    for scores and for values, and half of the prompt is seen. Windows are not taken into account.

    Source: Kaplan et al., Scaling Laws for Neural Language Models, 2020, section 2.1.
    """
    return 2 * n_active_parameters + 2 * n_query_elements * prompt_tokens


def prefill_tokens_per_second(
    fp16_tflops: Positive, flops: Positive, n_layers: float, weights: WeightKind, estimate: Estimate
) -> float:
    """Tokens of a prompt a second on one device, bound by compute.

    `flops`: those of one token. `fp16_tflops`: dense, of the tensor units, with FP16 accumulation:
    on GeForce cards twice what they reach with FP32. A share of it is reached, and each layer
    takes a fixed time for each token: norms, conversions and the like. Prompts of some hundreds of
    tokens or more.

    Source: a fit to 57 public benchmarks of llama.cpp on 14 NVIDIA cards, December 2023 and May
    2024; the median of the errors is 16%.
    """
    products = flops / (fp16_tflops * 1000000000000 * PREFILL_SHARE[weights])
    seconds = products + n_layers * PREFILL_LAYER_US[weights] / 1000000
    return PREFILL_RANGE[estimate] / max(0.000001, seconds)


def time_to_first_token_seconds(prompt_tokens: float, prompt_tokens_per_second: Positive) -> float:
    """Seconds until the first token, for a prompt of which nothing is cached."""
    return prompt_tokens / prompt_tokens_per_second


# --- Many users ----------------------------------------------------------------------------------


def batch_tokens_per_second(
    bandwidth_gb_s: Positive,
    memory: MemoryKind,
    weights_read_bytes: float,
    user_cache_bytes: float,
    n_layers: float,
    n_users: float,
    prompt_tokens_per_second: float,
) -> float:
    """Tokens a second of so many users together, on one device.

    The weights are read once for all, the filled cache of each besides, and no more is computed
    than in prefill. An upper bound: the kernels of middling batches reach less of both, and where
    users need different experts, `weights_read_bytes` are those of all the experts in use.
    """
    read_bytes = weights_read_bytes + n_users * user_cache_bytes
    seconds = token_seconds(read_bytes, bandwidth_gb_s, memory, n_layers)
    return min(n_users / max(0.000001, seconds), prompt_tokens_per_second)
