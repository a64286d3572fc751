"""What can be wrong with a GGUF file: one table of kinds, for messages here and in scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from lemario.core.diagnostics import Diagnostic, Span, error


@dataclass(frozen=True, slots=True)
class GgufFault:
    """A fault by its kind. `about` names a key, a tensor or a type; `offset` is a byte of the file.

    Scripts find the same kinds at the same offsets: both are held together by test vectors.
    """

    kind: str
    offset: int = 0
    about: str = ""
    value: int | str = ""

    @property
    def code(self) -> str:
        """The code of its diagnostic."""
        return GGUF_FAULTS[self.kind].code

    def diagnostic(self, shown_path: str, known: str = "") -> Diagnostic:
        """The fault for readers. `known` is what could have stood there, if that is a list."""
        text = GGUF_FAULTS[self.kind]
        named = {"about": _shown(self.about), "value": self.value, "known": known}
        message = text.message.format_map(named)
        if self.offset:
            message += f" (at byte {self.offset})"
        return error(text.code, Span.whole(shown_path), message, text.help.format_map(named))


class GgufFaultError(Exception):
    """Leaves a reader at the first fault; never leaves its module."""

    def __init__(self, kind: str, offset: int = 0, about: str = "", value: int | str = "") -> None:
        super().__init__(kind)
        self.fault = GgufFault(kind, offset, about, value)


def _shown(name: str) -> str:
    """A name out of the file, short enough for a line and without control characters."""
    plain = name.encode("unicode_escape").decode("ascii") if not name.isprintable() else name
    return plain if len(plain) <= 60 else f"{plain[:59]}…"


class _Text(NamedTuple):
    code: str
    message: str
    help: str = ""


_WHOLE: Final = "download the file again, whole"
_AGAIN: Final = "take a file made by the converter of llama.cpp"

GGUF_FAULTS: Final[Mapping[str, _Text]] = {
    # Another kind of file.
    "empty": _Text("L331", "the file is empty", _WHOLE),
    "web_page": _Text(
        "L331", "the file is a web page", "download the file itself, not the page that shows it"
    ),
    "git_lfs": _Text(
        "L331", "the file is only a pointer of Git LFS", "download the file itself: `git lfs pull`"
    ),
    "old_format": _Text(
        "L331",
        "the file has the format {about} of before August 2023, which llama.cpp no longer reads",
        "take a newer file of the model",
    ),
    "safetensors": _Text(
        "L331",
        "the file is in the format safetensors",
        "give the model's config.json, or a GGUF file",
    ),
    "archive": _Text(
        "L331", "the file is an archive, such as PyTorch's", "give the model's config.json"
    ),
    "other": _Text("L331", 'the file does not begin with "GGUF"', "give a file that ends in .gguf"),
    # A header that cannot be read.
    "big_endian": _Text(
        "L332", "the file is written for big-endian machines", "take the usual file of the model"
    ),
    "version": _Text("L332", "the file has version {value} of GGUF; read are 2 and 3", _AGAIN),
    "truncated": _Text("L332", "the file ends within its header, or a length is wrong", _WHOLE),
    "count": _Text("L332", "the file says that it holds {value} {about}, more than it can", _WHOLE),
    "length": _Text("L332", "a name of {value} bytes is longer than any", _WHOLE),
    "too_long": _Text("L332", "the header is longer than any", _WHOLE),
    "value_type": _Text("L332", '"{about}" has a value of the unknown type {value}', _WHOLE),
    "nested": _Text("L332", 'the lists in "{about}" are nested too deeply', _WHOLE),
    "duplicate": _Text("L332", '"{about}" is there twice', _WHOLE),
    "alignment": _Text("L332", '"general.alignment" is no power of two', _WHOLE),
    "dimensions": _Text("L332", 'the tensor "{about}" has {value} dimensions, more than 4', _WHOLE),
    "shape": _Text("L332", 'the tensor "{about}" has an impossible shape', _WHOLE),
    "tensor_type": _Text(
        "L332",
        'the tensor "{about}" is stored as {value}, whose size is not known',
        "take a file of another quantization",
    ),
    "row": _Text(
        "L332", 'a row of the tensor "{about}" is no whole number of {value} blocks', _WHOLE
    ),
    # A header from which no memory can be computed.
    "architecture": _Text(
        "L321", 'nothing is known about files of the architecture "{about}"', "known are {known}"
    ),
    "not_first": _Text(
        "L332",
        "the file is part {value} of a model, and does not describe it",
        "give the first part: its name has 00001-of-",
    ),
    "missing": _Text("L332", 'the file does not say "{about}"', _AGAIN),
    "number": _Text("L332", '"{about}" is no number that can be used', _AGAIN),
    "differs": _Text("L332", '"{about}" differs among layers in a way that is not modelled'),
    "value_length": _Text(
        "L332", '"{about}" differs from the length of keys in a way that is not modelled'
    ),
    "contradiction": _Text("L332", 'the tensor "{about}" contradicts what the file says', _AGAIN),
}
"""The code, the message and its help by the kind of fault."""
