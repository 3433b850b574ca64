"""The sentences of a document as a heat map of how many workers marked each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from annotation.research.schemes.overlay import Line, Overlay
from midpath.text.formatting import counted

MAX_SQUARES = 120
MAX_LINES = 200
MAX_SENTENCES = 600
NO_ANSWER = "no answer here"


@dataclass(frozen=True)
class Sentence:
    """A sentence of the document with the workers who marked it, and the heading above it; `number`
    counts from 1."""

    number: int
    votes: Line
    text: str
    heading: str = ""


@dataclass(frozen=True)
class Gap:
    """The sentences left out from `number` to `last`."""

    number: int
    last: int

    @property
    def label(self) -> str:
        return f"{counted(self.last - self.number + 1, 'sentence')} left out"


@dataclass(frozen=True)
class Square:
    """One or more consecutive sentences on the map, represented by the most marked one; `leads_to`
    is the number of that sentence, or of the gap that contains it."""

    votes: Line
    leads_to: int


@dataclass(frozen=True)
class Heat:
    squares: Sequence[Square]
    parts: Sequence[Sentence | Gap]


def overlay_of_sentences(
    sentences: Sequence[str],
    outline: Sequence[tuple[str, int]],
    votes: Sequence[Sequence[int]],
    abstaining: int,
    of: int,
) -> Overlay:
    """Return the picture of a document; `votes` has the marked sentences, counted from 0, with
    their counts."""
    marked = {number: count for number, count in votes if number < len(sentences)}
    each = max(-(-len(sentences) // MAX_SQUARES), 1)
    shown = _shown(len(sentences), marked)
    parts = list(_parts(sentences, outline, marked, shown, of))
    lines = [Line(f"sentence {number + 1:,}", marked[number], of) for number in sorted(marked)]
    none = [Line(NO_ANSWER, abstaining, of)] if abstaining else []
    return Overlay(
        "research/schemes/evidence/overlay.html",
        _about(len(sentences), each),
        Heat(list(_squares(len(sentences), marked, each, of, parts)), parts),
        "sentence",
        [*none, *lines[:MAX_LINES]],
        _left_out(len(sentences) - len(shown), len(lines) - MAX_LINES),
    )


def _shown(sentences: int, marked: Mapping[int, int]) -> set[int]:
    """Return the sentences to show: all, or those nearest to a marked one, earlier ones first."""
    if sentences <= MAX_SENTENCES:
        return set(range(sentences))
    far = [0 if number in marked else sentences for number in range(sentences)]
    for number in range(1, sentences):
        far[number] = min(far[number], far[number - 1] + 1)
    for number in reversed(range(sentences - 1)):
        far[number] = min(far[number], far[number + 1] + 1)
    return set(sorted(range(sentences), key=lambda number: (far[number], number))[:MAX_SENTENCES])


def _parts(
    sentences: Sequence[str],
    outline: Sequence[tuple[str, int]],
    marked: Mapping[int, int],
    shown: set[int],
    of: int,
) -> Iterator[Sentence | Gap]:
    """Yield the displayed sentences in document order, with gaps where sentences are left out."""
    headings = {start: title for title, start in outline}
    after = 0
    for number in sorted(shown):
        if number > after:
            yield Gap(after + 1, number)
        votes = Line(f"{number + 1:,}", marked.get(number, 0), of)
        yield Sentence(number + 1, votes, sentences[number], headings.get(number, ""))
        after = number + 1
    if after < len(sentences):
        yield Gap(after + 1, len(sentences))


def _squares(
    sentences: int, marked: Mapping[int, int], each: int, of: int, parts: Sequence[Sentence | Gap]
) -> Iterator[Square]:
    """Yield the squares; each shows the most marked of its sentences, the first of them in a
    tie."""
    place = {
        number: part.number
        for part in parts
        for number in range(part.number, (part.last if isinstance(part, Gap) else part.number) + 1)
    }
    for first in range(0, sentences, each):
        last = min(first + each, sentences) - 1
        most = max(range(first, last + 1), key=lambda number: marked.get(number, 0))
        name = f"{first + 1:,}" if first == last else f"{first + 1:,}–{last + 1:,}"
        yield Square(Line(name, marked.get(most, 0), of), place[most + 1])


def _left_out(sentences: int, lines: int) -> str:
    """Describe what is left out of the text and of the numbers."""
    text = f"{counted(sentences, 'sentence')} far from any marked sentence left out of the text."
    numbers = f"{counted(lines, 'sentence')} at the end left out of the numbers."
    return " ".join([text] * (sentences > 0) + [numbers] * (lines > 0))


def _about(sentences: int, each: int) -> str:
    squares = (
        "Each square is a sentence"
        if each == 1
        else f"Each square is {each} of the {sentences:,} sentences"
    )
    which = "it" if each == 1 else "one of them"
    return (
        f"{squares}, in document order, and links to it below. The stronger its shade, "
        f"the more workers marked {which}."
    )
