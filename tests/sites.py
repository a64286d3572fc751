"""A glossary with its theme and its site, for tests that change and break them over and over."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner, Result

from lemario.cli import main
from tests import small

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "templates"
BASE = ROOT / "tests/diagnostics/base"


@dataclass(frozen=True, slots=True)
class Workshop:
    """A folder with a glossary, a theme of its own, and what is built from the two."""

    folder: Path

    @property
    def glossary(self) -> Path:
        return self.folder / "glossary"

    @property
    def theme(self) -> Path:
        return self.folder / "theme"

    @property
    def out(self) -> Path:
        return self.folder / "build/site"

    @property
    def cache(self) -> Path:
        return self.folder / "build/cache"

    def command(self, *more: str) -> list[str]:
        """The arguments of `lemario` for a build, with absolute paths."""
        return ["build", "--glossary", str(self.glossary), "--theme", str(self.theme), *more]

    def run(self, *more: str) -> Result:
        """A build in this process, whatever comes of it; but an exception is a failed test."""
        done = CliRunner().invoke(main, self.command(*more))
        unexpected = done.exception
        if unexpected is not None and not isinstance(unexpected, SystemExit):
            raise unexpected
        return done

    def build(self, *more: str) -> dict[str, bytes]:
        """A build that must succeed and leave nothing beside the site; the bytes of the site."""
        done = self.run(*more)
        assert done.exit_code == 0, done.output
        assert self.beside() <= {"site", ".site.lock", "cache"}
        return self.site()

    def site(self) -> dict[str, bytes]:
        """The bytes of the site as it lies there."""
        return small.snapshot(self.out)

    def beside(self) -> set[str]:
        """What lies in the folder of the site."""
        return {path.name for path in self.out.parent.iterdir()}

    def clean(self, *more: str) -> dict[str, bytes]:
        """What a build from nothing into another folder gives: the definition of the site."""
        out = self.folder / "clean/site"
        shutil.rmtree(out.parent, ignore_errors=True)
        done = self.run("--no-cache", "--out", str(out), *more)
        assert done.exit_code == 0, done.output
        return small.snapshot(out)


def furnished(folder: Path) -> Workshop:
    """With a copy of the shipped theme."""
    shutil.copytree(TEMPLATES, folder / "theme")
    return Workshop(folder)


def tiny(folder: Path) -> Workshop:
    """With all that a glossary may have, but little of it, and templates of a line.

    It is built in a few hundredths of a second.
    """
    workshop = Workshop(folder)
    small.write(workshop.glossary, {"caso": small.term()})
    shutil.copytree(BASE / "catalogue", workshop.glossary / "catalogue")
    formula = 'def double(x: float) -> float:\n    """Twice `x`."""\n    return x * 2\n'
    (workshop.glossary / "formulas.py").write_text(formula, encoding="utf-8")
    (workshop.theme / "pages").mkdir(parents=True)
    (workshop.theme / "assets").mkdir()
    (workshop.theme / "assets/style.css").write_text("a {}\n", encoding="utf-8")
    shutil.copy(TEMPLATES / "strings.yaml", workshop.theme)
    for page in sorted((TEMPLATES / "pages").iterdir()):
        name = f"pages/{page.name}"
        (workshop.theme / name).write_text("{{ page }} {{ view }}\n", encoding="utf-8")
    return workshop


def stamps(folder: Path) -> dict[str, tuple[int, int]]:
    """Which file each file is and when it was written, by its path: equal if nothing was touched."""
    return {
        path.relative_to(folder).as_posix(): (path.stat().st_ino, path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
    }
