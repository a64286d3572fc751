"""Finds the theme and checks it: templates, assets and the words of the interface."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from lemario.content.schema_check import validate
from lemario.content.source_text import read_source, read_whole, unreadable
from lemario.content.yaml_source import RawDocument, parse
from lemario.core.diagnostics import Checked, Diagnostic, Span, error
from lemario.core.lang import LANGS, Bilingual, Lang
from lemario.core.places import default_theme_folder
from lemario.core.script import script_json
from lemario.core.source import SourceText
from lemario.core.tree import files_below
from lemario.site.files import OutputFile
from lemario.site.strings import PLACEHOLDER, Message, Strings

_SCRIPT_PREFIX = "js."
_READER_PREFIX = "reader."


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Plural(_Model):
    one: str
    many: str | None = None
    other: str


class _String(_Model):
    about: str
    es: str | _Plural
    en: str | _Plural


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme as it was when it was read: a build sees one state of it, however long it takes.

    `folder` is where it lies, `templates` and `assets` its files by path from there, `strings` the
    words of the interface in both languages. `digest` is the hash of what pages are made from:
    templates and strings. Templates cannot read assets. Themes are equal that make equal pages.
    """

    folder: Path
    templates: Mapping[str, bytes] = field(compare=False)
    assets: Mapping[str, bytes] = field(compare=False)
    strings: Bilingual[Strings] = field(compare=False)
    digest: str

    def output_files(self) -> tuple[OutputFile, ...]:
        """The files of `assets/`, and the scripts that hold the words which scripts need."""
        files = [
            OutputFile(path, data)
            for path, data in self.assets.items()
            if not path.rpartition("/")[2].startswith(".")
        ]
        for strings in self.strings:
            files += [_script_strings(strings), _reader_strings(strings)]
        return tuple(sorted(files, key=lambda file: file.path))


@dataclass(frozen=True, slots=True)
class LoadedTheme:
    """A theme, or None where it has errors; findings; and the texts that they point into."""

    theme: Theme | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, str]


def load_theme(folder: Path | None = None) -> LoadedTheme:
    """The theme in `folder`, or the default one."""
    folder = folder or default_theme_folder()
    shown = folder.as_posix()
    for needed in ("pages", "assets"):
        if not (folder / needed).is_dir():
            problem = error(
                "L401",
                Span.whole(shown),
                f"this is no theme: it has no folder `{needed}`",
                "copy the folder `templates` of the project and change that",
            )
            return LoadedTheme(None, (problem,), {})
    read = read_source(folder / "strings.yaml", f"{shown}/strings.yaml")
    if read.value is None:
        return LoadedTheme(None, read.diagnostics, {})
    checked = _strings(read.value)
    sources = {read.value.path: read.value.text}
    if checked.value is None:
        return LoadedTheme(None, checked.diagnostics, sources)
    try:
        files = {path: read_whole(file) for path, file in files_below(folder)}
    except OSError as problem:
        where = Path(problem.filename).as_posix() if problem.filename else shown
        return LoadedTheme(None, (*checked.diagnostics, unreadable(problem, where)), sources)
    assets = {path: data for path, data in files.items() if path.startswith("assets/")}
    templates = {path: data for path, data in files.items() if path not in assets}
    digest = hashlib.sha256(repr((templates, read.value.text)).encode()).hexdigest()
    theme = Theme(folder, templates, assets, checked.value, digest)
    return LoadedTheme(theme, checked.diagnostics, sources)


def _strings(source: SourceText) -> Checked[Bilingual[Strings]]:
    parsed = parse(source)
    if parsed.value is None:
        return Checked(None, parsed.diagnostics)
    checked = validate(TypeAdapter(dict[str, _String]), parsed.value)
    found = (*parsed.diagnostics, *checked.diagnostics)
    if checked.value is not None:
        found += _placeholder_problems(parsed.value, checked.value)
    if checked.value is None or found:
        return Checked(None, found)
    es, en = (Strings(lang, _messages(checked.value, lang)) for lang in LANGS)
    return Checked(Bilingual(es, en))


def _messages(strings: Mapping[str, _String], lang: Lang) -> dict[str, Message]:
    messages: dict[str, Message] = {}
    for key, entry in strings.items():
        text = entry.es if lang is Lang.ES else entry.en
        messages[key] = text if isinstance(text, str) else text.model_dump(exclude_none=True)
    return messages


def _placeholder_problems(
    document: RawDocument, strings: Mapping[str, _String]
) -> tuple[Diagnostic, ...]:
    """Both languages must fill in the same placeholders."""
    return tuple(
        error(
            "L402",
            document.value_span((key, "en")),
            f"the languages or plural forms of {key!r} have different placeholders",
            "write the same {names} in both",
        )
        for key, entry in strings.items()
        if _placeholders(entry.es) != _placeholders(entry.en)
        or not all(_forms_agree(text) for text in (entry.es, entry.en))
    )


def _placeholders(text: str | _Plural) -> set[str]:
    return set(PLACEHOLDER.findall(text if isinstance(text, str) else text.other))


def _forms_agree(text: str | _Plural) -> bool:
    """Whether the forms of a plural fill in nothing that its form `other` does not know."""
    if isinstance(text, str):
        return True
    return all(_placeholders(form) <= _placeholders(text) for form in (text.one, text.many or ""))


def _script_strings(strings: Strings) -> OutputFile:
    script = f"const LemarioStrings = {_chosen(strings, _SCRIPT_PREFIX)};\n"
    return OutputFile(f"assets/js/strings-{strings.lang.value}.js", script.encode())


def _reader_strings(strings: Strings) -> OutputFile:
    """The words of the readers of files: loaded only with these, and added to the others."""
    script = f"Object.assign(LemarioStrings, {_chosen(strings, _READER_PREFIX)});\n"
    return OutputFile(f"assets/js/strings-reader-{strings.lang.value}.js", script.encode())


def _chosen(strings: Strings, prefix: str) -> str:
    chosen = {k: v for k, v in strings.messages.items() if k.startswith(prefix)}
    return script_json(chosen, indent=2, sort_keys=True)
