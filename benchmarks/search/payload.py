"""The payload of Lemario's search for the terms that the benchmark measures: JSON in, script out."""

from __future__ import annotations

import json
import sys

from lemario.index.search import SearchEntry, SearchNames, search_payload


def main() -> None:
    """Reads a list of terms from the standard input and writes the payload to the output."""
    terms = json.load(sys.stdin.buffer)
    entries = [
        SearchEntry(
            id=term["id"],
            category=term["category"],
            es=SearchNames(
                term=term["es"], aliases=tuple(term["aliases"]), definition=term["def_es"]
            ),
            en=SearchNames(term=term["en"]),
        )
        for term in terms
    ]
    categories = {term["category"]: (term["category"], term["category"]) for term in terms}
    sys.stdout.buffer.write(search_payload(entries, categories).encode())


if __name__ == "__main__":
    main()
