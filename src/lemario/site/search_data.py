"""What the search finds: terms, and the tools, models and devices of the site beside them."""

from __future__ import annotations

from collections.abc import Iterator

from lemario.calc.catalogue import Device
from lemario.calc.load_catalogue import Catalogue, ModelEntry
from lemario.calc.weights import parameters
from lemario.content.glossary import Entry, Glossary
from lemario.content.plain import definition, summary_of
from lemario.core.lang import LANGS, Bilingual, Lang
from lemario.index.build import Indexes
from lemario.index.search import SearchEntry, SearchGroup, SearchNames, search_payload
from lemario.site.files import OutputFile
from lemario.site.formats import number
from lemario.site.strings import Strings
from lemario.site.urls import address

SUGGESTED = 6
"""How many terms are offered before anything is typed."""

# Ids that no category and no term can have.
_MODELS, _DEVICES, _TOOLS = "@models", "@devices", "@tools"
_GROUPS = (
    (_TOOLS, "tool", "search.group_tool"),
    (_MODELS, "model", "search.group_model"),
    (_DEVICES, "device", "search.group_device"),
)
_CALCULATOR = ("calculator", "search.tool_calculator")
_ACCURACY = ("accuracy", "search.tool_accuracy")


def search_data(
    glossary: Glossary,
    indexes: Indexes,
    strings: Bilingual[Strings],
    catalogue: Catalogue | None,
) -> OutputFile:
    """The payload of the search, a script that defines `LemarioData`.

    A model or a device leads to the calculator with it chosen.
    """
    groups = [
        SearchGroup(id_, "term", item.name.es, item.name.en)
        for id_, item in glossary.categories.items()
    ]
    entries = [
        SearchEntry(
            entry.id,
            entry.term.category,
            _term(glossary, entry, Lang.ES),
            _term(glossary, entry, Lang.EN),
        )
        for entry in glossary.entries
    ]
    if catalogue is not None:
        for group, kind, name in _GROUPS:
            es, en = (strings[lang](name) for lang in LANGS)
            groups.append(SearchGroup(group, kind, es, en))
        entries += [
            *_tools(strings, catalogue),
            *_models(strings, catalogue),
            *_devices(strings, catalogue),
        ]
    script = search_payload(entries, groups, _suggested(indexes))
    return OutputFile("assets/js/search-data.js", script.encode())


def _term(glossary: Glossary, entry: Entry, lang: Lang) -> SearchNames:
    text = entry.term.text(lang)
    words = definition(glossary, entry, lang)
    return SearchNames(
        term=text.term,
        acronym=text.acronym or "",
        expansion=text.expansion or "",
        aliases=text.aliases,
        hidden=(*text.forms, *text.hidden),
        avoid=tuple(avoided.name for avoided in text.avoid),
        summary=summary_of(words),
        definition=words,
    )


def _suggested(indexes: Indexes) -> list[str]:
    """The terms that most others mention."""
    ids = [entry.id for entry in indexes.alphabetical.es]
    by_mentions = sorted(ids, key=lambda id_: -len(indexes.mentions.es[id_]))
    return by_mentions[:SUGGESTED]


def _tools(strings: Bilingual[Strings], catalogue: Catalogue) -> Iterator[SearchEntry]:
    for kind, called in (_CALCULATOR, _ACCURACY) if catalogue.measurements else (_CALCULATOR,):
        es, en = (_tool(strings[lang], kind, called) for lang in LANGS)
        yield SearchEntry(f"@{kind}", _TOOLS, es, en)


def _tool(strings: Strings, kind: str, called: str) -> SearchNames:
    about = strings(f"{kind}.about")
    return SearchNames(
        term=strings(f"{kind}.title"),
        hidden=tuple(strings(called).split(", ")),
        summary=about,
        definition=about,
        href=address(kind, strings.lang),
    )


def _models(strings: Bilingual[Strings], catalogue: Catalogue) -> Iterator[SearchEntry]:
    for id_, entry in catalogue.models.items():
        es, en = (_model(strings[lang], entry) for lang in LANGS)
        yield SearchEntry(f"@{id_}", _MODELS, es, en)


def _model(strings: Strings, entry: ModelEntry) -> SearchNames:
    model, lang = entry.model, strings.lang
    summary = strings(
        "search.model",
        billions=number(round(parameters(entry.architecture) / 1e9, 1), lang),
        context=number(entry.architecture.context, lang),
    )
    more = []
    if model.developer:
        more.append(strings("search.developer", developer=model.developer))
    if model.licence:
        more.append(strings("search.licence", licence=model.licence))
    return SearchNames(
        term=model.name,
        aliases=(entry.id,),
        hidden=(model.repository,) if model.repository else (),
        summary=summary,
        definition=" ".join((summary, *more)),
        href=f"{address('calculator', lang)}?model={entry.id}",
    )


def _devices(strings: Bilingual[Strings], catalogue: Catalogue) -> Iterator[SearchEntry]:
    for id_, device in catalogue.devices.items():
        es, en = (_device(strings[lang], id_, device) for lang in LANGS)
        yield SearchEntry(f"@{id_}", _DEVICES, es, en)


def _device(strings: Strings, id_: str, device: Device) -> SearchNames:
    lang = strings.lang
    summary = strings(
        "search.device",
        memory=number(device.memory_gib, lang),
        bandwidth=number(device.bandwidth_gb_s, lang),
    )
    return SearchNames(
        term=device.name,
        aliases=(id_,),
        summary=summary,
        definition=summary,
        href=f"{address('calculator', lang)}?device={id_}",
    )
