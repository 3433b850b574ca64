"""Agreement on segmentations: the computations for A13 (ACL 2013) and its supplement."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product

from agreement.bootstrap import USUAL
from agreement.figure import as_float
from agreement.segmentation.alpha import alpha
from agreement.segmentation.boundaries import parse_flat, parse_nested
from agreement.segmentation.compare import alpha_between
from agreement.segmentation.counting import POWERS, Counts, take_apart
from agreement.segmentation.distance import distance
from agreement.segmentation.figures import contribution, figures
from agreement.segmentation.intervals import bootstrap_segmentation
from agreement.segmentation.null import expected_tail, null_counts
from agreement.segmentation.vectors import Kind, Vector
from agreement.tally import Tally
from midpath.papers.computing.crowds import (
    EXAMPLES,
    FIRST,
    REDUNDANCY,
    SECOND,
    SIMULATED,
    examples,
    simulated,
)
from midpath.papers.data import Data
from midpath.papers.entries import Cell, Chart, Found, Line

WEBIS = "Webis"
REAL = "real data"
LEAST = "least of 4 to 8 words"
WORDS = range(4, 9)  # the lengths of the papers' queries
NONE = Cell(None)

Texts = Sequence[Sequence[Vector]]


def vectors(segmentations: Iterable[str], parse: Callable[[str], Vector]) -> Found:
    """Return the boundary variables of each segmentation."""
    return Found([Line(text, [Cell(_digits(parse(text)))]) for text in segmentations])


def flat_vectors(segmentations: Iterable[str]) -> Found:
    return vectors(segmentations, parse_flat)


def nested_vectors(segmentations: Iterable[str]) -> Found:
    return vectors(segmentations, parse_nested)


def webis_agreement(data: Data) -> Found:
    """Return the row of flat α and S of the real queries, with intervals over queries."""
    cells = agreement_cells("flat", list(data.webis.values()), intervals=True)
    return Found([Line("Webis-QSeC-10", [*cells, *[NONE] * 4], REAL)])


def simulated_agreement(_: Data) -> Found:
    """Return the rows of the printed examples, of the simulated crowd and of its experts."""
    crowd = simulated()
    rows: Sequence[tuple[str, str, Texts, Texts]] = (
        ("two example texts", EXAMPLES, *examples()),
        ("crowd of 500 texts", SIMULATED, crowd.flats, crowd.nesteds),
        ("experts on 500 texts", SIMULATED, crowd.gold_flats, crowd.gold_nesteds),
    )
    return Found(
        [
            Line(
                label,
                [
                    *agreement_cells("flat", flats, intervals=False),
                    *agreement_cells("nested", nesteds, intervals=False),
                ],
                source,
            )
            for label, source, flats, nesteds in rows
        ]
    )


def agreement_cells(kind: Kind, texts: Texts, *, intervals: bool) -> list[Cell]:
    """Return α and S under each distance."""
    found = figures(kind, Tally.total(contribution(kind, text) for text in texts))
    between = bootstrap_segmentation(kind, texts, plan=USUAL) if intervals else None
    cells = []
    for k in POWERS[kind]:
        for name, figure in (("alpha", found["alpha"]), ("S", found["S"])):
            ends = between[name][f"d{k}"] if between else {}
            cells.append(interval_cell(figure[f"d{k}"]["value"], ends))
    return cells


def interval_cell(value: float | None, ends: Mapping[str, object]) -> Cell:
    low, high = ends.get("low"), ends.get("high")
    is_known = isinstance(low, float) and isinstance(high, float)
    return Cell(value, float(str(low)), float(str(high))) if is_known else Cell(value)


def by_chance(_: Data) -> Found:
    """Return S of ten random annotations of each length: the value to compare S with."""
    by_length = {
        n: [
            float((1 + (REDUNDANCY - 1) * expected_tail(kind, n, k)) / REDUNDANCY)
            for kind, k in _KINDS
        ]
        for n in WORDS
    }
    least = [min(column) for column in zip(*by_length.values(), strict=True)]
    rows = {LEAST: least, **{f"{n} words": values for n, values in by_length.items()}}
    return Found([Line(label, list(map(Cell, values))) for label, values in rows.items()])


_KINDS: tuple[tuple[Kind, int], ...] = (("flat", 1), ("nested", 1), ("nested", 2))


def null_tables(_: Data) -> Found:
    """Return how many pairs of random segmentations have each numerator of d, d1 and d2."""
    lines = []
    for n in range(2, 7):
        cells = []
        for kind, k in _KINDS:
            counts = sorted(null_counts(kind, n, k).items())
            cells.append(Cell(", ".join(f"{x}: {times:,}" for x, times in counts)))
        lines.append(Line(f"{n} words", cells))
    return Found(lines)


def agreement_by_length(data: Data) -> Found:
    """Return α of the real queries by their length: within the queries of this length."""
    by_length: defaultdict[int, list[Sequence[Vector]]] = defaultdict(list)
    for text in data.webis.values():
        by_length[len(text[0]) + 1].append(text)
    lines, points = [], []
    for n, texts in sorted(by_length.items()):
        [found, s] = agreement_cells("flat", texts, intervals=True)
        lines.append(Line(f"{n} words", [Cell(len(texts)), found, s], WEBIS))
        points.append((float(n), found.value))
    known = [(n, value) for n, value in points if isinstance(value, float)]
    chart = Chart("a13-length", "Flat α by length", "words", "α", {WEBIS: known})
    return Found(lines, [chart])


def crowd_and_gold(_: Data) -> Found:
    """Return α between a crowd and experts, and of both as one set."""
    crowd = simulated()
    together = [[*text.crowd_flats, *text.gold_flats] for text in crowd.texts]
    between = alpha_between([(text.crowd_flats, text.gold_flats) for text in crowd.texts])
    joint = alpha(_counts("flat", together))
    cells = [Cell(as_float(joint.value)), Cell(as_float(between.value))]
    return Found([Line("crowd and experts", cells, SIMULATED)])


def toy(_: Data) -> Found:
    """Return every figure of the supplement's worked example."""
    both = [*FIRST, *SECOND]
    found = alpha(_counts("nested", [FIRST, SECOND]), k=2)
    rows: dict[str, Sequence[float | None]] = {
        "d2 of A1A2, A1A3, A2A3": [_apart(FIRST[i], FIRST[j]) for i, j in ((0, 1), (0, 2), (1, 2))],
        "M1, row 1": _row(FIRST[0], FIRST),
        "M1, row 2": _row(FIRST[1], FIRST),
        "M1, row 3": _row(FIRST[2], FIRST),
        "sum of M1, within of Q1": [_sum(FIRST, FIRST), _sum(FIRST, FIRST) / 6],
        "M2, row 1": _row(SECOND[0], SECOND),
        "M2, row 2": _row(SECOND[1], SECOND),
        "sum of M2, within of Q2": [_sum(SECOND, SECOND), _sum(SECOND, SECOND) / 2],
        "within of both": [_sum(FIRST, FIRST) / 6 + _sum(SECOND, SECOND) / 2],
        "M3, row 1": _row(SECOND[0], FIRST),
        "M3, row 2": _row(SECOND[1], FIRST),
        "sum of M3, of M4": [_sum(SECOND, FIRST), _sum(both, both)],
        "variance within, between": [as_float(found.within), as_float(found.total)],
        "α": [as_float(found.value)],
    }
    return Found([Line(label, [Cell(value) for value in each]) for label, each in rows.items()])


