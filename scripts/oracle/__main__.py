"""`make oracle`: asks a real llama.cpp about every model of the catalogue, and compares.

The answers are stored in glossary/catalogue/measurements.json. Exit code 1 if anything differs
from the formulas, compute buffers that need not be near excepted; 2 if nothing could be asked.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from lemario.calc.architecture import architecture
from lemario.calc.catalogue import ModelConfig
from lemario.calc.load_catalogue import ModelEntry, load_catalogue
from lemario.calc.predicting import PREDICTED, PREDICTING, predicting_block, with_block
from lemario.calc.records import FileType
from scripts.oracle.comparison import Verdict, compare, compare_block, differences, summary
from scripts.oracle.engine import PACKAGE, VERSION, EngineError, library
from scripts.oracle.grid import MAIN_FILE_TYPE, asked, block_settings, file_types, settings
from scripts.oracle.hollow_file import write_model
from scripts.oracle.questions import ROOT, Answers, ask
from scripts.oracle.results import Measured, Measurements, read, write

MTP_CONTEXT = 1
"""`LLAMA_CONTEXT_TYPE_MTP`: the context of the block that predicts several tokens."""

GLOSSARY = ROOT / "glossary"
STORED = GLOSSARY / "catalogue" / "measurements.json"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit code."""
    options = _options(arguments)
    loaded = load_catalogue(GLOSSARY, "glossary")
    if loaded.catalogue is None:
        _say("the catalogue has errors: see `make check`")
        return 2
    models = loaded.catalogue.models
    unknown = sorted(set(options.only) - set(models))
    if unknown:
        _say(f"not in the catalogue: {', '.join(unknown)}")
        return 2
    chosen = {id: models[id] for id in options.only or models}
    if not options.check:
        try:
            library()
        except EngineError as fault:
            _say(str(fault))
            return 2
        _measure(chosen, keep=bool(options.only))
    return _report(chosen, read(STORED))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.oracle", description=__doc__)
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="ID", help="these models; others stay as stored"
    )
    parser.add_argument(
        "--check", action="store_true", help="compare what is stored; llama.cpp is not needed"
    )
    return parser.parse_args(arguments)


def _measure(models: Mapping[str, ModelEntry], keep: bool) -> None:
    """Asks about some models and stores the answers, beside those of others if `keep`."""
    began = time.perf_counter()
    before = read(STORED) if keep and STORED.exists() else Measurements({}, {}, {})
    found, blocks = dict(before.models), dict(before.blocks)
    engine = {"name": "llama.cpp", "package": f"{PACKAGE} {VERSION}", "backend": "CPU"}
    for id, entry in models.items():
        found[id], build = _ask_about(id, entry)
        engine |= {"build": build} if build else {}
        _say(f"{id:32} {_line(compare(id, entry.model.config, entry.architecture, found[id]))}")
        if entry.model.config.model_type in PREDICTING:
            blocks[id] = _ask_about_block(id, entry.model.config)
            _say(f"{id:32} {_line(compare_block(id, entry.model.config, blocks[id]))} (MTP)")
    if "build" not in engine and STORED.exists():
        engine["build"] = read(STORED).engine.get("build", "")
    write(STORED, Measurements(engine, found, blocks))
    _say(f"{len(models)} models asked in {time.perf_counter() - began:.0f} s")


def _ask_about(id: str, entry: ModelEntry) -> tuple[Measured, str]:
    """What llama.cpp says about a model, and which build said it."""
    rows = settings(id, entry.architecture)
    weights: dict[FileType, int] = {}
    answers: list[Answers] = []
    for kind in file_types(id):
        questions = [asked(s) for s in (rows if not answers else rows[:1])]
        with tempfile.TemporaryDirectory(prefix="lemario-oracle-") as folder:
            file = Path(folder) / f"{id}.gguf"
            write_model(file, id, entry.model.config, kind)
            try:
                answers.append(ask(file, questions))
            except EngineError as fault:
                return Measured({}, (), f"{kind}: {fault}"), ""
        weights[kind] = max(answer.weights for answer in answers[-1].answers)
    pairs = tuple(zip(rows, answers[0].answers, strict=True))
    return Measured(weights, pairs), answers[0].build


def _ask_about_block(id: str, config: ModelConfig) -> Measured:
    """What llama.cpp says about the block of a model that predicts several tokens."""
    whole = with_block(config)
    block = predicting_block(architecture(whole))
    rows = block_settings(id, block)
    target = asked(rows[0]) | {"n_rs_seq": PREDICTED}
    questions = [target, *(asked(s) | {"ctx_type": MTP_CONTEXT} for s in rows)]
    with tempfile.TemporaryDirectory(prefix="lemario-oracle-") as folder:
        file = Path(folder) / f"{id}.gguf"
        write_model(file, id, whole, MAIN_FILE_TYPE)
        try:
            first, *answers = ask(file, questions, with_block=True).answers
        except EngineError as fault:
            return Measured({}, (), f"{MAIN_FILE_TYPE}: {fault}")
    pairs = tuple(zip(rows, answers, strict=True))
    return Measured({MAIN_FILE_TYPE: first.weights}, pairs, target=first.cache)


def _line(verdicts: Sequence[Verdict]) -> str:
    wrong = differences(verdicts)
    if wrong:
        return f"DIFFERS: {wrong[0].partition(': ')[2]}" + (
            f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        )
    rows = sum(verdict.what in ("refusal", "abort") for verdict in verdicts)
    refused = sum(verdict.what == "refusal" and verdict.said != "starts" for verdict in verdicts)
    worst = max((abs(verdict.error) for verdict in verdicts), default=0)
    return f"{rows} rows, {refused} refused, compute within {worst:.1%}"


def _report(models: Mapping[str, ModelEntry], stored: Measurements) -> int:
    verdicts: list[Verdict] = []
    missing = sorted(set(models) - set(stored.models))
    for id in sorted(set(models) & set(stored.models)):
        entry = models[id]
        verdicts += compare(id, entry.model.config, entry.architecture, stored.models[id])
        if id in stored.blocks:
            verdicts += compare_block(id, entry.model.config, stored.blocks[id])
    wrong = [*differences(verdicts), *(f"{id}: not measured" for id in missing)]
    rows = sum(verdict.what in ("refusal", "abort") for verdict in verdicts)
    _say("")
    _say(f"{len(models) - len(missing)} models, {rows} rows; {stored.engine['package']}")
    for line in (*summary(verdicts), *wrong):
        _say(line)
    return 1 if wrong else 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
