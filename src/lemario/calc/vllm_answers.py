"""The whole answer to one question about vLLM: what it loads, and how many users it then serves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lemario.calc import formulas, speed, vllm, vllm_blocks, weight_formats, weights
from lemario.calc.catalogue import Device
from lemario.calc.questions import ESTIMATES, memory_limit, memory_of
from lemario.calc.records import Architecture, Estimate
from lemario.calc.vllm_blocks import StateType, VllmCacheType, VllmSettings
from lemario.calc.weight_formats import WeightFormat

VLLM_VERSION = "0.25"
"""The release whose rules the formulas describe."""

MEMORY_UTILIZATION = 0.9
"""Share of the memory that vLLM was given by default until 2026 (`--gpu-memory-utilization`)."""

STEP_TOKENS = 8192.0
"""Tokens of a step by default on large GPUs (`--max-num-batched-tokens`)."""

SMALL_STEP_TOKENS = 2048.0
LARGE_GIB = 70.0
"""From so much memory on a GPU is large; the A100 is not. Source: vLLM 0.25, engine/arg_utils.py."""

FORMATS: tuple[WeightFormat, ...] = (
    "bf16", "fp8", "fp8_block", "awq", "gptq", "w4a16", "nvfp4", "mxfp4", "bnb_nf4",
)  # fmt: skip
"""Formats that vLLM loads; the others of `WeightFormat` are of MLX and ExLlama."""

_STATES_IN_32_BITS = frozenset(["qwen3_5", "qwen3_5_moe"])
"""Types of models whose configs keep recurrent states in 32 bits (`mamba_ssm_dtype`)."""


def state_type(model_type: str) -> StateType:
    """How a model's config has its recurrent states kept.

    Source: config.json of Qwen3.5 and Qwen3.6, 2026; without a word in it they are in 16 bits.
    """
    return "32_bit" if model_type in _STATES_IN_32_BITS else "16_bit"


def step_tokens(device: Device) -> float:
    """Tokens of a step by default on a device."""
    large = device.memory_gib >= LARGE_GIB and "A100" not in device.name
    return STEP_TOKENS if large else SMALL_STEP_TOKENS


def vllm_settings(
    n_ctx: float,
    model_type: str,
    tensor_parallel: float = 1,
    cache_type: VllmCacheType = "auto",
    step: float = STEP_TOKENS,
) -> VllmSettings:
    """VLLM's defaults for a context."""
    return VllmSettings(
        n_ctx=float(n_ctx),
        step_tokens=step,
        tensor_parallel=float(tensor_parallel),
        block=16.0,
        cache_type=cache_type,
        state_type=state_type(model_type),
        hybrid=True,
        prefix_caching=False,
        predicted=0.0,
    )


@dataclass(frozen=True, slots=True)
class VllmQuestion:
    """A model, how vLLM is started, for how many users, and on which of equal GPUs."""

    decoder: Architecture
    weight_format: WeightFormat
    run: VllmSettings
    users: int = 1
    device: Device | None = None
    memory_utilization: float = MEMORY_UTILIZATION
    memory_gib: float | None = None

    @property
    def gpu_gib(self) -> float:
        """Memory of each GPU that vLLM sees."""
        assert self.device is not None
        if self.memory_gib is not None:
            return self.memory_gib
        return formulas.gpu_memory_gib(self.device.memory_gib, memory_limit(self.device))


@dataclass(frozen=True, slots=True)
class VllmOnGpus:
    """What GPUs add: sizes in bytes on each of them, the rest for all together.

    `kv_cache_tokens` and the rest but `kv_memory_bytes` are with the expected estimate.
    `missing_bytes`: what each GPU lacks for one request, 0 if nothing.
    """

    kv_memory_bytes: Mapping[Estimate, float]
    kv_cache_tokens: float
    max_concurrency: float
    users: float
    max_context: float
    missing_bytes: float
    fits: Mapping[Estimate, bool]
    decode_tokens_per_second: Mapping[Estimate, float] | None


