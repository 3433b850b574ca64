"""Read WebAnno's TSV of version 3, as WebAnno and INCEpTION write it: a word a line.

    #FORMAT=WebAnno TSV 3.3
    #T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value

    #Text=Ada Brandt left .
    1-1  0-3    Ada     *[1]  Person[1]
    1-2  4-10   Brandt  *[1]  Person[1]
    1-3  11-15  left    _     _

The columns after the word are the features of the layers, in the order of the header. `_` is no
annotation, `*` one without a value, `|` divides annotations of one word, and [1] is the number of
one that has several words. A line 1-1.1 is a part of a word. Places are in UTF-16. Relations,
chains and slots are counted."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from midpath.exchange.decoding import filled_lines
from midpath.exchange.judged.cells import short
from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.spans.layers import Annotation, Layered, places_in

START, VERSION = "#FORMAT=WebAnno TSV ", "3"
SPANS, CHAINS, RELATIONS, TEXT = "#T_SP=", "#T_CH=", "#T_RL=", "#Text="
LAYERS = {CHAINS: "link of a chain", RELATIONS: "relation"}
SLOT = "ROLE_"
ID = re.compile(r"[0-9]{1,9}-[0-9]{1,9}(?P<part>(?:\.[0-9]{1,9})?)")
PLACE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
PART = re.compile(r"(?:[^\\|]|\\.)+", re.DOTALL)
VALUE = re.compile(r"(?P<value>(?:[^\\\[]|\\.)*)(?:\[(?P<number>[0-9]{1,9})\])?", re.DOTALL)
ESCAPE = re.compile(r"\\(->|.)", re.DOTALL)
NONE, EMPTY = "_", "*"
BEFORE = 3  # the columns before those of the layers
OTHER_VERSION = "Export the file again in a version from 3.0 to 3.3 of WebAnno TSV."
ADD_UP = "The words do not add up to the sentence in #Text. Export the file again."
MORE_PLACES = "The places of the words are not those of this text. Export the file again."


class Column(NamedTuple):
    """A column of a layer. `skipped` is the reason if it is not read."""

    layer: str
    feature: str
    skipped: str = ""


class Row(NamedTuple):
    """A word, or a part of a word."""

    number: int
    begin: int
    end: int
    cells: Sequence[str]


def is_webanno(text: str) -> bool:
    return text.startswith(START)


def read_webanno(name: str, who: str, text: str, to: Faults, *, known: bool = False) -> Layered:
    """Return the document in a file, or raise BadCell."""
    if not text.removeprefix(START).startswith(VERSION):
        raise BadCell("", OTHER_VERSION)
    reading = _Reading(text, to)
    written = "".join(reading.parts)
    at = places_in(written)
    found = []
    for one in _annotations(reading.rows, reading.columns, to):
        begin, end = at(one.begin), at(one.end)
        if begin < 0 or end < begin:
            raise BadCell("", MORE_PLACES)
        found.append(one._replace(begin=begin, end=end))
    return Layered(name, who, written, found, known)


class _Reading:
    """The columns of the header, the text of the words, and the rows."""

    def __init__(self, text: str, to: Faults) -> None:
        self.columns: list[Column] = []
        self.parts: list[str] = []
        self.rows: list[Row] = []
        self._to = to
        self._most = 4 * len(text)  # the largest place
        self._place = 0  # the end of the last word
        self._said: list[str] = []  # the lines of the sentence
        self._words: list[str] = []
        for number, line in filled_lines(text):
            if line.startswith("#"):
                self._take_comment(number, line)
            else:
                self._take_word(number, line)
        self._end_sentence()

    def _take_comment(self, number: int, line: str) -> None:
        key, _, rest = line.partition("=")
        if line.startswith(TEXT):
            if self._words:
                self._end_sentence()
            self._said.append(rest)
        elif line.startswith((SPANS, CHAINS, RELATIONS)):
            self.columns += _columns(f"{key}=", rest)
        elif not line.startswith(START):
            self._to.skip_field(number, key.lstrip("#"), "comment")

    def _take_word(self, number: int, line: str) -> None:
        cells = line.split("\t")
        found = ID.fullmatch(cells[0])
        place = PLACE.fullmatch(cells[1]) if len(cells) > 1 else None
        width = BEFORE + len(self.columns)
        if not found or not place or len(cells) < width or any(cells[width:]):
            raise BadCell("", f"Row {number} needs {width} columns divided by tabs.")
        begin, end = int(place[1]), int(place[2])
        self.rows.append(Row(number, begin, end, cells[BEFORE:width]))
        if found["part"]:
            return
        word = next((one for one in (cells[2], _plain(cells[2])) if _size(one) == end - begin), "")
        if not word or begin < self._place or end > self._most:
            raise BadCell("", f"Row {number}, {short(cells[2])}: {MORE_PLACES}")
        gap = " " * (begin - self._place)
        self.parts += ["\n" + gap[1:] if gap and self.parts and not self._words else gap, word]
        self._words.append(word)
        self._place = end

    def _end_sentence(self) -> None:
        said, words = "".join(self._said), "".join("".join(self._words).split())
        if said and words not in {_solid(said), _solid(_plain(said))}:
            raise BadCell("#Text", ADD_UP)
        self._said, self._words = [], []


def _columns(kind: str, rest: str) -> Iterator[Column]:
    name, *features = rest.split("|")
    layer, slot = name.rpartition(".")[2], False
    for feature in features or [""]:
        is_role = feature.startswith(SLOT)
        reason = LAYERS.get(kind, "slot of an annotation" if is_role or slot else "")
        slot = is_role  # the column after a role has its targets
        yield Column(layer, feature.rpartition(".")[2], reason)


def _annotations(
    rows: Sequence[Row], columns: Sequence[Column], to: Faults
) -> Iterator[Annotation]:
    """Yield the annotations, those of several words joined; places are those of the file."""
    joined: dict[tuple[str, str], Annotation] = {}
    for row in rows:
        for layer, features, number in _stacked(row, columns, to):
            one = Annotation(layer, row.begin, row.end, features)
            first = joined.get((layer, number)) if number else None
            if not number:
                yield one
            elif first is None:
                joined[layer, number] = one
            else:
                joined[layer, number] = first._replace(end=max(first.end, row.end))
    yield from joined.values()


def _stacked(
    row: Row, columns: Sequence[Column], to: Faults
) -> Iterator[tuple[str, dict[str, str], str]]:
    """Yield the layer, the features and the number of each annotation of a word."""
    found: dict[tuple[str, int], tuple[dict[str, str], str]] = {}
    for column, cell in zip(columns, row.cells, strict=True):
        if cell in {NONE, ""}:
            continue
        if column.skipped:
            to.skip(row.number, column.skipped)
            continue
        for place, part in enumerate(PART.findall(cell)):
            value = VALUE.fullmatch(part)
            said, number = (value["value"], value["number"] or "") if value else (part, "")
            features, _ = found.setdefault((column.layer, place), ({}, number))
            if said not in {EMPTY, NONE} and column.feature:
                features[column.feature] = _plain(said)
    for (layer, _), (features, number) in found.items():
        yield layer, features, number


def _plain(text: str) -> str:
    """Return a text without escapes."""
    return ESCAPE.sub(r"\1", text)


def _solid(text: str) -> str:
    return "".join(text.split())


def _size(text: str) -> int:
    return len(text) + sum(one > "\uffff" for one in text)
