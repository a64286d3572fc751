"""Data as JavaScript literals: what may stand in a script, be that a file or a part of a page."""

from __future__ import annotations

import json

from lemario.core.text import nfc

_COMPACT = (",", ":")


def script_json(value: object, *, indent: int | None = None, sort_keys: bool = False) -> str:
    """The value as a literal, on one line without spaces unless `indent` is given.

    It contains no `<`, so that neither `</script` nor `<!--` may end or bend the script; old
    engines end a line at U+2028 and U+2029.
    """
    separators = None if indent else _COMPACT
    text = json.dumps(
        value, ensure_ascii=False, indent=indent, sort_keys=sort_keys, separators=separators
    )
    escaped = nfc(text).replace("<", "\\u003c")
    return escaped.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
