"""Whether a placement fits, and the questions asked backwards. Written in the dialect.

A GPU's `free_bytes` are what is left for weights, cache and buffers: of its memory, without what
others use, the driver's overhead, and what is there besides the model (a projector, the weights of
a draft model).
"""

from __future__ import annotations

from lemario.calc.compute_buffer import compute_buffer_bytes, graph_tokens, mask_bytes
from lemario.calc.formulas import cached_bytes, context_bytes, draft_settings
from lemario.calc.gpu_buffer import gpu_buffer_bytes, host_buffer_bytes, pipeline_bytes
from lemario.calc.kv_cache import layer_cells
from lemario.calc.placement import (
    gpu_kv_cache_bytes,
    gpu_state_bytes,
    gpu_weights_bytes,
    is_last,
    offloadable_layers,
    ram_weights_bytes,
)
from lemario.calc.records import Architecture, FileType, Gpu, Layer, Placement, Settings
from lemario.formula.language import largest, largest_where, total

# --- Does it fit? --------------------------------------------------------------------------------


def gpu_cached_bytes(a: Architecture, s: Settings, p: Placement, g: Gpu) -> float:
    """Bytes that a GPU remembers: KV cache and state of its layers."""
    return gpu_kv_cache_bytes(a, s, p, g) + gpu_state_bytes(a, s, p, g)


def drafting_bytes(drafts: tuple[Architecture, ...], s: Settings, p: Placement, g: Gpu) -> float:
    """Bytes of the contexts of what drafts tokens.

    They are taken to be on the last GPU whole: those of a block of the model are, a draft model
    would be shared out.
    """
    if not is_last(p, g):
        return 0
    return total(context_bytes(d, draft_settings(s)) for d in drafts)


def gpu_running_bytes(
    a: Architecture,
    drafts: tuple[Architecture, ...],
    s: Settings,
    file_type: FileType,
    p: Placement,
    g: Gpu,
) -> float:
    """Bytes of a GPU's memory that the model takes besides weights: cache, state and buffers."""
    held = gpu_cached_bytes(a, s, p, g) + gpu_buffer_bytes(a, s, file_type, p, g)
    return held + drafting_bytes(drafts, s, p, g)


def gpu_bytes(
    a: Architecture,
    drafts: tuple[Architecture, ...],
    s: Settings,
    file_type: FileType,
    p: Placement,
    g: Gpu,
) -> float:
    """Bytes of a GPU's memory that the model takes: weights, cache, state and buffers."""
    running = gpu_running_bytes(a, drafts, s, file_type, p, g)
    return gpu_weights_bytes(a, file_type, p, g) + running


def ram_running_bytes(a: Architecture, s: Settings, p: Placement) -> float:
    """Bytes of RAM besides weights: caches and states not on GPUs, and the buffer that feeds them."""
    left = cached_bytes(a, s) - total(gpu_cached_bytes(a, s, p, g) for g in p.gpus)
    buffer = compute_buffer_bytes(a, s) if len(p.gpus) == 0 else host_buffer_bytes(a, s)
    return left + buffer


def ram_bytes(a: Architecture, s: Settings, file_type: FileType, p: Placement) -> float:
    """Bytes of RAM that the model takes: what is not on GPUs, and the buffer that feeds them."""
    return ram_weights_bytes(a, file_type, p) + ram_running_bytes(a, s, p)


def fits(
    a: Architecture,
    drafts: tuple[Architecture, ...],
    s: Settings,
    file_type: FileType,
    p: Placement,
) -> bool:
    """Whether each GPU has room for what it is given, and RAM for the rest."""
    on_gpus = total(gpu_bytes(a, drafts, s, file_type, p, g) for g in p.gpus)
    shared = on_gpus if p.shares_ram else 0
    if ram_bytes(a, s, file_type, p) + shared > p.ram_free_bytes:
        return False
    return not any(gpu_bytes(a, drafts, s, file_type, p, g) > g.free_bytes for g in p.gpus)


# --- Backwards -----------------------------------------------------------------------------------


def scores_values(s: Settings, layer: Layer) -> float:
    """Values a token of the scores of attention in a layer, which flash attention does not keep."""
    return 0 if s.flash_attention or layer.key_row == 0 else layer.heads * layer_cells(s, layer)


def growing_bytes(
    a: Architecture, drafts: tuple[Architecture, ...], s: Settings, p: Placement, g: Gpu
) -> float:
    """Bytes of what a GPU takes that never shrinks with the context: caches, masks, scores."""
    drafted = total(cached_bytes(d, draft_settings(s)) for d in drafts) if is_last(p, g) else 0
    scores = 4 * graph_tokens(s) * largest(scores_values(s, l) for l in a.layers)
    masks = mask_bytes(a, s) + pipeline_bytes(a, s, p)
    return gpu_cached_bytes(a, s, p, g) + masks + scores + drafted


def runs_beside_weights(
    a: Architecture,
    drafts: tuple[Architecture, ...],
    s: Settings,
    file_type: FileType,
    p: Placement,
) -> bool:
    """Whether all but the weights fits into what is free, from which these are taken already."""
    on_gpus = total(gpu_running_bytes(a, drafts, s, file_type, p, g) for g in p.gpus)
    shared = on_gpus if p.shares_ram else 0
    if ram_running_bytes(a, s, p) + shared > p.ram_free_bytes:
        return False
    return not any(gpu_running_bytes(a, drafts, s, file_type, p, g) > g.free_bytes for g in p.gpus)


def largest_context(
    a: Architecture,
    drafts: tuple[Architecture, ...],
    s: Settings,
    file_type: FileType,
    p: Placement,
) -> float:
    """Largest context, in steps of 256 tokens, that fits beside the weights; 0 if none.

    The weights, which no context changes, must be taken from what is free already. The compute
    buffer does not always grow with the context, so all steps are tried from the top: it holds for
    this one and not for the next. The top is where what does grow no longer fits alone.
    """
    far = largest_where(
        256,
        a.context,
        65536,
        lambda n: (
            not any(
                growing_bytes(a, drafts, s._replace(n_ctx=max(256, n)), p, g) > g.free_bytes
                for g in p.gpus
            )
        ),
    )
    near = largest_where(
        256,
        min(a.context, far + 65536),
        256,
        lambda n: (
            not any(
                growing_bytes(a, drafts, s._replace(n_ctx=max(256, n)), p, g) > g.free_bytes
                for g in p.gpus
            )
        ),
    )
    return largest_where(
        256,
        near,
        256,
        lambda n: runs_beside_weights(a, drafts, s._replace(n_ctx=max(256, n)), file_type, p),
    )


def most_gpu_layers(
    a: Architecture,
    drafts: tuple[Architecture, ...],
    s: Settings,
    file_type: FileType,
    p: Placement,
) -> float:
    """Most layers for `-ngl`, the output counted, that fit on the GPUs; 0 if none do."""
    return largest_where(
        0,
        offloadable_layers(a),
        1,
        lambda n: fits(a, drafts, s, file_type, p._replace(gpu_layers=n)),
    )


def fewest_cpu_moe_layers(
    a: Architecture,
    drafts: tuple[Architecture, ...],
    s: Settings,
    file_type: FileType,
    p: Placement,
) -> float:
    """Fewest layers for `--n-cpu-moe` with which it fits; all layers if it does not even so."""
    layers = total(len(l.blocks) for l in a.layers)
    with_experts = largest_where(
        0,
        layers,
        1,
        lambda n: fits(a, drafts, s, file_type, p._replace(cpu_moe_layers=layers - n)),
    )
    return layers - with_experts
