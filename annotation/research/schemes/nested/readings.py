"""The most frequent trees of a disputed text, drawn small next to each other."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.research.schemes.nested import trees

MAX_READINGS = 2
SCALE, STEP = 0.75, 16.0
# Two narrow trees are next to each other; a wider one is alone.
NARROW, WIDE = 280, 600


@dataclass(frozen=True)
class SmallTree:
    """A tree with its number of judgments. `alone` are the lines of groups that the other reading
    does not have, `shared` all others; `form` is the tree in brackets."""

    tree: trees.Tree
    shared: str
    alone: str
    form: str
    count: int
    of: int

    @property
    def width(self) -> int:
        return round(SCALE * self.tree.width)

    @property
    def height(self) -> int:
        return round(SCALE * self.tree.height)


def small_trees(
    words: Sequence[str], readings: Sequence[tuple[Sequence[int], int, str]], of: int
) -> list[SmallTree]:
    """Return the first of the `readings`, trees with their counts and forms by frequency: as many
    as have room, compared with each other."""
    drawn = [trees.draw(vector, words, STEP) for vector, _, _ in readings[:MAX_READINGS]]
    if len(drawn) < MAX_READINGS or drawn[0].width > WIDE:
        return []
    room = MAX_READINGS if drawn[0].width <= NARROW else 1
    one, other = ({node.group for node in tree.nodes} for tree in drawn)
    return [
        SmallTree(
            tree,
            "".join(node.line for node in tree.nodes if node.group in one & other),
            "".join(node.line for node in tree.nodes if node.group not in one & other),
            form,
            count,
            of,
        )
        for tree, (_, count, form) in zip(drawn[:room], readings, strict=False)
    ]
