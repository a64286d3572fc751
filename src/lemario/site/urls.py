"""Where pages lie in the site, and relative links between them.

An address is a path below the site's root, such as `en/terms/gqa.html`. Every link is relative and
names a file, so that a folder on disk, a sub-path of a host and a domain root all work.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from posixpath import dirname, relpath
from urllib.parse import quote, urlsplit

from lemario.core.lang import LANGS, Bilingual, Lang

_HOME = Bilingual("index.html", "en/index.html")
_FIXED: Mapping[str, Bilingual[str]] = {
    "home": _HOME,
    "index": Bilingual("indice.html", "en/index-a-z.html"),
    "search": Bilingual("buscar.html", "en/search.html"),
    "calculator": Bilingual("calculadora.html", "en/calculator.html"),
    "accuracy": Bilingual("exactitud.html", "en/accuracy.html"),
    "translations": Bilingual("traducciones.html", "en/translations.html"),
    "diagnostics": Bilingual("diagnosticos.html", "en/diagnostics.html"),
    "404": Bilingual("404.html", "404.html"),
}
_FOLDERS: Mapping[str, Bilingual[str]] = {
    "term": Bilingual("terminos", "en/terms"),
    "category": Bilingual("categorias", "en/categories"),
}


def address(kind: str, lang: Lang, item: str = "") -> str:
    """The address of a page: of a fixed one by its kind, else of the `item` with that id."""
    if kind in _FIXED:
        return _FIXED[kind][lang]
    return f"{_FOLDERS[kind][lang]}/{item}.html"


@lru_cache(maxsize=65536)
def relative(source: str, target: str) -> str:
    """The link from the page at `source` to the file at `target` (with any `#anchor` kept)."""
    path, hash_mark, anchor = target.partition("#")
    link = relpath(path, dirname(source) or ".")
    return quote(link) + hash_mark + quote(anchor)


def root_of(source: str) -> str:
    """What leads from the page at `source` to the site's root: "", "../" or more."""
    return "../" * source.count("/")


def absolute(base_url: str, target: str) -> str:
    """The web address of a page; a home page's is its folder's."""
    for lang in LANGS:
        if target == _HOME[lang]:
            target = dirname(target) + "/" if dirname(target) else ""
    return base_url.rstrip("/") + "/" + quote(target)


def base_path(base_url: str | None) -> str:
    """The path under which the site is published, with a slash at both ends; "/" if unknown."""
    path = urlsplit(base_url).path if base_url else ""
    return "/" + "".join(f"{part}/" for part in path.split("/") if part)
