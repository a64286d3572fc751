"""Sizes of 152 GGUF files in public logs, benchmarks and lists of downloads, 2023 to 2026.

`model` is a model of the catalogue, or of `configs` in the data, that has the shape of the file's;
fine-tuned models have that of another. Sums of tensors are equal to what is printed, whole files
a little larger; where the types of tensors are printed, they are equal, too. Each file that the
tables of the quantiser have no rule for has one of `REASONS`, and is indeed another.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from lemario.calc import weights
from lemario.calc.architecture import architecture
from lemario.calc.catalogue import ModelConfig
from lemario.calc.load_catalogue import Catalogue, load_catalogue
from lemario.calc.records import Architecture, FileType

ROOT = Path(__file__).resolve().parents[3]
DATA = json.loads((ROOT / "tests/data/gguf_sizes.json").read_text("utf-8"))
File = dict[str, Any]
FILES: list[File] = DATA["records"]

REASONS = {
    "ik": "a type of ik_llama.cpp, or its own recipe for a type of the same name",
    "imatrix": "made with an importance matrix, where the tables say what is made without",
    "kv_b": "latent attention of 2024 and of ik_llama.cpp: one matrix for keys and values, or "
    "that one besides the two of today",
    "model": "a model that is neither in the catalogue nor in `configs`",
    "older": "older quantiser: another mix for Q2_K in 2023, for fused query, key and value to 2025",
    "own": "the publisher's own mix, in which the type's name says little",
    "unsloth": "a dynamic file of Unsloth, with types chosen tensor by tensor",
}
"""Why nothing can be said of a file: its mix is its own, or its model is not known."""


@cache
def catalogue() -> Catalogue:
    """The catalogue that comes along."""
    loaded = load_catalogue(ROOT / "glossary", "glossary").catalogue
    assert loaded is not None
    return loaded


@cache
def decoder(model: str) -> Architecture:
    """A decoder of the catalogue; or, until it is there, of the data."""
    entry = catalogue().models.get(model)
    if entry is not None:
        return entry.architecture
    return architecture(ModelConfig.model_validate(DATA["configs"][model]))


def weights_bytes(file: File) -> float:
    """Bytes of all tensors of a file by our formula."""
    return weights.weights_bytes(decoder(file["model"]), file["file_type"])


def number(printed: str) -> tuple[float, float]:
    """A printed number with its unit as a plain number, and half of its last digit."""
    digits, unit = printed.split()
    factor = {"GiB": 2**30, "MiB": 2**20, "bytes": 1, "T": 10**12, "B": 10**9}[unit]
    half = 0.500001 * 10 ** -len(digits.partition(".")[2])
    return float(digits) * factor, half * factor


def off(file: File) -> float:
    """How far our sum is from the size, as a share of it."""
    return weights_bytes(file) / number(file["size"])[0] - 1


def is_whole(file: File) -> bool:
    """Whether the size is that of the whole file, not of its tensors."""
    return str(file["size"]).endswith(" bytes")


def fits_size(file: File, tensors: float) -> bool:
    """Whether tensors of so many bytes make the size that is printed.

    Besides them a whole file holds the vocabulary and metadata: 0.7 MB to 8.4 MB here.
    """
    size, half = number(file["size"])
    if is_whole(file):
        return 700_000 < size - tensors < 8_400_000
    return abs(tensors - size) <= half


def tensor_types(model: Architecture, kind: FileType) -> Counter[str]:
    """How many tensors of each type a file has."""
    parts = [layer.matrices for layer in model.layers] + [model.outside, model.skipped]
    matrices = [matrix for part in parts for matrix in part]
    return Counter(weights.copy_type(m, copy, kind) for m in matrices for copy in m.copies)


def fits_types(file: File) -> bool:
    """Whether our tensors are of the types that are printed."""
    printed = {name.upper(): count for name, count in file["tensor_types"].items()}
    return tensor_types(decoder(file["model"]), file["file_type"]) == printed


def identify(file: File) -> str:
    """What a test is called by."""
    return f"{file['id']}-{file['model']}-{file['file_type']}"


WITH_RULE = [file for file in FILES if file["reason"] is None]
WITHOUT_RULE = [file for file in FILES if file["reason"] is not None]
OF_OTHER_MIX = [file for file in WITHOUT_RULE if file["model"] and file["file_type"]]


def test_every_file_has_a_rule_or_a_reason() -> None:
    assert len({file["id"] for file in FILES}) == len(FILES) == 152
    assert len(WITH_RULE) == 67
    assert Counter(file["reason"] for file in WITHOUT_RULE) == {
        "ik": 26,
        "unsloth": 16,
        "own": 13,
        "model": 10,
        "kv_b": 9,
        "imatrix": 7,
        "older": 4,
    }
    assert {file["reason"] for file in WITHOUT_RULE} == set(REASONS)


def test_a_file_of_no_type_of_ours_says_so() -> None:
    """Only types of ik_llama.cpp and unknown models go without a comparison."""
    for file in WITHOUT_RULE:
        if file not in OF_OTHER_MIX:
            assert file["reason"] in ("ik", "model", "unsloth"), file["id"]


@pytest.mark.parametrize("file", WITH_RULE, ids=identify)
def test_sizes_are_what_is_printed(file: File) -> None:
    """Sums of tensors to the last digit that is printed; whole files hold a little more."""
    assert fits_size(file, weights_bytes(file)), off(file)


def test_sizes_are_within_three_thousandths_at_the_median() -> None:
    """And no file with a rule is off by more, the printed rounding included."""
    errors = [abs(off(file)) for file in WITH_RULE]
    assert median(errors) <= 0.003
    assert max(errors) <= 0.003


@pytest.mark.parametrize("file", [file for file in WITH_RULE if not is_whole(file)], ids=identify)
def test_parameters_are_what_is_printed(file: File) -> None:
    printed, half = number(file["parameters"])
    ours = weights.parameters(decoder(file["model"]))
    assert ours == pytest.approx(printed, abs=half, rel=0)


@pytest.mark.parametrize(
    "file", [file for file in WITH_RULE if "tensor_types" in file], ids=identify
)
def test_types_of_tensors_are_what_is_printed(file: File) -> None:
    assert fits_types(file)


@pytest.mark.parametrize("file", OF_OTHER_MIX, ids=identify)
def test_a_file_with_a_reason_is_another(file: File) -> None:
    """So the reasons cannot rot: the size is not ours, or the types of tensors are not."""
    assert not fits_size(file, weights_bytes(file)) or not fits_types(file)


def bytes_with_importance_matrix(file: File) -> float:
    """Bytes of all tensors of a file that was made with an importance matrix.

    The first eighth of `ffn_down` then gets Q4_1 in Q4_0 files, and no more than the others in IQ4.
    """
    model, kind = decoder(file["model"]), file["file_type"]
    size = 0.0
    for part in [layer.matrices for layer in model.layers] + [model.outside]:
        for m in part:
            for copy in m.copies:
                found = weights.copy_type(m, copy, kind)
                if m.role.startswith("ffn_down") and kind != "Q4_0":
                    found = weights.stored_type(kind, m.row)
                elif m.role.startswith("ffn_down") and copy.place < m.of // 8:
                    found = "Q4_1"
                size += weights.type_bytes(m.elements, found)
    return size


@pytest.mark.parametrize(
    "file", [file for file in WITHOUT_RULE if file["reason"] == "imatrix"], ids=identify
)
def test_an_importance_matrix_is_all_that_some_files_differ_by(file: File) -> None:
    assert fits_size(file, bytes_with_importance_matrix(file))


def test_every_config_is_of_some_file() -> None:
    """Of models that are not in the catalogue, or were not when the files were looked up."""
    assert set(DATA["configs"]) <= {file["model"] for file in FILES}