def length_distribution(data: Data) -> Found:
    """Return the share of the texts of each length."""
    lengths = {WEBIS: [len(text[0]) + 1 for text in data.webis.values()]}
    return Found(charts=[_lengths_chart(lengths)])


def simulated_lengths(_: Data) -> Found:
    crowd = [len(text.crowd_flats[0]) + 1 for text in simulated().texts]
    return Found(charts=[_lengths_chart({SIMULATED: crowd}, "-simulated")])


def _lengths_chart(lengths: Mapping[str, Sequence[int]], end: str = "") -> Chart:
    series = {
        name: [(float(n), times / len(each)) for n, times in sorted(Counter(each).items())]
        for name, each in lengths.items()
    }
    return Chart(
        f"a13-f2{end}", "Length distribution", "words", "share of texts", series, kind="bars"
    )


def _counts(kind: Kind, texts: Texts) -> Counts:
    return take_apart(Tally.total(contribution(kind, text) for text in texts))


def _digits(vector: Vector) -> str:
    return " ".join(map(str, vector))


def _apart(one: Vector, other: Vector) -> float:
    return float(distance(one, other, k=2))


def _row(one: Vector, others: Sequence[Vector]) -> list[float]:
    return [_apart(one, other) for other in others]


def _sum(some: Sequence[Vector], others: Sequence[Vector]) -> float:
    return float(sum(distance(a, b, k=2) for a, b in product(some, others)))
