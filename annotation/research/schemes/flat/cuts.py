"""The cuts of all flat segmentations of a text as a heat map between its words."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.research.schemes.overlay import Line, Overlay
from midpath.text.formatting import counted

MAX_WORDS = 120
ABOUT = "The taller and stronger the mark, the more workers cut there."


@dataclass(frozen=True)
class Place:
    """A word, and the cuts after it; the last word has none."""

    word: str
    cuts: Line | None


def overlay_of_cuts(words: Sequence[str], cuts: Sequence[int], of: int) -> Overlay:
    """Return the picture of a text of two or more words; `cuts` has the number of cuts at each
    boundary."""
    shown = words[:MAX_WORDS]
    lines = [
        Line(f"{before} | {after}", count, of)
        for before, after, count in zip(shown, shown[1:], cuts, strict=False)
    ]
    behind: list[Line | None] = [*lines, None]
    more = len(words) - len(shown)
    return Overlay(
        "research/schemes/flat/overlay.html",
        ABOUT,
        [Place(word, cut) for word, cut in zip(shown, behind, strict=True)],
        "boundary",
        lines,
        f"{counted(more, 'word')} at the end left out." if more else "",
    )
