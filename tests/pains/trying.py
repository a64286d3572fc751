"""What is said about a glossary of a few files, and what its pages hold; for the tests beside this."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import lxml.html  # type: ignore[import-untyped]  # ships no types
from lxml.html import HtmlElement

from lemario.content.glossary import Glossary
from lemario.content.load import Loaded, load_glossary
from lemario.core.diagnostics import Diagnostic
from tests import small

Files = Mapping[str, str | bytes]
"""What files hold, by the id of the term, or by the path in the glossary where there is a `/`."""


def write(folder: Path, files: Files) -> Path:
    """Writes the small glossary with these files into a folder that is not there yet."""
    small.write(folder, {})
    for name, content in files.items():
        file = folder / (name if "/" in name or name.endswith(".yaml") else f"terms/{name}.yaml")
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def load(folder: Path, files: Files) -> Loaded:
    """The outcome of loading them, from a folder of its own below `folder`."""
    number = len(list(folder.iterdir()))
    return load_glossary(write(folder / f"{number}", files), "glossary")


def said(folder: Path, files: Files) -> Sequence[Diagnostic]:
    """What is found in them."""
    return load(folder, files).diagnostics


def codes(folder: Path, files: Files) -> list[str]:
    """The codes of what is found in them, in order."""
    return sorted(d.code for d in said(folder, files))


def good(folder: Path, files: Files) -> Glossary:
    """The glossary, about which there must be nothing to say."""
    outcome = load(folder, files)
    assert outcome.glossary is not None, outcome.diagnostics
    assert outcome.diagnostics == ()
    return outcome.glossary


def pasted(text: str, found: Diagnostic) -> str | None:
    """The text after doing what the help shows to paste; None if it shows nothing.

    What stands after a colon on the line of the help replaces what it would be without quotes;
    a line below the help replaces the line of the diagnostic, its indentation kept.
    """
    lines = text.split("\n")
    number = found.span.line - 1
    first, _, below = found.help.partition("\n")
    if below:
        indent = lines[number][: len(lines[number]) - len(lines[number].lstrip())]
        lines[number] = "\n".join(indent + line for line in below.split("\n"))
        return "\n".join(lines)
    shown = re.search(r'quotes: ("(?:[^"\\]|\\.)*")', first)
    if shown is None:
        return None
    bare = shown[1][1:-1].replace('\\"', '"').replace("\\\\", "\\")
    assert bare in lines[number], (bare, lines[number])
    lines[number] = lines[number].replace(bare, shown[1], 1)
    return "\n".join(lines)


def page(site: Path, name: str) -> HtmlElement:
    """A page of a built site."""
    return lxml.html.document_fromstring((site / name).read_bytes().decode())


def words(element: HtmlElement) -> str:
    """The text of an element, white space made plain."""
    return " ".join(element.text_content().split())


def pages(site: Path) -> list[tuple[str, HtmlElement]]:
    """All pages of a built site, by their address in it."""
    return [
        (file.relative_to(site).as_posix(), page(site, file.relative_to(site).as_posix()))
        for file in sorted(site.rglob("*.html"))
    ]
