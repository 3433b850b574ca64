"""What a scheme is. A new scheme is a new folder beside this file with a `scheme` in it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from annotation.models import Item


class InvalidAnswer(ValueError):
    """An answer that its scheme refuses: the field, where in it, and why in a sentence."""

    def __init__(self, message: str, *, field: str, position: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.position = position


@dataclass(frozen=True)
class Figure:
    """A number that the dashboard shows, found at `path` in the campaign's stored figures."""

    path: tuple[str, ...]
    label: str
    definition: str


@dataclass(frozen=True)
class Example:
    """A worked example for the instructions page: its words and how its answer came about."""

    words: tuple[str, ...]
    steps: tuple[tuple[str, str], ...]
    answer: str


class Scheme(ABC):
    """Templates and scripts are found by the scheme's name: `worker/schemes/<name>.html`,
    `js/worker/<name>.js`, `research/schemes/<name>.html`."""

    name: ClassVar[str]
    title: ClassVar[str]
    question: ClassVar[str]
    hint: ClassVar[str]
    dataset_kinds: ClassVar[Sequence[str]] = ("texts",)
    instructions: ClassVar[str]
    example: ClassVar[Example]
    figures: ClassVar[Sequence[Figure]]
    default_reward: ClassVar[str] = "0.02"
    entails: ClassVar[str] = ""

    @abstractmethod
    def parse(self, payload: Mapping[str, Any], item: Item) -> tuple[int, ...]:
        """The canonical vector of what a browser or a client sent; InvalidAnswer otherwise."""

    def shown(self, item: Item) -> dict[str, Any]:
        """What a worker's browser is given of an item, and nothing else of it."""
        return {"text": item.text}

    @abstractmethod
    def read(self, recorded: object, words: Sequence[str]) -> tuple[int, ...]:
        """The canonical vector of an annotation as the papers' files record it."""

    @abstractmethod
    def form(self, vector: Sequence[int], words: Sequence[str]) -> str:
        """The plain form that people read and files hold."""
