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

GIB = 2**30


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
        assert it.fit == after.fit
        assert it.decode_tokens_per_second == after.decode_tokens_per_second["expected"]


@pytest.mark.parametrize("case", CASES)
def test_what_makes_it_fit_comes_first_and_the_cheapest_of_it(
    catalogue: Catalogue, case: tuple[str, FileType, int, str]
) -> None:
    found = effects(question(catalogue, *case))

    fitting = [it for it in found if it.fit == "fits"]
    assert list(found[: len(fitting)]) == fitting
    costs = [COSTS.index(it.change.cost) for it in fitting]
    assert costs == sorted(costs)
    freed = [it.freed_bytes for it in found[len(fitting) :]]
    assert freed == sorted(freed, reverse=True)


def test_of_smaller_files_the_mildest_comes_first(catalogue: Catalogue) -> None:
    found = effects(question(catalogue, "qwen3-32b", "Q4_K_M", 32768, "rtx-4090"))
    files = [it for it in found if it.fit == "fits" and it.change.option.startswith("--quant")]
    assert files[0].change.option == "--quant Q3_K_M"
    sizes = [
        weights.loaded_bytes(it.change.question.decoder, it.change.question.file_type)
        for it in files
    ]
    assert sizes == sorted(sizes, reverse=True)


def test_every_cost_has_its_words() -> None:
    assert tuple(WORDS) == COSTS


def test_options_are_those_of_the_command(catalogue: Catalogue) -> None:
    asked = question(catalogue, "gpt-oss-120b", "Q8_0", 65536, "rtx-5090")
    run = asked.run._replace(flash_attention=False, swa_full=True)
    drafts = ((catalogue.models["qwen3-0.6b"].architecture, asked.file_type),)
    options = {it.change.option for it in effects(replace(asked, run=run, drafts=drafts))}
    assert {"--flash-attention", "without --swa-full", "--ubatch 128"} <= options
    assert {"--context 32768", "without drafts", "--quant Q4_K_M"} <= options
    assert any(option.startswith("--cpu-moe-layers ") for option in options)
    # A cache in blocks would not start without flash attention.
    assert not any(option.startswith("--kv-type") for option in options)


def test_the_limit_of_a_mac_can_be_raised(catalogue: Catalogue) -> None:
    """Three quarters of 64 GiB are 48; raised to all but 8 GiB, there are 8 more."""
    asked = question(catalogue, "llama-3.1-70b", "Q5_K_M", 8192, "apple-m4-pro")
    assert on_devices(asked).available_bytes == 48 * GIB
    raised = [it for it in effects(asked) if it.change.cost == "system"]
    assert [it.change.option for it in raised] == ["--vram-gib 56"]
    assert on_devices(raised[0].change.question).available_bytes == 56 * GIB


def test_moving_layers_within_one_memory_is_no_change(catalogue: Catalogue) -> None:
    asked = question(catalogue, "llama-3.1-70b", "Q8_0", 8192, "apple-m4-pro")
    options = [it.change.option for it in effects(asked)]
    assert not any(option.startswith("--gpu-layers") for option in options)


def test_a_draft_model_follows_the_file_type(catalogue: Catalogue) -> None:
    asked = question(catalogue, "llama-3.1-8b", "Q8_0", 8192, "rtx-4060")
    draft = catalogue.models["llama-3.2-3b"].architecture
    found = effects(replace(asked, drafts=((draft, "Q8_0"),)))
    smaller = next(it for it in found if it.change.option == "--quant Q4_K_M")
    assert smaller.change.question.drafts == ((draft, "Q4_K_M"),)


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
