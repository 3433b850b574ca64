"""Biases of annotators: the computations for A13 §6 (Fig. 3, Tables 5 and 6)."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from math import isclose

from agreement.prepositions import prepositions_of
from agreement.segmentation.bias import (
    count_flats,
    count_nesteds,
    count_prepositions,
    expected_height,
    heights,
    prepositions,
    segments,
    spread,
)
from agreement.segmentation.entailment import FEW
from agreement.segmentation.vectors import Vector
from agreement.tally import Tally
from midpath.papers.computing.crowds import CROWD, EXPERTS, SIMULATED, simulated
from midpath.papers.computing.segmentations import WEBIS
from midpath.papers.data import Data
from midpath.papers.entries import Cell, Chart, Found, Line

HEIGHTS = range(5, 9)
POSITIONS = {"Both": "both", "None": "none", "Right": "right", "Left": "left"}
BIN = 0.5

Points = Mapping[str, Sequence[tuple[float, float]]]


def random_heights(_: Data) -> Found:
    """Return the expected height if all trees of a length are equally likely."""
    return Found([Line(f"{n} words", [Cell(float(expected_height(n)))]) for n in HEIGHTS])


def simulated_heights(_: Data) -> Found:
    """Return the mean heights of the simulated crowd's and experts' trees, and all heights."""
    found = {name: heights(count_nesteds(each)) for name, each in _nesteds().items()}
    lines = [
        Line(f"{row.words} words", [*[Cell(None)] * 6, Cell(float(row.mean))], name)
        for name, rows in found.items()
        for row in rows
    ]
    series: dict[str, list[tuple[float, float]]] = {}
    for name, rows in found.items():
        times = sum((Counter(row.times) for row in rows), Counter[int]())
        series[name] = _shares(times)
    chance: defaultdict[int, float] = defaultdict(float)
    for row in found[CROWD]:
        for height, share in row.chance.items():
            chance[height] += float(share) * sum(row.times.values())
    series["by chance"] = _shares(chance)
    chart = Chart(
        "a13-f3-c", "Tree heights", "height of the tree", "share of annotations", series, "bars"
    )
    return Found(lines, [chart])


def webis_segments(data: Data) -> Found:
    """Return the share of flat annotations with two or three segments, and Fig. 3 A and B."""
    return _flat_biases({WEBIS: list(chain.from_iterable(data.webis.values()))}, WEBIS, "a13-f3")


def simulated_segments(_: Data) -> Found:
    return _flat_biases(_flats(), SIMULATED, "a13-f3-simulated")


def examples_of_sd(_: Data) -> Found:
    """Return the standard deviation of segment lengths of 3 | 4 and of 2 | 5 words."""
    found = spread(count_flats([(0, 0, 1, 0, 0, 0), (0, 1, 0, 0, 0, 0)]))
    labels = ("sd of 3 and 4 words", "sd of 2 and 5 words")
    return Found([Line(label, [Cell(one.sd)]) for label, one in zip(labels, found, strict=True)])


def webis_prepositions(data: Data) -> Found:
    """Return where the real queries are cut around prepositions, in percent."""
    words = prepositions_of("en")
    state = Tally.total(
        count_prepositions(text.split(), flats, words) for text, flats in data.webis.items()
    )
    shares = prepositions(state).shares or {}
    return Found(
        [
            Line(label, [*[Cell(None)] * 5, Cell(float(100 * shares[side]))], WEBIS)
            for label, side in POSITIONS.items()
            if side in shares
        ]
    )


def _flat_biases(annotations: Mapping[str, Sequence[Vector]], source: str, key: str) -> Found:
    lines: list[Line] = []
    counts: dict[str, list[tuple[float, float]]] = {}
    spreads: dict[str, list[tuple[float, float]]] = {}
    for name, flats in annotations.items():
        state = count_flats(flats)
        rows = segments(state)
        total = sum(sum(row.times.values()) for row in rows)
        few = sum(row.times.get(k, 0) for row in rows for k in FEW)
        lines.append(Line(f"two or three segments: {name}", [Cell(100 * few / total)], source))
        counts[name] = [(float(row.words), float(row.mean)) for row in rows]
        counts["by chance"] = [(float(row.words), float(row.expected)) for row in rows]
        found = spread(state)
        together = sum(one.times for one in found)
        middle = sum(one.times for one in found if 0.5 <= one.sd <= 1 or isclose(one.sd, 1))
        lines.append(Line(f"sd from 0.5 to 1: {name}", [Cell(100 * middle / together)], source))
        bins: Counter[int] = Counter()
        for one in found:
            bins[int(one.sd / BIN)] += one.times
        spreads[name] = [(at * BIN, times / together) for at, times in sorted(bins.items())]
    charts = [
        Chart(f"{key}-a", "Segments by length", "words", "mean number of segments", counts),
        Chart(
            f"{key}-b",
            "Standard deviation of segment lengths",
            "standard deviation (from …)",
            "share of flats of 2 or 3 segments",
            spreads,
            "bars",
        ),
    ]
    return Found(lines, charts)


def _flats() -> dict[str, list[Vector]]:
    crowd = simulated()
    return {
        CROWD: list(chain.from_iterable(crowd.flats)),
        EXPERTS: list(chain.from_iterable(crowd.gold_flats)),
    }


def _nesteds() -> dict[str, list[Vector]]:
    crowd = simulated()
    return {
        CROWD: list(chain.from_iterable(crowd.nesteds)),
        EXPERTS: list(chain.from_iterable(crowd.gold_nesteds)),
    }


def _shares(times: Mapping[int, float]) -> list[tuple[float, float]]:
    total = sum(times.values())
    return [(float(at), times[at] / total) for at in sorted(times)]
