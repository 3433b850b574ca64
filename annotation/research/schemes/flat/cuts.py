"""The cuts of all flat segmentations of a text as a heat map between its words."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.research.schemes.overlay import Line, Overlay
from midpath.text.formatting import counted

MAX_WORDS = 120
ABOUT = "The fuller the mark between two words, the more workers cut there."


@dataclass(frozen=True)
class Place:
    """A word, and the cuts after it; the last word has none."""

    word: str
    cuts: Line | None


def overlay_of_cuts(words: Sequence[str], cuts: Sequence[int], of: int) -> Overlay:
    """Return the picture of a text of two or more words; `cuts` has the number of cuts at each
    boundary."""
    strip = strip_of(words, cuts, of)
    more = len(words) - len(strip)
    return Overlay(
        "research/schemes/flat/strip.html",
        ABOUT,
        strip,
        "boundary",
        [place.cuts for place in strip if place.cuts],
        f"{counted(more, 'word')} at the end left out." if more else "",
    )


def strip_of(words: Sequence[str], cuts: Sequence[int], of: int) -> list[Place]:
    """Return the first words of a text with the cuts between them; `cuts` has the number of cuts at
    each boundary."""
    shown = words[:MAX_WORDS]
    lines: list[Line | None] = [
        Line(f"{before} | {after}", count, of)
        for before, after, count in zip(shown, shown[1:], cuts, strict=False)
    ]
    lines += [None] * (len(shown) - len(lines))
    return [Place(word, cut) for word, cut in zip(shown, lines, strict=True)]
