"""`lemario translate`: which texts are to be translated, or looked at again."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lemario.cli.options import glossary_folder, glossary_option
from lemario.cli.printing import EXIT_CONTENT, fail, print_diagnostics, with_hint
from lemario.core.diagnostics import Severity
from lemario.core.lang import LANGS, LANGUAGE_NAMES, Lang

if TYPE_CHECKING:
    from lemario.content.glossary import Entry
    from lemario.content.translation import TranslationStatus

_LANG_CHOICE = click.Choice([lang.value for lang in LANGS])


@click.group(short_help="List what is to be translated; mark what is up to date.")
def translate() -> None:
    """See what is to be translated, and say that a translation is up to date."""


@translate.command(
    "status",
    epilog="Example: lemario translate status --lang en",
    short_help="List the texts that are missing or outdated.",
)
@glossary_option
@click.option("--lang", type=_LANG_CHOICE, help="Only the texts in this language.")
@click.option("--json", "as_json", is_flag=True, help="One object, for programs.")
def status_command(glossary: Path | None, lang: str | None, as_json: bool) -> None:
    """List the texts that are missing or outdated, with what to do, and count all.

    A text is outdated if the one that it was translated from has changed since; it is followed
    only once `lemario translate mark` has been used on it. Drafts are left out.
    """
    from lemario.content.translation import TranslationStatus, status

    langs = LANGS if lang is None else (Lang(lang),)
    entries = [entry for entry in _entries(glossary).values() if not entry.term.is_draft]
    counts = {of: dict.fromkeys(TranslationStatus, 0) for of in langs}
    due: list[tuple[Entry, Lang, TranslationStatus]] = []
    for of in langs:
        for entry in entries:
            found = status(entry.term, of)
            counts[of][found] += 1
            if found in (TranslationStatus.MISSING, TranslationStatus.OUTDATED):
                due.append((entry, of, found))
    rows = [
        {
            "id": entry.id,
            "lang": of.value,
            "status": found.value,
            "file": entry.document.source.path,
            "todo": _todo(entry, of, found),
        }
        for entry, of, found in due
    ]
    if as_json:
        shown = {"languages": counts, "terms": rows}
        click.echo(json.dumps(shown, ensure_ascii=False, indent=2))
        return
    _print_table(rows)
    for of, numbers in counts.items():
        said = ", ".join(f"{number} {found}" for found, number in numbers.items())
        click.echo(f"{LANGUAGE_NAMES[of]}: {said}")


@translate.command(
    "mark",
    epilog="Example: lemario translate mark cache-de-claves --lang en",
    short_help="Say that translations are up to date.",
)
@glossary_option
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@click.option(
    "--lang",
    type=_LANG_CHOICE,
    default="en",
    show_default=True,
    help="The language of the translation.",
)
def mark(glossary: Path | None, ids: tuple[str, ...], lang: str) -> None:
    """Say that the translation of terms fits the other language's text as it stands now.

    Writes `translated_from` into their files, with a hash of that text. Nothing is written if one
    of the terms has no text in one of the two languages.
    """
    from lemario.content.translation import FIELD, TranslationStatus, source_hash, status

    of = Lang(lang)
    folder = glossary_folder(glossary)
    entries = _entries(glossary)
    _check_known(ids, entries)
    chosen = [entries[term_id] for term_id in dict.fromkeys(ids)]
    _refuse(_without_text(entry, of) for entry in chosen)
    refusals: list[str] = []
    for entry in chosen:
        path = entry.document.source.path
        file = folder / "terms" / f"{entry.id}.yaml"
        written = source_hash(entry.term.text(of.other))
        if status(entry.term, of) is TranslationStatus.CURRENT:
            click.echo(f"{path}: is up to date")
        elif refused := _write_mark(file, entry, of, written):
            refusals.append(f"{path}: {refused}")
        else:
            click.echo(f"{path}: {FIELD}: {written} ({of.value})")
    _refuse(refusals)


def _write_mark(file: Path, entry: Entry, lang: Lang, written: str) -> str:
    """Writes the mark into the file of a term; returns why not, or ""."""
    from lemario.content.rewrite import encoded_like, rewrite
    from lemario.content.translation import FIELD, marked

    after = marked(entry.document, lang, written)
    if after is None:
        return f"add `{FIELD}: {written}` below `{lang.value}:` by hand"
    try:
        before = file.read_bytes()
    except OSError as problem:
        return f"not written: {problem.strerror}"
    data = encoded_like(before, entry.document.source.text, after)
    if data is None:
        return "not written: it has been changed meanwhile, or needs `lemario check --fix` first"
    refused = rewrite(file, before, data)
    return refused and f"not written: {refused}"


def _entries(glossary: Path | None) -> dict[str, Entry]:
    """The terms of the glossary by id, drafts too; exits if the glossary has errors."""
    from lemario.content.load import load_glossary

    folder = glossary_folder(glossary)
    loaded = load_glossary(folder, folder.as_posix())
    if loaded.glossary is None:
        errors = [d for d in loaded.diagnostics if d.severity is Severity.ERROR]
        print_diagnostics("full", errors, loaded.sources)
        fail(errors)
    both = (*loaded.glossary.entries, *loaded.glossary.drafts)
    return {entry.id: entry for entry in sorted(both, key=lambda entry: entry.id)}


def _check_known(ids: Iterable[str], entries: Mapping[str, Entry]) -> None:
    from lemario.core.suggest import did_you_mean

    for term_id in ids:
        if term_id not in entries:
            hint = did_you_mean(term_id, entries)
            raise click.BadParameter(
                with_hint(f'there is no term "{term_id}".', hint), param_hint="ID"
            )


def _without_text(entry: Entry, lang: Lang) -> str:
    """Why a term cannot be marked, or ""."""
    for of in (lang, lang.other):
        if not entry.has_text(of):
            return f"{entry.document.source.path}: there is no text in {LANGUAGE_NAMES[of]} yet"
    return ""


def _refuse(refusals: Iterable[str]) -> None:
    """Says why something was not done and exits; goes on if there is nothing to say."""
    said = [refusal for refusal in refusals if refusal]
    for refusal in said:
        click.echo(refusal, err=True)
    if said:
        sys.exit(EXIT_CONTENT)


def _todo(entry: Entry, lang: Lang, status: TranslationStatus) -> str:
    from lemario.content.translation import TranslationStatus

    if status is TranslationStatus.MISSING:
        return f"write `{lang.value}: definition:`"
    if not entry.has_text(lang.other):
        return f"delete `translated_from`: there is no text in {LANGUAGE_NAMES[lang.other]}"
    return (
        f"compare it with the {LANGUAGE_NAMES[lang.other]} text, then "
        f"`lemario translate mark {entry.id} --lang {lang.value}`"
    )


def _print_table(rows: Sequence[Mapping[str, str]]) -> None:
    """The rows with their columns below each other, and an empty line after them."""
    columns = ("status", "lang", "id", "file", "todo")
    widths = {name: max((len(row[name]) for row in rows), default=0) for name in columns}
    for row in rows:
        click.echo("  ".join(row[name].ljust(widths[name]) for name in columns).rstrip())
    if rows:
        click.echo()
