"""What is known about one `model_type` of published configs, and short ways to write it down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from lemario.calc.readers.config_names import ALWAYS, Flag


@dataclass(frozen=True, slots=True)
class ModelType:
    """What holds for configs of one `model_type`.

    `family`: the row of the table of families.
    `sizes`: fields that a config has to state. Only one nested in another may leave them out,
    since Transformers does not write there what equals the default; None where none is known.
    `defaults`: the value of other fields where nothing is stated (no key-value heads: as many as
    heads; no head dimension: width over heads).
    `also`: further fields that a config may state and that have no default.
    `fixed`: what the code of the model does, whatever the config says.
    `only`: fields whose other values are not modelled, by their names in the file.
    `names`: names of fields that differ from `SYNONYMS`.
    `most`: the largest number of a field that reaches the GGUF file.
    `rules`: what follows from other fields, by the names of `config_rules`.
    `rope`: the table of position factors in the GGUF file by the kind of scaling; `rope_default`:
    the kind if none is stated.
    `letters`: the kinds of layer that it may have. `turns`: whether they have to be as the
    family's, or every so many layers one with attention, or any. `tells_layers`: they have to be
    stated.
    """

    family: str
    sizes: Mapping[str, int | None]
    defaults: Mapping[str, Flag] = field(default_factory=dict)
    fixed: Mapping[str, Flag] = field(default_factory=dict)
    only: Mapping[str, Flag] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    most: Mapping[str, int] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    rope: Mapping[str, str] = field(default_factory=dict)
    rope_default: str = ""
    letters: str = "FW"
    turns: Literal["family", "every", "any"] = "family"
    tells_layers: bool = False

    @property
    def has_experts(self) -> bool:
        """Whether models of the type are, or may be, mixtures of experts."""
        return "num_experts" in self.fields

    @property
    def fields(self) -> frozenset[str]:
        """The fields that are looked for in its configs."""
        return frozenset((*ALWAYS, *self.sizes, *self.defaults, *self.fixed, *self.also))

    @property
    def linear(self) -> str:
        """The letter of `linear_attention`, "" if it has no such layers."""
        return next((letter for letter in self.letters if letter in "DLM"), "")


def sizes(
    vocabulary: int, width: int, ffn: int | None, layers: int, heads: int, **more: int | None
) -> dict[str, int | None]:
    """The usual sizes that a config has to state, and more."""
    found: dict[str, int | None] = {
        "hidden_size": width,
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "vocab_size": vocabulary,
    }
    return found | ({} if ffn is None else {"intermediate_size": ffn}) | more


def moe(used: int | None, of: int, width: int) -> dict[str, int | None]:
    """Those of experts."""
    return {"num_experts": of, "num_experts_per_tok": used, "moe_intermediate_size": width}


def latent(query: int) -> dict[str, int | None]:
    """Those of latent attention."""
    heads = {"qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128}
    return {"kv_lora_rank": 512, "q_lora_rank": query, **heads}


def usual(
    context: int | None, key_value_heads: int | None = None, head: int | None = None, **more: Flag
) -> dict[str, Flag]:
    """The usual defaults, and more."""
    stated = {
        "max_position_embeddings": context,
        "num_key_value_heads": key_value_heads,
        "head_dim": head,
    }
    return {name: value for name, value in stated.items() if value is not None} | more


# Without defaults: these types' classes come with the models.
UNSAID: Final = dict.fromkeys(sizes(1, 1, 1, 1, 1))
NO_BIAS: Final[Mapping[str, Flag]] = {"attention_bias": False}
BIAS: Final[Mapping[str, Flag]] = {"attention_bias": True}
# Where a bias of queries, keys and values brings one of the output with it, which is not modelled.
UNBIASED: Final[Mapping[str, Flag]] = {"attention_bias": False, "mlp_bias": False}
# An expert's width under the name of the dense part's.
EXPERTS_ONLY: Final[Mapping[str, tuple[str, ...]]] = {
    "moe_intermediate_size": ("intermediate_size",),
    "intermediate_size": (),
}
# Converters that write the factors of Llama 3.1 into the file.
LLAMA3: Final[Mapping[str, str]] = {"llama3": "freqs"}
LONGROPE: Final[Mapping[str, str]] = {"longrope": "factors", "su": "factors"}
