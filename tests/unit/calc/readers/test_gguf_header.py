"""Headers of GGUF files: what is read, what is refused, and that nothing odd does any harm."""

from __future__ import annotations

import io
import json
import struct
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemario.calc.readers.gguf_bytes import MOST_HEADER
from lemario.calc.readers.gguf_faults import GGUF_FAULTS, GgufFault
from lemario.calc.readers.gguf_header import GgufHeader, GgufTensor, Skipped, read_gguf_header
from lemario.calc.readers.gguf_keys import GGUF_KEYS
from lemario.calc.records import TensorType
from tests.gguf_files import (
    LLAMA,
    Row,
    Value,
    faulty_files,
    gguf,
    llama_metadata,
    made_models,
    rows,
    text,
)
from tests.gguf_vectors import VECTORS, brief, edited, edits, expected, unpacked


@pytest.fixture(scope="module")
def vectors() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(VECTORS.read_text("utf-8"))
    return found


def header(data: bytes) -> GgufHeader:
    found = read_gguf_header(io.BytesIO(data))
    assert isinstance(found, GgufHeader), found
    return found


def fault(data: bytes) -> GgufFault:
    found = read_gguf_header(io.BytesIO(data))
    assert isinstance(found, GgufFault)
    return found


# --- What is read --------------------------------------------------------------------------------

VALUES: list[tuple[Value, object]] = [
    (Value("u8", 255), 255),
    (Value("i8", -128), -128),
    (Value("u16", 65535), 65535),
    (Value("i16", -32768), -32768),
    (Value("u32", 2**32 - 1), 2**32 - 1),
    (Value("i32", -(2**31)), -(2**31)),
    (Value("f32", 0.5), 0.5),
    (Value("f64", 1e300), 1e300),
    (Value("bool", True), True),
    (Value("str", "niño 🦙"), "niño 🦙"),
    (Value("str", b"\xff"), "�"),
    (Value("str", ""), ""),
    (Value("str", "x" * 70_000), None),
    (Value("u64", 2**53 - 1), 2**53 - 1),
    (Value("u64", 2**53), None),
    (Value("i64", -(2**63)), None),
    (Value("list", [Value("u16", 1), Value("u16", 2)]), (1, 2)),
    (Value("list", [Value("bool", True), Value("bool", False)]), (True, False)),
    (Value("list", []), ()),
    (Value("list", [Value("u8", 7)] * 5000), Skipped(5000)),
    (Value("list", [Value("str", "a"), Value("str", "")]), Skipped(2)),
    (Value("list", [Value("list", [Value("str", "a")])] * 3), Skipped(3)),
]


@pytest.mark.parametrize(("value", "read"), VALUES)
def test_every_type_of_value(value: Value, read: object) -> None:
    found = header(gguf([("before", 1), ("k", value), ("after", 2)]))
    assert found.metadata == {"before": 1, "k": read, "after": 2}


