"""GGUF headers for tests: a small writer, and files of models and of every fault."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from lemario.calc.catalogue import ModelConfig
from lemario.calc.families import FAMILIES
from lemario.calc.layer_plans import layer_plans
from lemario.calc.readers.gguf_keys import GGUF_KEYS
from lemario.calc.tensors import Tensor, layer_tensors, outside_tensors

NUMBERS = {name: int(number) for number, name in GGUF_KEYS["tensor_types"].items()}
LAYOUTS = {
    "u8": (0, "<B"),
    "i8": (1, "<b"),
    "u16": (2, "<H"),
    "i16": (3, "<h"),
    "u32": (4, "<I"),
    "i32": (5, "<i"),
    "f32": (6, "<f"),
    "bool": (7, "<?"),
    "str": (8, ""),
    "list": (9, ""),
    "u64": (10, "<Q"),
    "i64": (11, "<q"),
    "f64": (12, "<d"),
}


class Value(NamedTuple):
    """A value of metadata; the `items` of a list are values, too."""

    type: str
    value: Any


class Row(NamedTuple):
    """A tensor as it is written: `type` by name or by number."""

    name: str
    shape: Sequence[int]
    type: str | int = "F32"


def text(value: str | bytes) -> bytes:
    """A text with its length before it."""
    data = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(data)) + data


def value_bytes(item: Value) -> bytes:
    """A value without its type."""
    kind, content = item
    if kind == "str":
        return text(content)
    if kind == "list":
        head = struct.pack("<IQ", LAYOUTS[content[0].type if content else "u32"][0], len(content))
        return head + b"".join(map(value_bytes, content))
    return struct.pack(LAYOUTS[kind][1], content)


def plain(value: object) -> Value:
    """The usual type of a value in Python."""
    match value:
        case Value():
            return value
        case bool():
            return Value("bool", value)
        case int():
            return Value("u32", value)
        case float():
            return Value("f32", value)
        case str() | bytes():
            return Value("str", value)
        case list() | tuple():
            return Value("list", [plain(item) for item in value])
        case _:
            raise TypeError(value)


def gguf(
    metadata: Iterable[tuple[str, object]], tensors: Sequence[Row] = (), version: int = 3
) -> bytes:
    """The header of a file."""
    pairs = [(key, plain(value)) for key, value in metadata]
    found = [b"GGUF", struct.pack("<IQQ", version, len(tensors), len(pairs))]
    for key, value in pairs:
        found += [text(key), struct.pack("<I", LAYOUTS[value.type][0]), value_bytes(value)]
    for name, shape, kind in tensors:
        number = kind if isinstance(kind, int) else NUMBERS[kind]
        found.append(text(name) + struct.pack(f"<I{len(shape)}Q", len(shape), *shape))
        found.append(struct.pack("<IQ", number, 0))
    return b"".join(found)


def rows(config: ModelConfig, kind: str = "Q8_0") -> list[Row]:
    """The tensors of a model by our own tables; weights are of one type where rows allow it."""
    family = FAMILIES[config.model_type]

    def row(prefix: str, tensor: Tensor) -> Row:
        stored = "F32" if tensor.role in ("f32", "table") or tensor.row % 256 else kind
        return Row(prefix + tensor.name, tensor.shape, stored)

    found = [row("", tensor) for tensor in outside_tensors(config, family)]
    for block, plan in enumerate(layer_plans(config, family)):
        found += [row(f"blk.{block}.", t) for t in layer_tensors(config, family, plan)]
    return found


# --- Files ---------------------------------------------------------------------------------------

LLAMA = ModelConfig(
    model_type="llama",
    hidden_size=512,
    num_hidden_layers=2,
    num_attention_heads=8,
    num_key_value_heads=2,
    intermediate_size=1024,
    vocab_size=320,
    max_position_embeddings=4096,
)


def stated(arch: str, values: dict[str, object]) -> list[tuple[str, object]]:
    """Metadata of a model, its own keys after the name of the architecture."""
    own: list[tuple[str, object]] = [(f"{arch}.{key}", value) for key, value in values.items()]
    return [("general.architecture", arch), *own]


def llama_metadata(**changed: object) -> list[tuple[str, object]]:
    """The metadata of `LLAMA`; None leaves a key out, `__` stands for a dot."""
    values: dict[str, object] = {
        "block_count": 2,
        "context_length": 4096,
        "embedding_length": 512,
        "feed_forward_length": 1024,
        "attention.head_count": 8,
        "attention.head_count_kv": 2,
    }
    values |= {key.replace("__", "."): value for key, value in changed.items()}
    return stated("llama", {key: value for key, value in values.items() if value is not None})


WORDS = ("tokenizer.ggml.tokens", ["<s>", "niño", ""] + ["x"] * 317)

LFM2 = ModelConfig(
    model_type="lfm2",
    hidden_size=2048,
    num_hidden_layers=16,
    num_attention_heads=32,
    num_key_value_heads=8,
    intermediate_size=8192,
    vocab_size=65536,
    max_position_embeddings=128000,
    tie_word_embeddings=True,
    conv_l_cache=3,
    layer_pattern="CCFCCFCCFCFCFCFC",
)
LFM2_METADATA = stated(
    "lfm2",
    {
        "block_count": 16,
        "context_length": 128000,
        "embedding_length": 2048,
        "feed_forward_length": 8192,
        "attention.head_count": 32,
        "attention.head_count_kv": [8 * (letter == "F") for letter in LFM2.layer_pattern or ""],
        "vocab_size": 65536,
        "shortconv.l_cache": 3,
    },
)

OLD_MLA = ModelConfig(
    model_type="deepseek_v2",
    hidden_size=2048,
    num_hidden_layers=3,
    num_attention_heads=16,
    num_key_value_heads=16,
    intermediate_size=11008,
    vocab_size=102400,
    max_position_embeddings=163840,
    num_experts=64,
    num_experts_per_tok=6,
    moe_intermediate_size=1408,
    n_shared_experts=2,
    first_k_dense_replace=1,
    kv_lora_rank=512,
    qk_rope_head_dim=64,
    qk_nope_head_dim=128,
    v_head_dim=128,
)
"""Three layers of DeepSeek-V2-Lite."""
OLD_MLA_METADATA = stated(
    "deepseek2",
    {
        "block_count": 3,
        "context_length": 163840,
        "embedding_length": 2048,
        "feed_forward_length": 11008,
        "attention.head_count": 16,
        "attention.head_count_kv": 16,
        "attention.kv_lora_rank": 512,
        "attention.key_length": 192,
        "attention.value_length": 128,
        "rope.dimension_count": 64,
        "leading_dense_block_count": 1,
        "expert_count": 64,
        "expert_used_count": 6,
        "expert_shared_count": 2,
        "expert_feed_forward_length": 1408,
    },
)


def old_mla_rows() -> list[Row]:
    """As converters wrote it until April 2025: keys and values of all heads in one matrix."""
    joined = Row("attn_kv_b.weight", (512, 16 * (128 + 128)), "Q8_0")
    found = []
    for row in rows(OLD_MLA):
        if row.name.endswith("attn_k_b.weight"):
            found.append(row._replace(name=f"{row.name[:6]}{joined.name}", shape=joined.shape))
        elif not row.name.endswith("attn_v_b.weight"):
            found.append(row)
    return found


def wrong_experts() -> list[Row]:
    """One stack has fewer experts than the file says."""
    return [
        row._replace(shape=(*row.shape[:2], 32)) if row.name == "blk.2.ffn_up_exps.weight" else row
        for row in old_mla_rows()
    ]


def made_models() -> dict[str, bytes]:
    """Headers that are written here, by name."""
    part = [("split.no", Value("u16", 0)), ("split.count", Value("u16", 3))]
    return {
        "llama, small": gguf(llama_metadata(), rows(LLAMA)),
        "llama, version 2, words": gguf([*llama_metadata(), WORDS], rows(LLAMA)[1:], version=2),
        "llama, part 1 of 3": gguf([*llama_metadata(), *part], rows(LLAMA)[:9]),
        "lfm2": gguf(LFM2_METADATA, rows(LFM2)),
        "deepseek2, old": gguf(OLD_MLA_METADATA, old_mla_rows()),
    }


def faulty_files() -> dict[str, bytes]:
    """A file for each kind of fault, by the kind, with a word after it if there are several."""
    whole = gguf(llama_metadata(), rows(LLAMA))
    head = b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k")
    nested = b"".join(struct.pack("<IQ", 9, 1) for _ in range(6)) + bytes(64)

    def named(row: Row) -> bytes:
        return gguf([], [row]) + bytes(64)

    def with_metadata(**changed: object) -> bytes:
        return gguf(llama_metadata(**changed), rows(LLAMA))

    return {
        "empty": b"",
        "empty blank": b"\xef\xbb\xbf \n",
        "web_page": b"\n <!doctype html><title>404</title>",
        "git_lfs": b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 42\n",
        "old_format": b"tjgg" + bytes(60),
        "archive": b"PK\x03\x04" + bytes(60),
        "safetensors": struct.pack("<Q", 60) + b'{"__metadata__":{}}',
        "other": b"GGU",
        "other text": "año".encode("latin-1"),
        "big_endian": b"GGUF" + struct.pack(">IQQ", 3, 0, 0),
        "version": b"GGUF" + struct.pack("<IQQ", 1, 0, 0),
        "truncated magic": b"GGUF",
        "count of a file cut short": whole[:200],
        "truncated tensors": whole[:-9],
        "truncated text": head + struct.pack("<IQ", 8, 2**63) + bytes(64),
        "count tensors": b"GGUF" + struct.pack("<IQQ", 3, 2**64 - 1, 0),
        "count metadata": b"GGUF" + struct.pack("<IQQ", 3, 0, 2**40) + bytes(64),
        "count values": head + struct.pack("<IIQ", 9, 10, 2**61) + bytes(64),
        "count texts": head + struct.pack("<IIQ", 9, 8, 2**62) + bytes(64),
        "length": b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 2**33) + bytes(64),
        "length of a tensor's name": named(Row("x" * 65, (1,))),
        "value_type": head + struct.pack("<I", 13) + bytes(64),
        "value_type in a list": head + struct.pack("<IIQ", 9, 99, 1) + bytes(64),
        "nested": head + struct.pack("<I", 9) + nested,
        "duplicate key": gguf([("k", 1), ("k", 2)]),
        "duplicate tensor": gguf([], [Row("t", (1,)), Row("t", (1,))]),
        "alignment": gguf([("general.alignment", 24)]),
        "alignment none": gguf([("general.alignment", 0)]),
        "alignment text": gguf([("general.alignment", "32")]),
        "dimensions": named(Row("t", (1, 1, 1, 1, 1))),
        "shape none": named(Row("t", (32, 0))),
        "shape huge": named(Row("t", (2**32, 2**32))),
        "shape negative": named(Row("t", (2**64 - 1,))),
        "tensor_type": named(Row("t", (32,), 999)),
        "tensor_type known": named(Row("t", (32,), 9)),
        "row": named(Row("t", (100, 2), "Q4_K")),
        "architecture": gguf([("general.architecture", "bert")]),
        "architecture of objects": gguf([("general.architecture", "constructor")]),
        "not_first": gguf([("split.no", 1), ("split.count", 2)]),
        "missing architecture": gguf([]),
        "missing layers": with_metadata(block_count=None),
        "missing width": with_metadata(embedding_length=None),
        "missing vocabulary": gguf(llama_metadata(), rows(LLAMA)[1:]),
        "missing feed-forward": with_metadata(feed_forward_length=None),
        "missing latent key": gguf(OLD_MLA_METADATA, rows(OLD_MLA)),
        "number text": with_metadata(embedding_length="512"),
        "number fraction": with_metadata(embedding_length=512.5),
        "number negative": with_metadata(embedding_length=Value("i32", -512)),
        "number huge": with_metadata(context_length=Value("u64", 2**60)),
        "number of layers": with_metadata(block_count=2**31),
        "number of experts": with_metadata(expert_count=8),
        "differs": with_metadata(attention__head_count_kv=[2, 4]),
        "differs where there are none": with_metadata(attention__head_count_kv=[2, 0]),
        "number of heads": with_metadata(attention__head_count_kv=0),
        "value_length": with_metadata(attention__key_length=64, attention__value_length=32),
        "contradiction width": with_metadata(embedding_length=1024),
        "contradiction keys": with_metadata(attention__head_count_kv=4),
        "contradiction experts": gguf(OLD_MLA_METADATA, wrong_experts()),
        "contradiction blocks": with_metadata(block_count=1),
    }
