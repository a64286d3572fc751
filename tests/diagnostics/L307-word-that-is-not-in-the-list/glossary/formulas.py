from typing import Literal
from collections.abc import Mapping

Kind = Literal["f16", "q8_0"]
BITS: Mapping[Kind, float] = {"f16": 16}