@pytest.mark.parametrize("version", [2, 3])
def test_tensors_and_where_their_data_begin(version: int) -> None:
    made = [Row("a", (512, 3), "Q4_K"), Row("b", (7,), "F32"), Row("c", ()), Row("d", (64,), 40)]
    data = gguf([("general.alignment", 64)], made, version)
    found = header(data)
    assert found.version == version
    assert found.tensors == (
        GgufTensor("a", (512, 3), "Q4_K"),
        GgufTensor("b", (7,), "F32"),
        GgufTensor("c", (), "F32"),
        GgufTensor("d", (64,), "NVFP4"),
    )
    assert [tensor.bytes for tensor in found.tensors] == [864, 28, 4, 36]
    assert found.data_offset == -(-len(data) // 64) * 64


def test_parts_count_from_one() -> None:
    part = gguf([("split.no", Value("u16", 1)), ("split.count", Value("u16", 5))])
    assert (header(part).part, header(part).parts) == (2, 5)
    assert (header(gguf([])).part, header(gguf([])).parts) == (1, 1)
    odd = header(gguf([("split.no", 5), ("split.count", 5)]))
    assert (odd.part, odd.parts) == (1, 1)


def test_every_type_of_tensor_that_formulas_know_is_read() -> None:
    known = set(TensorType.__args__)  # type: ignore[attr-defined]
    assert set(GGUF_KEYS["tensor_types"].values()) == known
    assert not set(GGUF_KEYS["tensor_types"]) & set(GGUF_KEYS["refused_types"])


class Counting(io.BytesIO):
    """A file that counts what is read of it."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.taken = 0

    def read(self, size: int | None = -1, /) -> bytes:
        found = super().read(size)
        self.taken += len(found)
        return found


def test_only_the_header_is_read() -> None:
    data = gguf(llama_metadata(), rows(LLAMA)) + bytes(20_000_000)
    file = Counting(data)
    assert isinstance(read_gguf_header(file), GgufHeader)
    assert file.taken <= 1 << 16


def test_what_is_skipped_is_not_read() -> None:
    long = Value("list", [Value("u64", 0)] * 400_000)
    file = Counting(gguf([("scores", long), ("k", 1)]))
    assert isinstance(read_gguf_header(file), GgufHeader)
    assert file.taken < 200_000


# --- What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", faulty_files())
def test_faults(name: str) -> None:
    found = expected(faulty_files()[name])["fault"]
    assert found["kind"] == name.partition(" ")[0]


def test_every_kind_of_fault_has_a_file_that_shows_it() -> None:
    # The longest header would be a test of 64 MiB: it is below.
    assert {name.partition(" ")[0] for name in faulty_files()} | {"too_long"} == set(GGUF_FAULTS)


class Hollow(io.BytesIO):
    """A file whose end is far behind what it holds: zeros."""

    size = MOST_HEADER * 4

    def seek(self, offset: int, whence: int = 0, /) -> int:
        return self.size if whence == 2 else super().seek(offset, whence)

    def read(self, size: int | None = -1, /) -> bytes:
        found = super().read(size)
        return found + bytes((size or 0) - len(found))


def test_a_header_without_an_end() -> None:
    head = b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k")
    long = struct.pack("<IIQ", 9, 4, MOST_HEADER // 2)
    found = read_gguf_header(Hollow(head + long))
    assert isinstance(found, GgufFault)
    assert (found.kind, found.offset) == ("too_long", 49)


def test_a_file_that_shrinks_while_it_is_read() -> None:
    class Shrunk(Hollow):
        def read(self, size: int | None = -1, /) -> bytes:
            return io.BytesIO.read(self, size)

    found = read_gguf_header(Shrunk(gguf(llama_metadata())[:300]))
    assert isinstance(found, GgufFault)
    assert found.kind == "truncated"


@pytest.mark.parametrize("name", faulty_files())
def test_a_fault_reads_as_a_sentence(name: str) -> None:
    record = expected(faulty_files()[name])["fault"]
    value = record["value"] if isinstance(record["value"], str) else int(record["value"])
    made = GgufFault(record["kind"], record["offset"], record["about"], value)
    diagnostic = made.diagnostic("model.gguf", "llama, qwen2")
    assert diagnostic.code == record["code"]
    assert "{" not in diagnostic.message + diagnostic.help
    assert diagnostic.message[0] != diagnostic.message[0].upper() or diagnostic.message[0] in '"'
    assert not diagnostic.message.endswith(".")


def test_names_out_of_files_do_not_reach_the_terminal_as_they_are() -> None:
    made = gguf([("\x1b[31mred\n" + "x" * 100, 1)] * 2)
    message = fault(made).diagnostic("model.gguf").message
    assert "\x1b" not in message
    assert "\n" not in message
    assert len(message) < 120


# --- Shared with JavaScript ----------------------------------------------------------------------


def test_tables_of_the_vectors_are_ours(vectors: dict[str, Any]) -> None:
    assert vectors["tables"] == json.loads(json.dumps(GGUF_KEYS))


def test_faults_of_the_vectors(vectors: dict[str, Any]) -> None:
    files = faulty_files()
    assert [vector["name"] for vector in vectors["faults"]] == list(files)
    for vector in vectors["faults"]:
        assert unpacked(vector["header"]) == files[vector["name"]]
        assert vector["expected"] == expected(files[vector["name"]]), vector["name"]


def test_edits_of_the_vectors(vectors: dict[str, Any]) -> None:
    small = made_models()["llama, small"]
    found = [[at, byte, brief(expected(edited(small, at, byte)))] for at, byte in edits(small, 250)]
    assert vectors["edits"] == found


# --- Whatever comes ------------------------------------------------------------------------------

WHOLE = made_models()


@settings(max_examples=300)
@given(name=st.sampled_from(sorted(WHOLE)), data=st.data())
def test_changed_bytes_never_raise(name: str, data: st.DataObject) -> None:
    whole = bytearray(WHOLE[name])
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at : at + 1] = data.draw(st.binary(max_size=9))
        if not whole:
            break
    expected(bytes(whole))


@given(name=st.sampled_from(sorted(WHOLE)), share=st.floats(0, 1))
def test_a_file_cut_short_is_refused(name: str, share: float) -> None:
    whole = WHOLE[name]
    cut = whole[: int(len(whole) * share)]
    if len(cut) < len(whole):
        assert fault(cut).kind in ("empty", "other", "truncated", "count")


@given(st.binary(max_size=400))
def test_any_bytes_after_the_magic(data: bytes) -> None:
    expected(b"GGUF\x03\0\0\0" + data)
