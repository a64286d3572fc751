"""What the formulas compute with: words, tables and records. Written in the dialect.

A decoder is described by its kinds of layer and by matrices by their role, so that no formula
names a family of models; what is peculiar to families is in `families`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from lemario.formula.language import Positive

# fmt: off
CacheType = Literal["f32", "f16", "bf16", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl"]
Mixer = Literal["attention", "latent", "delta", "mamba", "lightning", "short_conv", "none"]
TensorType = Literal[
    "F32", "F16", "BF16", "Q8_0", "Q6_K", "Q5_K", "Q5_1", "Q5_0", "Q4_K", "Q4_1", "Q4_0",
    "Q3_K", "Q2_K", "IQ4_NL", "IQ4_XS", "IQ3_S", "IQ3_XXS", "IQ2_S", "IQ2_XS", "IQ2_XXS",
    "IQ1_M", "IQ1_S", "MXFP4", "NVFP4", "TQ2_0", "TQ1_0", "Q1_0",
]
FileType = Literal[
    "STORED", "F32", "F16", "BF16", "Q8_0", "Q6_K", "Q5_K_M", "Q5_K_S", "Q5_1", "Q5_0",
    "Q4_K_M", "Q4_K_S", "Q4_1", "Q4_0", "Q3_K_L", "Q3_K_M", "Q3_K_S", "Q2_K", "Q2_K_S",
    "IQ4_NL", "IQ4_XS", "IQ3_M", "IQ3_S", "IQ3_XS", "IQ3_XXS", "IQ2_M", "IQ2_S", "IQ2_XS",
    "IQ2_XXS", "IQ1_M", "IQ1_S", "MXFP4", "TQ2_0", "TQ1_0",
]
Role = Literal[
    "f32", "table", "plain", "stack", "embedding", "output", "output_uneven",
    "attn_q", "attn_k", "attn_k_8x",
    "attn_v", "attn_v_moe", "attn_v_gqa", "attn_v_70b", "attn_v_72b", "attn_v_8x",
    "attn_output", "attn_output_8x", "attn_output_falcon",
    "ffn_up", "ffn_up_stack",
    "ffn_down", "ffn_down_stack", "ffn_down_8x", "ffn_down_stack_8x", "ffn_down_falcon",
]
Backend = Literal["cuda", "rocm", "vulkan", "metal", "cpu"]
MemoryKind = Literal["gddr", "hbm", "unified", "ram"]
WeightKind = Literal["f16", "quantized"]
Estimate = Literal["low", "expected", "high"]
SplitMode = Literal["layer", "row", "tensor"]
MemoryLimit = Literal["none", "macos", "gtt"]
Fit = Literal["fits", "tight", "no"]
Pace = Literal["smooth", "usable", "slow"]
TrainingMethod = Literal["full", "lora", "qlora"]
Optimizer = Literal["adamw", "adamw_8bit"]
Checkpointing = Literal["none", "layers", "offloaded"]
Refusal = Literal[
    "none", "values_need_flash_attention", "latent_types_differ", "head_is_no_whole_block",
]

CACHE_BLOCK_ELEMENTS: Mapping[CacheType, Positive] = {
    "f32": 1, "f16": 1, "bf16": 1,
    "q8_0": 32, "q5_1": 32, "q5_0": 32, "q4_1": 32, "q4_0": 32, "iq4_nl": 32,
}
CACHE_BLOCK_BYTES: Mapping[CacheType, Positive] = {
    "f32": 4, "f16": 2, "bf16": 2,
    "q8_0": 34, "q5_1": 24, "q5_0": 22, "q4_1": 20, "q4_0": 18, "iq4_nl": 18,
}
OVERHEAD_MIB: Mapping[Backend, Mapping[Estimate, float]] = {
    "cuda": {"low": 160, "expected": 448, "high": 736},
    "rocm": {"low": 256, "expected": 256, "high": 416},
    "vulkan": {"low": 64, "expected": 768, "high": 1632},
    "metal": {"low": 0, "expected": 0, "high": 512},
    "cpu": {"low": 0, "expected": 0, "high": 0},
}
PROJECTOR_MIB: Mapping[Estimate, float] = {"low": 128, "expected": 384, "high": 960}
OPTIMIZER_BYTES: Mapping[Optimizer, Positive] = {"adamw": 8, "adamw_8bit": 2}
# fmt: on


class Split(NamedTuple):
    """Which type each copy of a matrix gets.

    `head` for the first `first` copies or the first `share` of all, whichever is more; `last` for
    the last eighth; `more` where llama.cpp spends more bits; else `rest`. `running`: counted over
    the matrices of the role, not by block.
    """

    first: float
    share: float
    running: bool
    head: TensorType
    last: TensorType
    more: TensorType
    rest: TensorType


class Copy(NamedTuple):
    """One of a matrix's copies: the block that has it, and how the quantiser counts it.

    `place` is by block or by running number, as its rules go by the one or the other.
    """

    block: float
    place: float
    number: float


class Matrix(NamedTuple):
    """A tensor by what the quantiser makes of it.

    `row`: elements in a row; `elements`: in one layer; `read`: read for one token; `copies`: one
    for each layer that has it; `of`: out of how many they are counted; `stored`: its type in a
    given file.
    """

    role: Role
    row: Positive
    elements: Positive
    read: float
    copies: tuple[Copy, ...]
    of: Positive
    stored: TensorType


class Layer(NamedTuple):
    """A kind of layer. `blocks` are the numbers of the layers of this kind.

    `key_row`, `value_row`: elements that a token adds to the cache, 0 if none; `window`: tokens
    that it sees, 0 for all; `query`: elements of the query; `vectors`: hidden vectors alive in the
    feed-forward part, `vectors_quantised` with a quantized cache.
    """

    blocks: tuple[float, ...]
    mixer: Mixer
    heads: float
    key_row: float
    value_row: float
    head: float
    window: float
    query: float
    gated_query: bool
    post_norm: bool
    fused_qkv: bool
    conv: float
    taps: float
    state: float
    inner: float
    ffn: float
    gated: bool
    experts_used: float
    expert_ffn: float
    expert_row: float
    shared_ffn: float
    vectors: float
    vectors_quantised: float
    matrices: tuple[Matrix, ...]


class Architecture(NamedTuple):
    """A decoder by kinds of layer and matrices by role: no formula knows a family.

    `latent`, `query_head`: widths of latent attention, else 0; `side_…`: values a token kept
    beside a stage; `predicts`: a block that predicts several tokens, on its own; `outside`:
    matrices outside the layers; `skipped`: in the file, but not loaded.
    """

    width: Positive
    vocabulary: Positive
    context: Positive
    latent: float
    query_head: float
    side_ffn: float
    side_attention: float
    side_logits: float
    predicts: bool
    layers: tuple[Layer, ...]
    outside: tuple[Matrix, ...]
    skipped: tuple[Matrix, ...]


class Settings(NamedTuple):
    """How llama.cpp is started. `logits_rows` 0 means one for each token of the micro-batch.

    `predicted`: tokens that a block for predicting several drafts at once, 0 if none is in use.
    """

    n_ctx: Positive
    slots: Positive
    unified: bool
    n_ubatch: Positive
    kv_type_k: CacheType
    kv_type_v: CacheType
    flash_attention: bool
    swa_full: bool
    logits_rows: float
    predicted: float


class Gpu(NamedTuple):
    """A GPU: its part of the model, and the bytes of its memory that are left for the model.

    The part is that from `begin` to `end` on a line on which all GPUs lie one after the other; as
    long as their memory, or as what `--tensor-split` says.
    """

    begin: float
    end: float
    free_bytes: float


class Placement(NamedTuple):
    """Where llama.cpp puts a model. `parts` is the end of the last GPU's part.

    `gpu_layers`: layers on GPUs, counted from the last, the output as one (`-ngl`);
    `cpu_moe_layers`: first layers whose experts stay in RAM (`--n-cpu-moe`); `split`: how several
    GPUs share the model (`--split-mode`). `ram_free_bytes`: RAM for what is not on GPUs; where they
    share it (`shares_ram`), for all.
    """

    gpu_layers: float
    cpu_moe_layers: float
    split: SplitMode
    parts: Positive
    gpus: tuple[Gpu, ...]
    ram_free_bytes: float
    shares_ram: bool


class Training(NamedTuple):
    """How a model is fine-tuned on one device.

    `batch`: sequences computed at once, each of `sequence` tokens; `rank`: that of the adapters;
    `experts`: whether the matrices of experts get adapters too; `master_weights`: whether full
    training keeps its weights in 32 bits besides; `chunked_logits`: whether the loss is computed
    for some tokens at a time.

    `checkpointing`: whether all activations are kept for the way back, or only the inputs of the
    layers, on the device or in RAM.
    """

    method: TrainingMethod
    batch: Positive
    sequence: Positive
    rank: float
    experts: bool
    optimizer: Optimizer
    master_weights: bool
    checkpointing: Checkpointing
    chunked_logits: bool


class OwnHardware(NamedTuple):
    """A computer of one's own, and what it generates; all prices in one currency.

    `years`: over which the price of purchase is spread; `utilisation`: share of the hours in which
    it generates, in which it takes `loaded_w`, and `idle_w` in the others.
    """

    purchase_price: float
    years: Positive
    utilisation: Positive
    idle_w: float
    loaded_w: float
    price_per_kwh: float
    tokens_per_second: Positive
