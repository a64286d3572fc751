"""The catalogue in a glossary's folder: models, devices and quantizations, each with its source.

```
catalogue/models/<id>.yaml       one model a file
catalogue/devices.yaml           GPUs and other accelerators by id
catalogue/quantizations.yaml     block types, and file types with their bits per weight
```
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from lemario.calc.records import FileType
from lemario.content.models import BilingualLine, Line, Model, PartialDate, Url

CATALOGUE_ID_PATTERN = r"^[a-z0-9]+([.-][a-z0-9]+)*$"


def _can_be_made(name: FileType) -> FileType:
    if name == "STORED":
        raise ValueError("STORED stands for the types of a given file")
    return name


CatalogueId = Annotated[str, StringConstraints(pattern=CATALOGUE_ID_PATTERN, max_length=80)]
FileTypeName = Annotated[FileType, AfterValidator(_can_be_made)]
Count = Annotated[int, Field(gt=0)]
Amount = Annotated[float, Field(gt=0)]


class Evidence(Model):
    """Where facts of an entry come from; `fields` names them if it is not for all."""

    title: Line
    url: Url | None = None
    fields: tuple[Line, ...] = ()


class ModelConfig(Model):
    """The shape of a decoder, by the names of `config.json` files on Hugging Face.

    Where those files differ among families, one name stands for all (`num_experts` also for
    `num_local_experts` and `n_routed_experts`).
    """

    model_type: Line
    hidden_size: Count
    num_hidden_layers: Count
    num_attention_heads: Count
    num_key_value_heads: Count
    head_dim: Count | None = None
    intermediate_size: Count | None = None
    vocab_size: Count
    tie_word_embeddings: bool = False
    max_position_embeddings: Count
    sliding_window: Count | None = None
    attention_bias: bool = False
    use_qk_norm: bool = False
    num_experts: Count | None = None
    num_experts_per_tok: Count | None = None
    moe_intermediate_size: Count | None = None
    moe_latent_size: Count | None = Field(None, description="width of what experts are given")
    n_shared_experts: Count | None = None
    shared_expert_intermediate_size: Count | None = None
    first_k_dense_replace: Annotated[int, Field(ge=0)] | None = None
    kv_lora_rank: Count | None = None
    q_lora_rank: Count | None = None
    qk_rope_head_dim: Count | None = None
    qk_nope_head_dim: Count | None = None
    v_head_dim: Count | None = None
    layer_pattern: Annotated[str, StringConstraints(pattern=r"^[FWDMLCEX]+$")] | None = Field(
        None,
        description="a letter for each layer, repeated to the last: F full attention, W window, "
        "D gated delta net, M Mamba-2, L lightning attention, C short convolution; "
        "E only experts, X only a feed-forward part",
    )
    rope_table: Literal["freqs", "factors"] | None = Field(
        None, description="the file holds position factors: one table, or a long and a short one"
    )
    rope_dim: Count | None = Field(None, description="elements of a head that are rotated")
    num_nextn_predict_layers: Count | None = None
    interleave_moe_layer_step: Count | None = None
    linear_num_key_heads: Count | None = None
    linear_num_value_heads: Count | None = None
    linear_key_head_dim: Count | None = None
    linear_value_head_dim: Count | None = None
    linear_conv_kernel_dim: Count | None = None
    mamba_n_heads: Count | None = None
    mamba_d_head: Count | None = None
    mamba_n_groups: Count | None = None
    mamba_d_state: Count | None = None
    mamba_d_conv: Count | None = None
    conv_l_cache: Count | None = None
    global_head_dim: Count | None = None
    num_global_key_value_heads: Count | None = None
    attention_k_eq_v: bool = False
    num_kv_shared_layers: Annotated[int, Field(ge=0)] | None = None
    use_double_wide_mlp: bool = Field(
        False, description="layers without keys and values of their own are twice as wide"
    )
    hidden_size_per_layer_input: Annotated[int, Field(ge=0)] | None = None
    altup_num_inputs: Count | None = None
    laurel_rank: Count | None = None


class CatalogueModel(Model):
    """A model whose memory can be computed. `parameters` is the published count, if there is one.

    `parameters_note` says why the published count differs from that of the text model.
    """

    name: Line
    developer: Line | None = None
    repository: Line | None = Field(None, description="on Hugging Face: owner/name")
    licence: Line | None = None
    released: PartialDate | None = None
    parameters: Count | None = None
    parameters_note: BilingualLine | None = None
    config: ModelConfig
    sources: tuple[Evidence, ...]


class Device(Model):
    """An accelerator. `memory_gib` is what software sees, before the system takes its share.

    `unified`: the memory is shared with the CPU, and not all of it may be given to the GPU.
    """

    name: Line
    vendor: Line
    kind: Literal["consumer", "laptop", "workstation", "datacenter", "unified", "embedded"]
    memory_gib: Amount
    memory_options_gib: tuple[Amount, ...] = ()
    memory_type: Line | None = None
    bandwidth_gb_s: Amount
    tdp_w: Amount | None = None
    fp16_tflops: Amount | None = Field(None, description="dense tensor, FP32 accumulation")
    released: PartialDate | None = None
    note: Line | None = None
    sources: tuple[Evidence, ...]


class BlockType(Model):
    """A tensor type of GGML: so many weights in a block of so many bytes."""

    block_elements: Count
    block_bytes: Count


class MeasuredFile(Model):
    """A type of whole files. `bits_per_weight` is what a published file of `measured_on` takes.

    What a file of the type takes is computed from the mix of its tensors; the measured average is
    there to be compared with.
    """

    bits_per_weight: Amount | None = None
    measured_on: Line | None = None


class Quantizations(Model):
    """catalogue/quantizations.yaml."""

    blocks: Mapping[str, BlockType]
    files: Mapping[FileTypeName, MeasuredFile]
    sources: tuple[Evidence, ...]


Devices = dict[CatalogueId, Device]
