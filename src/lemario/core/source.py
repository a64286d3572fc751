"""A file as text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file of the glossary: `path` as shown to the user, `text` with LF line ends, in NFC."""

    path: str
    text: str
