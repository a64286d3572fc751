"""Did you mean …? One suggestion or none."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

from lemario.core.text import fold

# Below this share of equal letters a suggestion is more often wrong than right: `relatd` to
# `related` is 92, `category` to `categoria` 82, `gqa` to `mqa` 67.
_LEAST_RATIO = 70.0
_MOST_CANDIDATES = 20_000


def nearest(wrong: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like `wrong`, or None when none is near.

    Case and accents do not count. Ties go to the first in alphabetical order, so that the
    answer does not depend on the order of the candidates.
    """
    choices = sorted(set(candidates))[:_MOST_CANDIDATES]
    best = process.extractOne(
        wrong, choices, scorer=fuzz.ratio, processor=fold, score_cutoff=_LEAST_RATIO
    )
    return best[0] if best else None


def did_you_mean(wrong: str, candidates: Iterable[str]) -> str:
    """The help line `did you mean "…"?`, or "" when nothing is near."""
    found = nearest(wrong, candidates)
    return f'did you mean "{found}"?' if found is not None else ""
