"""Figures printed in the papers, and the table in docs/metrics/printed-figures.md."""

import re
from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

from agreement.segmentation.boundaries import Vector
from agreement.segmentation.counting import count_item, take_apart
from tests.agreement.test_docs import METRICS

Value = Fraction | int | float
Ours = Sequence[Value] | str


class Row(NamedTuple):
    place: str
    printed: str
    ours: str
    remark: str


APPLY_FLATS = (
    "apply | first aid course | on line",
    "apply first aid course | on line",
    "apply first aid | course on line",
    "apply | first aid | course | on line",
)
APPLY_TREES = (
    "((apply first) ((aid course) (on line)))",
    "(((apply (first aid)) course) (on line))",
    "((apply ((first aid) course)) (on line))",
    "(apply (((first aid) course) (on line)))",
    "((apply (first aid)) (course (on line)))",
)
BARBIE_FLATS = (
    "barbie dress up | games",
    "barbie dress | up games",
    "barbie | dress up | games",
    "barbie | dress up games",
)
BARBIE_TREES = (
    "((barbie dress)( up games))",
    "(barbie ((dress up) games))",
    "(barbie (dress (up games)))",
    "((barbie (dress up)) games)",
)
FIRST: list[Vector] = [(1, 0, 2, 0), (0, 1, 0, 2), (2, 0, 1, 0)]
SECOND: list[Vector] = [(0, 1, 0, 2, 0), (0, 2, 0, 1, 0)]
TOY = take_apart(count_item("nested", FIRST) + count_item("nested", SECOND))

# COLING 2014 (pairs), Table 3, by stratum: in percent, 5, 4 and 3 votes, then consensus yes.
SECTIONS = ((364, 428, 208, 44), (124, 424, 452, 452), (280, 420, 300, 872), (852, 136, 12, 992))
PARAGRAPHS = ((424, 396, 180, 92), (120, 368, 512, 660), (328, 356, 316, 888), (776, 176, 48, 980))
# COLING 2014 (adpositions), Table 3, in thousandths: rho(TL), rho(TR), difference; true typology.
LANGUAGES = """726 518 208 pre, 621 495 126 pre, 662 204 458 pre, 461 436 25 pre, 563 517 46 pre,
730 456 274 pre, 692 488 205 pre, 619 600 19 pre, 798 554 243 pre, 743 652 91 pre, 701 668 32 pre,
663 525 138 pre, 785 714 70 pre, 540 581 -41 post, 529 731 -202 post, 429 626 -197 post,
495 719 -224 post, 748 805 -57 post, 531 769 -238 post, 790 733 57 post, 671 656 15 post,
457 329 128 post, 715 724 -9 pre"""
TYPOLOGY = [row.split() for row in LANGUAGES.split(",")]
# ACL 2014, Table 2, and COLING 2014 (pairs), Table 2: the columns that are averaged.
POLICIES = (
    "94 100 100 92 92 100 96 96 98 84 98 71 100 96 96",
    "80 95 78 80 86 84 86 91 97 86 91 75 99 94 62",
    "72 75 62 51 57 68 62 68 67 55 72 49 84 65 38",
    "11.1 10.1 10.7 10.2 10.0 11.5 10.3 10.7 11.9 9.9 11.2 9.2 12.0 10.2 10.9",
    "2894 2531 2535 2662 2325 2493 2683 2588 2678 2002 2557 1705 2683 2505 2222",
)
LENGTHS = (
    "11.1 10.0 10.5 10.0 9.9 11.6 9.6 10.3 11.9 9.7 10.2 8.7 11.9 9.8 10.1",
    "254.8 244.2 213.4 244.1 228.2 201.5 231.5 248.4 218.8 179.4 207.7 155.0 213.9 230.8 217.1",
    "39.2 37.6 34.4 34.9 32.4 32.4 32.3 35.5 38.5 26.2 36.0 22.1 39.3 32.6 29.1",
    "72.1 65.1 65.4 70.1 69.4 72.0 68.6 72.4 67.4 66.3 59.1 61.0 64.8 69.3 75.6",
)


def rows() -> dict[str, Row]:
    page = (METRICS / "printed-figures.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line.startswith("| ")][1:]
    cells = [Row(*(cell.strip() for cell in line.strip("|").split("|"))) for line in lines]
    return {row.place: row for row in cells}


def rounded(value: Value, places: int) -> Fraction:
    return Fraction(floor(Fraction(value) * 10**places + Fraction(1, 2)), 10**places)


def shown(value: Value) -> str:
    """Return the exact value, followed by four decimals if it has more; floats (roots) get four
    decimals only."""
    places = f"{float(rounded(value, 4)):.4f}"
    if isinstance(value, float):
        return f"≈ {places}"
    short = f"{float(value):.4f}".rstrip("0").rstrip(".")
    return short if rounded(value, 4) == value else f"{value} ({places})"


def agrees(printed: str, ours: Ours) -> bool:
    if isinstance(ours, str):
        return printed == ours
    figures = re.findall(r"\d+(?:\.\d+)?", printed)
    return len(figures) == len(ours) and all(
        rounded(value, len(figure.partition(".")[2])) == Fraction(figure)
        for figure, value in zip(figures, ours, strict=True)
    )
