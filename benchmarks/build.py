"""What a build costs: time, memory and files written, for glossaries of any size.

`python benchmarks/build.py --terms 300 1000` makes a glossary of each size in a folder of its own,
builds it with `lemario build` in a fresh process each time, and prints a table. See README.md.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random  # noqa: TID251 -- seeded: the same glossary on every machine
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

SEED = 20261201
WORDS_A_DEFINITION = 150
LINKS_A_DEFINITION = 6
CATEGORIES = 10

NOUNS = (
    ("caché", "cache"), ("búfer", "buffer"), ("vector", "vector"), ("tensor", "tensor"),
    ("núcleo", "kernel"), ("contexto", "context"), ("modelo", "model"), ("proceso", "process"),
    ("índice", "index"), ("registro", "register"), ("formato", "format"), ("método", "method"),
    ("motor", "engine"), ("peso", "weight"), ("bloque", "block"), ("grupo", "group"),
    ("paquete", "packet"), ("servidor", "server"), ("planificador", "scheduler"),
    ("compilador", "compiler"),
)  # fmt: skip
KINDS = (
    ("denso", "dense"), ("disperso", "sparse"), ("local", "local"), ("remoto", "remote"),
    ("compartido", "shared"), ("lineal", "linear"), ("cuantizado", "quantized"),
    ("latente", "latent"), ("paralelo", "parallel"), ("diferido", "deferred"),
    ("residual", "residual"), ("global", "global"), ("parcial", "partial"), ("doble", "double"),
    ("fijo", "fixed"), ("variable", "variable"), ("interno", "internal"),
    ("externo", "external"), ("temporal", "temporary"), ("binario", "binary"),
)  # fmt: skip
FILLER = {
    "es": "cada uno guarda los datos que necesita en la memoria del equipo y los lee de nuevo "
    "cuando otro paso los pide sin que nadie espere más tiempo del previsto",
    "en": "each of them keeps the data that it needs in the memory of the machine and reads it "
    "again when another step asks so that nobody waits any longer than planned",
}


@dataclass(frozen=True, slots=True)
class Name:
    """What a made-up term is called."""

    id: str
    es: str
    en: str


def names() -> Iterator[Name]:
    """Endlessly many names, all different."""
    for series in itertools.count(1):
        for (noun, noun_en), (kind, kind_en) in itertools.product(NOUNS, KINDS):
            es, en = f"{noun} {kind}", f"{kind_en} {noun_en}"
            number = f" {series}" if series > 1 else ""
            yield Name(f"{kind_en}-{noun_en}{number.replace(' ', '-')}", es + number, en + number)


def write_glossary(folder: Path, size: int) -> list[Path]:
    """A glossary of `size` terms (ten or more) in `folder`; returns the terms' files.

    It has no catalogue. The first term is linked from many others.
    """
    chance = random.Random(SEED)
    (folder / "terms").mkdir(parents=True)
    (folder / "site.yaml").write_text("title: Benchmark\n", encoding="utf-8")
    categories = "".join(
        f"grupo-{n}:\n  name: {{es: Grupo {n}, en: Group {n}}}\n"
        f"  blurb: {{es: Lo que va en el grupo {n}., en: What goes into group {n}.}}\n"
        for n in range(CATEGORIES)
    )
    (folder / "categories.yaml").write_text(categories, encoding="utf-8")
    terms = list(itertools.islice(names(), size))
    files = []
    for number, name in enumerate(terms):
        file = folder / "terms" / f"{name.id}.yaml"
        file.write_text(_term(chance, number, terms), encoding="utf-8")
        files.append(file)
    return files


def _term(chance: random.Random, number: int, terms: list[Name]) -> str:
    name = terms[number]
    others = [other for other in terms if other is not name]
    popular = [terms[0]] if number and number % 10 == 0 else []
    linked = [*popular, *chance.sample(others, LINKS_A_DEFINITION - len(popular))]
    # Relations are mutual: round a circle, and in pairs.
    related = [terms[(number + step) % len(terms)] for step in (-2, 2)]
    contrast = [terms[number ^ 1]] if number ^ 1 < len(terms) else []
    lines = []
    for lang, term in (("es", name.es), ("en", name.en)):
        lines += [f"{lang}:", f"  term: {term[0].upper()}{term[1:]}"]
        alias = "variante {}" if lang == "es" else "variant {}"
        lines += [f"  aliases: [{alias.format(number + 1)}]", "  definition: |"]
        lines += [f"    {line}".rstrip() for line in _definition(chance, lang, linked)]
        lines += ["  example: |", f"    {_sentence(chance, lang, 25)}"]
    lines += [f"category: grupo-{number % CATEGORIES}"]
    lines += [f"related: [{', '.join(other.id for other in related)}]"]
    lines += [f"contrast: [{', '.join(other.id for other in contrast)}]", "sources:"]
    for source in (1, 2):
        url = f"https://example.org/{name.id}/{source}"
        lines += [f'  - {{author: A. Autora, title: "Source {source}", url: "{url}", date: 2026}}']
    return "\n".join([*lines, "added: 2026-12-01", "updated: 2026-12-01", ""])


def _definition(chance: random.Random, lang: str, linked: Iterable[Name]) -> Iterator[str]:
    """Paragraphs of two sentences, each sentence with a link."""
    links = [f"[[{name.id}]]" for name in linked]
    length = WORDS_A_DEFINITION // max(1, len(links))
    for at in range(0, len(links), 2):
        yield " ".join(_sentence(chance, lang, length, link) for link in links[at : at + 2])
        yield ""


def _sentence(chance: random.Random, lang: str, length: int, link: str = "") -> str:
    words = chance.choices(FILLER[lang].split(), k=length)
    if link:
        words[length // 2] = link
    return f"{words[0].capitalize()} {' '.join(words[1:])}."


# --- Measuring -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cost:
    """What one build took: seconds, bytes, and how many files of the site are new or changed."""

    wall: float
    cpu: float
    peak: int
    written: int


def build(glossary: Path) -> Cost:
    """Builds in a fresh process.

    Raises:
        SystemExit: the build failed.
    """
    out = glossary.parent / "build" / "site"
    before = _identities(out)
    lemario = str(Path(sys.executable).with_name("lemario"))
    command = [lemario, "build", "--quiet", "--glossary", str(glossary)]
    started = time.perf_counter()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} exited with {process.returncode}")
    # The unit differs: bytes on macOS, KiB elsewhere.
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    written = len(_identities(out).items() - before.items())
    return Cost(wall, usage.ru_utime + usage.ru_stime, peak, written)


def _identities(out: Path) -> dict[Path, tuple[int, int]]:
    """What changes with each file that is written: its number and time on the disk."""
    known = {path: path.stat() for path in out.rglob("*") if path.is_file()}
    return {path: (stat.st_ino, stat.st_mtime_ns) for path, stat in known.items()}


def scenarios(glossary: Path, files: list[Path]) -> dict[str, Callable[[int], None]]:
    """What is done before each build, by the name of the build; it is told the number of the round."""

    def remove(_: int) -> None:
        shutil.rmtree(glossary.parent / "build", ignore_errors=True)

    def nothing(_: int) -> None:
        return

    def define(round_: int) -> None:
        file = files[len(files) // 2]
        text = file.read_text(encoding="utf-8")
        changed = text.replace("  definition: |\n", f"  definition: |\n    Cambio {round_}.\n", 1)
        file.write_text(changed, encoding="utf-8")

    def rename(round_: int) -> None:
        head, _, tail = files[0].read_text(encoding="utf-8").split("\n", 2)
        changed = f"{head}\n  term: Nombre nuevo {round_}\n{tail}"
        files[0].write_text(changed, encoding="utf-8")

    return {
        "cold, nothing kept": remove,
        "nothing changed": nothing,
        "one definition changed": define,
        "one headword changed": rename,
    }


def rows(size: int, repeat: int) -> Iterator[str]:
    """A row of the table for each scenario: medians of `repeat` builds."""
    with tempfile.TemporaryDirectory(prefix="lemario-bench-") as folder:
        glossary = Path(folder) / "glossary"
        files = write_glossary(glossary, size)
        for name, prepare in scenarios(glossary, files).items():
            costs = []
            for round_ in range(repeat):
                prepare(round_)
                costs.append(build(glossary))
            wall = statistics.median(cost.wall for cost in costs)
            cpu = statistics.median(cost.cpu for cost in costs)
            peak = statistics.median(cost.peak for cost in costs) / 2**20
            written = costs[-1].written
            yield f"| {size} | {name} | {wall:.2f} | {cpu:.2f} | {peak:.0f} | {written} |"


def main() -> None:
    """Prints the table, a row as soon as it is measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--terms", type=int, nargs="+", default=[300, 1000], metavar="N")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="builds a row")
    options = parser.parse_args()
    lines = [
        "| terms | build | wall (s) | CPU (s) | peak RSS (MiB) | files written |",
        "|---|---|---|---|---|---|",
    ]
    measured = (row for size in options.terms for row in rows(size, options.repeat))
    for line in itertools.chain(lines, measured):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