@dataclass(frozen=True, slots=True)
class VllmAnswer:
    """Sizes in bytes; those of a GPU are of each one. `request_bytes`: of one full context."""

    parameters_total: float
    parameters_active: float
    weights_bytes: float
    gpu_weights_bytes: float
    request_bytes: float
    gpu_kv_cache_bytes: float
    engine_bytes: Mapping[Estimate, float]
    gpus: VllmOnGpus | None

    @property
    def bits_per_weight(self) -> float:
        """Average number of bits of a weight."""
        return weights.bits_per_weight(self.weights_bytes, self.parameters_total)


def vllm_answer(asked: VllmQuestion) -> VllmAnswer:
    """What vLLM loads in these settings, and on GPUs if a device is given."""
    decoder, run = asked.decoder, asked.run
    rank = weight_formats.vllm_weights_bytes(decoder, asked.weight_format, run.tensor_parallel)
    block = vllm_blocks.block_bytes(decoder, run)
    request = vllm_blocks.request_blocks(decoder, run, run.n_ctx) * block
    return VllmAnswer(
        parameters_total=weights.parameters(decoder),
        parameters_active=weights.active_parameters(decoder),
        weights_bytes=weight_formats.format_weights_bytes(decoder, asked.weight_format, 16.0),
        gpu_weights_bytes=rank,
        request_bytes=request,
        gpu_kv_cache_bytes=request * asked.users,
        engine_bytes={e: vllm.engine_gib(e, True) * 2.0**30 for e in ESTIMATES},
        gpus=_on_gpus(asked, asked.device, rank) if asked.device else None,
    )


def _on_gpus(asked: VllmQuestion, device: Device, rank_bytes: float) -> VllmOnGpus:
    decoder, run = asked.decoder, asked.run
    memory = {
        e: vllm.kv_memory_bytes(asked.gpu_gib, asked.memory_utilization, rank_bytes, e, True)
        for e in ESTIMATES
    }
    expected = memory["expected"]
    given = asked.gpu_gib * asked.memory_utilization - vllm.engine_gib("expected", True)
    needed = vllm_blocks.request_blocks(decoder, run, run.n_ctx)
    return VllmOnGpus(
        kv_memory_bytes=memory,
        kv_cache_tokens=vllm.kv_cache_tokens(decoder, run, expected),
        max_concurrency=vllm.max_concurrency(decoder, run, expected),
        users=vllm.concurrent_users(decoder, run, run.n_ctx, expected),
        max_context=vllm.longest_request(decoder, run, expected),
        missing_bytes=max(
            0.0,
            rank_bytes + needed * vllm_blocks.block_bytes(decoder, run) - given * 2.0**30,
        ),
        fits={e: vllm_blocks.kv_blocks(decoder, run, memory[e]) >= needed for e in ESTIMATES},
        decode_tokens_per_second=_rate(asked, device, rank_bytes),
    )


def _rate(
    asked: VllmQuestion, device: Device, rank_bytes: float
) -> Mapping[Estimate, float] | None:
    """Tokens a second for one user with half of the context, by the rules for llama.cpp.

    A token reads of the weights the share that its parameters are of all. None for several GPUs:
    how long they take to put their parts together is known for llama.cpp only.
    """
    decoder, run = asked.decoder, asked.run
    if run.tensor_parallel > 1:
        return None
    active = weights.active_parameters(decoder) / weights.parameters(decoder)
    half = vllm_blocks.request_blocks(decoder, run, max(1.0, run.n_ctx / 2))
    read = rank_bytes * active + half * vllm_blocks.block_bytes(decoder, run)
    n_layers = speed.number_of_layers(decoder)
    hardware = device.bandwidth_gb_s, memory_of(device)
    return {
        e: speed.decode_tokens_per_second(*hardware, read, 0.0, n_layers, 1.0, e) for e in ESTIMATES
    }
