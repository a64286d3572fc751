"""`lemario vram`: what people and programs read, and what is said about wrong options."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from lemario.calc.answers import answer
from lemario.calc.load_catalogue import Catalogue
from lemario.calc.predicting import PREDICTED
from lemario.calc.questions import (
    ENGINE,
    ENGINE_VERSION,
    Question,
    default_settings,
    default_training,
)
from lemario.calc.records import (
    Backend,
    CacheType,
    Checkpointing,
    FileType,
    Optimizer,
    SplitMode,
    TrainingMethod,
)
from lemario.calc.vllm_answers import MEMORY_UTILIZATION
from lemario.cli import main
from lemario.cli.vram import vram as vram_command
from tests.vram_command import LLAMA, MIB, data, vram

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without a glossary: the catalogue that comes along is used."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- For programs --------------------------------------------------------------------------------


def test_the_fields_without_a_device() -> None:
    found = data(*LLAMA)
    assert list(found) == [
        "engine",
        "model",
        "file_type",
        "settings",
        "backend",
        "parameters_total",
        "parameters_active",
        "bits_per_weight",
        "weights_bytes",
        "weights_loaded_bytes",
        "kv_cache_bytes",
        "state_bytes",
        "compute_buffer_bytes",
        "projector_bytes",
        "draft_bytes",
        "overhead_bytes",
        "total_bytes",
        "elsewhere",
    ]
    assert found["engine"] == {"name": ENGINE, "version": ENGINE_VERSION}
    assert found["settings"]["n_ctx"] == 8192
    assert not [value for value in found["settings"].values() if isinstance(value, float)]
    assert found["parameters_total"] == 8_030_261_248
    assert found["kv_cache_bytes"] == 1024 * MIB
    assert set(found["overhead_bytes"]) == {"low", "expected", "high"}
    parts = ("weights_bytes", "kv_cache_bytes", "state_bytes", "compute_buffer_bytes")
    whole = sum(found[part] for part in parts) + found["overhead_bytes"]["expected"]
    assert found["total_bytes"] == pytest.approx(whole, abs=3)
    sizes = [found[part] for part in (*parts, "total_bytes")] + [*found["overhead_bytes"].values()]
    assert all(isinstance(size, int) for size in sizes)


def test_a_device_adds_its_fields() -> None:
    found = data(*LLAMA, "--device", "rtx-4060")
    assert (found["device"], found["n_devices"]) == ("GeForce RTX 4060", 1)
    assert found["fits"] is True
    assert found["verdict"] == "fits"
    assert found["max_context"] % 256 == 0
    speed = found["decode_tokens_per_second"]
    assert speed["low"] < speed["expected"] < speed["high"]
    assert found["available_bytes"] == 8 * 2**30


@pytest.mark.parametrize(
    ("options", "mib"),
    [
        ((), 1024),
        (("--kv-type", "q8_0"), 544),
        (("--kv-type", "q8_0", "--kv-type-v", "f16"), 784),
        (("--context", "8200"), 1056),
        (("--slots", "4", "--no-unified", "--context", "8200"), 1152),
        (("--model", "gemma-3-27b", "--context", "32768"), 3184),
        (("--model", "gemma-3-27b", "--context", "32768", "--swa-full"), 15872),
        (("--model", "gemma-3-27b", "--context", "32768", "--ubatch", "2048"), 3808),
        (("--model", "gemma-3-27b", "--context", "32768", "--slots", "4"), 4432),
        (("--model", "deepseek-v3", "--context", "32768", "--kv-type", "q8_0"), 1166.625),
    ],
)
def test_caches(options: tuple[str, ...], mib: float) -> None:
    """Later options go before earlier ones."""
    assert data(*LLAMA, *options)["kv_cache_bytes"] == mib * MIB


def test_flash_attention_and_rows_of_logits_change_the_buffer() -> None:
    plain, without, rows = (
        data(*LLAMA, *more)["compute_buffer_bytes"]
        for more in ((), ("--no-flash-attention",), ("--logits-rows", "0"))
    )
    assert without > plain
    assert rows > plain
    assert data(*LLAMA, "--logits-rows", "1")["compute_buffer_bytes"] == plain


@pytest.mark.parametrize(
    ("model", "quant", "n_ctx", "kv", "device"),
    [
        ("llama-3.1-8b", "Q4_K_M", 8192, "f16", "rtx-4060"),
        ("gemma-3-27b", "Q8_0", 131072, "q8_0", "rtx-4090"),
        ("gpt-oss-20b", "MXFP4", 32768, "f16", "rtx-3060-12gb"),
        ("qwen3-0.6b", "F16", 1000, "q4_0", "rtx-4060"),
    ],
)
def test_the_numbers_are_those_of_the_calculator(
    catalogue: Catalogue, model: str, quant: FileType, n_ctx: int, kv: CacheType, device: str
) -> None:
    """Composed of the same formulas over the same catalogue as the page's."""
    if device not in catalogue.devices:
        device = "rtx-4090"
    run = default_settings(n_ctx)._replace(kv_type_k=kv, kv_type_v=kv)
    expected = answer(
        Question(
            catalogue.models[model].architecture,
            quant,
            run,
            (catalogue.devices[device],) * 2,
            reserved_gib=0.5,
        )
    )
    options = ("--model", model, "--quant", quant, "--context", str(n_ctx), "--kv-type", kv)
    found = data(*options, "--device", device, "--device", device, "--reserved-gib", "0.5")
    assert expected.device is not None
    assert found["total_bytes"] == round(expected.total_bytes)
    assert found["weights_bytes"] == round(expected.weights_bytes)
    assert found["compute_buffer_bytes"] == round(expected.compute_buffer_bytes)
    assert found["verdict"] == expected.device.fit
    assert found["fits"] is expected.device.fits
    assert found["max_context"] == expected.device.max_context
    assert found["decode_tokens_per_second"] == expected.device.decode_tokens_per_second
    assert found["pace"] == expected.device.pace


