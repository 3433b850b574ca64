"""Segmentations without a data file: the papers' printed examples, and a simulated crowd."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from agreement.sampling import Draws
from agreement.segmentation.boundaries import parse_flat, parse_nested
from agreement.segmentation.compare import Text
from agreement.segmentation.vectors import Vector
from midpath.simulated_trees import flat_vector, nested_vector

SEED = 2013
TEXTS, WORKERS, REDUNDANCY = 500, 60, 10
LENGTHS = range(5, 9)
GOLD_FLATS, GOLD_NESTEDS, GOLD_NOISE = 3, 2, 0.05
SIMULATED = "simulated"
CROWD, EXPERTS = "simulated crowd", "simulated experts"
EXAMPLES = "printed examples"

# A13, Tables 1 and 2; L13, Tables 1 and 2: how many of ten workers gave each segmentation.
APPLY_FLATS = {
    "apply | first aid course | on line": 4,
    "apply first aid course | on line": 3,
    "apply first aid | course on line": 2,
    "apply | first aid | course | on line": 1,
}
APPLY_TREES = {
    "((apply first) ((aid course) (on line)))": 4,
    "(((apply (first aid)) course) (on line))": 2,
    "((apply ((first aid) course)) (on line))": 2,
    "(apply (((first aid) course) (on line)))": 1,
    "((apply (first aid)) (course (on line)))": 1,
}
BARBIE_FLATS = {
    "barbie dress up | games": 3,
    "barbie dress | up games": 3,
    "barbie | dress up | games": 2,
    "barbie | dress up games": 2,
}
BARBIE_TREES = {
    "((barbie dress) (up games))": 4,
    "(barbie ((dress up) games))": 3,
    "(barbie (dress (up games)))": 2,
    "((barbie (dress up)) games)": 1,
}
# The toy set of the supplement, Table 2.
FIRST: tuple[Vector, ...] = ((1, 0, 2, 0), (0, 1, 0, 2), (2, 0, 1, 0))
SECOND: tuple[Vector, ...] = ((0, 1, 0, 2, 0), (0, 2, 0, 1, 0))


class Simulated(NamedTuple):
    """The annotations of each text by a simulated crowd and by simulated experts."""

    texts: Sequence[Text]

    @property
    def flats(self) -> list[Sequence[Vector]]:
        return [text.crowd_flats for text in self.texts]

    @property
    def nesteds(self) -> list[Sequence[Vector]]:
        return [text.crowd_nesteds for text in self.texts]

    @property
    def gold_flats(self) -> list[Sequence[Vector]]:
        return [text.gold_flats for text in self.texts]

    @property
    def gold_nesteds(self) -> list[Sequence[Vector]]:
        return [text.gold_nesteds for text in self.texts]


def examples() -> tuple[list[list[Vector]], list[list[Vector]]]:
    """Return the flat and the nested annotations of both printed example texts."""
    flats = [_repeated(each, nested=False) for each in (APPLY_FLATS, BARBIE_FLATS)]
    nesteds = [_repeated(each, nested=True) for each in (APPLY_TREES, BARBIE_TREES)]
    return flats, nesteds


@cache
def simulated() -> Simulated:
    """Return a crowd like that of Q500 and QG500: 500 texts of 5 to 8 words, ten flat and ten
    nested annotations of each, and three flat and two nested ones by experts who err less."""
    lengths = Draws(SEED).below(len(LENGTHS), TEXTS)
    return Simulated(
        [_text(number, LENGTHS[length]) for number, length in enumerate(lengths.tolist())]
    )


def _text(number: int, length: int) -> Text:
    words = [f"t{number}w{place}" for place in range(length)]
    # Each text is annotated by ten of the workers in turn.
    crowd = [f"w{(number * REDUNDANCY + each) % WORKERS}" for each in range(REDUNDANCY)]
    experts = [f"expert{each}" for each in range(GOLD_FLATS)]
    return Text(
        [flat_vector(SEED, one, words) for one in crowd],
        [nested_vector(SEED, one, words) for one in crowd],
        [flat_vector(SEED, one, words, noise=GOLD_NOISE) for one in experts],
        [nested_vector(SEED, one, words, noise=GOLD_NOISE) for one in experts[:GOLD_NESTEDS]],
    )


def _repeated(times: Mapping[str, int], *, nested: bool) -> list[Vector]:
    parse = parse_nested if nested else parse_flat
    return [parse(text) for text, often in times.items() for _ in range(often)]
