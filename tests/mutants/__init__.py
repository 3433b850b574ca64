"""Guards broken on purpose: each mutant names an edit and the tests that must fail because of
it."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "mutants"
MIGRATIONS = Path("annotation/migrations")
# Placeholder in a mutant's migration for the name of the newest real one.
LATEST = "__latest__"


class Stale(Exception):
    """The code has changed: the mutant can no longer be made, or its test is gone."""


@dataclass(frozen=True)
class Edit:
    """One replacement of a text that occurs once in a file: without `put` the text is removed,
    without `find` the file is new."""

    file: Path
    find: str
    put: str

    def apply(self, root: Path) -> None:
        path = root / self.file
        if not self.find:
            path.write_text(self.put.replace(LATEST, newest_migration(root)))
            return
        path.write_text(self.applied(path))

    def applied(self, path: Path) -> str:
        """Return the file's text with the replacement made."""
        text = path.read_text() if path.exists() else ""
        times = text.count(self.find)
        if times != 1:
            raise Stale(f"{self.file} holds the text to replace {times} times, not once")
        return text.replace(self.find, self.put)


@dataclass(frozen=True)
class Mutant:
    name: str
    tests: tuple[str, ...]
    edits: tuple[Edit, ...]
    source: str

    def check(self, root: Path) -> None:
        """Raise Stale if an edit cannot be made or a test does not exist."""
        for edit in self.edits:
            if edit.find:
                edit.applied(root / edit.file)
        for test in self.tests:
            file, _, function = test.partition("::")
            name = function.partition("[")[0].rpartition("::")[2]
            text = (root / file).read_text() if (root / file).exists() else ""
            if not re.search(rf"\b(def|class) {name}\b" if name else r"\bdef ", text):
                raise Stale(f"there is no test {test}")


def read_mutants() -> list[Mutant]:
    """Read the mutants of the core and of add-ons."""
    of_addons = ROOT.glob("addons/*/tests/mutants.toml")
    return [
        _mutant(row, file, path.stem if path.parent == FOLDER else path.parents[1].name)
        for path in sorted([*FOLDER.glob("*.toml"), *of_addons])
        for file, rows in tomllib.loads(path.read_text()).items()
        for row in rows
    ]


def newest_migration(root: Path) -> str:
    return max(path.stem for path in (root / MIGRATIONS).glob("0*.py"))


def _mutant(row: dict[str, Any], file: str, source: str) -> Mutant:
    """Return a mutant: its table is named after the file that it edits, or lists several edits."""
    rows = row.get("edit", [{"file": file, **row}])
    edits = (Edit(Path(one["file"]), one.get("find", ""), one.get("put", "")) for one in rows)
    return Mutant(row["name"], tuple(row["tests"]), tuple(edits), source)
