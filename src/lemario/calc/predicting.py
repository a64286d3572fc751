"""The block with which some models draft several tokens at once (MTP), as a decoder of its own.

llama.cpp gives it a context of its own (`--spec-type draft-mtp`): a draft model of one layer, whose
weights are in the same file. The target keeps a state for each token that is drafted, see
`kv_cache.state_bytes`. Weights, cache and states are those of llama.cpp of October 2026 to the byte.
"""

from __future__ import annotations

from lemario.calc.catalogue import ModelConfig
from lemario.calc.families import FAMILIES
from lemario.calc.records import Architecture

PREDICTING = tuple(
    name for name, family in FAMILIES.items() if family.mtp_block or family.mtp_files
)
"""Families of models with such a block that is known here."""

PREDICTED = 3
"""Tokens that llama.cpp drafts at most unless told otherwise (`--spec-draft-n-max`)."""

_VECTORS = 2.0
"""Hidden vectors alive in its feed-forward part. Source: fitted to llama.cpp, October 2026."""


class NoBlockError(ValueError):
    """No file of the model has a block that llama.cpp predicts several tokens with."""


def with_block(config: ModelConfig) -> ModelConfig:
    """The config of a file that has the block.

    Raises:
        NoBlockError: there is no such file, as far as is known.
    """
    if config.model_type not in PREDICTING:
        raise NoBlockError(config.model_type)
    blocks = max(1, config.num_nextn_predict_layers or 0)
    return config.model_copy(update={"num_nextn_predict_layers": blocks})


def predicting_block(decoder: Architecture) -> Architecture:
    """The block of a decoder whose file has one: a layer as its last, with the block's weights.

    Raises:
        NoBlockError: the file has none.
    """
    attending = [layer for layer in decoder.layers if layer.key_row > 0 and layer.window == 0]
    if not decoder.skipped or not attending:
        raise NoBlockError
    last = max(attending, key=lambda layer: layer.blocks[-1])
    layer = last._replace(
        blocks=(decoder.layers[0].blocks[0],),
        vectors=_VECTORS,
        vectors_quantised=_VECTORS,
        matrices=(),
    )
    return decoder._replace(predicts=True, layers=(layer,), outside=decoder.skipped, skipped=())
