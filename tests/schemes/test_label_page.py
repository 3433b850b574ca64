"""The page about adding a scheme lists the files of `label`, and no other file refers to these."""

import re
from pathlib import Path

import pytest

from tests.helpers.sources import sources_of

PROJECT = Path(__file__).resolve().parent.parent.parent
PAGE = PROJECT / "docs" / "schemes.md"
ROOMS = ("agreement", "analysis", "annotation", "config", "midpath", "static", "tasks", "templates")
# Data files, or empty ones; and formats named after the program that reads them.
UNLISTED = {
    "midpath/exchange/spans/label_studio.py",
    "midpath/exchange/label_studio/__init__.py",
    "midpath/exchange/label_studio/controls.py",
    "midpath/exchange/label_studio/flat_exports.py",
    "midpath/exchange/label_studio/tasks.py",
    "midpath/exchange/labels/__init__.py",
    "annotation/research/schemes/label/__init__.py",
    "tasks/management/demo/labels.jsonl",
}
# The list of the demo, the only other file that may name a campaign of labels.
LISTS = {"tasks/management/commands/load_demo.py"}
# Shared by pairs and labels.
OF_BOTH = {"midpath/comparing/votes.py"}


def listed() -> list[str]:
    section = PAGE.read_text().partition("## Label, file by file")[2]
    return re.findall(r"^\| `([^`]+)` \| .+ \|$", section, re.MULTILINE)


def files_of_label() -> set[str]:
    """Return the files named after the scheme, or after positions on a scale."""
    names = (
        str(path.relative_to(PROJECT)) for room in ROOMS for path in sources_of(PROJECT / room)
    )
    return {name for name in names if re.search(r"(^|/)labels?([/_.]|$)|/scale_alpha\.py$", name)}


def test_the_page_lists_every_file_of_the_scheme() -> None:
    assert len(set(listed())) == len(listed())
    assert set(listed()) | UNLISTED == files_of_label()


@pytest.mark.long
def test_no_other_file_imports_from_the_scheme() -> None:
    module = re.compile(r"\b(schemes|kernels|exports|replaying|simulation|demo)\.labels?\b")
    importing = {
        str(path.relative_to(PROJECT))
        for room in ("analysis", "annotation", "config", "midpath", "tasks")
        for path in (PROJECT / room).rglob("*.py")
        if module.search(path.read_text())
    }
    assert importing <= {*listed(), *LISTS, *OF_BOTH}
    assert importing & LISTS == LISTS
