"""What the header of a GGUF file says about its model, key by key and tensor by tensor."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from lemario.calc.readers.gguf_faults import GgufFaultError
from lemario.calc.readers.gguf_header import GgufHeader, GgufValue, whole
from lemario.calc.readers.gguf_keys import GGUF_KEYS

MOST: Final = 2**31
"""The largest number that a field may have: 32 bits hold them."""
MOST_LAYERS: Final = 2048
_BLOCK: Final = re.compile(r"blk\.(\d{1,9})\.")


def block_of(name: str) -> int | None:
    """The number of the layer that a tensor belongs to, None for those outside."""
    found = _BLOCK.match(name)
    return int(found[1]) if found else None


class GgufValues:
    """The values of a header. `family` is a row of the table of families, `traits` what it does.

    Raises `GgufFaultError` at the first fault, here and in every method.
    """

    def __init__(self, header: GgufHeader) -> None:
        self.header = header
        self.tensors = {tensor.name: tensor for tensor in header.tensors}
        self.arch = self._architecture()
        self.family = self._family()
        self.traits: Mapping[str, Any] = GGUF_KEYS["traits"][self.family]
        self.blocks, self.layers = self._count_layers()

    def _architecture(self) -> str:
        stated = self.header.metadata.get("general.architecture")
        if isinstance(stated, str):
            return stated
        if self.header.part > 1:
            raise GgufFaultError("not_first", 0, "", self.header.part)
        raise GgufFaultError("missing", 0, "general.architecture")

    def _family(self) -> str:
        for family, *rule in GGUF_KEYS["families"].get(self.arch, []):
            if not rule or self._holds(*rule):
                return str(family)
        raise GgufFaultError("architecture", 0, self.arch)

    def _count_layers(self) -> tuple[int, int]:
        """All blocks, and those that are layers: others predict several tokens."""
        blocks, extra = self.number("block_count"), self.number("nextn_predict_layers")
        if self.header.parts == 1 and not any(".nextn." in name for name in self.tensors):
            extra = 0
        if not blocks:
            raise GgufFaultError("missing", 0, self.key("block_count"))
        if extra >= blocks or blocks > MOST_LAYERS:
            raise GgufFaultError("number", 0, self.key("block_count"))
        return blocks, blocks - extra

    def _holds(self, key: str, wanted: int) -> bool:
        """Whether a tensor is there, or a number, which is that wanted if one is."""
        if key.startswith("."):
            return self.has(key)
        stated = self.number(key)
        return stated > 0 and wanted in (0, stated)

    def key(self, name: str) -> str:
        """A key of the model's own: after the name of its architecture."""
        return f"{self.arch}.{name}"

    def value(self, name: str) -> GgufValue:
        """What the file says about a key, None if nothing."""
        return self.header.metadata.get(self.key(name))

    def number(self, name: str) -> int:
        """A number as stated, the largest of a list; 0 if there is none."""
        return max(self.numbers(name), default=0)

    def numbers(self, name: str) -> tuple[int, ...]:
        """A number or a list of them; empty if nothing is stated."""
        value = self.value(name)
        if value is None and self.key(name) not in self.header.metadata:
            return ()
        listed = tuple(whole(n) for n in (value if isinstance(value, tuple) else (value,)))
        numbers = tuple(n for n in listed if n is not None and 0 <= n <= MOST)
        if len(numbers) < len(listed):
            raise GgufFaultError("number", 0, self.key(name))
        return numbers

    def by_layer(self, name: str) -> tuple[int, ...] | None:
        """A list with a number for each layer; None if what is stated is no list."""
        if not isinstance(self.value(name), tuple):
            return None
        found = self.numbers(name)
        if len(found) < self.layers:
            raise GgufFaultError("number", 0, self.key(name))
        return found[: self.layers]

    def alike(self, name: str, numbers: tuple[int, ...]) -> int:
        """The number that all layers have that have any; 0 if none has."""
        found = set(numbers) - {0}
        if len(found) > 1:
            raise GgufFaultError("differs", 0, self.key(name))
        return max(found, default=0)

    def shape(self, name: str, dimension: int) -> int:
        """A dimension of a tensor; 0 if there is no such tensor."""
        tensor = self.tensors.get(name)
        if tensor is None or len(tensor.shape) <= dimension:
            return 0
        size = tensor.shape[dimension]
        if size > MOST:
            raise GgufFaultError("contradiction", 0, name)
        return size

    def has(self, ending: str) -> bool:
        """Whether a layer has a tensor of this name."""
        return any(name.endswith(ending) for name in self.tensors)
