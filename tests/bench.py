"""A glossary that is edited in every way, for tests of what a build makes of the edits.

Each edit takes the bench and a `Pick`, which decides what to change and to what. After each the
glossary is valid again.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tests.sites import BASE, Workshop

T = TypeVar("T")
WORDS = ("caudal", "margen", "ritmo", "umbral", "tramo", "cauce", "ñandú", "índice", "<b>", "& {x}")
CATEGORIES = ("memoria-y-atencion", "motores-de-inferencia", "otras")


class Pick:
    """Choices that follow from one number."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, limit: int) -> int:
        """A number from 0 to `limit - 1`."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def of(self, choices: Sequence[T]) -> T:
        """One of them."""
        return choices[self.below(len(choices))]

    def text(self) -> str:
        """Some words that were probably never there before."""
        return f"{self.of(WORDS)} {self.of(WORDS)} {self.below(1000)}"


@dataclass
class Bench:
    """The state of the glossary, written to the workshop after each edit; `options` are the CLI's."""

    workshop: Workshop
    terms: dict[str, dict[str, Any]] = field(default_factory=dict)
    deleted: dict[str, dict[str, Any]] = field(default_factory=dict)
    site: dict[str, Any] = field(default_factory=lambda: {"title": "Prueba"})
    categories: dict[str, Any] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    tool: int = 1
    serial: int = 0

    def next_id(self) -> str:
        """An id that no term has had."""
        self.serial += 1
        return f"t{self.serial}"

    def published(self) -> list[str]:
        """The ids of the terms that are no drafts; there are always some."""
        return sorted(i for i, term in self.terms.items() if "status" not in term)

    def save(self) -> None:
        """Writes what differs from what lies there, as an editor would."""
        glossary = self.workshop.glossary
        wanted = {f"terms/{term_id}.yaml": self._file(term) for term_id, term in self.terms.items()}
        wanted |= {"site.yaml": self.site, "categories.yaml": self.categories}
        for name, content in wanted.items():
            # JSON is YAML in which every text is in quotes.
            text = json.dumps(content, ensure_ascii=False, indent=1)
            path = glossary / name
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
        for path in (glossary / "terms").iterdir():
            if f"terms/{path.name}" not in wanted:
                path.unlink()

    def _file(self, term: dict[str, Any]) -> dict[str, Any]:
        """A term as its file: `links` become links in both texts."""
        made = {key: value for key, value in term.items() if key != "links"}
        links = "".join(f" [[{target}]]" for target in term["links"])
        for lang in ("es", "en"):
            made[lang] = term[lang] | {"definition": term[lang]["definition"] + links}
        return made

    def forget(self, term_id: str) -> None:
        """Takes a term out of the links and relations of the others."""
        for term in self.terms.values():
            term["links"] = [target for target in term["links"] if target != term_id]
            term["related"] = [target for target in term["related"] if target != term_id]


def new_term(pick: Pick, name: str) -> dict[str, Any]:
    """A term without links, in a category that is always there."""
    return {
        "es": {"term": f"Nombre {name}", "definition": f"Texto de {pick.text()}."},
        "en": {"term": f"Name {name}", "definition": f"Text of {pick.text()}."},
        "category": CATEGORIES[0],
        "related": [],
        "links": [],
        "added": "2026-12-01",
        "updated": "2026-12-01",
    }


def furnish(workshop: Workshop) -> Bench:
    """A glossary of five terms with links, live numbers and a catalogue of one model."""
    shutil.copytree(BASE / "catalogue", workshop.glossary / "catalogue")
    (workshop.glossary / "terms").mkdir()
    bench = Bench(workshop)
    for category in CATEGORIES[:2]:
        bench.categories[category] = {
            "name": {"es": f"Categoría {category}", "en": f"Category {category}"},
            "blurb": {"es": "De qué va.", "en": "What it is about."},
        }
    for number in range(5):
        term_id = bench.next_id()
        term = new_term(Pick(number), term_id)
        if number:
            term |= {"links": ["t1"], "related": [f"t{number}"]}
        bench.terms[term_id] = term
    counted = bench.terms["t1"]
    counted |= {
        "formula": "kv_cache_bytes",
        "calculate": {"model": "llama-3.1-8b", "context": "8192"},
    }
    counted["es"]["example"] = "{model} con {context} tokens ocupa {kv_cache}."
    bench.save()
    return bench


