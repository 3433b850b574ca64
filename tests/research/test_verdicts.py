"""The word, the ruler and the sparkline next to a figure."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.research.results.verdicts import (
    HIGH,
    MOST_POINTS,
    WIDE,
    against_chance,
    ruler_of,
    spark_of,
    strength_of,
)

ROOT = Path(__file__).resolve().parents[2]
SHARES = st.floats(0, 1)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (-0.01, "poor"),
        (0.0, "slight"),
        (0.2, "slight"),
        (0.21, "fair"),
        (0.4, "fair"),
        (0.41, "moderate"),
        (0.6, "moderate"),
        (0.61, "substantial"),
        (0.8, "substantial"),
        (0.81, "almost perfect"),
        (1.0, "almost perfect"),
    ],
)
def test_the_words_are_those_of_landis_and_koch(value: float, words: str) -> None:
    """Landis and Koch 1977, p. 165."""
    assert strength_of(value).words == words


@given(SHARES, SHARES, SHARES, SHARES)
def test_only_an_interval_beyond_chance_is_above_it(
    value: float, chance: float, one: float, other: float
) -> None:
    low, high = sorted((one, other))
    found = against_chance(value, chance, low, high).words
    assert (found == "above chance") == (low > chance)
    assert (found == "below chance") == (high < chance)
    alone = against_chance(value, chance, None, None).words
    assert (alone == "above chance") == (value > chance)


@given(st.floats(-3, 3), st.floats(-3, 3), st.floats(0, 3))
def test_a_ruler_stays_within_its_line(value: float, low: float, more: float) -> None:
    ruler = ruler_of(value, low, low + more, 0.5)
    assert ruler.wide is not None
    for place in (ruler.at, ruler.low, ruler.high, ruler.wide, ruler.chance):
        assert place is not None
        assert 0 <= place <= 100


@given(st.lists(st.none() | st.floats(-1e6, 1e6), max_size=300))
def test_a_spark_ends_at_the_newest_value_and_stays_in_its_box(
    values: list[float | None],
) -> None:
    spark, known = spark_of(values), [value for value in values if value is not None]
    assert (spark is None) == (len(known) < 2)
    if spark is None:
        return
    places = [tuple(map(float, place.split(","))) for place in spark.line.split()]
    assert 2 <= len(places) <= MOST_POINTS + 1
    assert all(0 <= x <= WIDE and 0 <= y <= HIGH for x, y in places)
    assert (spark.x, spark.y) == places[-1]
    if known[-1] > max(known[:-1]):
        assert spark.y == min(y for _, y in places)


def test_every_icon_of_a_page_exists() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', (ROOT / "static/vendor/icons.svg").read_text()))
    pages = [*(ROOT / "templates").rglob("*.html"), *ROOT.glob("addons/*/templates/**/*.html")]
    used = {name for page in pages for name in re.findall(r'{% icon "([^"]+)"', page.read_text())}
    sources = "".join(path.read_text() for path in (ROOT / "annotation/research").rglob("*.py"))
    assert used <= drawn
    assert drawn == set((ROOT / "static/vendor/icons.txt").read_text().split())
    assert {name for name in drawn if name in used or f'"{name}"' in sources} == drawn
