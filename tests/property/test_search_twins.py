"""The search from the terminal answers as the page does: the same hits, in order, scored alike."""

from __future__ import annotations

from pathlib import Path

from lemario.core.lang import Lang
from lemario.index.search_engine import SearchEngine
from lemario.pipeline import SEARCH_SCRIPTS
from tests.in_node import in_node
from tests.labelled_search import ANSWERS, labelled_payload, labelled_queries


def test_every_labelled_query_is_answered_as_in_node(root: Path) -> None:
    source, marks = ((root / "templates" / path).read_text("utf-8") for path in SEARCH_SCRIPTS)
    payload, queries = labelled_payload(), labelled_queries()
    engine = SearchEngine(source, marks, payload)
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
    assert got == in_node([source, marks, payload, ANSWERS], queries)
    assert sum(bool(answer.hits) for answer in answers) > len(answers) / 2
