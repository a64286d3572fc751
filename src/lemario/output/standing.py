"""Whether the last build or check still stands, found without loading what one needs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from lemario.output.exchange import leftovers
from lemario.output.stamp import (
    Stamp,
    inputs_hash,
    is_current,
    read_stamp,
    tool_version,
    witness,
    write_stamp,
)


class Standing:
    """What a command would start from, as it was when this was made, and the stamp of its last run.

    `folders` are what it reads, `options` what else its outcome depends on. `out` is where a build
    writes; a check, which writes nothing, has none.
    """

    def __init__(
        self,
        cache: Path,
        folders: Sequence[Path],
        options: Mapping[str, str | None],
        out: Path | None = None,
    ) -> None:
        self.file = cache / ("check.json" if out is None else f"stamp-{_short_hash(out)}.json")
        self.folders = folders
        self.options = options
        self.out = out
        self.witness = witness(folders)
        self.inputs = self._hash()

    def current(self) -> Stamp | None:
        """The stamp of the last run, if another one would change nothing and say the same.

        What a build that died left beside the site is something to do.
        """
        stamp = read_stamp(self.file)
        if stamp is None:
            return None
        if self.out is None:
            return stamp if stamp.inputs == self.inputs != "" else None
        untouched = is_current(stamp, self.inputs, self.out) and not leftovers(self.out)
        return stamp if untouched else None

    def keep(self, summary: str, warned: str, outputs: Mapping[str, str] | None = None) -> None:
        """Remembers what came of these inputs, unless they changed meanwhile.

        `outputs` are what this build wrote, not what lies there now: that may be another's. If it
        could not tidy up behind itself, the next one shall have something to do. A check keeps
        nothing where builds keep nothing.
        """
        if (
            self.inputs == ""
            or self._hash() != self.inputs
            or witness(self.folders) != self.witness
        ):
            return
        with suppress(OSError):
            wanted = self.file.parent.is_dir() if self.out is None else not leftovers(self.out)
            if wanted:
                write_stamp(self.file, Stamp(self.inputs, outputs or {}, summary, warned))

    def _hash(self) -> str:
        return inputs_hash(tool_version(), self.folders, self.options)


def _short_hash(folder: Path) -> str:
    return hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
