"""What to change: each change is what it says, its effect is that of the whole answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lemario.calc import weights
from lemario.calc.answers import answer
from lemario.calc.changes import COSTS, FILE_TYPES, WORDS, best_file_type, effects
from lemario.calc.load_catalogue import Catalogue
from lemario.calc.on_devices import OnDevices
from lemario.calc.questions import Question, default_settings
from lemario.calc.records import FileType


def question(
    catalogue: Catalogue, model: str, file_type: FileType, n_ctx: int, device: str
) -> Question:
    decoder = catalogue.models[model].architecture
    return Question(decoder, file_type, default_settings(n_ctx), (catalogue.devices[device],))


def on_devices(asked: Question) -> OnDevices:
    found = answer(asked).device
    assert found is not None
    return found


CASES: tuple[tuple[str, FileType, int, str], ...] = (
    ("llama-3.1-70b", "Q4_K_M", 8192, "rtx-4090"),
    ("gpt-oss-120b", "MXFP4", 8192, "rtx-4090"),
    ("gemma-3-27b", "Q4_K_M", 32768, "rtx-4060"),
    ("llama-3.1-8b", "F16", 65536, "rtx-4090"),
    ("deepseek-v2-lite", "Q8_0", 32768, "rtx-4060"),
)


@pytest.mark.parametrize("case", CASES)
def test_effects_are_those_of_the_changed_question(
    catalogue: Catalogue, case: tuple[str, FileType, int, str]
) -> None:
    asked = question(catalogue, *case)
    before = on_devices(asked)
    found = effects(asked)
    assert found
    for it in found:
        after = on_devices(it.change.question)
        more = after.available_bytes - before.available_bytes
        assert it.freed_bytes == before.total_bytes - after.total_bytes + more > 0
        assert it.fits is after.fits
        assert it.decode_tokens_per_second == after.decode_tokens_per_second["expected"]


@pytest.mark.parametrize("case", CASES)
def test_what_makes_it_fit_comes_first_and_the_cheapest_of_it(
    catalogue: Catalogue, case: tuple[str, FileType, int, str]
) -> None:
    found = effects(question(catalogue, *case))

    fitting = [it for it in found if it.fits]
    assert list(found[: len(fitting)]) == fitting
    costs = [COSTS.index(it.change.cost) for it in fitting]
    assert costs == sorted(costs)
    freed = [it.freed_bytes for it in found[len(fitting) :]]
    assert freed == sorted(freed, reverse=True)


def test_of_smaller_files_the_mildest_comes_first(catalogue: Catalogue) -> None:
    found = effects(question(catalogue, "qwen3-32b", "Q4_K_M", 32768, "rtx-4090"))
    files = [it for it in found if it.fits and it.change.option.startswith("--quant")]
    assert files[0].change.option == "--quant Q3_K_M"
    sizes = [
        weights.loaded_bytes(it.change.question.decoder, it.change.question.file_type)
        for it in files
    ]
    assert sizes == sorted(sizes, reverse=True)


def test_every_cost_has_its_words() -> None:
    assert tuple(WORDS) == COSTS


def test_options_are_those_of_the_command(catalogue: Catalogue) -> None:
    asked = question(catalogue, "gpt-oss-120b", "Q8_0", 65536, "rtx-4060")
    run = asked.run._replace(flash_attention=False, swa_full=True)
    drafts = ((catalogue.models["qwen3-0.6b"].architecture, asked.file_type),)
    options = {it.change.option for it in effects(replace(asked, run=run, drafts=drafts))}
    assert {"--flash-attention", "without --swa-full", "--ubatch 128"} <= options
    assert {"--context 32768", "without drafts", "--quant Q4_K_M"} <= options
    assert any(option.startswith("--cpu-moe-layers ") for option in options)
    # A cache in blocks would not start without flash attention.
    assert not any(option.startswith("--kv-type") for option in options)


def test_the_limit_of_a_mac_can_be_raised(catalogue: Catalogue) -> None:
    """Two thirds of 36 GiB are 24; raised to all but 8 GiB, there are 4 more."""
    mac = next(
        key
        for key, device in catalogue.devices.items()
        if device.vendor == "Apple" and device.memory_gib > 16
    )
    asked = question(catalogue, "llama-3.1-70b", "Q4_K_M", 8192, mac)
    raised = [it for it in effects(asked) if it.change.cost == "system"]
    assert len(raised) == 1
    gib = catalogue.devices[mac].memory_gib - 8
    assert raised[0].change.option == f"--vram-gib {gib:g}"
    assert on_devices(raised[0].change.question).available_bytes == gib * 2**30


@pytest.mark.parametrize("device", ["rtx-4060", "rtx-4090", "rtx-5090"])
@pytest.mark.parametrize("model", ["llama-3.1-8b", "gemma-3-27b", "qwen3-30b-a3b"])
def test_the_best_file_type_fits_and_the_next_does_not(
    catalogue: Catalogue, model: str, device: str
) -> None:
    asked = question(catalogue, model, "Q4_K_M", 8192, device)
    best = best_file_type(asked, FILE_TYPES)

    def size(kind: FileType) -> float:
        return weights.loaded_bytes(asked.decoder, kind)

    def fits(kind: FileType) -> bool:
        return on_devices(replace(asked, file_type=kind)).fits

    larger = [kind for kind in FILE_TYPES if best is None or size(kind) > size(best)]
    assert not any(map(fits, larger))
    assert best is None or fits(best)