# --- For people ------------------------------------------------------------------------------------


def test_what_people_read() -> None:
    done = vram(*LLAMA, "--device", "rtx-4060")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Llama 3.1 8B, Q4_K_M, 8,192 tokens of context, f16 cache"
    labels = [re.split(r" {2,}", line.strip())[0] for line in lines[1:5]]
    assert labels == ["weights", "KV cache", "compute buffer", "overhead"]
    assert "1,024.00 MiB" in lines[2]
    assert "an estimate for cuda" in lines[4]
    assert lines[5] == "On GeForce RTX 4060, 8.00 GiB: fits"
    assert lines[6].endswith("of 8.00: all layers")
    assert lines[-2] == "llama-server -m FILE -c 8192 -ngl 999 -np 1"
    assert vram(*LLAMA).stdout.splitlines()[5].startswith("  total ")
    assert lines[-1] == f"By the rules of {ENGINE} {ENGINE_VERSION}."


def test_what_people_read_is_what_programs_read() -> None:
    found = data(*LLAMA, "--device", "rtx-4060")
    shown = vram(*LLAMA, "--device", "rtx-4060").stdout
    assert f"{found['gpus'][0]['total_bytes']['expected'] / 2**30:.2f} GiB" in shown
    assert f"{data(*LLAMA)['total_bytes'] / 2**30:.2f} GiB" in vram(*LLAMA).stdout
    assert f"{found['max_context']:,} tokens" in shown
    assert f"{found['decode_tokens_per_second']['expected']:.1f} tokens/s" in shown


def test_verdicts_in_words() -> None:
    for context, words in (("8192", "fits"), ("131072", "does not fit")):
        shown = vram(*LLAMA[:-1], context, "--device", "rtx-4060").stdout
        assert re.search(r"^On .*: (.*)$", shown, re.M)[1] == words  # type: ignore[index]


def test_between_the_estimates_it_is_said_to_depend_on_them() -> None:
    """`fits` is about the expected overhead; the verdict is about both ends."""
    found = data(*LLAMA, "--device", "rtx-4060")
    whole = found["gpus"][0]["total_bytes"]["expected"] / 2**30
    for gib, fits in ((whole - 0.1, False), (whole + 0.1, True)):
        options = (*LLAMA, "--device", "rtx-4060", "--vram-gib", str(gib))
        near = data(*options)
        assert (near["fits"], near["verdict"]) == (fits, "tight")
        assert "just fits, or just does not" in vram(*options).stdout


def test_a_context_beyond_the_models_is_computed_with_a_note() -> None:
    beyond, longest = (vram(*LLAMA[:-1], n_ctx) for n_ctx in ("200000", "131072"))
    assert (beyond.exit_code, longest.exit_code, longest.stderr) == (0, 0, "")
    assert "was trained on 131,072 tokens of context, not on 200,000" in beyond.stderr


def test_several_devices_are_counted() -> None:
    done = vram(*LLAMA, "--device", "rtx-4060", "--device", "rtx-4060")
    assert "On 2 × GeForce RTX 4060, 16.00 GiB: fits" in done.stdout


def test_both_types_of_the_cache_are_named_if_they_differ() -> None:
    done = vram(*LLAMA, "--kv-type", "q8_0", "--kv-type-v", "f16")
    assert "q8_0/f16 cache" in done.stdout


def test_ids_may_be_written_in_any_case() -> None:
    assert data(*LLAMA, "--quant", "q4_k_m") == data(*LLAMA)
    assert data(*LLAMA, "--model", "Llama-3.1-8B") == data(*LLAMA)


