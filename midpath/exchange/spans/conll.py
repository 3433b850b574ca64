"""Read and write the columns of CoNLL-2003: a word a line, its tag last, an empty line after each
text.

    -DOCSTART- -X- -X- O

    Ada -X- _ B-Person
    Brandt -X- _ I-Person
    left -X- _ O

Only the first and the last column are read; they are separated by tabs, or by spaces if a line has
no tab. I- continues a span of the same label, or else starts one, so both IOB1 (as in the shared
task) and IOB2 (BIO) are read correctly. A word has one tag, so spans cannot overlap (Tjong Kim Sang
and De Meulder 2003).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from midpath.exchange.decoding import filled_lines, lines_of
from midpath.exchange.judged.cells import short
from midpath.exchange.rows import Faults
from midpath.exchange.spans.marked_text import Marked, Solid, Span, sound_spans
from midpath.exchange.spans.prodigy import ONE
from midpath.exchange.spans.tag_names import SPACE, plain_names

EMPTY = {"-X-", "_", "-"}
START, OUTSIDE = "-DOCSTART-", "O"
HEAD = f"{START} -X- -X- {OUTSIDE}"
TAG = re.compile(r"(?P<place>[BI])-(?P<label>.*\S)")
OTHER_TAG = re.compile(r"[ESLUM]-\S")
FIRST_LINES = 60
Line = tuple[int, str]


class Inexpressible(ValueError):
    """Spans that a format cannot represent; the message says which, and what to use instead."""


def is_conll(text: str) -> bool:
    r"""Return whether each of the first lines ends with a tag, and at least one is that of a span.

    >>> is_conll("Ada B-Person\nleft O\n"), is_conll("BLOOD TYPE O\nTYPE O\n")
    (True, False)
    """
    lines = [line for _, line in zip(range(FIRST_LINES), filled_lines(text), strict=False)]
    tags = [cells[-1] for _, line in lines if len(cells := cells_of(line)) > 1]
    spans = [tag for tag in tags if TAG.fullmatch(tag) or OTHER_TAG.match(tag)]
    begins = bool(lines) and cells_of(lines[0][1])[0] == START
    known = len(tags) == len(lines) and all(tag in spans or tag == OUTSIDE for tag in tags)
    return begins or (known and bool(spans))


def read_conll(text: str, to: Faults) -> Iterator[Marked]:
    for lines in blocks(text):
        cells = [(row, cells_of(line)) for row, line in lines]
        if cells[0][1][0] == START:  # some programs write no empty line after it
            cells = cells[1:]
        if not cells:
            continue
        if trouble := _problem(cells):
            to.refuse(*trouble)
            continue
        words = [one[0] for _, one in cells]
        for row, one in cells:
            for place, cell in enumerate(one[1:-1], 2):
                if cell not in EMPTY:
                    to.skip_field(row, str(place), "column")
        marked = _spans(words, [one[-1] for _, one in cells])
        whole = " ".join(words)
        spans = sound_spans(cells[0][0], "tag", Solid(whole), list(marked), to)
        yield Marked(cells[0][0], whole, {ONE: spans}, words=words)


def write_conll(
    texts: Iterable[tuple[str, Sequence[tuple[int, int]], Sequence[Span]]], labels: Iterable[str]
) -> Iterator[bytes]:
    """Yield the columns of texts, each given with the places of its words and its spans.

    labels : all possible labels, so that names do not depend on the spans in the texts

    White space in a label becomes _. Raises Inexpressible if spans overlap or cut a word."""
    names = plain_names(labels, SPACE)
    yield _written([HEAD])
    for text, words, spans in texts:
        tags = _tags(text, words, spans, names)
        head = [HEAD] if text.startswith(START) else []  # readers skip the first such line
        lines = (
            f"{text[begin:end]} -X- _ {tag}" for (begin, end), tag in zip(words, tags, strict=True)
        )
        yield _written([*head, *lines])


def cells_of(line: str) -> list[str]:
    """Return the columns of a line.

    >>> cells_of("New\\tB-Known place"), cells_of("New -X- _ B-PLACE ")
    (['New', 'B-Known place'], ['New', '-X-', '_', 'B-PLACE'])
    """
    cells = line.strip().split("\t") if "\t" in line.strip() else line.split()
    return [cell.strip() for cell in cells] or [""]


def _written(lines: Iterable[str]) -> bytes:
    """Return these lines, followed by an empty one."""
    return "\n".join([*lines, "", ""]).encode()


def blocks(text: str) -> Iterator[list[Line]]:
    """Yield the lines between empty ones, with their numbers."""
    numbered = enumerate(lines_of(text), 1)
    for filled, lines in groupby(numbered, key=lambda line: bool(line[1].strip())):
        if filled:
            yield list(lines)


def _problem(cells: Sequence[tuple[int, list[str]]]) -> tuple[int, str, str] | None:
    """Return the row and the column at fault, and the reason."""
    for row, one in cells:
        if len(one) < 2:
            return row, "", "Each line has a word and, last, its tag, as in: Ada B-Person"
        word, tag = one[0], one[-1]
        if word.split() != [word]:
            return (
                row,
                "word",
                f"{short(word)} is not one word. Put each word on its own line.",
            )
        if OTHER_TAG.match(tag):
            message = (
                f"The tag {short(tag)} uses BIOES or BILOU. Convert the file to BIO, whose tags "
                "start with B- or I-."
            )
            return row, "tag", message
        if tag != OUTSIDE and not TAG.fullmatch(tag):
            message = f"{short(tag)} is not a tag. Use O, or B- or I- with a label: B-Person"
            return row, "tag", message
    return None


def _spans(words: Sequence[str], tags: Sequence[str]) -> Iterator[Span]:
    begin = at = 0
    label = ""
    for word, tag in zip([*words, ""], [*tags, OUTSIDE], strict=True):
        found = TAG.fullmatch(tag)
        named = found["label"] if found else ""
        if label and (found is None or found["place"] == "B" or named != label):
            yield begin, at - 1, label
            label = ""
        if found and not label:
            begin, label = at, named
        at += len(word) + 1


def _tags(
    text: str, words: Sequence[tuple[int, int]], spans: Sequence[Span], names: dict[str, str]
) -> list[str]:
    tags = [OUTSIDE] * len(words)
    first = {begin: at for at, (begin, _) in enumerate(words)}
    following = {end: at + 1 for at, (_, end) in enumerate(words)}
    for begin, end, label in spans:
        described = f"the span {short(text[begin:end])} [{label}]"
        if begin not in first or end not in following:
            raise Inexpressible(
                f"CoNLL has one tag per word, but {described} begins or ends within a word. Use "
                "brat, spaCy or Label Studio."
            )
        places = range(first[begin], following[end])
        if any(tags[at] != OUTSIDE for at in places):
            raise Inexpressible(
                f"CoNLL has one tag per word, but {described} overlaps another. Use brat, spaCy or "
                "Label Studio."
            )
        for at in places:
            tags[at] = f"{'B' if at == places[0] else 'I'}-{names[label]}"
    return tags
