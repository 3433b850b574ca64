"""The table in docs/metrics/printed-figures.md: each of our figures is recomputed here.

A row has a remark exactly when our figure, rounded as printed, differs from the printed one.
"""

import csv
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from agreement.segmentation.alpha import alpha
from agreement.segmentation.bias import count_flats, expected_height, spread
from agreement.segmentation.boundaries import Vector, parse_flat, parse_nested
from agreement.segmentation.consensus import iterative_voting, most_entailed
from agreement.segmentation.distance import distance
from agreement.segmentation.entailment import chance_entailment, entails
from agreement.segmentation.null import expected_tail
from agreement.tally import Tally
from agreement.votes.consensus import majority
from agreement.votes.nominal import count_unit, nominal_alpha
from agreement.votes.pair_figures import pair_contribution, pair_figures
from tests.agreement.printed import (
    APPLY_FLATS,
    APPLY_TREES,
    BARBIE_FLATS,
    BARBIE_TREES,
    FIRST,
    LENGTHS,
    PARAGRAPHS,
    POLICIES,
    SECOND,
    SECTIONS,
    TOY,
    TYPOLOGY,
    Ours,
    Value,
    agrees,
    rows,
    shown,
)
from tests.agreement.test_shared import SHARED

PRIVACYQA = SHARED / "data" / "privacyqa" / "questions.csv"
RTE = SHARED / "data" / "rte" / "rte_judgments.csv"
Strata = Sequence[tuple[int, int, int, int]]


def vectors(texts: Sequence[str], parse: Callable[[str], Vector]) -> str:
    return "; ".join(" ".join(map(str, parse(text))) for text in texts)


def means(columns: Sequence[str]) -> list[Fraction]:
    rows = [[Fraction(cell) for cell in column.split()] for column in columns]
    return [sum(row, Fraction(0)) / len(row) for row in rows]


def matrix(rows: Sequence[Vector], columns: Sequence[Vector]) -> list[Fraction]:
    return [distance(a, b, k=2) for a, b in product(rows, columns)]


