"""The words of the interface in one language, with plurals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from babel import Locale

from lemario.core.lang import Lang
from lemario.site.formats import number

Message = str | Mapping[str, str]
"""A text, or texts by plural category (`one`, `many`, `other`)."""

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Strings:
    """Texts by key. Calling it fills in placeholders; `count` chooses the plural."""

    lang: Lang
    messages: Mapping[str, Message]

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of `key`; numbers are written as the language does. KeyError if unknown."""
        message = self.messages[key]
        if not isinstance(message, str):
            count = values["count"]
            assert isinstance(count, int)
            category = Locale(self.lang.value).plural_form(count)
            message = message.get(category) or message["other"]
        return PLACEHOLDER.sub(lambda match: self._shown(values[match[1]]), message)

    def _shown(self, value: object) -> str:
        return number(value, self.lang) if isinstance(value, int | float) else str(value)
