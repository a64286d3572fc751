"""`lemario check --fix`: mends in the files of a glossary what can be mended without asking.

Comments, quotes and layout of everything else stay as they are; a second run changes nothing. What
the files say is the same before and after, but for texts that could not be read before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from lemario.content.fix_links import with_current_ids
from lemario.content.fix_order import in_schema_order
from lemario.content.fix_text import Mended, as_plain_utf8, without_trailing_blanks
from lemario.content.fix_yaml import made_readable, with_lost_text
from lemario.content.glossary import Entry
from lemario.content.models import ID_PATTERN, categories_adapter, site_adapter, term_adapter
from lemario.content.names import index_names
from lemario.content.rewrite import rewrite
from lemario.content.schema_check import validate
from lemario.content.source_text import LARGEST_BYTES, decode
from lemario.content.yaml_source import Raw, RawDocument, parse
from lemario.core.source import SourceText
from lemario.core.text import nfc

_Step = Callable[[RawDocument], Mended]


@dataclass(frozen=True, slots=True)
class Fix:
    """What was mended in a file, in words; or why it was not written, in `refused`."""

    path: str
    done: tuple[str, ...]
    refused: str = ""


def fix_glossary(root: Path, shown_root: str) -> tuple[Fix, ...]:
    """Mends the files of the glossary in `root`, which messages call `shown_root`.

    Returns what was done to each file that changed or should have changed, in the order of their
    paths. Links to files elsewhere are not followed.
    """
    before = {file: data for file in _files(root) if (data := _read(file)) is not None}
    mended = {
        file: mended
        for file, data in before.items()
        if (mended := _mended(file, data, root)) is not None
    }
    terms = {file: m.text for file, m in mended.items() if file.parent != root}
    for file, links in _links(terms).items():
        mended[file] = Mended(links.text, (*mended[file].done, *links.done))
    fixes: list[Fix] = []
    for file, better in mended.items():
        if better.done:
            refused = rewrite(file, before[file], better.text.encode())
            relative = file.relative_to(root).as_posix()
            shown = nfc(relative if shown_root == "." else f"{shown_root}/{relative}")
            fixes.append(Fix(shown, better.done, refused))
    return tuple(sorted(fixes, key=lambda fix: fix.path))


def fix_term(data: bytes) -> Mended | None:
    """The text of a term file after mending what needs no other file; None if it is no UTF-8."""
    return _fix_file(data, term_adapter(), (in_schema_order,))


def _fix_file(
    data: bytes, adapter: TypeAdapter[Any], more: tuple[_Step, ...] = ()
) -> Mended | None:
    """What `fix_term` does, for a file that holds what `adapter` reads."""
    mended = as_plain_utf8(data)
    if mended is None or decode(mended.text.encode(), "").value is None:
        return mended
    readable = made_readable(SourceText("", mended.text), adapter)
    done = [*mended.done, *readable.done]
    text = readable.text
    lost = partial(with_lost_text, adapter=adapter)
    steps: tuple[_Step, ...] = (lost, *more, _without_trailing_blanks)
    for step in steps:
        checked = parse(SourceText("", text))
        if checked.value is None or checked.diagnostics:
            break  # a repeated field, say: what is not kept has no place that is known
        better = step(checked.value)
        done += better.done
        text = better.text
    return Mended(text, tuple(done))


def _without_trailing_blanks(document: RawDocument) -> Mended:
    mended = without_trailing_blanks(document)
    after = parse(SourceText("", mended.text)).value
    same = after is not None and _words(after.data) == _words(document.data)
    return mended if same else Mended(document.source.text)


def _words(raw: Raw) -> Raw:
    """The data with all white space alike."""
    if isinstance(raw, dict):
        return {key: _words(value) for key, value in raw.items()}
    if isinstance(raw, list):
        return [_words(value) for value in raw]
    return raw and " ".join(raw.split())


def _links(texts: Mapping[Path, str]) -> dict[Path, Mended]:
    """The texts of term files in which old ids were replaced."""
    entries: dict[Path, Entry] = {}
    for file, text in texts.items():
        document = parse(SourceText("", text)).value
        term = validate(term_adapter(), document).value if document is not None else None
        if document is not None and term is not None:
            entries[file] = Entry(nfc(file.stem), term, document)
    names = index_names(
        {entry.id: entry.term for entry in entries.values()},
        (nfc(file.stem) for file in texts.keys() - entries.keys()),
    )
    changed = {file: with_current_ids(entry, names) for file, entry in entries.items()}
    return {file: mended for file, mended in changed.items() if mended.done}


def _files(root: Path) -> Iterable[Path]:
    """The files that may be mended: those in the glossary's own folder that are read from it."""
    terms = root / "terms"
    yield from (root / "site.yaml", root / "categories.yaml")
    if terms.is_dir() and not terms.is_symlink():
        for file in sorted(terms.glob("*.yaml")):
            if re.fullmatch(ID_PATTERN, nfc(file.stem)):
                yield file


def _read(file: Path) -> bytes | None:
    """The content of a file, None if it is none of ours to mend."""
    try:
        if file.is_symlink() or not file.is_file() or file.stat().st_size > LARGEST_BYTES:
            return None
        return file.read_bytes()
    except OSError:
        return None  # the check that follows says so


def _mended(file: Path, data: bytes, root: Path) -> Mended | None:
    if file.parent != root:
        return fix_term(data)
    return _fix_file(data, site_adapter() if file.name == "site.yaml" else categories_adapter())
