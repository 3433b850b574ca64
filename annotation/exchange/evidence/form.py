"""What all the evidence files say, in one form: documents, questions on them, and answers.

A document is its sentences, numbered from 0. An answer is the sentences that an annotator marked,
none where the document holds no answer; spans count the characters of the document's text."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from annotation.exchange.decoding import SOMETHING
from annotation.exchange.rows import MOST_ERRORS, RowError
from annotation.schemes.evidence.document import Span, sentences_in


@dataclass(frozen=True)
class Section:
    title: str
    start: int  # its first sentence


@dataclass(frozen=True)
class Document:
    """`text` is None where the sentences, joined by single spaces, are all there is. Several
    documents may have one `title`. `extra` is what a file says beyond this, kept as it is."""

    name: str
    sentences: tuple[str, ...]
    sections: tuple[Section, ...] = ()
    text: str | None = None
    title: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def full_text(self) -> str:
        return " ".join(self.sentences) if self.text is None else self.text

    @cached_property
    def places(self) -> list[Span]:
        """Where each sentence stands in the full text."""
        places, end = [], 0
        for sentence in self.sentences:
            start = self.full_text.index(sentence, end)
            end = start + len(sentence)
            places.append((start, end))
        return places

    def sentences_in(self, span: Span) -> list[int]:
        """The sentences that a span touches with anything but white space."""
        return sentences_in(span, self.full_text, self.places)

    def touched_by(self, spans: Iterable[Span]) -> set[int]:
        """The sentences that any of the spans touches. Those that overlap are taken as one, so
        that no part of the text is looked at twice."""
        joined: list[Span] = []
        for start, end in sorted(spans):
            if joined and start <= joined[-1][1]:
                first, last = joined.pop()
                joined.append((first, max(last, end)))
            else:
                joined.append((start, end))
        return {number for span in joined for number in self.sentences_in(span)}

    def beside(self, spans: Iterable[Span]) -> set[Span]:
        """The spans that touch no sentence, found in one walk over the text."""
        found, reached = set(), -1
        for start, end in sorted(spans):
            if reached < start:
                reached = self._something_from(start)
            if end <= reached:
                found.add((start, end))
        return found

    def _something_from(self, start: int) -> int:
        """Where the first character of a sentence stands from here on that is no white space."""
        for number in range(bisect_right(self._ends, start), len(self.places)):
            begin, end = self.places[number]
            if something := SOMETHING.search(self.full_text, max(begin, start), end):
                return something.start()
        return len(self.full_text)

    @cached_property
    def _ends(self) -> list[int]:
        return [end for _, end in self.places]

    def runs_of(self, sentences: Sequence[int]) -> list[Span]:
        """Neighbouring sentences as one span each; the sentences ascend."""
        runs: list[Span] = []
        for i, sentence in enumerate(sentences):
            start, end = self.places[sentence]
            if i and sentences[i - 1] == sentence - 1:
                start = runs.pop()[0]
            runs.append((start, end))
        return runs


@dataclass(frozen=True)
class Answer:
    """`spans` are empty where whole sentences were marked. `meta` has the keys of META."""

    sentences: tuple[int, ...] = ()
    spans: tuple[Span, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    id: str
    document: str
    text: str
    answers: Mapping[str, Answer] = field(default_factory=dict)
    category: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Evidence:
    documents: Mapping[str, Document]
    questions: Sequence[Question]
    extra: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def annotators(self) -> list[str]:
        """In the order in which they first answer."""
        return list(dict.fromkeys(name for one in self.questions for name in one.answers))

    def by_document(self) -> dict[str, list[tuple[int, Question]]]:
        """Every document's questions, numbered from 1."""
        found: dict[str, list[tuple[int, Question]]] = {name: [] for name in self.documents}
        for question in self.questions:
            mine = found[question.document]
            mine.append((len(mine) + 1, question))
        return found


class BadEvidence(ValueError):
    """What is wrong in a file, by row; all or nothing is read."""

    def __init__(self, errors: Sequence[RowError]) -> None:
        first = errors[0]
        place = f"line {first.row}" if first.row else ""
        place += (", " if place and first.column else "") + first.column
        super().__init__(f"{place}: {first.message}" if place else first.message)
        self.errors = errors


def default_id(document: str, number: int) -> str:
    """What the nth question on a document is called where its file has no name for it."""
    return f"{document}/{number}"


class Troubles:
    """Gathers what is wrong in a file."""

    def __init__(self) -> None:
        self.errors: list[RowError] = []

    def add(self, row: int, column: str, message: str) -> None:
        """BadEvidence where there are more than anybody mends: no use in reading on."""
        self.errors.append(RowError(row, column, message))
        if len(self.errors) >= MOST_ERRORS:
            self.stop_if_any()

    def extend(self, row: int, where: str, errors: Iterable[tuple[str, str]]) -> bool:
        """Whether there were any."""
        before = len(self.errors)
        for column, message in errors:
            self.add(row, f"{where}, {column}" if where else column, message)
        return len(self.errors) > before

    def stop_if_any(self) -> None:
        if self.errors:
            raise BadEvidence(self.errors[:MOST_ERRORS])
