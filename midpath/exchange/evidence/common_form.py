"""The common form of all evidence files: documents, questions on them, and answers.

A document is its sentences, numbered from 0. An answer is the sentences that an annotator marked,
none if the document contains no answer. Spans count the characters of the document's text."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol

from midpath.exchange.decoding import SOMETHING
from midpath.exchange.rows import MAX_ERRORS, Faults, RowError, Skipped
from midpath.json_types import JsonMapping
from midpath.schemes.evidence.document import Span, sentences_in


@dataclass(frozen=True)
class Section:
    title: str
    start: int  # its first sentence


@dataclass(frozen=True)
class Document:
    """A document with its sentences.

    `text` is None if it equals the sentences joined by single spaces. Several documents may have
    one `title`. `extra` contains the other fields of the file unchanged."""

    name: str
    sentences: tuple[str, ...]
    sections: tuple[Section, ...] = ()
    text: str | None = None
    title: str = ""
    extra: JsonMapping = field(default_factory=dict)

    @cached_property
    def full_text(self) -> str:
        return " ".join(self.sentences) if self.text is None else self.text

    @cached_property
    def places(self) -> list[Span]:
        """Return the span of each sentence in the full text."""
        places, end = [], 0
        for sentence in self.sentences:
            start = self.full_text.index(sentence, end)
            end = start + len(sentence)
            places.append((start, end))
        return places

    def sentences_in(self, span: Span) -> list[int]:
        """Return the sentences that a span touches with anything but white space."""
        return sentences_in(span, self.full_text, self.places)

    def touched_by(self, spans: Iterable[Span]) -> set[int]:
        """Return the sentences that any of the spans touches. Overlapping spans are joined first,
        so that no part of the text is searched twice."""
        joined: list[Span] = []
        for start, end in sorted(spans):
            if joined and start <= joined[-1][1]:
                first, last = joined.pop()
                joined.append((first, max(last, end)))
            else:
                joined.append((start, end))
        return {number for span in joined for number in self.sentences_in(span)}

    def spans_outside(self, spans: Iterable[Span]) -> set[Span]:
        """Return the spans that touch no sentence, found in one pass over the text."""
        found, reached = set(), -1
        for start, end in sorted(spans):
            if reached < start:
                reached = self._something_from(start)
            if end <= reached:
                found.add((start, end))
        return found

    def _something_from(self, start: int) -> int:
        """Return the place of the first character from `start` on that is part of a sentence and
        not white space."""
        for number in range(bisect_right(self._ends, start), len(self.places)):
            begin, end = self.places[number]
            if something := SOMETHING.search(self.full_text, max(begin, start), end):
                return something.start()
        return len(self.full_text)

    @cached_property
    def _ends(self) -> list[int]:
        return [end for _, end in self.places]

    def runs_of(self, sentences: Sequence[int]) -> list[Span]:
        """Return one span for each run of neighbouring sentences; `sentences` are in ascending
        order."""
        runs: list[Span] = []
        for i, sentence in enumerate(sentences):
            start, end = self.places[sentence]
            if i and sentences[i - 1] == sentence - 1:
                start = runs.pop()[0]
            runs.append((start, end))
        return runs


@dataclass(frozen=True)
class Answer:
    """An annotator's answer. `spans` are empty if whole sentences were marked. `meta` has the keys
    of META."""

    sentences: tuple[int, ...] = ()
    spans: tuple[Span, ...] = ()
    meta: JsonMapping = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    id: str
    document: str
    text: str
    answers: Mapping[str, Answer] = field(default_factory=dict)
    category: str = ""
    extra: JsonMapping = field(default_factory=dict)

    @property
    def columns(self) -> dict[str, str]:
        """Return the category and the single values of `extra`, as texts."""
        found = {"category": self.category, **self.extra}
        return {
            name: str(value)
            for name, value in found.items()
            if isinstance(value, str | int | float) and value != ""
        }


class DocumentQuestions(NamedTuple):
    """A document with its questions. `number` counts, from 1, documents of the same title, or of
    the same name if there is no title. Read its questions before the next document."""

    document: Document
    number: int
    questions: Iterable[Question]


class Source(Protocol):
    """Evidence to be written: all in memory, or read again whenever needed. `abstains` says whether
    any answer marks nothing."""

    @property
    def extra(self) -> JsonMapping: ...
    @property
    def annotators(self) -> Sequence[str]: ...
    @property
    def abstains(self) -> bool: ...
    def by_document(self) -> Iterator[DocumentQuestions]: ...
    def in_order(self) -> Iterator[tuple[Document, Question]]: ...


@dataclass(frozen=True)
class Evidence:
    """All documents, questions and answers of a file, in memory. `skipped` is what was not read."""

    documents: Mapping[str, Document]
    questions: Sequence[Question]
    extra: JsonMapping = field(default_factory=dict)
    skipped: Sequence[Skipped] = field(default=(), compare=False)

    @cached_property
    def annotators(self) -> list[str]:
        """Return the annotators in the order of their first answers."""
        return list(dict.fromkeys(name for one in self.questions for name in one.answers))

    @property
    def abstains(self) -> bool:
        """Return whether any answer marks nothing."""
        return any(not one.sentences for each in self.questions for one in each.answers.values())

    def by_document(self) -> Iterator[DocumentQuestions]:
        """Yield every document with its questions."""
        questions: defaultdict[str, list[Question]] = defaultdict(list)
        for question in self.questions:
            questions[question.document].append(question)
        numbers = Counter[str]()
        for document in self.documents.values():
            title = document.title or document.name
            numbers[title] += 1
            yield DocumentQuestions(document, numbers[title], questions[document.name])

    def in_order(self) -> Iterator[tuple[Document, Question]]:
        """Yield every question with its document."""
        for question in self.questions:
            yield self.documents[question.document], question


# Progress callback: what is counted, how many are done, how many there are.
Seen = Callable[[str, int, int], object]


def unseen(of: str, done: int, total: int, /) -> None:
    """Ignore progress."""


class BadEvidence(ValueError):
    """The errors of a file, by row. A file is read as a whole or not at all."""

    def __init__(self, errors: Sequence[RowError]) -> None:
        first = errors[0]
        place = f"line {first.row}" if first.row else ""
        place += (", " if place and first.column else "") + first.column
        super().__init__(f"{place}: {first.message}" if place else first.message)
        self.errors = errors


def default_id(document: str, number: int) -> str:
    """Return the id of a document's nth question in a file without ids."""
    return f"{document}/{number}"


class Troubles:
    """The errors found in a file. `left_out` counts what is not read."""

    def __init__(self, left_out: Faults | None = None) -> None:
        self.errors: list[RowError] = []
        self.left_out = left_out or Faults()

    def add(self, row: int, column: str, message: str) -> None:
        """Add an error; raise BadEvidence if there are too many."""
        self.errors.append(RowError(row, column, message))
        if len(self.errors) >= MAX_ERRORS:
            self.stop_if_any()

    def extend(self, row: int, where: str, errors: Iterable[tuple[str, str]]) -> bool:
        """Add errors and return whether there were any."""
        before = len(self.errors)
        for column, message in errors:
            self.add(row, f"{where}, {column}" if where else column, message)
        return len(self.errors) > before

    def stop_if_any(self) -> None:
        if self.errors:
            raise BadEvidence(self.errors[:MAX_ERRORS])
