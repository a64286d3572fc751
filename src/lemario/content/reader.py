"""Reads the files of a glossary one after the other and collects what is found in them."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter

from lemario.content.schema_check import validate
from lemario.content.source_text import read_source
from lemario.content.yaml_source import RawDocument, parse
from lemario.core.diagnostics import Diagnostic, Span, error
from lemario.core.text import nfc

T = TypeVar("T")


@dataclass(slots=True)
class FileReader:
    """Collects findings, and the texts that they point into by path.

    `root` is the glossary's folder, `shown_root` what diagnostics call it.
    """

    root: Path
    shown_root: str
    diagnostics: list[Diagnostic] = field(default_factory=list)
    sources: dict[str, str] = field(default_factory=dict)

    def shown(self, file: Path) -> str:
        """What diagnostics call a file below the root."""
        relative = file.relative_to(self.root).as_posix()
        return nfc(relative if self.shown_root == "." else f"{self.shown_root}/{relative}")

    def document(self, file: Path) -> RawDocument | None:
        """The parsed file, None if there is none to go on with."""
        read = read_source(file, self.shown(file))
        self.diagnostics += read.diagnostics
        if read.value is None:
            return None
        self.sources[read.value.path] = read.value.text
        parsed = parse(read.value)
        self.diagnostics += parsed.diagnostics
        return parsed.value

    def model(self, file: Path, adapter: TypeAdapter[T], at_least: str = "") -> T | None:
        """The file as the adapter's type, None if it has errors.

        `at_least` is what it must hold, shown where there is no such file.
        """
        if at_least and not os.path.lexists(file):
            help = f"write one, with at least:\n{at_least}"
            missing = error("L122", Span.whole(self.shown(file)), "there is no such file", help)
            self.diagnostics.append(missing)
            return None
        document = self.document(file)
        if document is None:
            return None
        checked = validate(adapter, document)
        self.diagnostics += checked.diagnostics
        return checked.value
