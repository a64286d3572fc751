"""Reads the payload of the search as tests need it: by entry instead of by column."""

from __future__ import annotations

import json
from typing import Any

from lemario.core.text import fold

Cells = dict[str, dict[str, str]]
"""By language, then by kind of text; what an entry has none of is left out."""


def data_of(script: str) -> dict[str, Any]:
    """What the script defines."""
    assert script.startswith("const LemarioData = {")
    assert script.endswith("};\n")
    data: dict[str, Any] = json.loads(
        script.removeprefix("const LemarioData = ").removesuffix(";\n")
    )
    return data


def entries_of(script: str) -> dict[str, Cells]:
    """The cells of each entry by its id."""
    data = data_of(script)
    names = data["es"].get("term", "").split("\n")
    made = [fold(name).replace(" ", "-").replace("ñ", "n") for name in names]
    count = sum(group["count"] for group in data["groups"])
    ids = [id_ or made[at] for at, id_ in enumerate(data["ids"].split("\n")[:count])]
    found: dict[str, Cells] = {id_: {"es": {}, "en": {}} for id_ in ids}
    for lang in ("es", "en"):
        for key, column in data[lang].items():
            lines = column.split("\n")
            assert len(lines) == len(ids)
            for id_, cell in zip(ids, lines, strict=True):
                if cell:
                    found[id_][lang][key] = cell
    return found