def test_a_block_that_predicts_has_a_context_and_states_of_its_own() -> None:
    """Cache and states as llama.cpp says: a layer of attention in f16, and a state a token."""
    qwen = ("--model", "qwen3.5-9b", "--quant", "Q4_K_M", "--context", "4096")
    without, with_block = data(*qwen), data(*qwen, "--mtp")
    assert with_block["state_bytes"] == 4 * without["state_bytes"]
    assert data(*qwen, "--mtp", "1")["state_bytes"] == 2 * without["state_bytes"]
    left_out = with_block["weights_bytes"] - with_block["weights_loaded_bytes"]
    assert with_block["weights_bytes"] == 5_769_121_792
    buffer = with_block["draft_bytes"] - left_out - 16 * MIB
    assert buffer == pytest.approx(96_487_456, rel=0.05)
    shown = vram(*qwen, "--mtp").stdout
    assert "MTP block" in shown
    assert "not loaded" not in shown


def test_drafted_tokens_are_checked_at_once() -> None:
    """llama-server reserves a row of logits for each; what drafts answers each slot once."""
    qwen = ("--model", "qwen3.5-9b", "--quant", "Q4_K_M", "--context", "4096", "--slots", "8")
    found = data(*qwen, "--mtp", "16")
    assert found["settings"]["logits_rows"] == 136
    assert found["compute_buffer_bytes"] == pytest.approx(390_881_856, rel=0.05)
    assert found["draft_bytes"] == data(*qwen, "--mtp", "3")["draft_bytes"]
    assert data(*qwen, "--mtp")["settings"]["predicted"] == PREDICTED
    assert data(*qwen, "--draft", "qwen3.5-0.8b")["settings"]["logits_rows"] == 8 * (1 + PREDICTED)


def test_a_block_that_is_in_every_file_is_loaded_only_if_asked_for() -> None:
    glm = ("--model", "glm-4.5-air", "--quant", "Q4_K_M", "--context", "4096")
    assert "(not loaded)" in vram(*glm).stdout
    assert data(*glm)["weights_bytes"] == data(*glm, "--mtp")["weights_bytes"] == 72_848_161_792


