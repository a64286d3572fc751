"""The stages in order: what `lemario check` and `lemario build` do. Start reading here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from pathlib import Path
from typing import ParamSpec

from lemario.calc.calculations import Calculations, load_calculations
from lemario.calc.examples import check_examples
from lemario.content.glossary import Glossary
from lemario.content.load import load_glossary
from lemario.content.source_text import unreadable
from lemario.core.diagnostics import Diagnostic, has_errors, in_order
from lemario.index.build import build_indexes
from lemario.output.cache import Cache
from lemario.output.stamp import tool_version
from lemario.output.writer import refusal, write_site
from lemario.render.pages import Memo, render_pages
from lemario.render.scripts import ScriptMemo, as_served
from lemario.render.theme import Theme, load_theme
from lemario.site.files import for_calculator, for_crawlers
from lemario.site.plan import Page, plan_site
from lemario.site.search_data import search_data

SEARCH_SCRIPTS = ("assets/js/search.js", "assets/js/search-marks.js")
"""Where the theme has the engine of the search, and what marks texts with it."""

P = ParamSpec("P")
Progress = Callable[[Iterable[Page]], Iterable[Page]]


@dataclass(frozen=True, slots=True)
class Options:
    """What a build reads and writes.

    `shown` is what diagnostics call the glossary's folder. `base_url` overrides site.yaml. `cache`
    is a folder for what is worth keeping between builds; None to keep nothing.
    """

    glossary: Path
    shown: str
    out: Path
    theme: Path | None = None
    base_url: str | None = None
    cache: Path | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: `glossary` is None where there were errors; `pages` counts those written.

    `diagnostics` are in order of place; `sources` has the texts that they point into, by path.
    `changed` counts files that are new or differ; `hashes` are those of all files by path.
    `search` has the scripts of the site's search, where only that was asked for.
    """

    glossary: Glossary | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, str]
    pages: int = 0
    changed: int = 0
    hashes: Mapping[str, str] = field(default_factory=dict)
    search: tuple[str, ...] = ()


def _explained(stages: Callable[P, Outcome]) -> Callable[P, Outcome]:
    """Makes a finding of what the system refuses while sources are looked up and read."""

    @wraps(stages)
    def explained(*arguments: P.args, **named: P.kwargs) -> Outcome:
        try:
            return stages(*arguments, **named)
        except OSError as problem:
            where = Path(str(problem.filename or ".")).as_posix()
            return Outcome(None, (unreadable(problem, where),), {})

    return explained


@_explained
def check(options: Options) -> Outcome:
    """Everything that a build checks, without rendering or writing."""
    loaded = _load(options)
    theme = load_theme(options.theme)
    found = in_order((*loaded.diagnostics, *theme.diagnostics))
    glossary = None if has_errors(found) else loaded.glossary
    return Outcome(glossary, found, {**loaded.sources, **theme.sources})


@dataclass(frozen=True, slots=True)
class _Content:
    """The glossary and what it computes with; the glossary is None where there are errors."""

    glossary: Glossary | None
    calculations: Calculations
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, str]


def _load(options: Options) -> _Content:
    loaded = load_glossary(options.glossary, options.shown)
    calculated = load_calculations(options.glossary, options.shown)
    found = (*loaded.diagnostics, *calculated.diagnostics)
    if loaded.glossary is not None and not has_errors(calculated.diagnostics):
        calculations = calculated.calculations
        found += check_examples(loaded.glossary, calculations.catalogue, calculations.formulas)
    glossary = None if has_errors(found) else loaded.glossary
    sources = {**loaded.sources, **calculated.sources}
    return _Content(glossary, calculated.calculations, found, sources)


@_explained
def searchable(options: Options) -> Outcome:
    """Everything that a build checks, and the search of the site that it would make."""
    loaded = _load(options)
    themed = load_theme(options.theme)
    found = in_order((*loaded.diagnostics, *themed.diagnostics))
    sources = {**loaded.sources, **themed.sources}
    glossary, theme = loaded.glossary, themed.theme
    if glossary is None or theme is None:
        return Outcome(None, found, sources)
    indexes = build_indexes(glossary)
    data = search_data(glossary, indexes, theme.strings, loaded.calculations.catalogue).data
    scripts = (*(theme.assets[path] for path in SEARCH_SCRIPTS), data)
    return Outcome(glossary, found, sources, search=tuple(map(bytes.decode, scripts)))


@_explained
def build(options: Options, progress: Progress = lambda pages: pages) -> Outcome:
    """Builds the site into `options.out`; on any error nothing there is touched."""
    loaded = _load(options)
    themed = load_theme(options.theme)
    sources = {**loaded.sources, **themed.sources}
    found = (*loaded.diagnostics, *themed.diagnostics)

    def outcome(glossary: Glossary | None, more: tuple[Diagnostic, ...] = ()) -> Outcome:
        return Outcome(glossary, in_order((*found, *more)), sources)

    if loaded.glossary is None or themed.theme is None:
        return outcome(None)
    if refused := refusal(options.out, (options.glossary, themed.theme.folder)):
        return outcome(None, (refused,))
    glossary = _published_at(loaded.glossary, options.base_url)
    indexes = build_indexes(glossary)
    pages = plan_site(glossary, indexes, themed.theme.strings, loaded.calculations)
    rendered = render_pages(progress(pages), themed.theme, _memo(options, themed.theme))
    if rendered.value is None:
        return outcome(None, rendered.diagnostics)
    files = (
        *rendered.value,
        *as_served(
            (*themed.theme.output_files(), *for_calculator(loaded.calculations)),
            _script_memo(options),
        ),
        search_data(glossary, indexes, themed.theme.strings, loaded.calculations.catalogue),
        *for_crawlers(pages, glossary.site.base_url),
    )
    written = write_site(files, options.out)
    if written.value is None:
        return outcome(None, written.diagnostics)
    done, changed, hashes = outcome(glossary), written.value.changed, written.value.hashes
    return replace(done, pages=len(pages), changed=changed, hashes=hashes)


def _memo(options: Options, theme: Theme) -> Memo:
    """Keeps rendered pages by all that they depend on: the tool, the theme and what they show."""
    if options.cache is None:
        return lambda page, render: render()
    cache = Cache(options.cache, f"{tool_version()} {theme.digest}")

    def remembered(page: Page, render: Callable[[], bytes]) -> bytes:
        return cache.memo("page", repr(page).encode(), render)

    return remembered


def _script_memo(options: Options) -> ScriptMemo:
    """Keeps shortened scripts by what they were."""
    if options.cache is None:
        return lambda script, shorten: shorten()
    cache = Cache(options.cache, tool_version())
    return lambda script, shorten: cache.memo("script", script, shorten)


def _published_at(glossary: Glossary, base_url: str | None) -> Glossary:
    if base_url is None:
        return glossary
    site = glossary.site.model_copy(update={"base_url": base_url})
    return replace(glossary, site=site)
