"""The pictures of the docs exist, are small, and show every scheme of the demo and every chart."""

import re
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image

from annotation.research.common.charts import Kind
from annotation.research.lab.biases import charts_of
from pictures.desks import ANSWERS
from pictures.paint import MAX_BYTES, paint
from pictures.shots import chart_file

PROJECT = Path(__file__).parents[1]
PICTURES = PROJECT / "docs" / "img"
PAGES = [
    PROJECT / "README.md",
    *sorted((PROJECT / "docs").rglob("*.md")),
    *sorted(PROJECT.glob("addons/*/help*.md")),
]
SHOWN = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
# Code that shows picture syntax is not a picture.
CODE = re.compile(r"`[^`]*`")
# "The dashboard" describes less than its content.
MIN_ALT_LENGTH = 25


def shown() -> list[tuple[Path, str, Path]]:
    """Return the page, the alt text and the file of each picture in the docs."""
    return [
        (page, alt, (page.parent / file).resolve())
        for page in PAGES
        for alt, file in SHOWN.findall(CODE.sub("", page.read_text()))
    ]


def test_every_picture_is_there_is_described_in_words_and_is_small() -> None:
    assert shown()
    for page, alt, file in shown():
        assert file.is_file(), f"{page.name} shows {file.name}: make pictures"
        assert len(alt) >= MIN_ALT_LENGTH, f"{page.name} does not tell what {file.name} shows"
        assert file.stat().st_size <= MAX_BYTES, file.name


def test_every_picture_is_shown_somewhere() -> None:
    assert {file.resolve() for file in PICTURES.rglob("*") if file.is_file()} == {
        file for _, _, file in shown()
    }


@pytest.mark.parametrize("scheme", ANSWERS)
def test_every_scheme_of_the_demo_has_its_pictures(scheme: str) -> None:
    names = {file.stem for _, _, file in shown()}
    assert {f"desk-{scheme}", f"desk-{scheme}-phone", f"dashboard-{scheme}"} <= names


def test_every_chart_of_the_laboratory_and_every_kind_has_a_picture() -> None:
    names = {file.stem for _, _, file in shown()}
    charts = charts_of([], [], "en")
    assert {chart.kind for chart in charts} == set(get_args(Kind))
    without = {chart_file("biases", "verb-phrases")}  # the demo's texts have no tags
    assert {chart_file("biases", chart.key) for chart in charts} - without <= names
    assert {"chart-live-agreement", "chart-live-throughput"} <= names


@pytest.mark.long
def test_a_picture_of_many_colours_becomes_small(tmp_path: Path) -> None:
    colourful = Image.effect_noise((900, 900), 90).convert("RGB")
    raw, file = tmp_path / "raw.png", tmp_path / "small.png"
    colourful.save(raw)
    assert paint(raw.read_bytes(), file) == file.stat().st_size < raw.stat().st_size
    with Image.open(file) as small:
        assert small.mode == "P"
        assert small.size == (900, 900)
