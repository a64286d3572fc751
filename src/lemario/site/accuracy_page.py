"""The page that sets our numbers beside those of a real llama.cpp."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from babel.numbers import format_decimal

from lemario.calc.accuracy import Accuracy, ModelAccuracy, Pair, ParameterCount
from lemario.core.lang import Lang
from lemario.site.accuracy_views import (
    AccuracyView,
    ComparedModel,
    ComparedSize,
    DifferingCount,
    Greatest,
)
from lemario.site.formats import NO_BREAK
from lemario.site.live import amount, percent


@lru_cache(maxsize=2)
def accuracy_view(found: Accuracy, lang: Lang) -> AccuracyView:
    """Everything that was measured, models in the order of their names."""
    models = found.models
    off = [abs(pair.off) for _, pair in found.computes]

    def within(limit: float) -> str:
        return percent(sum(share <= limit for share in off) / max(1, len(off)), lang)

    return AccuracyView(
        engine=f"{found.engine.name} ({found.engine.package})",
        backend=found.engine.backend,
        files=sum(model.n_files for model in models),
        files_wrong=sum(model.weights_wrong for model in models),
        rows=sum(model.n_rows - model.n_refused for model in models),
        rows_wrong=sum(model.cache_wrong for model in models),
        refused=sum(model.n_refused for model in models),
        asked=sum(model.n_rows for model in models),
        refusals_wrong=sum(model.refusals_wrong for model in models),
        within_1=within(0.01),
        within_5=within(0.05),
        worst_share=_greatest(found, lambda pair: abs(pair.off), lang),
        worst_bytes=_greatest(found, lambda pair: abs(pair.ours - pair.theirs), lang),
        blocks=len(found.blocks),
        block_sizes=sum(len(block.sizes) for block in found.blocks),
        block_sizes_wrong=sum(
            pair.ours != pair.theirs for block in found.blocks for pair in block.sizes
        ),
        block_worst=percent(
            max((abs(pair.off) for block in found.blocks for pair in block.computes), default=0),
            lang,
        ),
        aborts=sum(model.aborts for model in models),
        counted=len(found.counts),
        counts_equal=sum(count.computed == count.published for count in found.counts),
        differing=tuple(
            _differing(count, lang)
            for count in sorted(found.counts, key=lambda count: count.entry.model.name.casefold())
            if count.computed != count.published
        ),
        models=tuple(
            _model(model, lang)
            for model in sorted(models, key=lambda model: model.entry.model.name.casefold())
        ),
        not_measured=tuple(
            sorted((entry.model.name for entry in found.not_measured.values()), key=str.casefold)
        ),
    )


def _greatest(found: Accuracy, size: Callable[[Pair], float], lang: Lang) -> Greatest | None:
    """The compute buffer that is furthest off by some measure; None if none was compared."""
    if not found.computes:
        return None
    model, pair = max(found.computes, key=lambda it: size(it[1]))
    mib = _mib(abs(pair.ours - pair.theirs), lang)
    return Greatest(model.entry.model.name, percent(abs(pair.off), lang), f"{mib}{NO_BREAK}MiB")


def _differing(count: ParameterCount, lang: Lang) -> DifferingCount:
    model = count.entry.model
    why = model.parameters_note[lang] if model.parameters_note else ""
    computed, published = (amount(n, lang, 0) for n in (count.computed, count.published))
    return DifferingCount(model.name, computed, published, why)


def _model(model: ModelAccuracy, lang: Lang) -> ComparedModel:
    off = max((pair.off for pair in model.computes), key=abs)
    return ComparedModel(
        name=model.entry.model.name,
        file_type=model.file_type,
        context=amount(model.settings.n_ctx, lang, 0),
        sizes=(
            _size("weights", model.weights, lang),
            _size("cache", model.cache, lang),
            _size("compute", model.compute, lang),
        ),
        rows=len(model.computes),
        worst=_share(off, lang),
    )


def _size(kind: str, pair: Pair, lang: Lang) -> ComparedSize:
    off = _share(pair.off, lang) if kind == "compute" else _bytes(pair.ours - pair.theirs, lang)
    exact = pair.ours == pair.theirs
    return ComparedSize(kind, _mib(pair.ours, lang), _mib(pair.theirs, lang), off, exact)


def _mib(value: float, lang: Lang) -> str:
    grouped = lang is Lang.EN or value >= 10_000 * 2**20
    return format_decimal(value / 2**20, "#,##0.00", locale=lang.value, group_separator=grouped)


def _bytes(value: float, lang: Lang) -> str:
    return f"{'+' if value > 0 else ''}{amount(value, lang, 0)}{NO_BREAK}B".replace("-", "−")


def _share(value: float, lang: Lang) -> str:
    """A signed share with two decimals: "+0,31 %"."""
    rounded = round(100 * value, 2) + 0.0
    sign = "+" if rounded > 0 else ""
    space = NO_BREAK if lang is Lang.ES else ""
    return f"{sign}{amount(rounded, lang)}{space}%".replace("-", "−")
