"""The trees of all nested segmentations of a text combined, as votes for its groups."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotation.research.schemes.nested import trees
from annotation.research.schemes.overlay import Line, Overlay
from midpath.text.formatting import counted

MAX_GROUPS = 120
TOP, STEP = 30, 11
ABOUT = "Each bar is a group of words joined by at least one worker: the stronger, the more often."
Group = tuple[int, int]


@dataclass(frozen=True)
class Bar:
    x: float
    y: int
    width: float
    votes: Line


@dataclass(frozen=True)
class Picture:
    words: Sequence[trees.Word]
    bars: Sequence[Bar]
    width: int
    height: int

    @property
    def fits(self) -> bool:
        return self.width <= trees.SMALL


def overlay_of_groups(
    words: Sequence[str], annotations: Sequence[tuple[Sequence[int], int]], of: int
) -> Overlay:
    """Return the picture of a text of two or more words; `annotations` are trees with their counts.
    The groups with the most votes are shown."""
    votes: Counter[Group] = Counter()
    for vector, times in annotations:
        for group in set(groups_of(vector)):
            votes[group] += times
    ranked = sorted(votes, key=lambda group: (-votes[group], group))
    lines = {
        (first, last): Line(" ".join(words[first : last + 1]), votes[first, last], of)
        for first, last in ranked[:MAX_GROUPS]
    }
    more = len(ranked) - len(lines)
    return Overlay(
        "research/schemes/nested/overlay.html",
        ABOUT,
        _picture(words, lines),
        "group",
        list(lines.values()),
        f"{counted(more, 'group')} with the fewest votes left out." if more else "",
    )


def groups_of(vector: Sequence[int]) -> Iterator[Group]:
    """Yield the first and the last word of each group of a tree; the group of a boundary extends on
    both sides to the next higher one."""
    for at, height in enumerate(vector):
        before = (place + 1 for place in range(at - 1, -1, -1) if vector[place] > height)
        behind = (place for place in range(at + 1, len(vector)) if vector[place] > height)
        yield next(before, 0), next(behind, len(vector))


def _picture(words: Sequence[str], lines: dict[Group, Line]) -> Picture:
    """Set the bars of shorter groups above those of longer ones, each as high as possible."""
    places, width = trees.places(words)
    halves = [trees.width_of(word) / 2 for word in words]
    rows: list[list[Group]] = []
    bars = []
    for first, last in sorted(lines, key=lambda group: (group[1] - group[0], group)):
        row = next((at for at, taken in enumerate(rows) if _free(taken, first, last)), len(rows))
        if row == len(rows):
            rows.append([])
        rows[row].append((first, last))
        left, right = sorted((first, last), key=lambda word: places[word])
        x = places[left] - halves[left]
        bar = round(places[right] + halves[right] - x, 1)
        bars.append(Bar(round(x, 1), TOP + row * STEP, bar, lines[first, last]))
    drawn = [trees.Word(word, round(x, 1)) for word, x in zip(words, places, strict=True)]
    return Picture(drawn, bars, round(width), TOP + len(rows) * STEP)


def _free(taken: Sequence[Group], first: int, last: int) -> bool:
    return all(last < begin or end < first for begin, end in taken)
