"""The labelled queries, and their terms as a payload of the search."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lemario.core.text import first_sentence
from lemario.index.search import SearchEntry, SearchGroup, SearchNames, search_payload

ANSWERS = """
  const made = LemarioSearch.create(LemarioData);
  input.map(({ q, lang }) => {
    const hits = made.search(q, { limit: 20, lang });
    return { total: hits.total, meant: hits.meant, hits: hits.map((hit) => {
      const told = hit.field === "definition" && LemarioMarks.passage(made, hit.entry, q, lang);
      return [hit.id, hit.score, hit.field, told ? told.text : hit.matched, told ? told.lang : hit.lang];
    }) };
  });
"""
"""A script that answers the queries in `input`, to stand after those of the search."""

_DATA = Path(__file__).resolve().parent / "data"


def labelled_queries() -> list[dict[str, Any]]:
    """Each labelled query in both languages, with the ids that are expected."""
    queries: list[dict[str, Any]] = json.loads(
        (_DATA / "search_queries.json").read_text(encoding="utf-8")
    )
    return [{**query, "lang": lang} for query in queries for lang in ("es", "en")]


def labelled_entries() -> list[SearchEntry]:
    """The labelled terms as the search knows them, by category."""
    terms = json.loads((_DATA / "search_terms.json").read_text(encoding="utf-8"))
    return [
        SearchEntry(
            term["id"],
            term["category"],
            SearchNames(
                term=term["es"],
                aliases=tuple(term["aliases"]),
                summary=first_sentence(term["def_es"]),
                definition=term["def_es"],
            ),
            SearchNames(term=term["en"]),
        )
        for term in terms
    ]


def labelled_groups() -> list[SearchGroup]:
    """The categories of the labelled terms."""
    ids = sorted({entry.group for entry in labelled_entries()})
    return [SearchGroup(id_, "term", id_.capitalize(), f"On {id_}") for id_ in ids]


def labelled_payload() -> str:
    """The script that defines the labelled terms as `LemarioData`."""
    entries = labelled_entries()
    return search_payload(entries, labelled_groups(), [entry.id for entry in entries[:6]])
