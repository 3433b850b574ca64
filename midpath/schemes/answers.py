"""The contract of a scheme's answers: which are valid, and their vectors. It needs no database and
no pages; `annotation.schemes` adds what workers and researchers see."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from agreement.segmentation.boundaries import format_all
from midpath.schemes.base import Item, Payload, Settings

Vector = tuple[int, ...]


class Answers(ABC):
    """The answers of a scheme. `settings` are the campaign's, checked and complete."""

    name: ClassVar[str]

    @abstractmethod
    def parse(self, payload: Payload, item: Item, settings: Settings) -> Vector:
        """Return the canonical vector of an answer from a browser or a client, or raise
        InvalidAnswer."""


class AnswersInOwnWords(Answers):
    """Answers in their workers' own words; when these are erased, the answer leaves the figures and
    its payload and vector become `emptied`."""

    emptied: ClassVar[tuple[Mapping[str, object], Sequence[int]]]


class SegmentationAnswers(Answers):
    """Boundaries between the words of a text."""

    @abstractmethod
    def read(self, recorded: object, words: Sequence[str], settings: Settings) -> Vector:
        """Return the canonical vector of an annotation in the papers' files."""

    def read_any(self, recorded: object, words: Sequence[str]) -> None:
        """Raise IllFormed unless an annotation can be read under some settings."""
        self.read(recorded, words, {})

    @abstractmethod
    def form(self, vector: Sequence[int], words: Sequence[str], settings: Settings) -> str:
        """Return the plain form, for people and files."""

    def forms(
        self, vectors: Iterable[Vector], words: Sequence[str], settings: Settings
    ) -> list[str]:
        """Return the plain forms of answers that were validated before, without checking them
        again."""
        return format_all(self.name, words, vectors)
