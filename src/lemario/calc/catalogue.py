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

from pydantic import Field, StringConstraints

from lemario.content.models import Line, Model, PartialDate, Url

CATALOGUE_ID_PATTERN = r"^[a-z0-9]+([.-][a-z0-9]+)*$"

CatalogueId = Annotated[str, StringConstraints(pattern=CATALOGUE_ID_PATTERN, max_length=80)]
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
    n_shared_experts: Count | None = None
    shared_expert_intermediate_size: Count | None = None
    first_k_dense_replace: Annotated[int, Field(ge=0)] | None = None
    kv_lora_rank: Count | None = None
    q_lora_rank: Count | None = None
    qk_rope_head_dim: Count | None = None
    qk_nope_head_dim: Count | None = None
    v_head_dim: Count | None = None


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
    parameters_note: Line | None = None
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


class FileType(Model):
    """A quantization of whole files. `bits_per_weight` was measured on `measured_on`.

    `embedding_bits` are those of the input embeddings, where files of this type mix several.
    """

    bits_per_weight: Amount
    embedding_bits: Amount | None = None
    measured_on: Line

    @property
    def looked_up_bits(self) -> float:
        """Bits per weight of the input embeddings; the average where they are not known."""
        return self.bits_per_weight if self.embedding_bits is None else self.embedding_bits


class Quantizations(Model):
    """catalogue/quantizations.yaml."""

    blocks: Mapping[str, BlockType]
    files: Mapping[str, FileType]
    sources: tuple[Evidence, ...]


Devices = dict[CatalogueId, Device]
