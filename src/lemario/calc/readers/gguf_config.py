"""From the header of a GGUF file to the shape of its decoder, by the tables of `gguf_keys`.

Twin of `LemarioGgufModel.config` in `assets/js/gguf-model.js`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lemario.calc.catalogue import ModelConfig
from lemario.calc.layer_plans import layer_letters, repeated
from lemario.calc.readers.gguf_faults import GgufFault, GgufFaultError
from lemario.calc.readers.gguf_header import GgufHeader, GgufTensor, Skipped
from lemario.calc.readers.gguf_keys import GGUF_KEYS
from lemario.calc.readers.gguf_values import MOST, MOST_LAYERS, GgufValues, block_of


@dataclass(frozen=True, slots=True)
class GgufConfig:
    """The config that a file describes.

    `full_cache`: rows of keys and of values, where a model with latent attention was converted
    before llama.cpp knew that, and keeps a cache of all heads; else None.
    """

    config: ModelConfig
    full_cache: tuple[int, int] | None


def gguf_config(header: GgufHeader) -> GgufConfig | GgufFault:
    """The config, or why there is none."""
    try:
        return _Config(header).read()
    except GgufFaultError as found:
        return found.fault


class _Config(GgufValues):
    """Reads one header. `values` are the fields of the config, those that are absent left out."""

    def __init__(self, header: GgufHeader) -> None:
        super().__init__(header)
        self.values: dict[str, Any] = {"num_hidden_layers": self.layers}

    def read(self) -> GgufConfig:
        """Field by field; what depends on another comes after it."""
        self._put("num_nextn_predict_layers", self.blocks - self.layers)
        for field, key in (GGUF_KEYS["numbers"] | self.traits["sizes"]).items():
            self._put(field, self.number(key))
        for field in GGUF_KEYS["required"]:
            if field not in self.values:
                raise GgufFaultError("missing", 0, self.key(GGUF_KEYS["numbers"][field]))
        self._shapes()
        letters = self._letters()
        self._experts()
        self._states()
        full_cache = self._heads(letters)
        self._flags(letters)
        self._contradictions(letters)
        config = ModelConfig.model_validate({"model_type": self.family, **self.values})
        return GgufConfig(config, full_cache)

    def _put(self, field: str, value: int) -> None:
        if value:
            self.values[field] = value

    # --- Layers ---

    def _letters(self) -> str:
        """The kinds of the layers; put down where they are not the family's own."""
        usual = layer_letters(self.traits["pattern"], self.traits["last_full"], self.layers)
        found = self._stated_letters()
        if found is None or found == usual:
            return usual
        self.values["layer_pattern"] = found
        return found

    def _stated_letters(self) -> str | None:
        """The kinds of the layers as the file states them."""
        pattern: str = self.traits["pattern"]
        caches = self.by_layer("attention.head_count_kv")
        if self.traits["no_cache"]:
            return None if caches is None else self._hybrid(caches)
        if "W" in pattern:
            return self._windows()
        interval = self.number("full_attention_interval")
        if pattern[0] in "DL" and interval:
            if interval > MOST_LAYERS:
                raise GgufFaultError("number", 0, self.key("full_attention_interval"))
            return repeated(pattern[0] * (interval - 1) + "F", self.layers)
        return None

    def _hybrid(self, caches: tuple[int, ...]) -> str:
        rest, feeds = self.traits["no_cache"], self.traits["feeds"]
        widths = self.by_layer("feed_forward_length") if feeds else ()
        if widths is None:
            raise GgufFaultError("number", 0, self.key("feed_forward_length"))
        return "".join(
            "F" if caches[layer] else feeds if feeds and widths[layer] else rest
            for layer in range(self.layers)
        )

    def _windows(self) -> str | None:
        """Which layers see a window only: a list, or every how many one sees everything."""
        name = "attention.sliding_window_pattern"
        stated = self.value(name)
        if isinstance(stated, tuple):
            if len(stated) < self.layers:
                raise GgufFaultError("number", 0, self.key(name))
            return "".join("W" if w in (True, 1) else "F" for w in stated[: self.layers])
        if self.key(name) not in self.header.metadata:
            return None
        interval = self.number(name)
        if interval > MOST_LAYERS:
            raise GgufFaultError("number", 0, self.key(name))
        return repeated("W" * (interval - 1) + "F" if interval else "W", self.layers)

    # --- Sizes ---

    def _shapes(self) -> None:
        """What is said by tensors; the vocabulary else by its own key, or by its list of words."""
        if self.traits["altup"]:
            for field, (name, dimension, more) in GGUF_KEYS["shapes"].items():
                size = self.shape(name, dimension)
                self._put(field, self.values.get(field, 0) or (size + more if size else 0))
        tokens = self.header.metadata.get("tokenizer.ggml.tokens")
        listed = tokens.count if isinstance(tokens, Skipped) else 0
        size = self.shape("token_embd.weight", 1) or self.number("vocab_size") or listed
        if not 0 < size <= MOST:
            raise GgufFaultError("missing", 0, self.key("vocab_size"))
        self.values["vocab_size"] = size
        if self.traits["own_cache"] and "num_kv_shared_layers" not in self.values:
            self._put("num_kv_shared_layers", max(0, self.layers - self.traits["own_cache"]))
        if self.values.get("num_kv_shared_layers", 0) >= self.layers:
            raise GgufFaultError("number", 0, self.key("attention.shared_kv_layers"))

    def _experts(self) -> None:
        experts, used = self.values.get("num_experts", 0), self.values.get("num_experts_per_tok", 0)
        if used > experts or (experts and not used):
            raise GgufFaultError("number", 0, self.key("expert_used_count"))
        stated = {"n_shared_experts", "shared_expert_intermediate_size"} & set(self.values)
        if experts and not stated:
            names = (name for name in self.tensors if name.endswith(".ffn_up_shexp.weight"))
            self._put("shared_expert_intermediate_size", self.shape(next(names, ""), 1))
        if not {"intermediate_size", "moe_intermediate_size"} & set(self.values):
            raise GgufFaultError("missing", 0, self.key("feed_forward_length"))

    def _states(self) -> None:
        """The sizes of recurrent layers; `ssm.inner_size` is that of all heads."""
        sizes: Mapping[str, str] = self.traits["sizes"]
        for field, key in sizes.items():
            if field not in self.values and field != "q_lora_rank":
                raise GgufFaultError("missing", 0, self.key(key))
        heads = self.values.get("mamba_n_heads") or self.values.get("linear_num_value_heads")
        if heads:
            field = "mamba_d_head" if "mamba_n_heads" in self.values else "linear_value_head_dim"
            inner = self.number("ssm.inner_size")
            if not inner or inner % heads:
                raise GgufFaultError("number", 0, self.key("ssm.inner_size"))
            self.values[field] = inner // heads

    # --- Heads ---

    def _heads(self, letters: str) -> tuple[int, int] | None:
        """Heads and their lengths; of latent attention the cache, if it is that of all heads."""
        name = "attention.head_count"
        self.values["num_attention_heads"] = self.alike(name, self.numbers(name))
        heads: int = self.values["num_attention_heads"]
        if self.traits["latent"]:
            return self._latent_heads(heads)
        length = self.values.get("head_dim", 0)
        if self.number("attention.value_length") not in (0, length):
            raise GgufFaultError("value_length", 0, self.key("attention.value_length"))
        if not length and heads > self.values["hidden_size"]:
            raise GgufFaultError("number", 0, self.key(name))
        windowed = self.number("attention.key_length_swa") if "W" in letters else 0
        if windowed and windowed != length:
            self.values["head_dim"] = windowed
            self._put("global_head_dim", length)
        self._key_heads(letters, heads)
        return None

    def _key_heads(self, letters: str, heads: int) -> None:
        """Heads of keys and values, which may be others in layers that see everything."""
        name = "attention.head_count_kv"
        stated = self.numbers(name) or (heads,)
        by_layer = self.by_layer(name) or stated[:1] * self.layers
        pairs = tuple(zip(letters, by_layer, strict=True))
        windows = tuple(n for letter, n in pairs if letter == "W")
        wide = self.alike(name, tuple(n for letter, n in pairs if letter != "W"))
        own = self.alike(name, windows) if windows else wide
        if not own:
            raise GgufFaultError("number", 0, self.key(name))
        if ("F", 0) in pairs or ("W", 0) in pairs:
            raise GgufFaultError("differs", 0, self.key(name))
        self.values["num_key_value_heads"] = own
        if wide and wide != own:
            self.values["num_global_key_value_heads"] = wide

    def _latent_heads(self, heads: int) -> tuple[int, int] | None:
        """Of old files keys and values are multiplied out, and the cache holds those of all heads."""
        old = self.has(".attn_kv_b.weight") and not self.has(".attn_k_b.weight")
        ending = "" if old and not self.number("attention.key_length_mla") else "_mla"
        lengths = []
        for name in ("attention.key_length", "attention.value_length"):
            length = self.number(name + ending)
            if not length:
                raise GgufFaultError("missing", 0, self.key(name + ending))
            lengths.append(length)
        key, value = lengths
        plain = key - self.values["qk_rope_head_dim"]
        if plain <= 0:
            raise GgufFaultError("number", 0, self.key("rope.dimension_count"))
        self.values.pop("head_dim", None)
        self.values["num_key_value_heads"] = heads
        self.values["qk_nope_head_dim"] = plain
        self.values["v_head_dim"] = value
        return (heads * key, heads * value) if old else None

    # --- Flags ---

    def _flags(self, letters: str) -> None:
        """What only the tensors say."""
        names = self.tensors
        whole = self.header.parts == 1
        if self.traits["tied"] or (whole and "output.weight" not in names):
            self.values["tie_word_embeddings"] = True
        if self.has(".attn_q.bias") or self.has(".attn_qkv.bias"):
            self.values["attention_bias"] = True
        if self.traits["norm_if_stated"] and self.has(".attn_q_norm.weight"):
            self.values["use_qk_norm"] = True
        if "W" in letters and any(self._lacks_values(n) for n in range(self.layers)):
            self.values["attention_k_eq_v"] = True
        head = self.values.get("global_head_dim") or self.values.get("head_dim", 0)
        for table, name in (("freqs", "rope_freqs"), ("factors", "rope_factors_long")):
            half = self.shape(f"{name}.weight", 0)
            if half:
                self.values["rope_table"] = table
                if 2 * half != head and 2 * half <= MOST:
                    self.values["rope_dim"] = 2 * half

    def _lacks_values(self, layer: int) -> bool:
        block = f"blk.{layer}."
        has_keys = f"{block}attn_k.weight" in self.tensors
        return has_keys and f"{block}attn_v.weight" not in self.tensors

    def _contradictions(self, letters: str) -> None:
        """Tensors that are not as the metadata say: then the cache would not be so, either."""
        width = self.shape("token_embd.weight", 0)
        if width not in (0, self.values["hidden_size"]):
            raise GgufFaultError("contradiction", 0, "token_embd.weight")
        for tensor in self.header.tensors:
            block = block_of(tensor.name)
            if block is None:
                continue
            if block >= self.blocks:
                raise GgufFaultError("contradiction", 0, tensor.name)
            if block < self.layers and not self._fits(tensor, letters[block]):
                raise GgufFaultError("contradiction", 0, tensor.name)

    def _fits(self, tensor: GgufTensor, letter: str) -> bool:
        """Whether a stack has all experts, and a matrix of keys the rows that the cache gets."""
        values = self.values
        if "_exps." in tensor.name and len(tensor.shape) == 3:
            return tensor.shape[2] == int(values.get("num_experts", 0))
        if self.traits["latent"] or not tensor.name.endswith(".attn_k.weight"):
            return True
        head = values.get("head_dim") or values["hidden_size"] // values["num_attention_heads"]
        heads = values["num_key_value_heads"]
        if letter != "W" or not values.get("sliding_window"):
            head = values.get("global_head_dim", head)
            heads = values.get("num_global_key_value_heads", heads)
        return self.shape(tensor.name, 1) == int(head * heads)
