"""Writes the file of a model for the catalogue from a config that was read."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from lemario.calc.readers.config_reader import ConfigReading
from lemario.core.addresses import is_web_address
from lemario.core.text import nfc, slug

# Text that YAML takes as it stands: it begins with a letter, and nothing in it means something.
_PLAIN = re.compile(r"[^\W\d_][\w .,()+/-]*(?<! )")
_MEANT = re.compile(r"(?i)(null|true|false|yes|no|on|off|y|n)")
_DEFAULTS = "Transformers 5.24.0, defaults of the configuration class"


@dataclass(frozen=True, slots=True)
class CatalogueFile:
    """`text` belongs into `catalogue/models/<id>.yaml`."""

    id: str
    text: str


def catalogue_model_yaml(reading: ConfigReading, name: str, source: str) -> CatalogueFile:
    """The file of the model called `name`, whose config was found at `source`.

    `name` may be the repository on Hugging Face, `meta-llama/Llama-3.1-8B`. `source` is a title or
    an address ("config.json" if empty). Fields that equal the schema's defaults are left out, and
    those taken from the defaults of the model's class are said to be. The id is "" if nothing of
    the name can be kept in one.
    """
    owner, _, short = _line(name).rpartition("/")
    short = short or owner
    lines = [f"name: {_text(short)}"]
    if owner and "/" not in owner and " " not in owner + short:
        lines.append(f"repository: {_text(f'{owner}/{short}')}")
    lines.append("config:")
    stated = reading.config.model_dump(exclude_defaults=True)
    lines += [f"  {field}: {_value(value)}" for field, value in stated.items()]
    lines += ["sources:", *_source(_line(source) or "config.json")]
    defaulted = [field for field in stated if field in reading.defaulted]
    if defaulted:
        lines += [f"  - title: {_DEFAULTS}", "    fields:"]
        lines += [f"      - {field}" for field in defaulted]
    return CatalogueFile(model_id(short), "\n".join(lines) + "\n")


def model_id(name: str) -> str:
    """The name as the id of a model: `Llama 3.1 8B` gives `llama-3.1-8b`. Dots are kept.

    At most 80 characters; "" if there is no letter or digit in it.
    """
    parts = [slug(part) for part in nfc(name).split(".")]
    return ".".join(part for part in parts if part)[:80].rstrip(".-")


def _source(source: str) -> list[str]:
    if is_web_address(source):
        return ["  - title: config.json of the model", f"    url: {_text(source)}"]
    return [f"  - title: {_text(source)}"]


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _line(text: str) -> str:
    """The text as one line: white space and what cannot be seen is one space."""
    return " ".join("".join(c if c.isprintable() else " " for c in nfc(text)).split())


def _text(text: str) -> str:
    """The text as a YAML scalar, in quotes where it needs them."""
    if _PLAIN.fullmatch(text) and not _MEANT.fullmatch(text):
        return text
    return json.dumps(text, ensure_ascii=False)
