"""What a site serves of Lemario's search: the engine, or the payload of given terms.

python payload.py engine               the script of the engine, as it is served
python payload.py data < terms.json    the payload, a script too
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from lemario.core.text import first_sentence
from lemario.index.search import SearchEntry, SearchGroup, SearchNames, search_payload
from lemario.render.scripts import shortened

ENGINE = Path(__file__).resolve().parents[2] / "templates/assets/js/search.js"


def payload(terms: list[dict[str, str]]) -> str:
    """The script that defines the terms as `LemarioData`."""
    entries = [
        SearchEntry(
            id=term["id"],
            group=term["category"],
            es=SearchNames(
                term=term["es"],
                aliases=tuple(term["aliases"]),
                summary=first_sentence(term["def_es"]),
                definition=term["def_es"],
            ),
            en=SearchNames(term=term["en"]),
        )
        for term in terms
    ]
    groups = sorted({term["category"] for term in terms})
    return search_payload(entries, [SearchGroup(id_, "term", id_, id_) for id_ in groups])


def main() -> None:
    """Writes what is asked for to the standard output."""
    if sys.argv[1] == "engine":
        sys.stdout.buffer.write(shortened(ENGINE.read_bytes()))
    else:
        sys.stdout.buffer.write(payload(json.load(sys.stdin.buffer)).encode())


if __name__ == "__main__":
    main()
