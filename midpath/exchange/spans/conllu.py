"""Read CoNLL-U: a word a line in ten columns, comments before each sentence, entities in MISC.

    # sent_id = 1
    # text = Ada's left.
    1-2  Ada's  _    _  _  _  _  _  _  _
    1    Ada    Ada  …  …  …  …  …  …  NER=B-Person
    2    's     …
    3    left   leave …             …  SpaceAfter=No

A sentence is a text. Its words are those written: a multiword token stands for its parts, and empty
nodes are not written. Entities are tags in MISC, by one of the names in use: NER=B-Person, also of
BIOES. Other columns are counted."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from midpath.exchange.decoding import filled_lines
from midpath.exchange.judged.cells import short
from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.spans.conll import blocks
from midpath.exchange.spans.marked_text import Marked, Solid, Span, Spans, sound_spans
from midpath.exchange.spans.prodigy import ONE

COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
FORM, HEAD, MISC = 1, 6, 9
NOT_READ = range(2, MISC)
ID = re.compile(r"[0-9]{1,6}(?P<kind>[-.][0-9]{1,6})?")
TAG = re.compile(r"(?P<place>[BIESLU])-(?P<label>.*\S)|O")
ENTITIES = ("NER", "ner", "NE", "Entity", "name")
IN_MISC = re.compile(
    rf"(?:^|[\t|])(?:{'|'.join(ENTITIES)})=(?:[BIESLU]-|O(?:[|\s]|$))", re.MULTILINE
)
TEXT, NAME, JOINED = "text", "sent_id", "SpaceAfter=No"
BEGINNINGS = {"B", "S", "U"}
FIRST_LINES, MOST_PARTS = 60, 100


class Word(NamedTuple):
    """A written word: its tag and whether a space follows."""

    row: int
    form: str
    tag: str
    spaced: bool


def is_conllu(text: str) -> bool:
    r"""Return whether the first lines that are no comments have the ten columns of a word.

    >>> is_conllu("# text = Go\n1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n"), is_conllu("1\tGo\n")
    (True, False)
    """
    lines = [line for _, line in zip(range(FIRST_LINES), filled_lines(text), strict=False)]
    words = [line[1].split("\t") for line in lines if not line[1].startswith("#")]
    begins = bool(words) and words[0][0].partition("-")[0] == "1"
    return begins and all(map(_are_columns, words))


def _are_columns(cells: Sequence[str]) -> bool:
    """Return whether these are the cells of a word: all filled, with its number and its head's."""
    if len(cells) != len(COLUMNS) or not all(cells) or not ID.fullmatch(cells[0]):
        return False
    return cells[HEAD] == "_" or cells[HEAD].isdecimal()


def read_conllu(text: str, to: Faults) -> Iterator[Marked]:
    has_entities = bool(IN_MISC.search(text))
    for lines in blocks(text):
        comments = [line for line in lines if line[1].startswith("#")]
        rest = [line for line in lines if not line[1].startswith("#")]
        said = _said(comments, to)
        if not rest:
            continue
        try:
            words = list(_words(rest, to))
            yield _sentence(rest[0][0], words, said, to, has_entities=has_entities)
        except BadCell as bad:
            to.refuse(rest[0][0], bad.column, bad.message)


def _said(comments: Sequence[tuple[int, str]], to: Faults) -> dict[str, str]:
    """Return the text and the name that the comments give, and count others."""
    found: dict[str, str] = {}
    for row, line in comments:
        key, equals, value = (part.strip() for part in line[1:].partition("="))
        if key in {TEXT, NAME} and value:
            found[key] = value
        elif key:
            to.skip_field(row, key if equals else "(free text)", "comment")
    return found


def _words(lines: Sequence[tuple[int, str]], to: Faults) -> Iterator[Word]:
    """Yield the written words; or raise BadCell."""
    parts = 0  # of a multiword token that are still to come
    for row, line in lines:
        number, kind, word = _word(row, line, to)
        if kind == ".":
            to.skip(row, "empty node")
        elif kind == "-":
            whole, parts = word, _count(row, number)
        elif parts:
            parts -= 1
            whole = whole._replace(tag=whole.tag or word.tag)
            if not parts:
                yield whole
        else:
            yield word
    if parts:
        raise BadCell("ID", "The parts of the last multiword token are missing.")


def _word(row: int, line: str, to: Faults) -> tuple[str, str, Word]:
    """Return the number in a line, its kind and its word; or raise BadCell."""
    cells = line.split("\t")
    found = ID.fullmatch(cells[0])
    if len(cells) != len(COLUMNS) or not found or not cells[FORM].strip():
        message = f"Row {row} needs ten columns divided by tabs: {', '.join(COLUMNS)}."
        raise BadCell("", message)
    for place in NOT_READ:
        if cells[place] != "_":
            to.skip_field(row, COLUMNS[place], "column")
    tag, spaced = _misc(row, cells[MISC].strip(), to)
    return (
        cells[0],
        (found["kind"] or "")[:1],
        Word(row, " ".join(cells[FORM].split()), tag, spaced),
    )


def _count(row: int, number: str) -> int:
    """Return how many parts a multiword token has, such as 2 for 1-2; or raise BadCell."""
    begin, _, end = number.partition("-")
    parts = int(end) - int(begin) + 1
    if not 0 < parts < MOST_PARTS:
        raise BadCell("ID", f"{number} is not a range of words in row {row}.")
    return parts


def _misc(row: int, cell: str, to: Faults) -> tuple[str, bool]:
    """Return the tag in a cell of MISC, and whether a space follows; or raise BadCell."""
    tag, spaced = "", True
    for part in cell.split("|") if cell != "_" else ():
        name, equals, value = part.partition("=")
        if part == JOINED:
            spaced = False
        elif equals and name in ENTITIES and TAG.fullmatch(value):
            tag = tag or value
        else:
            to.skip_field(row, name if equals else "MISC", "field")
    return tag, spaced


def _sentence(
    row: int, words: Sequence[Word], said: dict[str, str], to: Faults, *, has_entities: bool
) -> Marked:
    joined = "".join(word.form + " " * word.spaced for word in words).rstrip()
    text = said.get(TEXT, joined)
    if "".join(text.split()) != "".join(joined.split()):
        raise BadCell(TEXT, "The words do not add up to the text in # text. Make them the same.")
    solid = Solid(text)
    found = tagged_spans([one.form for one in words], [one.tag for one in words], solid)
    spans = sound_spans(row, "MISC", solid, list(found), to) if has_entities else ()
    forms = [part for word in words for part in word.form.split()]
    answers: dict[str, Spans] = {ONE: spans} if has_entities else {}
    return Marked(row, text, answers, name=said.get(NAME, ""), words=forms)


def tagged_spans(words: Sequence[str], tags: Sequence[str], solid: Solid) -> Iterator[Span]:
    """Yield the spans of the tags of words, in characters of the text that consists of them. Raise
    BadCell for a span of nothing."""
    at = begin = 0
    label = ""
    for word, tag in zip([*words, ""], [*tags, "O"], strict=True):
        found = TAG.fullmatch(tag)
        named = (found["label"] or "") if found else ""
        place = (found["place"] or "") if found else ""
        if label and (named != label or place in BEGINNINGS):
            if begin == at:
                raise BadCell("", f"An entity {short(label)} has no characters. Remove its tags.")
            yield solid.places[begin], solid.places[at - 1] + 1, label
            label = ""
        if named and not label:
            begin, label = at, named
        at += len("".join(word.split()))
