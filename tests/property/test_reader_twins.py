"""The page reads a config.json as Python does: equal configs, equal decoders, equal faults.

All configs go to Node in one run, since starting it costs more than the rest.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemario.calc.architecture import architecture
from lemario.calc.load_catalogue import Catalogue, load_catalogue
from lemario.calc.predicting import PREDICTING, with_block
from lemario.calc.readers.config_defaults import MODEL_TYPES, NOT_MODELLED
from lemario.calc.readers.config_faults import MESSAGES
from lemario.calc.readers.config_names import DERIVED, LAYER_SOURCES, SYNONYMS
from lemario.calc.readers.config_reader import ConfigReading, read_document
from lemario.calc.readers.json_source import parse_object
from lemario.calc.readers.tables import reader_script, reader_tables
from lemario.core.source import SourceText
from tests.configs import CONFIGS, IDS, published
from tests.in_node import in_node, plain

COUNT = 1000
SCRIPTS = ("architecture.js", "config-layers.js", "config-rules.js", "config-reader.js")

# What the reader looks at: every name of every field, and what tells the layers.
KEYS = sorted(
    {name for names in SYNONYMS.values() for name in names}
    | {name for row in MODEL_TYPES.values() for names in row.names.values() for name in names}
    | {name for row in MODEL_TYPES.values() for name in row.only}
    | {name for name, _ in LAYER_SOURCES}
    | {"model_type", "text_config", "rope_scaling", "rope_parameters", "partial_rotary_factor"}
    | {"mlp_only_layers", "mlp_layer_types", "moe_layers", "moe_layer_end_index", "multi_query"}
    | {"new_decoder_architecture", "enable_moe_block", "mamba_expand", "block_multiple_of"}
    | {"block_auto_adjust_ff_dim", "block_ffn_dim_multiplier", "use_sliding_window"}
)
WORDS = ("full_attention", "sliding_attention", "linear_attention", "mamba", "moe", "dense")
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(0, 80),
    st.sampled_from([2**26, 2**26 + 1, 2**31, 10**12, 128, 4096, 0.5, 0.75, 2.0, -1, 1.5, 1e300]),
    st.sampled_from(["", "auto", "LLLG", "MEM*", "M-*", "constructor", "__proto__", "llama"]),
    st.sampled_from([*MODEL_TYPES, *NOT_MODELLED]),
)
LISTS = st.one_of(
    st.lists(st.sampled_from(WORDS), max_size=3).flatmap(
        lambda words: st.integers(0, 30).map(lambda times: words * times)
    ),
    st.lists(st.integers(0, 3), max_size=40),
    st.integers(0, 40).map(lambda count: [7] * count),
    st.sampled_from([[], [1.0, 1], [True, 1], [None], ["full_attention"] * 32]),
)
VALUES = (
    SCALARS
    | LISTS
    | st.sampled_from(
        [
            {},
            {"rope_type": "llama3"},
            {"type": "SU", "long_factor": None},
            {"full_attention": {"rope_type": "proportional"}},
            {"long_factor": [1.0], "partial_rotary_factor": 0.4},
        ]
    )
)


@pytest.fixture(scope="module")
def catalogue(root: Path) -> Catalogue:
    loaded = load_catalogue(root / "glossary", "glossary").catalogue
    assert loaded is not None
    return loaded


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Every stored config as published, and with fields that are removed, wrong, zero or huge."""
    drawn: list[str] = []
    changes = st.lists(st.tuples(st.sampled_from(KEYS), VALUES), min_size=1, max_size=3)
    removed = st.lists(st.sampled_from(KEYS), max_size=2)

    @settings(max_examples=COUNT)
    @given(st.sampled_from(IDS), changes, removed, st.booleans(), st.booleans())
    def draw(
        name: str, changed: list[tuple[str, Any]], gone: list[str], wrap: bool, inside: bool
    ) -> None:
        config = published(name)
        part = config.get("text_config", config) if inside else config
        for key in gone:
            part.pop(key, None)
        part.update(changed)
        drawn.append(json.dumps({"model_type": "outer", "text_config": config} if wrap else config))

    draw()
    drawn += [json.dumps(published(name) | change) for name, change in FAULTY]
    drawn.append(json.dumps(published("gemma-4-e2b")["text_config"] | KEPT_BY_NONE))
    for name in IDS:
        config = published(name)
        part = config.get("text_config", config)
        drawn.append(json.dumps(config))
        drawn += [
            json.dumps({**part, key: WRONG[index % len(WRONG)]}) for index, key in enumerate(part)
        ]
        drawn.append(json.dumps({k: v for k, v in part.items() if k != min(part)}))
    return drawn