Edit = Callable[[Bench, Pick], None]


def definition(bench: Bench, pick: Pick) -> None:
    term = bench.terms[pick.of(sorted(bench.terms))]
    term[pick.of(("es", "en"))]["definition"] = f"Otro texto: {pick.text()}."


def link(bench: Bench, pick: Pick) -> None:
    term = bench.terms[pick.of(sorted(bench.terms))]
    target = pick.of(bench.published())
    if target in term["links"]:
        term["links"].remove(target)
    elif bench.terms[target] is not term:
        term["links"].append(target)


def relation(bench: Bench, pick: Pick) -> None:
    term = bench.terms[pick.of(sorted(bench.terms))]
    target = pick.of(bench.published())
    if target in term["related"]:
        term["related"].remove(target)
    elif bench.terms[target] is not term:
        term["related"].append(target)


def headword(bench: Bench, pick: Pick) -> None:
    bench.serial += 1
    term = bench.terms[pick.of(sorted(bench.terms))]
    term[pick.of(("es", "en"))]["term"] = f"{pick.of(WORDS[:8])} {bench.serial}"


def alias(bench: Bench, pick: Pick) -> None:
    bench.serial += 1
    names = bench.terms[pick.of(sorted(bench.terms))][pick.of(("es", "en"))]
    if names.pop("aliases", None) is None:
        names["aliases"] = [f"{pick.of(WORDS[:8])} alias {bench.serial}"]


def move(bench: Bench, pick: Pick) -> None:
    term = bench.terms[pick.of(sorted(bench.terms))]
    term["category"] = pick.of(sorted(bench.categories))


def category(bench: Bench, pick: Pick) -> None:
    bench.serial += 1
    kind = pick.below(3)
    if kind == 0:
        name = {"es": f"Nueva {bench.serial}", "en": f"New {bench.serial}"}
        bench.categories[CATEGORIES[0]]["name"] = name
    elif CATEGORIES[2] in bench.categories:
        del bench.categories[CATEGORIES[2]]
        for term in [*bench.terms.values(), *bench.deleted.values()]:
            if term["category"] == CATEGORIES[2]:
                term["category"] = CATEGORIES[0]
    else:
        bench.categories[CATEGORIES[2]] = {
            "name": {"es": "Otras", "en": "Others"},
            "blurb": {"es": pick.text(), "en": pick.text()},
        }


def add(bench: Bench, pick: Pick) -> None:
    term_id = bench.next_id()
    bench.terms[term_id] = new_term(pick, term_id) | {"links": [pick.of(bench.published())]}


def delete(bench: Bench, pick: Pick) -> None:
    if len(bench.published()) > 3:
        term_id = pick.of(bench.published())
        bench.deleted[term_id] = bench.terms.pop(term_id) | {"links": [], "related": []}
        bench.forget(term_id)


def restore(bench: Bench, pick: Pick) -> None:
    if not bench.deleted:
        delete(bench, pick)
    elif not any(
        set(bench.deleted) & set(term.get("formerly", ())) for term in bench.terms.values()
    ):
        term_id = pick.of(sorted(bench.deleted))
        bench.terms[term_id] = bench.deleted.pop(term_id)


def rename(bench: Bench, pick: Pick) -> None:
    old, new = pick.of(bench.published()), bench.next_id()
    term = bench.terms.pop(old)
    bench.terms[new] = term | {"formerly": [*term.get("formerly", ()), old]}
    for other in bench.terms.values():
        other["links"] = [new if target == old else target for target in other["links"]]
        other["related"] = [new if target == old else target for target in other["related"]]


