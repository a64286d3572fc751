"""The built site as the preview sees it: which file an address names, and whether it changed."""

from __future__ import annotations

import hashlib
import mimetypes
import os
from pathlib import Path

# What systems and Python versions disagree about, or do not know.
_TYPES = {
    ".apkg": "application/octet-stream",
    ".atom": "application/atom+xml",
    ".avif": "image/avif",
    ".epub": "application/epub+zip",
    ".ico": "image/vnd.microsoft.icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript",
    ".tbx": "application/xml",
    ".tsv": "text/tab-separated-values",
    ".ttl": "text/turtle",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}
_TEXTUAL = ("text/", "application/json", "application/xml", "application/atom+xml")
# Python's own list, without what the system adds to it.
_KNOWN = mimetypes.MimeTypes()


def find(site: Path, path: str) -> Path | None:
    """The file of `site` that a decoded URL path names; None if there is none.

    A path that ends in a slash names `index.html` there. Never a file outside the site, nor a
    hidden one, whatever the path holds.
    """
    if not path.startswith("/"):
        return None
    *folders, name = path[1:].split("/")
    parts = [*folders, name or "index.html"]
    if not all(_is_plain(part) for part in parts):
        return None
    try:
        root = site.resolve(strict=True)
        file = root.joinpath(*parts).resolve(strict=True)
        inside = file.is_relative_to(root) and file.is_file()
    except (OSError, ValueError, RuntimeError):
        return None
    return file if inside else None


def media_type(file: Path) -> str:
    """The content type of a file by its name, with the charset of texts."""
    suffix = file.suffix.lower()
    found = _TYPES.get(suffix) or _KNOWN.types_map[True].get(suffix) or "application/octet-stream"
    return f"{found}; charset=utf-8" if found.startswith(_TEXTUAL) else found


def marks(site: Path) -> tuple[str, str]:
    """Two marks: of all files of the site but style sheets, and of its style sheets.

    A mark stays the same as long as no file changes, also when the preview is started anew: a
    build links the files that did not change, and so keeps what the mark is made of.
    """
    pages, styles = hashlib.sha256(), hashlib.sha256()
    for folder, subfolders, names in os.walk(site):
        subfolders.sort()
        for name in sorted(names):
            file = Path(folder, name)
            try:
                known = file.lstat()
            except OSError:
                continue  # Another build takes the place of this one: its files will be marked.
            line = (
                f"{file.relative_to(site)}\0{known.st_ino}\0{known.st_size}\0{known.st_mtime_ns}\n"
            )
            (styles if file.suffix == ".css" else pages).update(os.fsencode(line))
    return pages.hexdigest()[:16], styles.hexdigest()[:16]


def _is_plain(part: str) -> bool:
    """Whether a part of a path names something visible right here, on every system."""
    return (
        part != ""
        and not part.startswith(".")
        and part.isprintable()
        and not any(c in part for c in "\\:")
    )
