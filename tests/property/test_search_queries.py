"""The search answers any text whatever, small among many, and is no more bytes than it may be."""

from __future__ import annotations

import json
import random  # noqa: TID251 - a seed of its own
import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemario.core.text import fold
from lemario.index.search import SearchEntry, SearchGroup, SearchNames, search_payload
from lemario.pipeline import SEARCH_SCRIPTS
from lemario.render.scripts import shortened
from tests.in_node import in_node
from tests.labelled_search import labelled_entries, labelled_groups, labelled_payload

SURROGATES = st.text(st.characters(categories=["Cs"]), min_size=1, max_size=2)
# Right to left, joined emoji, marks alone, signs of regular expressions, capitals that change length.
ODD = st.text(
    "\u05d0\u0627\u202e\u200f👩\u200d👧🇪🇸\u0301\u0303\u20dd.*+?^$(){}[]|\\/ßİŉﬃñÑ \t\n\x00_-'\"<>&",
    max_size=30,
)
WORDS = st.sampled_from(
    ["memoria", "cuantización", "kv", "q4_k_m", "qué es", "c++", "llama.cpp", "de"]
)
QUERIES = st.one_of(
    st.text(max_size=60),
    ODD,
    st.lists(st.one_of(WORDS, ODD, SURROGATES), max_size=8).map(" ".join),
)
LONG = (
    "x" * 100_000,
    "de la " * 20_000,
    "\u0301" * 100_000,
    "👩\u200d" * 30_000,
    "memoria" * 15_000,
)

PROGRAM = """
  const made = LemarioSearch.create(LemarioData);
  input.map((query) => {
    const hits = made.search(query, { limit: 3, lang: "en" });
    const text = `${query} Memoria de la tarjeta ${query}`;
    const marks = LemarioMarks.marks(made, text, query);
    let end = 0;
    for (const [from, to] of marks) {
      if (!(from >= end && to > from && to <= text.length)) throw new Error(`${query}: ${marks}`);
      end = to;
    }
    const told = hits.map((hit) => LemarioMarks.passage(made, hit.entry, query, "es").text);
    return [hits.length, hits.total, told.length, hits.every((hit) => Number.isInteger(hit.score))];
  });
"""


@pytest.fixture(scope="module")
def scripts(root: Path) -> list[str]:
    return [(root / "templates" / path).read_text(encoding="utf-8") for path in SEARCH_SCRIPTS]


def test_no_text_is_too_much(scripts: list[str]) -> None:
    drawn: dict[str, None] = dict.fromkeys(LONG)

    @settings(max_examples=1500)
    @given(QUERIES)
    def draw(query: str) -> None:
        drawn[query] = None

    draw()
    answers = in_node([*scripts, labelled_payload(), PROGRAM], list(drawn))
    for query, (shown, total, told, whole) in zip(drawn, answers, strict=True):
        assert shown == told == min(3, total), query
        assert whole, query


def test_no_regular_expression_is_made_of_a_text(scripts: list[str]) -> None:
    for script in scripts:
        assert "RegExp" not in re.sub(r"/\*.*?\*/|//[^\n]*", "", script, flags=re.DOTALL)


# --- Among many ----------------------------------------------------------------------------------

SYLLABLES = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "la",
    "me",
    "ni",
    "po",
    "ra",
    "se",
    "ti",
    "va",
    "za",
    "bra",
    "cion",
    "dor",
    "mente",
    "ar",
    "er",
    "ado",
    "tra",
    "pre",
]


def distractors(count: int, taken: set[str]) -> list[SearchEntry]:
    """Terms whose names and definitions are made of the field's words and of words that are none."""
    chance = random.Random(7)
    entries = labelled_entries()
    field = sorted(
        {word for e in entries for word in re.findall(r"\w+", e.es.term + " " + e.en.term)}
    )
    told = sorted({word for e in entries for word in re.findall(r"\w+", e.es.definition)})
    made = ["".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))) for _ in range(6000)]

    def name() -> str:
        while True:
            words = [
                chance.choice(field if chance.random() < 0.35 else made)
                for _ in range(chance.randint(1, 3))
            ]
            if fold(" ".join(words)) not in taken:
                return " ".join(words).capitalize()

    def definition() -> str:
        words = [
            chance.choice(told if chance.random() < 0.8 else made)
            for _ in range(chance.randint(5, 12))
        ]
        return " ".join(words).capitalize() + "."

    return [
        SearchEntry(
            f"s{number}",
            "x",
            SearchNames(term=name(), definition=definition()),
            SearchNames(term=name()),
        )
        for number in range(count)
    ]


def test_names_are_found_first_among_ten_thousand(scripts: list[str]) -> None:
    entries = labelled_entries()
    names = [(name, e.id) for e in entries for name in (e.es.term, e.en.term)]
    owners: dict[str, set[str]] = {}
    for name, id_ in names:
        owners.setdefault(fold(name), set()).add(id_)
    many = distractors(10_000 - len(entries), set(owners))
    payload = search_payload(
        [*entries, *many], [*labelled_groups(), SearchGroup("x", "term", "X", "X")]
    )
    program = """
      const made = LemarioSearch.create(LemarioData);
      input.map((name) => made.search(name, { limit: 1 })[0]?.id);
    """
    found = in_node([*scripts, payload, program], [name for name, _ in names])
    first = sum(id_ in owners[fold(name)] for (name, _), id_ in zip(names, found, strict=True))
    assert first >= 0.98 * len(names)


# --- Bytes ---------------------------------------------------------------------------------------


def test_the_labelled_terms_and_the_engine_are_at_most_18_kilobytes(scripts: list[str]) -> None:
    """Compressed as web servers do it: ids, names and definitions of 188 terms, in ten groups."""
    served = [shortened(scripts[0].encode()).decode(), labelled_payload()]
    program = """
      const { brotliCompressSync } = require("zlib");
      const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
      console.log(JSON.stringify(texts.map((text) => brotliCompressSync(text).length)));
    """
    command = ["node", "-e", program]
    done = subprocess.run(
        command, input=json.dumps(served), text=True, capture_output=True, check=True
    )
    sizes = json.loads(done.stdout)
    assert sum(sizes) <= 18_000, sizes