WRONG: tuple[Any, ...] = (None, 0, 1, 3, 2**26, "x", [5, 5], [5, 6], True, -1, 10**12)
# A config with each fault: what is changed in a published one.
FAULTY: tuple[tuple[str, dict[str, Any]], ...] = (
    ("llama-3.1-8b", {"model_type": 3}),
    ("llama-3.1-8b", {"model_type": "unheard"}),
    ("llama-3.1-8b", {"model_type": "falcon_h1"}),
    ("llama-3.1-8b", {"vocab_size": None}),
    ("llama-3.1-8b", {"vocab_size": 0.5}),
    ("llama-3.1-8b", {"vocab_size": 2**40}),
    ("llama-3.1-8b", {"tie_word_embeddings": 1}),
    ("llama-3.1-8b", {"intermediate_size": [*range(1, 33)]}),
    ("llama-3.1-8b", {"mlp_bias": 0}),
    ("llama-3.1-8b", {"num_local_experts": 8}),
    ("qwen3-30b-a3b", {"mlp_only_layers": [0]}),
    ("glm-4.7-flash", {"mlp_layer_types": ["sparse"] * 46 + ["dense"]}),
    ("glm-4.7-flash", {"mlp_layer_types": ["dense"] * 2 + ["sparse"] * 45}),
    ("llama-3.1-8b", {"num_hidden_layers": 1001}),
    ("llama-3.1-8b", {"num_key_value_heads": 5}),
    ("llama-3.1-8b", {"hidden_size": 4097, "head_dim": None}),
    ("mixtral-8x7b", {"num_experts_per_tok": 9}),
    ("llama-3.1-8b", {"layer_types": ["mamba"] * 32}),
    ("llama-3.1-8b", {"layer_types": ["full_attention"] * 31}),
    ("llama-3.1-8b", {"layer_types": 3}),
    ("gemma-3-270m", {"layer_types": ["full_attention"] * 18}),
    ("qwen3-next-80b-a3b", {"layer_types": ["full_attention", "linear_attention"] * 24}),
    ("nemotron-h-56b", {"n_groups": 7}),
    ("lfm2-700m", {"block_multiple_of": 0}),
    ("lfm2-700m", {"block_ffn_dim_multiplier": 1.5}),
    ("llama-3.1-8b", {"hidden_size": 2**26, "vocab_size": 2**26, "intermediate_size": 2**26}),
    ("llama-3.1-8b", {"hidden_size": 2**26, "vocab_size": 2**26, "head_dim": 2**26}),
)
KEPT_BY_NONE = {"num_kv_shared_layers": 99}
TEXT_FAULTS = (
    "",
    "[1]",
    "null",
    '{"a": }',
    "<!doctype html>",
    '{"model_type": "llama", "x": [Infinity, -Infinity, NaN, "Infinity, NaN"], "n": 1}',
    '\ufeff{"model_type": "falcon_h1"}',
    '{"hidden_size": Infinity, "model_type": "llama"}',
)


def in_python(text: str) -> Any:
    """The config, its defaults and its decoder, or the faults, as plain data."""
    parsed = parse_object(SourceText("config.json", text))
    if parsed.value is None:
        return {"faults": [["L329", []]]}
    reading = read_document(parsed.value)
    if isinstance(reading, ConfigReading):
        return {
            "config": reading.config.model_dump(),
            "defaulted": list(reading.defaulted),
            "architecture": plain(architecture(reading.config)),
        }
    return {"faults": sorted([fault.code, fault.reason, list(fault.members)] for fault in reading)}


def scripted(root: Path, program: str, value: object) -> Any:
    """What `program` evaluates to beside the page's scripts, with `value` as `input`."""
    folder = root / "templates/assets/js"
    scripts = (reader_script(), *((folder / name).read_text("utf-8") for name in SCRIPTS), program)
    return in_node(scripts, value)


READ = """input.map((text) => {
  const found = LemarioConfig.read(text, LemarioTables);
  if ("faults" in found) {
    const key = (f) => [f.code, ...(f.code === "L329" ? [] : [f.reason]), f.field];
    return { faults: found.faults.map(key) };
  }
  return { ...found, architecture: LemarioArchitecture.fromConfig(found.config, LemarioTables) };
})"""


def test_configs_are_read_alike(root: Path, texts: list[str]) -> None:
    texts = [*texts, *TEXT_FAULTS]
    different = []
    read = 0
    # In portions: a decoder of many kinds of layer is a long text.
    for start in range(0, len(texts), 1000):
        portion = texts[start : start + 1000]
        for text, there in zip(portion, scripted(root, READ, portion), strict=True):
            here = in_python(text)
            if "faults" in there:
                there["faults"].sort()
            read += "config" in here
            if here != there:
                different.append((text, here, there))
    assert different == []
    assert read > len(texts) / 4


def test_every_fault_is_among_those_compared() -> None:
    texts = [json.dumps(published(name) | change) for name, change in FAULTY]
    texts.append(json.dumps(published("gemma-4-e2b")["text_config"] | KEPT_BY_NONE))
    found = {fault[1] for text in texts for fault in in_python(text).get("faults", [])}
    assert found == set(MESSAGES)


def test_decoders_of_the_catalogue_are_made_alike(root: Path, catalogue: Catalogue) -> None:
    """And those of files with a block that predicts several tokens, where there are such."""
    configs = [entry.model.config for entry in catalogue.models.values()]
    configs += [with_block(config) for config in configs if config.model_type in PREDICTING]
    program = "input.map((config) => LemarioArchitecture.fromConfig(config, LemarioTables))"
    made = scripted(root, program, [config.model_dump() for config in configs])
    for config, there in zip(configs, made, strict=True):
        assert plain(architecture(config)) == there


def test_the_tables_are_plain_data_with_every_type_and_family() -> None:
    tables = reader_tables()
    assert json.loads(json.dumps(tables))["types"].keys() == MODEL_TYPES.keys()
    assert set(SYNONYMS) | set(DERIVED) >= set(tables["fields"])
    assert CONFIGS.is_dir()
