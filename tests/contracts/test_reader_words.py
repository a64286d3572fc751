"""Whatever can be wrong with a model's file, the page has a sentence for it, and no other ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lemario.calc.readers import gguf_bytes, gguf_header
from lemario.calc.readers.config_defaults import NOT_MODELLED_REASONS
from lemario.calc.readers.config_faults import MESSAGES
from lemario.calc.readers.gguf_faults import GGUF_FAULTS
from lemario.core.lang import Lang
from lemario.render.theme import load_theme
from lemario.site.strings import PLACEHOLDER

# Where Python has other words, since it reads files by other means.
OF_THE_PAGE = {"config_file_size", "config_not_json", "config_no_object", "unreadable"}
# Parts of sentences, and what is no fault.
PARTS = {"quoted": {"name"}, "part": {"part", "parts"}}
# What a sentence knows that its message has in its own words.
MORE = {"most_layers": {"most"}}


@pytest.fixture(scope="module")
def words() -> dict[str, str]:
    """The texts of the readers by key, without its beginning."""
    theme = load_theme().theme
    assert theme is not None
    messages = theme.strings[Lang.ES].messages
    return {
        key.removeprefix("reader."): text
        for key, text in messages.items()
        if key.startswith("reader.") and isinstance(text, str)
    }


def counted() -> set[str]:
    """What a GGUF file may have too many of."""
    found: set[str] = set()
    for module in (gguf_bytes, gguf_header):
        assert module.__file__
        found |= set(re.findall(r'\.count\("(\w+)"', Path(module.__file__).read_text("utf-8")))
    return found


def facts() -> dict[str, set[str]]:
    """What each sentence may name: the facts of its fault."""
    gguf = {
        f"gguf_{kind}": set(re.findall(r"\{(\w+)\}", text.message))
        for kind, text in GGUF_FAULTS.items()
    }
    config = {
        f"config_{reason}": set(re.findall(r"\{!?(\w+)\}", "".join(texts)))
        | MORE.get(reason, set())
        for reason, texts in MESSAGES.items()
    }
    whys: dict[str, set[str]] = {f"why_{why}": set() for why in NOT_MODELLED_REASONS}
    counts: dict[str, set[str]] = {f"count_{what}": set() for what in counted()}
    page: dict[str, set[str]] = {key: set() for key in OF_THE_PAGE}
    return {**PARTS, **gguf, **config, **whys, **counts, **page}


def test_every_fault_has_its_sentence(words: dict[str, str]) -> None:
    assert words.keys() == facts().keys()


def test_sentences_name_nothing_that_their_fault_does_not_know(words: dict[str, str]) -> None:
    known = facts()
    unknown = {
        key: sorted(set(PLACEHOLDER.findall(text)) - known[key])
        for key, text in words.items()
        if not set(PLACEHOLDER.findall(text)) <= known[key]
    }
    assert unknown == {}


def test_what_could_be_a_count_is_found() -> None:
    assert "tensors" in counted()
