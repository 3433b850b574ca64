"""What all the evidence files say, in one form: documents, questions on them, and answers.

A document is its sentences, numbered from 0. An answer is the sentences that an annotator marked,
none where the document holds no answer; spans count the characters of the document's text."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from annotation.exchange.rows import MOST_ERRORS, RowError

Span = tuple[int, int]  # [start, end) in characters


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
        return [
            number
            for number, (start, end) in enumerate(self.places)
            if self.full_text[max(start, span[0]) : min(end, span[1])].strip()
        ]

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
        self.errors.append(RowError(row, column, message))

    def extend(self, row: int, where: str, errors: Iterable[tuple[str, str]]) -> bool:
        """Whether there were any."""
        before = len(self.errors)
        for column, message in errors:
            self.add(row, f"{where}, {column}" if where else column, message)
        return len(self.errors) > before

    def stop_if_any(self) -> None:
        if self.errors:
            raise BadEvidence(self.errors[:MOST_ERRORS])