# --- Wrong options -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((*LLAMA, "--model", "llama-3.1-8"), "llama-3.1-8b"),
        ((*LLAMA, "--model", "xyzzy"), "There are"),
        ((*LLAMA, "--quant", "Q4_K_N"), "Q4_K_M"),
        ((*LLAMA, "--device", "rtx-4061"), "rtx-4060"),
        ((*LLAMA, "--kv-type", "q9"), "q8_0"),
        ((*LLAMA, "--context", "0"), "--context"),
        ((*LLAMA, "--context", "-1"), "--context"),
        ((*LLAMA, "--context", "8k"), "such as 16384"),
        ((*LLAMA, "--slots", "0"), "--slots"),
        ((*LLAMA, "--device", "rtx-4060", "--cpu-moe-layers", "3"), "no experts"),
        ((*LLAMA, "--device", "rtx-3060"), "rtx-3060-12gb or rtx-3060-8gb"),
        ((*LLAMA, "--ubatch", "0"), "--ubatch"),
        ((*LLAMA, "--reserved-gib", "-1"), "--reserved-gib"),
        (LLAMA[:4], "--context"),
        ((*LLAMA[:2], *LLAMA[4:]), "--quant"),
        (LLAMA[2:], "--model"),
        ((*LLAMA, "--contxt", "1"), "--context"),
        ((*LLAMA, "--gpu-layers", "12"), "--gpu-layers is about a device"),
        ((*LLAMA, "--cpu-moe-layers", "12"), "--cpu-moe-layers is about a device"),
        ((*LLAMA, "--device", "rtx-4060", "--split", "column"), "row"),
        ((*LLAMA, "--device", "rtx-4060", "--ram-gib", "0"), "--ram-gib"),
        ((*LLAMA, "--no-flash-attention", "--kv-type", "q8_0"), "--kv-type-v f16"),
        ((*LLAMA, "--model", "deepseek-v3", "--kv-type", "q8_0", "--kv-type-v", "f16"), "latent"),
        ((*LLAMA, "--model", "phi-2", "--kv-type", "q8_0"), "--kv-type f16"),
        ((*LLAMA, "--config", "there-is-none.json"), "there-is-none.json"),
        ((*LLAMA, "--device", "rtx-4060", "--reserved-gib", "nan"), "--reserved-gib"),
        ((*LLAMA, "--device", "rtx-4060", "--vram-gib", "inf"), "--vram-gib"),
        ((*LLAMA, "--vram-gib", "12"), "--device"),
        ((*LLAMA, "--reserved-gib", "1"), "--device"),
        ((*LLAMA, "--context", "2147483648"), "--context"),
        ((*LLAMA, "--config", __file__), "--model and --config"),
        ((*LLAMA, "--mtp"), "glm4_moe"),
        ((*LLAMA, "--model", "qwen3.5-9b", "--mtp", "0"), "--mtp"),
    ],
)
def test_usage_errors(options: tuple[str, ...], said: str) -> None:
    """Exit code 2, nothing on stdout, and what to write instead."""
    done = vram(*options, "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_gguf_file_is_no_config(elsewhere: Path) -> None:
    (elsewhere / "model.gguf").write_bytes(b"GGUF\x03\0\0\0")
    done = vram("--config", "model.gguf", *LLAMA[2:])
    assert done.exit_code == 2
    assert "model.gguf is a GGUF file: give it with --gguf" in done.stderr


def test_nothing_is_said_to_be_written_where_nothing_is(elsewhere: Path) -> None:
    (elsewhere / "config.json").write_text("{", "utf-8")
    done = vram("--config", "config.json", *LLAMA[2:])
    assert done.exit_code == 1
    assert "nothing was computed" in done.stderr


def test_words_and_defaults_of_the_command_are_those_of_the_formulas() -> None:
    """They stand in the command, too, so that it starts without loading the formulas."""
    options = {option.name: option for option in vram_command.params}
    kinds = {name: getattr(options[name].type, "choices", ()) for name in options}
    assert tuple(kinds["backend"]) == get_args(Backend)
    assert tuple(kinds["kv_type_v"]) == get_args(CacheType)
    assert tuple(kinds["kv_type"]) == (*get_args(CacheType), "fp8")
    assert tuple(kinds["split"]) == get_args(SplitMode)
    assert tuple(kinds["train"]) == get_args(TrainingMethod)
    assert tuple(kinds["optimizer"]) == get_args(Optimizer)
    assert tuple(kinds["checkpointing"]) == get_args(Checkpointing)
    training = default_training("qlora")
    assert (options["batch"].default, options["rank"].default) == (training.batch, training.rank)
    assert options["optimizer"].default == training.optimizer
    assert options["checkpointing"].default == training.checkpointing
    assert options["memory_utilization"].default == MEMORY_UTILIZATION
    assert getattr(options["predicted"], "flag_value", None) == PREDICTED
    usual = default_settings(1)
    assert (options["ubatch"].default, options["kv_type"].default) == (
        usual.n_ubatch,
        usual.kv_type_k,
    )


def test_no_context_is_ever_made_up() -> None:
    done = vram("--model", "llama-3.1-8b", "--quant", "Q4_K_M")
    assert done.exit_code == 2
    assert "Missing option '--context'" in done.stderr


# --- Which catalogue -----------------------------------------------------------------------------------


@pytest.fixture
def small_catalogue(elsewhere: Path) -> Path:
    shutil.copytree(ROOT / "tests/diagnostics/base", elsewhere / "glossary")
    return elsewhere / "glossary"


def test_the_glossary_s_catalogue_goes_before_the_one_that_comes_along(
    small_catalogue: Path,
) -> None:
    assert vram(*LLAMA).exit_code == 2
    options = (*LLAMA[:2], "--quant", "Q8_0", "--context", "8192")
    assert data(*options)["kv_cache_bytes"] == 1024 * MIB
    listed = CliRunner().invoke(main, ("catalogue", "list", "devices")).stdout
    assert listed == "rtx-4090  GeForce RTX 4090, 24 GiB\n"


def test_a_catalogue_with_a_fault_is_reported_with_exit_code_1(small_catalogue: Path) -> None:
    file = small_catalogue / "catalogue/devices.yaml"
    file.write_text(file.read_text("utf-8").replace("memory_gib: 24", "memory_gib: x"), "utf-8")
    done = vram(*LLAMA)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "devices.yaml:5:15: error[L105]" in done.stderr


@pytest.mark.parametrize("place", ["qwen3-8b.json", "Qwen3-8B/config.json"])
def test_a_model_without_a_name_gets_that_of_its_file_or_folder(
    small_catalogue: Path, place: str
) -> None:
    config = small_catalogue.parent / place
    config.parent.mkdir(exist_ok=True)
    shutil.copy(ROOT / "tests/data/configs/qwen3-8b.json", config)
    done = CliRunner().invoke(main, ["catalogue", "add", place])
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == "Wrote glossary/catalogue/models/qwen3-8b.yaml\n"


def test_help_has_an_example_that_works() -> None:
    example = re.search(r"Example: lemario vram(.*)", vram("--help").output.replace("\n ", ""))
    assert example
    assert vram(*example[1].split()).exit_code == 0
