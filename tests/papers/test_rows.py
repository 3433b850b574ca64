"""The page of what the papers describe names commands, options and pages that exist."""

import re

import pytest

from midpath.console.command import parser_of
from midpath.program import PROGRAM, command_of
from tests.helpers.trees import ROOT

PAGE = (ROOT / "docs" / "papers-rows.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\d+) \|.*\|$", PAGE, re.MULTILINE)
OPTION = re.compile(r"--[a-z-]+")
PLACES = sorted(set(re.findall(r"\*\*([^*]+)\*\*", PAGE)))
SOURCES = [
    path
    for folder in ("annotation", "addons", "midpath", "templates")
    for ending in ("py", "html")
    for path in (ROOT / folder).rglob(f"*.{ending}")
    if "tests" not in path.parts
]
NAMED = re.findall(r"`midpath (\w+)([^`]*)`", PAGE)


def test_no_row_is_missing() -> None:
    assert list(map(int, ROWS)) == [*range(1, 116)]


@pytest.mark.parametrize("command", sorted({name for name, _ in NAMED}))
def test_named_options_exist(command: str) -> None:
    known = parser_of(PROGRAM, command_of(command), command).format_help()
    wanted = {option for name, rest in NAMED if name == command for option in OPTION.findall(rest)}
    assert {option for option in wanted if option not in known} == set()


def test_named_places_exist() -> None:
    words = " ".join(path.read_text(encoding="utf-8") for path in SOURCES).split()
    sources = " ".join(words)
    assert len(PLACES) > 30
    assert [name for name in PLACES if name not in sources] == []
