"""The page of null distributions, its files, and the command."""

import csv
import json
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from midpath.tables.null_distributions import MAX_BARS, POWERS, Kind, NullDistribution
from tests.agreement import slow, slow_nary
from tests.commands.running import run_alone
from tests.helpers.pages import assert_shows

PAGE, FILE = "/research/help/null/", "/research/help/null."


@pytest.mark.parametrize(("kind", "words"), [("flat", 5), ("nested", 6), ("nary", 5)])
def test_the_command_counts_all_pairs(kind: Kind, words: int) -> None:
    for distance, k in POWERS[kind].items():
        done = run_alone("null", kind, str(words), "--distance", distance, "--json")
        found = json.loads(done.stdout)
        counts = {each["numerator"]: each["pairs"] for each in found["distribution"]}
        slowly = slow_nary.null(words, k) if kind == "nary" else slow.null(kind, words, k)
        assert counts == slowly
        mean = Fraction(sum(x * times for x, times in counts.items()), sum(counts.values()))
        assert Fraction(found["mean"]["exact"]) == mean / (words - 1)
        table = csv.DictReader(StringIO(run_alone("null", kind, str(words), "--csv").stdout))
        assert next(table)["this far or farther"] == "1.0"


def test_it_prints_the_values_by_chance() -> None:
    """Ten annotations of four words: flat .69, nested .71 (docs/metrics/alpha-and-s.md)."""
    assert "S by chance alone: 0.691 with 10" in run_alone("null", "flat", "4").stdout
    assert "S by chance alone: 0.712 with 10" in run_alone("null", "nested", "4").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("flat", "6", "--distance", "d2"), "no d2 of flat segmentations. Use --distance d."),
        (("nested", "101"), "'101' is not a number of words from 2 to 100"),
        (("nested", "many"), "'many' is not a number of words"),
    ],
)
def test_the_command_says_what_is_wrong(words: tuple[str, ...], message: str) -> None:
    done = run_alone("null", *words)
    assert done.returncode in {1, 2}
    assert message in done.stderr


def test_the_page_has_a_chart_and_files_without_queries(client: Client) -> None:
    """This test has no database access."""
    page = client.get(PAGE).content.decode()
    assert_shows(page, "d1 of two random binary trees of 8 words", "all 184,041 ordered pairs")
    page = client.get(PAGE, {"of": "flat-d", "words": "60"}).content.decode()
    assert f"{4**59:,}" in page.replace("&#x27;", "'")
    found = client.get(f"{FILE}csv", {"of": "flat-d", "words": "60"})
    assert found["Content-Disposition"].endswith('"null-flat-d-60-words.csv"')
    assert len(found.content.decode().splitlines()) == 61
    assert json.loads(client.get(f"{FILE}json").content)["words"] == 8


@pytest.mark.parametrize("query", ["of=nested-d1&words=61", "of=flat-d2&words=5", "words=x"])
def test_other_distributions_are_refused(client: Client, query: str) -> None:
    assert client.get(f"{PAGE}?{query}").status_code == 400
    assert client.get(f"{FILE}csv?{query}").status_code == 404


def test_bars_cover_all_pairs() -> None:
    found = NullDistribution("nested", 30, "d2")
    bars = found.bars()
    assert len(bars.rows) <= MAX_BARS
    pairs: list[Any] = [row.values[0] for row in bars.rows]
    assert sum(pairs) == found.pairs == found.drawn
