"""Texts with labelled spans, common to all span file formats.

Spans are counted in characters (code points) from 0, the end exclusive."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, pairwise
from unicodedata import normalize

from midpath.exchange.judged.cells import short
from midpath.exchange.rows import TWICE, Faults
from midpath.exchange.spans.judged import problem_with_label
from midpath.exchange.spans.prodigy import ONE
from midpath.text.characters import canonical, name_of, problem_with_characters

Span = tuple[int, int, str]
Spans = tuple[Span, ...]

MAX_SPANS = 20_000
BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True)
class Marked:
    """A text with the spans of each annotator.

    row : where it begins in its file
    words : the words given by the file; None if it has none
    known : the gold spans of the file; None if it has none
    is_rejected : whether an annotator rejected or ignored the text, whose spans are then not gold
    """

    row: int
    text: str
    answers: Mapping[str, Spans]
    known: Spans | None = None
    name: str = ""
    words: Sequence[str] | None = None
    columns: Mapping[str, object] = field(default_factory=dict)
    is_rejected: bool = False

    @property
    def right(self) -> Spans | None:
        """Return the gold spans, or those of the only annotator."""
        if self.known is not None or self.is_rejected or len(self.answers) != 1:
            return self.known
        return next(iter(self.answers.values()))


class Solid:
    """The non-white-space characters of a text, by which places are found again if white space
    differs. Arrays of numbers take a tenth of the memory of lists."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def counts(self) -> bytes:
        """Return how many solid characters each character is: none or one."""
        return bytes(not one.isspace() for one in self.text)

    @cached_property
    def places(self) -> "array[int]":
        """Return the position of each solid character."""
        return array("i", (at for at, count in enumerate(self.counts) for _ in range(count)))

    @cached_property
    def before(self) -> "array[int]":
        """Return the number of solid characters before each position."""
        return array("i", accumulate(self.counts, initial=0))

    def solid_in(self, begin: int, end: int) -> int:
        """Return the number of solid characters in a range."""
        return self.before[end] - self.before[begin]

    def span_in(self, other: "Solid", begin: int, end: int) -> tuple[int, int]:
        r"""Convert a span of this text, which must not be only white space, to a span of another
        text without white space at its ends.

        >>> Solid("to  New York").span_in(Solid("to New\nYork"), 3, 12)
        (3, 11)
        """
        first = min(self.before[begin], len(other.places) - 1)
        last = max(self.before[end], first + 1)
        return other.places[first], other.places[last - 1] + 1

    def spans_in(self, other: "Solid", spans: Iterable[Span]) -> Spans:
        if self.text == other.text:
            return tuple(spans)
        mine, theirs = self, other
        if self.text.split() != other.text.split():
            mine, theirs = Decomposed(self.text), Decomposed(other.text)
        return tuple((*mine.span_in(theirs, begin, end), label) for begin, end, label in spans)


class Decomposed(Solid):
    r"""The letters and marks of a text, by which places are found again if another text encodes
    its characters differently.

    >>> Decomposed("cafe\u0301 noir").span_in(Decomposed("caf\u00e9 noir"), 0, 5)
    (0, 4)
    """

    @cached_property
    def counts(self) -> bytes:
        return bytes(
            0 if one.isspace() or not canonical(one) else len(normalize("NFD", one))
            for one in self.text
        )


def same_labels(spans: Iterable[Span]) -> Spans:
    """Return spans with the spelling of their labels that is compared."""
    return tuple((begin, end, canonical(label).strip()) for begin, end, label in spans)


def without_mark(text: str, spans: Iterable[Span]) -> tuple[str, Spans]:
    """Return a text without its leading byte order mark, and the adjusted spans.

    >>> without_mark("﻿Ada left", [(0, 4, "Person"), (5, 9, "Verb")])
    ('Ada left', ((0, 3, 'Person'), (4, 8, 'Verb')))
    """
    rest = text.removeprefix(BYTE_ORDER_MARK)
    cut = len(text) - len(rest)
    return rest, tuple(
        (max(begin - cut, 0), end - cut, label) for begin, end, label in spans if end > cut
    )


def sound_spans(row: int, column: str, text: Solid, given: Sequence[Span], to: Faults) -> Spans:
    """Return valid spans of a text, in order and without white space at their ends; refuse others.

    No span is sliced from its text, so many long spans cost no more than short ones."""
    if len(given) > MAX_SPANS:
        to.refuse(row, column, f"The text has more than {MAX_SPANS:,} spans. Leave some out.")
        return ()
    found: list[Span] = []
    for begin, end, label in given:
        if trouble := _problem(text, begin, end, label):
            to.refuse(row, column, trouble)
        else:
            found.append((*text.span_in(text, begin, end), label))
    found.sort()
    twice = next((one for one, after in pairwise(found) if one == after), None)
    if twice is not None:
        begin, end, label = twice
        span = f"The span {short(text.text[begin : min(end, begin + 100)])} [{label}]"
        to.refuse(row, column, f"Duplicate: {span}. Keep one.")
    return tuple(dict.fromkeys(found))


def _problem(text: Solid, begin: int, end: int, label: str) -> str | None:
    if not 0 <= begin < end <= len(text.text):
        return (
            f"{begin} to {end} is not a span of this text, which has {len(text.text):,} "
            "characters. Positions count from 0; the end is exclusive."
        )
    if not text.solid_in(begin, end):
        return f"The span from {begin} to {end} contains only white space. Leave it out."
    return problem_with_label(label) or problem_with_characters(label)


def merged(marked: Iterable[Marked], to: Faults) -> Iterator[Marked]:
    """Yield each text once, with the answers of all its annotators.

    A text that occurs again with the same annotator is yielded again, unless annotators have names:
    then it is refused."""
    found: list[Marked] = []
    places: dict[str, int] = {}
    for given in marked:
        one = replace(given, answers={canonical(who): it for who, it in given.answers.items()})
        if len(one.answers) < len(given.answers):
            to.refuse(one.row, "text", "Two annotators of the text have one name. Keep one.", TWICE)
        place = places.setdefault(name_of(one.text), len(found))
        if place == len(found):
            found.append(one)
            continue
        first = found[place]
        same = first.answers.keys() & one.answers.keys()
        if not same and _is_answered(first) and _is_answered(one):
            found[place] = _joined(first, one)
        elif same - {ONE}:
            message = (
                f"The annotator {short(min(same))} already marked this text in row {first.row}. "
                "Keep one of the two."
            )
            to.refuse(one.row, "text", message, TWICE)
        else:
            found.append(one)
    yield from found


def _is_answered(marked: Marked) -> bool:
    return bool(marked.answers) or marked.is_rejected


def _joined(first: Marked, other: Marked) -> Marked:
    """Return a text with the answers of both, in the places of the first."""
    text, theirs = Solid(first.text), Solid(other.text)
    answers = {who: theirs.spans_in(text, spans) for who, spans in other.answers.items()}
    known = first.known
    if known is None and other.known is not None:
        known = theirs.spans_in(text, other.known)
    return replace(
        first,
        answers={**first.answers, **answers},
        known=known,
        is_rejected=first.is_rejected or other.is_rejected,
    )
