"""The sentences of a document by how many workers marked each, as heat over the document."""

from collections.abc import Mapping, Sequence

from annotation.plurals import counted
from annotation.research.schemes.overlay import Line, Overlay

MOST_SQUARES = 240
MOST_LINES = 200
NO_ANSWER = "no answer here"


def overlay_of_sentences(
    sentences: int, votes: Sequence[Sequence[int]], abstaining: int, of: int
) -> Overlay:
    """Return the picture of a document of so many sentences; `votes` has the marked ones, counted
    from 0, each with how many marked it."""
    marked = {number: count for number, count in votes if number < sentences}
    each = max(-(-sentences // MOST_SQUARES), 1)
    lines = [Line(f"sentence {number + 1:,}", marked[number], of) for number in sorted(marked)]
    none = [Line(NO_ANSWER, abstaining, of)] if abstaining else []
    more = len(lines) - MOST_LINES
    return Overlay(
        "research/schemes/evidence/overlay.html",
        _about(sentences, each),
        _squares(sentences, marked, each, of),
        "sentence",
        [*none, *lines[:MOST_LINES]],
        f"{counted(more, 'sentence')} more at the end left out of the numbers." if more > 0 else "",
    )


def _squares(sentences: int, marked: Mapping[int, int], each: int, of: int) -> list[Line]:
    """Return the squares; of several sentences in a row each shows the one marked most."""
    made = []
    for first in range(0, sentences, each):
        last = min(first + each, sentences) - 1
        most = max(marked.get(number, 0) for number in range(first, last + 1))
        name = f"{first + 1:,}" if first == last else f"{first + 1:,}–{last + 1:,}"
        made.append(Line(name, most, of))
    return made


def _about(sentences: int, each: int) -> str:
    if each == 1:
        return (
            "Each square is a sentence, in the document’s order: the more workers marked it, the "
            "stronger."
        )
    return (
        f"Each square is {each} of the {sentences:,} sentences, in the document’s order: the more "
        "workers marked one of them, the stronger."
    )
