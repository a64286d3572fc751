"""The page's search engine outside a page: its own script, run by QuickJS.

Needs the package of the extra `search`; only `lemario search` imports it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import quickjs

from lemario.core.lang import LANGS, Bilingual, Lang
from lemario.index.search import SearchGroup

# Texts go in and come out as JSON: then none can be more than a text.
_ANSWERING = """
(() => {
  const made = LemarioSearch.create(LemarioData);
  return (asked) => {
    const { query, limit, lang } = JSON.parse(asked);
    const hits = made.search(query, { limit, lang });
    return JSON.stringify({ total: hits.total, meant: hits.meant,
      hits: hits.map(({ id, score, field, matched, lang: named, entry }) => {
        const passage = field === "definition" && LemarioMarks.passage(made, entry, query, lang);
        const { group, es, en } = entry;
        return { id, score, field, matched: passage ? passage.text : matched,
          lang: passage ? passage.lang : named, group, es, en };
      }) });
  };
})()
"""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """An entry that was found.

    `field` is the kind of name that matched best, or "definition"; `matched` is that name, or the
    sentence that answers, in `lang`. `href` is where an entry lies that is no term, else "".
    """

    id: str
    score: int
    group: SearchGroup
    field: str
    matched: str
    lang: Lang
    names: Bilingual[str]
    summaries: Bilingual[str]
    href: Bilingual[str]


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The best hits, best first; `total` counts all.

    `meant` is the name that a mistyped query stands for, else "".
    """

    hits: tuple[SearchHit, ...]
    total: int
    meant: str


class SearchEngine:
    """The engine with what it searches: `search.js`, `search-marks.js` and `search-data.js`."""

    def __init__(self, *scripts: str) -> None:
        context = quickjs.Context()
        for script in scripts:
            context.eval(script)
        self._answer = context.eval(_ANSWERING)

    def search(self, query: str, *, limit: int = 10, lang: Lang = Lang.ES) -> SearchAnswer:
        """The answer to any text, as the site gives it to a reader of `lang`; never raises."""
        asked = json.dumps({"query": query, "limit": limit, "lang": lang.value})
        answer = json.loads(self._answer(asked))
        hits = tuple(_hit(found) for found in answer["hits"])
        return SearchAnswer(hits, answer["total"], answer["meant"])


def _hit(found: dict[str, Any]) -> SearchHit:
    def both(key: str) -> Bilingual[str]:
        es, en = (found[lang.value][key] for lang in LANGS)
        return Bilingual(es, en)

    return SearchHit(
        id=found["id"],
        score=found["score"],
        group=SearchGroup(*(found["group"][key] for key in ("id", "kind", "es", "en"))),
        field=found["field"],
        matched=found["matched"],
        lang=Lang(found["lang"]),
        names=both("term"),
        summaries=both("summary"),
        href=both("href"),
    )
