"""Configs that tests of the config reader share.

The files in `tests/data/configs/` say what the published ones say, but for fields that have
nothing to do with the shape of the text model (quantization, special tokens, and of the scaling
of positions all but its kind). Of a part that sees some fields are there, to be ignored. Four are
those of a sibling with the same shape: Aya 23 8B, MiniMax M2.5, Olmo 3.1 32B and OLMoE 0125. Those
of AFM 4.5B, GLM-4.7-Flash, LFM2 8B, EXAONE 4.0 1.2B and Gemma 4 31B are from copies or quantized
republications. Of Llama 3.1 and 3.2, EXAONE 4.0 32B and Phi-4-mini, the kind of scaling was added
later, from what is known of them, not from their files.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lemario.calc.catalogue import ModelConfig
from lemario.calc.readers.config_reader import read_config
from lemario.core.diagnostics import Diagnostic

CONFIGS = Path(__file__).resolve().parent / "data/configs"
IDS = sorted(path.stem for path in CONFIGS.glob("*.json"))

LLAMA: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "vocab_size": 128256,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "max_position_embeddings": 131072,
}


def published(name: str) -> dict[str, Any]:
    """The config of a model, to be changed by a test."""
    found: dict[str, Any] = json.loads((CONFIGS / f"{name}.json").read_text("utf-8"))
    return found


def read(data: object) -> ModelConfig:
    """The config that reads without a fault."""
    checked = read_config(json.dumps(data), "config.json")
    assert checked.diagnostics == ()
    assert checked.value is not None
    return checked.value


def faults(data: object) -> tuple[Diagnostic, ...]:
    """What is wrong with a config that cannot be read."""
    text = data if isinstance(data, str) else json.dumps(data, indent=2)
    checked = read_config(text, "config.json")
    assert checked.value is None
    assert checked.diagnostics
    return checked.diagnostics


def fault(data: object) -> Diagnostic:
    """The only thing that is wrong with it."""
    (found,) = faults(data)
    return found