def pairs(strata: Strata) -> Any:
    """Return the figures of the 1,000 pairs of Table 3, at the middles of their strata. The table
    does not say which pair has which answer with how many votes; no figure depends on it."""
    state = Tally()
    for at, (*shares, yes) in enumerate(strata):
        winning = [
            votes for votes, share in zip((5, 4, 3), shares, strict=True) for _ in range(share // 4)
        ]
        for number, votes in enumerate(winning):
            both = ("yes", "no") if number < yes // 4 else ("no", "yes")
            labels = [both[0]] * votes + [both[1]] * (5 - votes)
            state += pair_contribution(labels, similarity=250_000 * at + 125_000)
    return pair_figures(state)


def everything(strata: Strata) -> list[Fraction]:
    column = pairs(strata)["strata"][-1]
    consensus = [column["consensus"][answer] for answer in ("yes", "no")]
    return [Fraction(row["pairs"], 10) for row in (*column["agree"], *consensus)]


def pairwise(strata: Strata) -> list[Fraction]:
    return [100 * Fraction(pairs(strata)["pairwise"]["exact"])]


def by_chance(kind: str) -> Fraction:
    """Return S of ten random annotations of four words each."""
    expected = expected_tail("flat", 4) if kind == "flat" else expected_tail("nested", 4)
    return (1 + 9 * expected) / 10


def figure_2() -> str:
    trees = [parse_nested(BARBIE_TREES[at]) for at in (3, 1)]
    flats = [parse_flat(BARBIE_FLATS[at]) for at in (2, 3, 1)]
    return ", ".join("yes" if entails(t, f) else "no" for f, t in product(flats, trees))


def examples() -> list[tuple[list[Vector], list[Vector]]]:
    """Return the flat and nested annotations of the two example texts, as often as printed."""
    times = (4, 3, 2, 1), (4, 2, 2, 1, 1), (3, 3, 2, 2), (4, 3, 2, 1)
    texts = APPLY_FLATS, APPLY_TREES, BARBIE_FLATS, BARBIE_TREES
    parsers = (parse_flat, parse_nested) * 2
    groups = [
        [parse(text) for text, often in zip(group, each, strict=True) for _ in range(often)]
        for group, each, parse in zip(texts, times, parsers, strict=True)
    ]
    return [(groups[0], groups[1]), (groups[2], groups[3])]


def ties() -> list[int]:
    return [sum(bool(most_entailed(*text).ties) for text in examples())]


def krippendorff_c() -> list[Value]:
    observers = ["123321412...", "1233224125.3", ".3332342251.", "12332441251."]
    units = (filter(str.isdigit, unit) for unit in zip(*observers, strict=True))
    return [nominal_alpha(Tally.total(map(count_unit, units))).value or 0]


def typology() -> list[int]:
    right = sum((int(row[2]) > 0) == (row[3] == "pre") for row in TYPOLOGY)
    kinds = Counter(row[3] for row in TYPOLOGY)
    return [len(TYPOLOGY), kinds["pre"], kinds["post"], right]


def f_score(precision: str, recall: str) -> Fraction:
    p, r = Fraction(precision), Fraction(recall)
    return 2 * p * r / (p + r)


def toy(what: str) -> list[Value]:
    found = alpha(TOY, k=2)
    return [getattr(found, what)]


def privacy_questions() -> list[Value]:
    with PRIVACYQA.open(newline="") as file:
        rows = list(csv.DictReader(file))
    policies = len({row["app"] for row in rows})
    unique = len({(row["app"], row["question"]) for row in rows})
    words = sum(len(row["question"].split()) for row in rows)
    about = sum(bool({"first", "third"} & set(row["categories"].split(";"))) for row in rows)
    return [
        len(rows),
        policies,
        Fraction(unique, policies),
        Fraction(words, len(rows)),
        Fraction(100 * about, len(rows)),
    ]


def right_majorities() -> list[Value]:
    """Return how often the majority equals the experts' answer; a tie counts one half."""
    votes: dict[str, list[str]] = {}
    gold: dict[str, str] = {}
    workers = set()
    with RTE.open(newline="") as file:
        for row in csv.DictReader(file):
            votes.setdefault(row["pair"], []).append(row["answer"])
            gold[row["pair"]] = row["gold"]
            workers.add(row["worker"])
    won = {pair: majority(labels).winner for pair, labels in votes.items()}
    halves = sum(1 if one is None else 2 * (one == gold[pair]) for pair, one in won.items())
    return [len(votes), len(workers), Fraction(100 * halves, 2 * len(votes))]


ACL, LAW, SUPPLEMENT = "ACL 2013", "LAW 2013", "Supplement"
PAIRS, ADPOSITIONS, ALIGNMENT = "COLING 2014 pairs", "COLING 2014 adpositions", "ACL 2014"
BY_HAND: dict[str, Callable[[], Ours]] = {
    f"{ACL}, Table 1, vectors": lambda: vectors(APPLY_FLATS, parse_flat),
    f"{ACL}, Table 2, vectors": lambda: vectors(APPLY_TREES, parse_nested),
    f"{ACL}, 4, share of Q700 of each of 128 annotators, %": lambda: [Fraction(1000, 128)],
    f"{ACL}, 4.3, S by chance (10 annotations, 4 words: flat, nested d1)": lambda: [
        by_chance("flat"),
        by_chance("nested"),
    ],
    f"{ACL}, 6, sd of 3 and 4, of 2 and 5 words": lambda: [
        Fraction(one.sd) for one in spread(count_flats([(0, 0, 1, 0, 0, 0), (0, 1, 0, 0, 0, 0)]))
    ],
    f"{ACL}, Table 5, expected height, 5 to 8 words": lambda: [
        expected_height(n) for n in range(5, 9)
    ],
    f"{LAW}, Table 1, vectors": lambda: vectors(BARBIE_FLATS, parse_flat),
    f"{LAW}, Table 2, vectors": lambda: vectors(BARBIE_TREES, parse_nested),
    f"{LAW}, Fig. 2, entailed (columns A, B, C; both trees)": figure_2,
    f"{LAW}, 3.3, chance, 3 segments, 3 to 8 words": lambda: [
        chance_entailment(n, 3) for n in range(3, 9)
    ],
    f"{LAW}, 4, FEMN ties (the two example texts)": ties,
    f"{SUPPLEMENT}, 3.1, d2 of A1 A2, A1 A3, A2 A3": lambda: [
        distance(FIRST[a], FIRST[b], k=2) for a, b in ((0, 1), (0, 2), (1, 2))
    ],
    f"{SUPPLEMENT}, 3.1, M1, its sum, within of Q1": lambda: [
        *matrix(FIRST, FIRST),
        sum(matrix(FIRST, FIRST)),
        sum(matrix(FIRST, FIRST)) / 6,
    ],
    f"{SUPPLEMENT}, 3.1, M2, its sum": lambda: [
        *matrix(SECOND, SECOND),
        sum(matrix(SECOND, SECOND)),
    ],
    f"{SUPPLEMENT}, 3.1, both texts' within": lambda: [
        sum(matrix(FIRST, FIRST)) / 6 + sum(matrix(SECOND, SECOND)) / 2
    ],
    f"{SUPPLEMENT}, 3.1, within": lambda: toy("within"),
    f"{SUPPLEMENT}, 3.2, d2 of A11 A21": lambda: [distance(FIRST[0], SECOND[0], k=2)],
    f"{SUPPLEMENT}, 3.2, M3, its sum": lambda: [*matrix(SECOND, FIRST), sum(matrix(SECOND, FIRST))],
    f"{SUPPLEMENT}, 3.2, sum of M4": lambda: [sum(matrix(FIRST + SECOND, FIRST + SECOND))],
    f"{SUPPLEMENT}, 3.2, between": lambda: toy("total"),
    f"{SUPPLEMENT}, 3.3, α": lambda: toy("value"),
    f"{PAIRS}, Table 2, Average": lambda: means(LENGTHS),
    f"{PAIRS}, Table 3, sections, All": lambda: everything(SECTIONS),
    f"{PAIRS}, Table 3, paragraphs, All": lambda: everything(PARAGRAPHS),
    f"{PAIRS}, 2.2, four or more agree, %": lambda: [
        sum(everything(strata)[:2], Fraction(0)) for strata in (SECTIONS, PARAGRAPHS)
    ],
    f"{PAIRS}, 2.2, pairwise agreement, sections, %": lambda: pairwise(SECTIONS),
    f"{PAIRS}, 2.2, r, sections and paragraphs": lambda: [
        pairs(strata)["r"]["value"] for strata in (SECTIONS, PARAGRAPHS)
    ],
    f"{ALIGNMENT}, Table 2, Average": lambda: means(POLICIES),
    f"{ALIGNMENT}, Table 3, F1 of Clust., both tasks": lambda: [
        f_score("0.63", "0.30"),
        f_score("0.62", "0.23"),
    ],
    f"{ADPOSITIONS}, Table 3, languages, pre-, postpositional, right": typology,
    f"{ADPOSITIONS}, Table 3, ρ(TL) − ρ(TR): Macedonian, Polish, Slovenian, Ukrainian": lambda: [
        Fraction(int(TYPOLOGY[at][0]) - int(TYPOLOGY[at][1]), 1000) for at in (6, 8, 10, 12)
    ],
    f"{ADPOSITIONS}, 4.3, errors of the count lists, 13 of 23 right": lambda: [23 - 13],
    "PrivacyQA, disagreements, % (the sum of their sources)": lambda: [11 + 4 + 3 + 2 + 6],
    "PrivacyQA, incomprehensible, % (24 of 573)": lambda: [Fraction(2400, 573)],
    "Krippendorff 2011, example C": krippendorff_c,
}
FROM_DATA = {
    "PrivacyQA, questions, policies, unique per policy, words, first or third party %": (
        PRIVACYQA,
        privacy_questions,
    ),
    "Snow et al. 2008, RTE: pairs, workers, right majorities %": (RTE, right_majorities),
}


def check(place: str, ours: Ours) -> None:
    row = rows()[place]
    assert row.ours == (ours if isinstance(ours, str) else ", ".join(map(shown, ours)))
    assert agrees(row.printed, ours) != bool(row.remark), row.remark


@pytest.mark.parametrize("place", BY_HAND)
def test_printed_figure(place: str) -> None:
    check(place, BY_HAND[place]())


@pytest.mark.parametrize("place", FROM_DATA)
def test_printed_figure_of_a_data_set(place: str) -> None:
    path, compute = FROM_DATA[place]
    if not path.exists():
        pytest.skip(f"no data at {path} (MIDPATH_SHARED)")
    check(place, compute())


def test_every_row_is_recomputed() -> None:
    assert set(rows()) == {*BY_HAND, *FROM_DATA}


def test_differences_of_correlations() -> None:
    """For the other nineteen languages the printed difference follows from the two correlations."""
    off = [at for at, row in enumerate(TYPOLOGY) if int(row[0]) - int(row[1]) != int(row[2])]
    assert off == [6, 8, 10, 12]


def test_choices_for_the_example_texts() -> None:
    """The papers print none; the page gives ours below the table."""
    chosen = [(most_entailed(*text).winner, iterative_voting(*text).winner) for text in examples()]
    assert chosen == [((1, 0, 1, 1, 0), (1, 0, 1, 1, 0)), ((1, 0, 0), (0, 1, 0))]
