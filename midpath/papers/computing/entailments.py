"""Entailment of flat by nested segmentations: the computations for L13 (LAW 2013)."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from agreement.segmentation.boundaries import parse_flat, parse_nested
from agreement.segmentation.compare import STRATEGIES, Text, select
from agreement.segmentation.consensus import most_entailed
from agreement.segmentation.entailment import (
    catalan,
    chance_entailment,
    count_text,
    entailment,
    entails,
    histogram,
    text_share,
)
from agreement.segmentation.vectors import Vector
from agreement.tables.binary_trees import all_trees
from agreement.tally import Tally
from midpath.papers.computing.crowds import (
    BARBIE_FLATS,
    BARBIE_TREES,
    CROWD,
    EXAMPLES,
    EXPERTS,
    SIMULATED,
    examples,
    simulated,
)
from midpath.papers.computing.segmentations import agreement_cells
from midpath.papers.data import Data
from midpath.papers.entries import Cell, Chart, Found, Line

LENGTHS = range(3, 9)
BINS = 20
ALL = "3 to 8 words"

Sides = Sequence[tuple[Sequence[Vector], Sequence[Vector]]]


def figure_2(_: Data) -> Found:
    """Return which of the two trees entails each of the three flats."""
    flats, trees = list(BARBIE_FLATS), list(BARBIE_TREES)
    lines = []
    for tree in (trees[3], trees[1]):
        nested = parse_nested(tree)
        entailed = [entails(nested, parse_flat(flats[at])) for at in (2, 3, 1)]
        lines.append(Line(tree, [Cell("yes" if each else "no") for each in entailed]))
    return Found(lines)


def chance(_: Data) -> Found:
    """Return the chance that a random tree entails a random flat of two or three segments."""
    return Found(
        [
            Line(f"{n} words", [Cell(float(chance_entailment(n, k))) for k in (2, 3)])
            for n in LENGTHS
        ]
    )


def printed_algorithm(_: Data) -> Found:
    """Compare the printed isEntail with the definition, over all pairs of each length."""
    lines = []
    total = [0, 0, 0]
    for n in LENGTHS:
        trees = [tuple(row) for row in all_trees(n).tolist()]
        flats = list(product((0, 1), repeat=n - 1))
        wrong = missed = 0
        for nested, flat in product(trees, flats):
            said, right = is_entail(flat, nested), entails(nested, flat)
            wrong += said and not right
            missed += right and not said
        counts = (len(flats) * catalan(n - 1), wrong, missed)
        total = [so_far + more for so_far, more in zip(total, counts, strict=True)]
        lines.append(Line(f"{n} words", list(map(Cell, counts))))
    return Found([*lines, Line(ALL, list(map(Cell, total)))])


def is_entail(flat: Sequence[int], nested: Sequence[int]) -> bool:
    """Return what the printed algorithm isEntail says (LAW 2013, algorithm 1; supplement,
    algorithm 7), which stops at the first of several boundaries of height 0.

    >>> is_entail((1, 0, 0, 1), (2, 0, 1, 0)), entails((2, 0, 1, 0), (1, 0, 0, 1))
    (True, False)
    """
    if len(nested) <= 1 or len(flat) <= 1:
        return True
    left = list(nested)
    at = left.index(max(left))
    if flat[at] == 1:
        return is_entail(flat[:at], nested[:at]) and is_entail(flat[at + 1 :], nested[at + 1 :])
    while max(left) != 0:
        left[at] = -left[at]
        at = left.index(max(left))
        if flat[at] == 1:
            return False
    return True


def agreement_and_entailment(_: Data) -> Found:
    """Return α and entailment, observed and by chance, of the examples and the simulated crowd."""
    crowd = simulated()
    flats, nesteds = examples()
    rows = (
        ("two example texts", EXAMPLES, flats, nesteds),
        ("crowd of 500 texts", SIMULATED, crowd.flats, crowd.nesteds),
        ("experts on 500 texts", SIMULATED, crowd.gold_flats, crowd.gold_nesteds),
    )
    lines = []
    for label, source, some, others in rows:
        alphas = [
            *agreement_cells("flat", some, intervals=False)[::2],
            *agreement_cells("nested", others, intervals=False)[::2],
        ]
        found = entailment(Tally.total(map(count_text, some, others)))
        shares = [_percent(found.observed), _percent(found.chance)]
        lines.append(Line(label, [*alphas, *map(Cell, shares)], source))
    return Found(lines)


def distribution(_: Data) -> Found:
    """Return the distribution over texts of the share of entailed pairs."""
    crowd = simulated()
    series: dict[str, Sides] = {
        CROWD: list(zip(crowd.flats, crowd.nesteds, strict=True)),
        EXPERTS: list(zip(crowd.gold_flats, crowd.gold_nesteds, strict=True)),
    }
    return Found(charts=[_chart("l13-f3", "Entailment of texts", series)])


def against_gold(_: Data) -> Found:
    """Return the entailment between the simulated crowd and its experts, in both directions."""
    crowd = simulated()
    flat = list(zip(crowd.flats, crowd.gold_nesteds, strict=True))
    nested = list(zip(crowd.gold_flats, crowd.nesteds, strict=True))
    directions = {
        "crowd's flats, experts' trees": flat,
        "experts' flats, crowd's trees": nested,
    }
    lines = []
    for label, sides in directions.items():
        observed = entailment(Tally.total(count_text(*each) for each in sides)).observed
        lines.append(Line(label, [Cell(_percent(observed))], SIMULATED))
    chart = _chart("l13-f4", "Entailment with the experts", {"Flat": flat, "Nested": nested})
    return Found(lines, [chart])


def optimal(_: Data) -> Found:
    """Return how good the flats are that FEMN and Iterative Voting pick."""
    texts = simulated().texts
    return Found(
        [
            *_picks("entailed by the experts' trees", texts, mixed=False),
            *_picks("mixed: among the experts' flats", texts, mixed=True),
        ]
    )


def ties(_: Data) -> Found:
    """Return how many texts have a tie under FEMN."""
    crowd = simulated()
    printed = zip(*examples(), strict=True)
    sets = {EXAMPLES: printed, CROWD: zip(crowd.flats, crowd.nesteds, strict=True)}
    lines = []
    for name, sides in sets.items():
        tied = [bool(most_entailed(*each).ties) for each in sides]
        lines.append(Line("other texts", [Cell(sum(tied)), Cell(len(tied))], name))
    return Found(lines)


def _picks(label: str, texts: Sequence[Text], *, mixed: bool) -> list[Line]:
    found = [select(texts, STRATEGIES[name], mixed=mixed) for name in ("femn", "iv")]
    shares = [one.among_gold if mixed else one.entailed for one in found]
    return [Line(label, [Cell(_percent(share)) for share in shares], SIMULATED)]


def _chart(key: str, title: str, sets: dict[str, Sides]) -> Chart:
    series = {}
    for name, sides in sets.items():
        bins = histogram([text_share(*each) for each in sides], BINS)
        series[name] = [
            (100 * (at + 0.5) / BINS, times / len(sides)) for at, times in enumerate(bins)
        ]
    return Chart(key, title, "% of a text's pairs that are entailed", "share of texts", series)


def _percent(share: Fraction | None) -> float | None:
    return None if share is None else 100 * float(share)
