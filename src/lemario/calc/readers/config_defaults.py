"""The types of models whose published configs can be read, and why others cannot. Tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lemario.calc.readers.config_types import ModelType
from lemario.calc.readers.config_types_dense import DENSE
from lemario.calc.readers.config_types_mixed import MIXED
from lemario.calc.readers.config_types_moe import WITH_EXPERTS

MODEL_TYPES: Final[Mapping[str, ModelType]] = {**DENSE, **WITH_EXPERTS, **MIXED}
"""What is known about each `model_type` whose family's memory can be computed."""

NOT_MODELLED: Final[Mapping[str, str]] = {
    "deepseek_v32": "indexer",
    "glm_moe_dsa": "indexer",
    "minimax_m3": "indexer",
    "minimax_m3_vl": "indexer",
    "minimax_m3_vl_text": "indexer",
    "deepseek_v4": "compressed",
    "kimi_linear": "delta_by_channel",
    "kimi_k3": "delta_by_channel",
    "falcon_h1": "side_by_side",
    "hymba": "side_by_side",
    "bitnet": "ternary",
    "nemotron-nas": "by_layer",
    "openelm": "by_layer",
    "mimo_v2_flash": "by_layer",
    "step3p5": "by_layer",
    "step3p7": "by_layer",
    "phi4flash": "shared_states",
    "exaone4_5": "file_unknown",
    "exaone4_5_text": "file_unknown",
    "mistral4": "file_unknown",
    "mllama": "cross_attention",
    "mllama_text_model": "cross_attention",
}
"""Types that are known, but whose memory is not, by the reason in `NOT_MODELLED_REASONS`."""

NOT_MODELLED_REASONS: Final[Mapping[str, str]] = {
    "indexer": "their sparse attention keeps an index of the tokens beside the cache",
    "compressed": "their attention keeps the cache compressed, in each layer in another way",
    "delta_by_channel": "their linear attention forgets each channel by itself (KDA)",
    "side_by_side": "their layers are attention and Mamba at once",
    "ternary": "their weights are ternary, in a format of their own",
    "by_layer": "heads or widths differ from layer to layer",
    "shared_states": "layers use the states of others",
    "file_unknown": "what their GGUF files hold is not known",
    "cross_attention": "some layers attend to the image, with a cache of its own",
}