def draft(bench: Bench, pick: Pick) -> None:
    drafts = sorted(set(bench.terms) - set(bench.published()))
    if drafts:
        del bench.terms[pick.of(drafts)]["status"]
    elif len(bench.published()) > 3:
        term_id = pick.of(bench.published())
        if pick.below(2):  # links to a draft are allowed: a warning, and no link on the page
            bench.forget(term_id)
        bench.terms[term_id]["status"] = "draft"


def site(bench: Bench, pick: Pick) -> None:
    field_name = pick.of(("title", "subtitle", "tagline", "description", "repository", "base_url"))
    if field_name != "title" and bench.site.pop(field_name, None) is not None:
        return
    address = f"https://example.org/{pick.below(100)}/"
    bench.site[field_name] = address if field_name in ("repository", "base_url") else pick.text()


def base_url(bench: Bench, pick: Pick) -> None:
    url = f"https://example.org/{pick.below(3)}"
    bench.options = () if bench.options else ("--base-url", url)


def template(bench: Bench, pick: Pick) -> None:
    path = bench.workshop.theme / pick.of(("layout.html", "pages/term.html", "pages/home.html"))
    text = path.read_text(encoding="utf-8")
    mark = "{% block main %}" if "{% block main %}" in text else "<body"
    if mark == "<body":
        text = text.replace("</body>", f"<!-- {pick.below(1000)} --></body>")
    else:
        text = text.replace(mark, f"{mark}<p>{pick.below(1000)}</p>", 1)
    path.write_text(text, encoding="utf-8")


def string(bench: Bench, pick: Pick) -> None:
    path = bench.workshop.theme / "strings.yaml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    plain = [n for n, line in enumerate(lines) if line.startswith('  es: "') and '"\n' in line]
    chosen = pick.of(plain)
    lines[chosen] = lines[chosen].replace('es: "', f'es: "{pick.below(1000)} ', 1)
    path.write_text("".join(lines), encoding="utf-8")


def stylesheet(bench: Bench, pick: Pick) -> None:
    extra = bench.workshop.theme / "assets/css/extra.css"
    if extra.exists() and pick.below(2):
        extra.unlink()
    else:
        extra.write_text(f"/* {pick.below(1000)} */\n", encoding="utf-8")


def catalogue(bench: Bench, pick: Pick) -> None:
    path = bench.workshop.glossary / "catalogue/models/llama-3.1-8b.yaml"
    lines = [
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.startswith("parameters:")
    ]
    number = next(n for n, line in enumerate(lines) if "num_hidden_layers" in line)
    lines[number] = f"  num_hidden_layers: {pick.of((16, 24, 32, 40))}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def formulas(bench: Bench, pick: Pick) -> None:
    path = bench.workshop.glossary / "formulas.py"
    users = [term for term in bench.terms.values() if term.get("formula") == "scaled"]
    users += [term for term in bench.deleted.values() if term.get("formula") == "scaled"]
    if path.exists() and pick.below(3) == 0:
        path.unlink()
        for term in users:
            del term["formula"]
        return
    factor = pick.below(100) + 2
    path.write_text(
        f'def scaled(x: float) -> float:\n    """`x` scaled."""\n    return x * {factor}\n', "utf-8"
    )
    if not users:
        bench.terms[pick.of(bench.published())]["formula"] = "scaled"


def tool(bench: Bench, pick: Pick) -> None:
    bench.tool += 1


def nothing(bench: Bench, pick: Pick) -> None:
    """Saves every file again as it is."""
    for path in bench.workshop.glossary.rglob("*.yaml"):
        path.write_bytes(path.read_bytes())


EDITS: dict[str, Edit] = {
    edit.__name__: edit
    for edit in (
        definition,
        link,
        relation,
        headword,
        alias,
        move,
        category,
        add,
        delete,
        restore,
        rename,
        draft,
        site,
        base_url,
        template,
        string,
        stylesheet,
        catalogue,
        formulas,
        tool,
        nothing,
    )
}
