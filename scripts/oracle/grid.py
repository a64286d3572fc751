"""What llama.cpp is asked about each model: a dozen settings and a few file types.

Which, follows from the model's id alone, so that rows stay as they are when the catalogue grows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from zlib import crc32

from lemario.calc.questions import BATCH
from lemario.calc.records import Architecture, CacheType, FileType, Settings
from scripts.oracle.metadata import FILE_TYPES

LONGEST = 131072
CONTEXTS = (512, 1000, 2048, 4096, 8200, 16384, 32768, 65536, LONGEST)
"""Tokens; models are asked up to the context that they were trained for."""

# fmt: off
CACHE_TYPES: tuple[tuple[CacheType, CacheType], ...] = (
    ("f16", "f16"), ("q8_0", "q8_0"), ("f16", "f16"), ("q4_0", "q4_0"), ("bf16", "bf16"),
    ("f16", "f16"), ("f32", "f32"), ("q8_0", "q4_0"), ("f16", "f16"), ("q5_1", "q5_0"),
    ("q8_0", "f16"), ("f16", "q8_0"), ("q4_1", "iq4_nl"),
)
"""Types of keys and values: f16 more often, as in use."""

CACHE_TYPE_NUMBERS: Mapping[CacheType, int] = {
    "f32": 0, "f16": 1, "q4_0": 2, "q4_1": 3, "q5_0": 6, "q5_1": 7, "q8_0": 8, "iq4_nl": 20,
    "bf16": 30,
}
"""The number of a type in llama.cpp's interface: that of the tensor type."""
# fmt: on

SLOTS: tuple[tuple[int, bool], ...] = (
    (1, True),
    (4, True),
    (1, True),
    (4, False),
    (3, True),
    (8, False),
    (1, False),
    (3, False),
    (8, True),
)
"""Slots, and whether they share one cache."""

MICRO_BATCHES = (512, 2048, 64, 512, 256, 1024, 128)
"""Tokens that are computed at once."""

MAIN_FILE_TYPE: FileType = "Q4_K_M"
"""The file that all settings are asked of."""

OTHER_FILE_TYPES = tuple(kind for kind in FILE_TYPES if kind != MAIN_FILE_TYPE)
"""Files that only the weights are asked of."""

ROWS = 14
FILES = 4


def file_types(model_id: str) -> list[FileType]:
    """The file types of a model: the main one, and others spread over all that there are."""
    others = len(OTHER_FILE_TYPES)
    first = _number(model_id)
    picked = [
        OTHER_FILE_TYPES[(first + i * others // (FILES - 1)) % others] for i in range(FILES - 1)
    ]
    return [MAIN_FILE_TYPE, *picked]


def settings(model_id: str, decoder: Architecture) -> list[Settings]:
    """The settings of a model, none of them twice: the plain ones first."""
    contexts = [n for n in CONTEXTS if n <= decoder.context] or [int(decoder.context)]
    windows = any(layer.window > 0 for layer in decoder.layers)
    found = [_plain(contexts[-1]), _plain(contexts[-1])._replace(flash_attention=False)]
    found += _turned(_number(model_id), contexts, windows)
    return list(dict.fromkeys(found))


def block_settings(model_id: str, block: Architecture) -> list[Settings]:
    """Those of a block that predicts several tokens: its cache is in f16, it answers each slot."""
    found = settings(model_id, block)
    plain = [s._replace(kv_type_k="f16", kv_type_v="f16", logits_rows=s.slots) for s in found]
    return list(dict.fromkeys(plain))


def asked(s: Settings) -> dict[str, int]:
    """Settings by the names of llama.cpp; the batch is never smaller than the micro-batch."""
    return {
        "n_ctx": int(s.n_ctx),
        "n_batch": max(BATCH, int(s.n_ubatch)),
        "n_ubatch": int(s.n_ubatch),
        "n_seq_max": int(s.slots),
        "n_outputs_max": int(s.logits_rows),
        "flash_attention": int(s.flash_attention),
        "type_k": CACHE_TYPE_NUMBERS[s.kv_type_k],
        "type_v": CACHE_TYPE_NUMBERS[s.kv_type_v],
        "swa_full": int(s.swa_full),
        "kv_unified": int(s.unified),
    }


def _plain(n_ctx: int) -> Settings:
    return Settings(n_ctx, 1, True, 512, "f16", "f16", True, False, 1, 0)


def _turned(seed: int, contexts: list[int], windows: bool) -> Iterator[Settings]:
    """Each list is gone through at its own pace, from where the model's number says."""
    for i in range(ROWS - 2):
        keys, values = CACHE_TYPES[(seed // 7 + i) % len(CACHE_TYPES)]
        slots, unified = SLOTS[(seed // 11 + i) % len(SLOTS)]
        yield Settings(
            n_ctx=contexts[(seed + i) % len(contexts)],
            slots=slots,
            unified=unified,
            n_ubatch=MICRO_BATCHES[(seed // 13 + i) % len(MICRO_BATCHES)],
            kv_type_k=keys,
            kv_type_v=values,
            flash_attention=(seed + i) % 3 != 0,
            swa_full=windows and (seed // 3 + i) % 4 == 0,
            logits_rows=0 if (seed // 5 + i) % 4 == 0 else slots,
            predicted=0,
        )


def _number(model_id: str) -> int:
    return crc32(model_id.encode())
