"""What each diagnostic means, in Markdown: read by `lemario explain` and by the site."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import PurePath


@cache
def explanations() -> Mapping[str, str]:
    """The text for each code, in the order of the codes. It begins with `# CODE: title`."""
    folder = files("lemario") / "messages"
    found = {
        PurePath(file.name).stem: file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".md")
    }
    return dict(sorted(found.items()))


def title_of(text: str) -> str:
    """The first line of an explanation without its mark: `L103: unknown field`."""
    return text.partition("\n")[0].removeprefix("# ")
