"""A real llama.cpp, asked what it would allocate: `python -m scripts.oracle.engine FILE [--mtp]`.

Reads settings as JSON from standard input, one a line, and answers each with a line. It runs as a
process of its own, since llama.cpp ends the whole process where it meets what it does not expect.
llama.cpp is that of the Python package xllamacpp, through the C interface that its library exports,
loaded without allocating anything.
Source of the layouts: llama.cpp, include/llama.h, at the version of `requirements.txt`.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import struct
import sys
from collections.abc import Mapping
from importlib import metadata, util
from pathlib import Path
from typing import Any, TextIO

PACKAGE = "xllamacpp"
VERSION = "2026.10.11549"

_STRUCT_BYTES = 256
_F16 = 1

# Where a field lies in `llama_context_params`, and how it is packed.
_CONTEXT: Mapping[str, tuple[int, str]] = {
    "n_ctx": (0, "<I"),
    "n_batch": (4, "<I"),
    "n_ubatch": (8, "<I"),
    "n_seq_max": (12, "<I"),
    "n_rs_seq": (16, "<I"),
    "n_outputs_max": (20, "<I"),
    "ctx_type": (36, "<i"),
    "flash_attention": (52, "<i"),
    "type_k": (104, "<i"),
    "type_v": (108, "<i"),
    "swa_full": (140, "<?"),
    "kv_unified": (141, "<?"),
}
# The defaults of that version, by which the layout is recognised.
_DEFAULTS: Mapping[str, int] = {
    "n_ctx": 512,
    "n_batch": 2048,
    "n_ubatch": 512,
    "n_seq_max": 1,
    "n_rs_seq": 0,
    "ctx_type": 0,
    "type_k": _F16,
    "type_v": _F16,
}
# In `llama_model_params`: nothing is read, weights are not repacked, nothing is allocated.
_MODEL: Mapping[str, tuple[int, str, int]] = {
    "load_mode": (24, "<i", 0),
    "use_extra_bufts": (74, "<?", 0),
    "no_alloc": (76, "<?", 1),
}
# The block that predicts several tokens is loaded, too.
_LOAD_MTP = (77, "<?", 1)
_BREAKDOWN = "_Z26llama_get_memory_breakdownPK13llama_context"
_BUILD = "_Z16llama_build_infov"
# libstdc++: the root of a std::map, its nodes' children, and the value behind a pointer as key.
_ROOT, _CHILDREN, _VALUE = 16, 16, 40
_COMPLAINT = re.compile(r"error|requires|failed|invalid|not support|does not|cannot", re.IGNORECASE)


class EngineError(Exception):
    """llama.cpp cannot be asked, or does not load the file."""


class _Struct(ctypes.Structure):
    """A structure passed by value; longer than the real one, which does no harm."""

    _fields_ = (("bytes", ctypes.c_ubyte * _STRUCT_BYTES),)


def library() -> ctypes.CDLL:
    """The library of the installed package.

    Raises:
        EngineError: the package is missing, or not the version whose layouts are known.
    """
    spec = util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise EngineError(f"{PACKAGE} is not installed: `make oracle` installs {VERSION}")
    installed = metadata.version(PACKAGE)
    if installed != VERSION:
        raise EngineError(
            f"{PACKAGE} {installed} is installed, but scripts/oracle/engine.py knows the layouts "
            f"of {VERSION}: install that, or bring requirements.txt and engine.py up to date"
        )
    found = sorted(Path(spec.origin).parent.glob("*.so"))
    if not found:
        raise EngineError(f"{PACKAGE} {installed} has no library for this system")
    return ctypes.CDLL(str(found[0]))


def build(loaded: ctypes.CDLL) -> str:
    """What llama.cpp prints as its version; packages built outside of git know no number."""
    names = ("llama_version", _BUILD, "ggml_version")
    llama, number, ggml = (_text(loaded, name) for name in names)
    return f"{llama} ({number}), ggml {ggml}"


def _text(loaded: ctypes.CDLL, name: str) -> str:
    function = getattr(loaded, name)
    function.restype = ctypes.c_char_p
    said: bytes = function()
    return said.decode()


class Engine:
    """A model that llama.cpp has loaded without its data."""

    def __init__(self, path: str, with_block: bool) -> None:
        self.library = library()
        self.lines: list[bytes] = []
        self._log = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)(
            lambda _level, line, _user: self.lines.append(line or b"")
        )
        self.library.llama_log_set.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        self.library.llama_log_set(ctypes.cast(self._log, ctypes.c_void_p), None)
        self.library.llama_backend_init()
        parameters = self._defaults("llama_model_default_params")
        for offset, layout, value in (*_MODEL.values(), *((_LOAD_MTP,) * with_block)):
            struct.pack_into(layout, parameters, offset, value)
        self.context_defaults = self._defaults("llama_context_default_params")
        self._check_layout()
        load = self._function("llama_model_load_from_file", ctypes.c_char_p, _Struct)
        self.model = load(path.encode(), _Struct.from_buffer_copy(parameters))
        if not self.model:
            raise EngineError(self._complaint("the file was not loaded"))

    def answer(self, values: Mapping[str, int]) -> dict[str, Any]:
        """What llama.cpp would allocate with these settings: bytes, or why it refuses them."""
        parameters = bytearray(self.context_defaults)
        for name, value in values.items():
            offset, layout = _CONTEXT[name]
            struct.pack_into(layout, parameters, offset, value)
        self.lines.clear()
        start = self._function("llama_init_from_model", ctypes.c_void_p, _Struct)
        context = start(self.model, _Struct.from_buffer_copy(parameters))
        if not context:
            return {"refusal": self._complaint("no context was made")}
        weights, cache, compute = self._breakdown(context)
        self._function("llama_free", ctypes.c_void_p)(context)
        return {"weights": weights, "cache": cache, "compute": compute, "refusal": ""}

    def _function(self, name: str, *arguments: Any) -> Any:
        function = getattr(self.library, name)
        function.argtypes, function.restype = list(arguments), ctypes.c_void_p
        return function

    def _defaults(self, name: str) -> bytearray:
        """The structure that a function returns by way of a hidden pointer."""
        buffer = ctypes.create_string_buffer(2 * _STRUCT_BYTES)
        self._function(name, ctypes.c_void_p)(buffer)
        return bytearray(buffer.raw[:_STRUCT_BYTES])

    def _check_layout(self) -> None:
        for name, expected in _DEFAULTS.items():
            offset, layout = _CONTEXT[name]
            (found,) = struct.unpack_from(layout, self.context_defaults, offset)
            if found != expected:
                raise EngineError(
                    f"llama_context_params has an unknown layout: {name} is {found} by default, "
                    f"not {expected}; mend the offsets in scripts/oracle/engine.py"
                )

    def _breakdown(self, context: int) -> list[int]:
        """Bytes of weights, of cache and state, and of the compute buffer, over all buffers."""
        buffer = ctypes.create_string_buffer(64)
        self._function(_BREAKDOWN, ctypes.c_void_p, ctypes.c_void_p)(buffer, context)
        total = [0, 0, 0]
        nodes = [struct.unpack_from("<Q", buffer.raw, _ROOT)[0]]
        while nodes:
            node = nodes.pop()
            if node:
                values = struct.unpack("<3Q", ctypes.string_at(node + _VALUE, 24))
                total = [a + b for a, b in zip(total, values, strict=True)]
                nodes += struct.unpack("<2Q", ctypes.string_at(node + _CHILDREN, 16))
        return total

    def _complaint(self, otherwise: str) -> str:
        """The first line of llama.cpp's log that says what is wrong."""
        lines = b"".join(self.lines).decode(errors="replace").splitlines()
        return next((line.strip() for line in lines if _COMPLAINT.search(line)), otherwise)


def main() -> None:
    """Answers the settings on standard input, one a line, for the file in the arguments."""
    # llama.cpp prints to standard output, too: that goes where its complaints go.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        engine = Engine(sys.argv[1], with_block="--mtp" in sys.argv[2:])
    except EngineError as fault:
        _say(out, {"fault": str(fault)})
        _leave(1)
    else:
        _say(out, {"build": build(engine.library)})
        for line in sys.stdin:
            _say(out, engine.answer(json.loads(line)))
        _leave(0)


def _say(out: TextIO, answer: Mapping[str, Any]) -> None:
    out.write(json.dumps(answer) + "\n")
    out.flush()


def _leave(code: int) -> None:
    """Ends the process without llama.cpp's clearing up, of which there is nothing to gain."""
    os._exit(code)


if __name__ == "__main__":
    main()
