"""Renders pages with Jinja: strict, escaped, the same bytes for the same view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from functools import lru_cache, partial
from pathlib import Path
from types import CodeType

import jinja2

from lemario.core.diagnostics import Checked, Diagnostic, Span, error
from lemario.core.lang import LANGS, Lang
from lemario.render.theme import Theme
from lemario.site import formats
from lemario.site.files import OutputFile
from lemario.site.plan import Page

Memo = Callable[[Page, Callable[[], bytes]], bytes]
"""Gives the HTML of a page, by computing it or from where it was kept."""


def render_pages(
    pages: Iterable[Page], theme: Theme, memo: Memo
) -> Checked[tuple[OutputFile, ...]]:
    """The pages as files; None, with a diagnostic for each template at fault, if one fails."""
    files: list[OutputFile] = []
    found: dict[Span, Diagnostic] = {}
    for page in pages:
        try:
            html = memo(page, partial(_render, page, theme))
            files.append(OutputFile(page.address, html))
        except Exception as problem:
            diagnostic = _fault(problem, page, theme.folder)
            found.setdefault(diagnostic.span, diagnostic)
    if found:
        return Checked(None, tuple(found.values()))
    return Checked(tuple(files))


class _Compiled(jinja2.BytecodeCache):
    """The code of templates, kept in memory by their text: a preview compiles what changed."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        """Fills the bucket of a template, if its text is the one known."""
        checksum, code = self._kept.get(bucket.key, ("", None))
        bucket.code = code if checksum == bucket.checksum else None

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        """Keeps the code of a template instead of what was known of it."""
        if bucket.code is not None:
            self._kept[bucket.key] = (bucket.checksum, bucket.code)


_COMPILED = _Compiled()


@lru_cache(maxsize=len(LANGS))
def _environment(theme: Theme, lang: Lang) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(partial(_template_source, theme)),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=_COMPILED,
    )

    def long_date(value: date) -> str:
        return formats.long_date(value, lang)

    def short_date(value: date) -> str:
        return formats.short_date(value, lang)

    def partial_date(value: str) -> str:
        return formats.partial_date(value, lang)

    def number(value: float) -> str:
        return formats.number(value, lang)

    environment.filters |= {
        "date": long_date,
        "short_date": short_date,
        "partial_date": partial_date,
        "number": number,
    }
    environment.globals["t"] = theme.strings[lang]
    return environment


def _template_source(theme: Theme, name: str) -> tuple[str, str, Callable[[], bool]] | None:
    """What Jinja asks a loader for: the text, the file that errors name, whether it is current."""
    data = theme.templates.get(name)
    if data is None:
        return None
    return data.decode(), str(theme.folder / name), lambda: True


def _render(page: Page, theme: Theme) -> bytes:
    template = _environment(theme, page.lang).get_template(f"pages/{page.template}.html")
    html = template.render(page=page.chrome, view=page.view)
    return html.strip().encode() + b"\n"


def _fault(problem: Exception, page: Page, folder: Path) -> Diagnostic:
    """Jinja's exception as a diagnostic at the line of the template."""
    if isinstance(problem, jinja2.TemplateNotFound):
        span = Span.whole(folder.as_posix())
        return error("L403", span, f"the theme has no template `{problem.name}`")
    name, line = _template_line(problem, folder)
    message = str(problem) or type(problem).__name__
    if isinstance(problem, KeyError):
        message = f"there is no string {problem} in strings.yaml"
    where = name or (folder / "pages" / f"{page.template}.html").as_posix()
    span = Span(where, line, 1, line, 1) if line else Span.whole(where)
    return error("L403", span, f"the template failed on {page.address}: {message}")


def _template_line(problem: Exception, folder: Path) -> tuple[str, int]:
    """The innermost line of a template in the traceback."""
    if isinstance(problem, jinja2.TemplateSyntaxError):
        return problem.filename or "", problem.lineno
    name, line = "", 0
    trace = problem.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if Path(file).is_relative_to(folder):
            name, line = file, trace.tb_lineno
        trace = trace.tb_next
    return name, line
