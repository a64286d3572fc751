"""Bytes to text: UTF-8, whatever the editor adds to it, and nothing else."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest

from lemario.content.source_text import LARGEST_BYTES, decode, position, read_source
from lemario.core.diagnostics import Diagnostic


def text_of(data: bytes) -> str:
    decoded = decode(data, "caso.yaml")
    assert decoded.value is not None, decoded.diagnostics
    return decoded.value.text


def refused(data: bytes) -> Diagnostic:
    decoded = decode(data, "caso.yaml")
    assert decoded.value is None
    (found,) = decoded.diagnostics
    assert found.span.path == "caso.yaml"
    return found


def test_plain_utf_8_comes_through() -> None:
    assert text_of("término: ñandú 🦙\n".encode()) == "término: ñandú 🦙\n"


def test_a_bom_and_other_line_ends_are_normalised() -> None:
    assert text_of(b"\xef\xbb\xbfa\r\nb\rc\n\r\n") == "a\nb\nc\n\n"


def test_decomposed_letters_are_composed() -> None:
    assert text_of(unicodedata.normalize("NFD", "ñandú").encode()) == "ñandú"


def test_tabs_and_no_break_spaces_are_allowed() -> None:
    assert text_of("a\t8\u00a0GB\u202f".encode()) == "a\t8\u00a0GB\u202f"


def test_latin_1_is_refused_at_the_first_wrong_byte_with_the_letter_it_would_be() -> None:
    found = refused("a: b\r\nc: caché\n".encode("latin-1"))
    assert (found.code, found.span.line, found.span.column) == ("L106", 2, 8)
    assert '"é"' in found.message


def test_columns_count_characters_even_where_bytes_are_wrong() -> None:
    found = refused("ñññ: ".encode() + b"\xff")
    assert (found.span.line, found.span.column) == (1, 6)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused(encoding: str) -> None:
    bom = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    assert refused(bom + "a: b\n".encode(encoding)).code == "L106"


@pytest.mark.parametrize("data", [b"a: \xed\xa0\x80", b"a: \xc0\x80", b"a: \xf4\x90\x80\x80"])
def test_what_only_looks_like_utf_8_is_refused(data: bytes) -> None:
    assert refused(data).code == "L106"


@pytest.mark.parametrize(
    "char", ["\0", "\x08", "\x0b", "\x1b", "\x7f", "\x85", "\u2028", "\u2029", "\ufeff", "\uffff"]
)
def test_invisible_characters_are_refused_by_name(char: str) -> None:
    found = refused(f"a: b\nc: x{char}y\n".encode())
    assert (found.code, found.span.line, found.span.column) == ("L113", 2, 5)
    assert f"U+{ord(char):04X}" in found.message


def test_a_file_is_read_up_to_the_limit_and_not_beyond(tmp_path: Path) -> None:
    file = tmp_path / "caso.yaml"
    file.write_bytes(b"#" * LARGEST_BYTES)
    assert read_source(file, "caso.yaml").value is not None
    file.write_bytes(b"#" * (LARGEST_BYTES + 1))
    assert [d.code for d in read_source(file, "caso.yaml").diagnostics] == ["L115"]


@pytest.mark.parametrize("name", ["missing.yaml", "."])
def test_what_cannot_be_read_is_a_diagnostic(tmp_path: Path, name: str) -> None:
    read = read_source(tmp_path / name, "shown.yaml")
    assert read.value is None
    assert [(d.code, d.span.path, d.span.line) for d in read.diagnostics] == [
        ("L122", "shown.yaml", 0)
    ]


def test_positions_count_lines_and_characters_from_one() -> None:
    assert position("ab\nñb", 0) == (1, 1)
    assert position("ab\nñb", 2) == (1, 3)
    assert position("ab\nñb", 4) == (2, 2)


# --- files that change while they are read -------------------------------------------------------


def saving(monkeypatch: pytest.MonkeyPatch, file: Path, contents: list[bytes]) -> None:
    """Each time the file is looked at, the next of `contents` has been written to it since."""
    real = os.fstat
    waiting = iter(contents)

    def fstat(handle: int) -> os.stat_result:
        found = real(handle)
        data = next(waiting, None)
        if data is not None:
            file.write_bytes(data)
            # Two writes within one tick of the file system's clock have the same time.
            os.utime(file, ns=(0, found.st_mtime_ns + 1_000_000))
        return found

    monkeypatch.setattr(os, "fstat", fstat)


def test_a_file_that_is_being_saved_is_read_when_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(b"old text")
    saving(monkeypatch, file, [b"", b"new", b"new text, and longer"])
    read = read_source(file, "x.yaml")
    assert read.value is not None
    assert read.value.text == "new text, and longer"


def test_a_file_that_never_stands_still_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(b"0")
    saving(monkeypatch, file, [b"%d" % number for number in range(100)])
    read = read_source(file, "x.yaml")
    assert read.value is None
    assert [d.code for d in read.diagnostics] == ["L122"]


def test_a_file_that_grows_too_large_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(b"small")
    saving(monkeypatch, file, [b"x" * (LARGEST_BYTES + 1)])
    assert [d.code for d in read_source(file, "x.yaml").diagnostics] == ["L115"]


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.yaml")
    assert [d.code for d in read_source(tmp_path / "x.yaml", "x.yaml").diagnostics] == ["L122"]
