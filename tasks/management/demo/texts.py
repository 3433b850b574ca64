"""The demo's queries and sentences, and a tree and segments for each of them."""

import re
from collections.abc import Iterator
from functools import cache

from annotation.models import Campaign, Item
from midpath.simulated_trees import Latent, heights
from tasks.management.demo.campaign import FOLDER, DemoFile

demo_texts = DemoFile("Queries and sentences", "texts.jsonl")
TREES = FOLDER / "trees.txt"
MARK = re.compile(r"[()\[\]]|[^\s()\[\]]+")


def true_segments(item: Item, campaign: Campaign) -> Latent | None:
    """Return the tree and the segments of a text; None if the file has none for it."""
    return _written().get(tuple(item.words))


@cache
def _written() -> dict[tuple[str, ...], Latent]:
    lines = TREES.read_text(encoding="utf-8").splitlines()
    return dict(read_tree(line) for line in lines if not line.startswith("#"))


def read_tree(line: str) -> tuple[tuple[str, ...], Latent]:
    """Return the words of a line in the file, and their tree and segments.

    >>> read_tree("(used [bicycle shop]) [near (the river)]")[1]
    Latent(flat=(1, 0, 1, 0, 0), nested=(1, 0, 2, 1, 0))
    """
    words: list[str] = []
    cuts: list[int] = []
    splits: dict[tuple[int, int], int] = {}
    _read(iter(MARK.findall(f"({line})")), words, cuts, splits, within=False)
    return tuple(words), Latent(tuple(cuts), tuple(heights(splits, len(words))))


def _read(
    marks: Iterator[str],
    words: list[str],
    cuts: list[int],
    splits: dict[tuple[int, int], int],
    *,
    within: bool,
) -> None:
    """Read a word or a group of two parts; `within` a segment, there are no cuts."""
    mark = next(marks)
    if mark not in "([":
        words.append(mark)
        return
    inside, first = within or mark == "[", len(words)
    _read(marks, words, cuts, splits, within=inside)
    end = len(words) - 1
    cuts.append(int(not inside))
    _read(marks, words, cuts, splits, within=inside)
    splits[first, len(words) - 1] = end
    if next(marks) not in ")]":
        raise ValueError(f"A group has more than two parts: {' '.join(words)}")
