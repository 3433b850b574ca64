"""The packages of the project: CONTRIBUTING names each, and none is too large to overview."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAX_FILES = 25
HOUSE = (
    "addons",
    "agreement",
    "analysis",
    "annotation",
    "config",
    "midpath",
    "embedded",
    "midpath",
    "tasks",
)
# They grow with time, one file each.
LISTS = {"annotation/migrations"}
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def modules(folder: Path) -> list[Path]:
    return [each for each in folder.glob("*.py") if each.name != "__init__.py"]


def rooms(folder: str) -> set[str]:
    """Return the names of the packages in a folder that contain modules."""
    return {each.name for each in (ROOT / folder).iterdir() if each.is_dir() and modules(each)}


@pytest.mark.parametrize(
    ("folder", "named"),
    [
        ("agreement", r"the mathematics, in folders: ([\w, ]+);"),
        ("annotation/services", r"with its own exceptions, in folders: ([\w, ]+) \|"),
        ("annotation/research", r"`research/` has one folder per feature: ([\w, ]+);"),
        ("annotation/api", r"so does `api/`: ([\w, ]+) \|"),
        ("analysis", r"where data meets mathematics, in folders: ([\w, ]+) \|"),
    ],
)
def test_the_guide_names_every_room(folder: str, named: str) -> None:
    (listed,) = re.findall(named, GUIDE)
    assert listed.split(", ") == sorted(rooms(folder))


def test_no_room_is_too_full() -> None:
    crowded = {
        str(folder.relative_to(ROOT)): len(modules(folder))
        for top in HOUSE
        for folder in [ROOT / top, *(ROOT / top).rglob("*/")]
        if len(modules(folder)) > MAX_FILES
    }
    assert crowded.keys() <= LISTS
