"""Term files before and after mending, for tests."""

from __future__ import annotations

from lemario.content.fix import fix_term
from tests import small


def mended(text: str) -> str:
    """The text of a term file after mending; a second run must change nothing."""
    once = fix_term(text.encode())
    assert once is not None
    again = fix_term(once.text.encode())
    assert again is not None
    assert (again.text, again.done) == (once.text, ())
    return once.text


def text_below(header: str, lines: str) -> str:
    """A term file with a Spanish definition of these lines below this sign."""
    block = f"  definition: {header}\n{lines}en:"
    return small.term().replace("  definition: |\n    Una situación inventada.\nen:", block)
