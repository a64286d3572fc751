"""The vectors that hold the readers of GGUF headers in Python and in JavaScript together.

`python -m tests.gguf_vectors [FILE.gguf …]` writes `data/gguf_vectors.json` anew: what is expected
is what the readers of today find, so read the diff. The models in it keep their headers; those of
the files named are added or replaced.
"""

from __future__ import annotations

import base64
import io
import json
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lemario.calc.readers.gguf_config import GgufConfig, gguf_config
from lemario.calc.readers.gguf_faults import GgufFault
from lemario.calc.readers.gguf_header import GgufHeader, read_gguf_header
from lemario.calc.readers.gguf_keys import GGUF_KEYS
from lemario.calc.readers.gguf_model import gguf_architecture
from lemario.calc.weights import active_weights_bytes, matrices_bytes, matrix_read_bytes
from tests.gguf_files import faulty_files, made_models

VECTORS = Path(__file__).parent / "data/gguf_vectors.json"


def packed(header: bytes) -> str:
    """A header as text."""
    return base64.b64encode(zlib.compress(header, 9)).decode("ascii")


def unpacked(header: str) -> bytes:
    """The header that a vector holds."""
    return zlib.decompress(base64.b64decode(header))


def outcome(data: bytes) -> tuple[GgufHeader, GgufConfig] | GgufFault:
    """What the reader finds in a file."""
    header = read_gguf_header(io.BytesIO(data))
    if isinstance(header, GgufFault):
        return header
    config = gguf_config(header)
    return config if isinstance(config, GgufFault) else (header, config)


def expected(data: bytes) -> dict[str, Any]:
    """What both readers have to find, in JSON's types."""
    found = outcome(data)
    if isinstance(found, GgufFault):
        return {"fault": fault_record(found)}
    header, reading = found
    whole = gguf_architecture(header, reading)
    return {
        "config": reading.config.model_dump(mode="json", exclude_defaults=True),
        "full_cache": reading.full_cache and list(reading.full_cache),
        "part": [header.part, header.parts],
        "data_offset": header.data_offset,
        "tensors": len(header.tensors),
        "bytes": sum(tensor.bytes for tensor in header.tensors),
        "layers": [
            [
                list(map(int, layer.blocks)),
                int(matrices_bytes(layer.matrices, "STORED")),
                int(sum(matrix_read_bytes(m, "STORED") for m in layer.matrices)),
            ]
            for layer in whole.layers
        ],
        "outside": int(matrices_bytes(whole.outside, "STORED")),
        "skipped": int(matrices_bytes(whole.skipped, "STORED")),
        "read": int(active_weights_bytes(whole, "STORED")),
    }


def fault_record(fault: GgufFault) -> dict[str, Any]:
    """A fault as scripts have it. Of numbers beyond 2^53 scripts know the first digits only."""
    value = fault.value if isinstance(fault.value, str) else float(fault.value)
    return {
        "code": fault.code,
        "kind": fault.kind,
        "offset": fault.offset,
        "about": fault.about,
        "value": value,
    }


def edits(data: bytes, count: int) -> list[tuple[int, int]]:
    """Places of a file, and the byte to put there: always the same, spread over all of it."""
    step, state, found = max(1, len(data) // count), 12345, []
    for at in range(0, len(data), step):
        state = (state * 1103515245 + 12345) % 2**31
        found.append((at + state % min(step, len(data) - at), (state >> 8) & 0xFF))
    return found


def edited(data: bytes, at: int, byte: int) -> bytes:
    """A file with one byte changed."""
    return data[:at] + bytes([byte]) + data[at + 1 :]


def vectors(models: dict[str, bytes]) -> dict[str, Any]:
    """The whole file of vectors."""
    small = made_models()["llama, small"]
    return {
        "tables": json.loads(json.dumps(GGUF_KEYS)),
        "models": [
            {"name": name, "header": packed(data), "expected": expected(data)}
            for name, data in sorted((models | made_models()).items())
        ],
        "faults": [
            {"name": name, "header": packed(data), "expected": expected(data)}
            for name, data in faulty_files().items()
        ],
        "edits": [
            [at, byte, brief(expected(edited(small, at, byte)))] for at, byte in edits(small, 250)
        ],
    }


def brief(result: dict[str, Any]) -> str:
    """An outcome in a word: the bytes of the weights, or the fault and where it is."""
    fault = result.get("fault")
    return f"{fault['kind']} {fault['offset']}" if fault else str(result["bytes"])


def main(paths: Sequence[str]) -> None:
    """Writes the vectors anew, with the models of the files named."""
    old = json.loads(VECTORS.read_text("utf-8"))["models"] if VECTORS.exists() else []
    models = {model["name"]: unpacked(model["header"]) for model in old}
    for path in paths:
        with Path(path).open("rb") as file:
            header = read_gguf_header(file)
            assert isinstance(header, GgufHeader), header
            file.seek(0)
            models[Path(path).stem] = file.read(header.data_offset)
    lines = [
        f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]"
        for name, rows in vectors(models).items()
        if isinstance(rows, list)
    ]
    tables = json.dumps(json.loads(json.dumps(GGUF_KEYS)))
    VECTORS.write_text('{"tables": ' + tables + ",\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
