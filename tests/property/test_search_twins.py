"""The search from the terminal answers as the page does: the same hits, in order, scored alike."""

from __future__ import annotations

from pathlib import Path

from lemario.core.lang import Lang
from lemario.index.search_engine import SearchEngine
from tests.in_node import in_node
from tests.labelled_search import ANSWERS, labelled_payload, labelled_queries


def test_every_labelled_query_is_answered_as_in_node(root: Path) -> None:
    source = (root / "templates/assets/js/search.js").read_text(encoding="utf-8")
    payload, queries = labelled_payload(), labelled_queries()
    engine = SearchEngine(source, payload)
    answers = [engine.search(one["q"], limit=20, lang=Lang(one["lang"])) for one in queries]
    got = [
        {
            "total": answer.total,
            "meant": answer.meant,
            "hits": [
                [hit.id, hit.score, hit.field, hit.matched, hit.lang.value] for hit in answer.hits
            ],
        }
        for answer in answers
    ]
    assert got == in_node([source, payload, ANSWERS], queries)
    assert sum(bool(answer.hits) for answer in answers) > len(answers) / 2
