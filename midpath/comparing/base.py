"""The contract of a scheme for the comparison of two sides' answers."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, Protocol

from agreement.bootstrap import Estimate
from agreement.sides.between import Between
from midpath.json_types import Figures
from midpath.schemes.base import Item, Settings
from midpath.text.characters import canonical

Answer = Any
SIDES = ("crowd", "gold")


class StoredItem(Item, Protocol):
    """An item of a database."""

    @property
    def pk(self) -> int: ...


class Both(NamedTuple):
    """An item with the answers of both sides.

    about : the facts about the item that figures need
    by, gold_by : who gave each answer of the crowd, and of gold
    items : the numbers of the crowd's item and the gold item
    """

    key: str
    crowd: Sequence[Answer]
    gold: Sequence[Answer]
    about: Any = None
    by: Sequence[str] = ()
    items: tuple[int, int] = (0, 0)
    gold_by: Sequence[str] = ()

    @property
    def together(self) -> list[Answer]:
        return [*self.crowd, *self.gold]

    @property
    def sides(self) -> tuple[Sequence[Answer], Sequence[Answer]]:
        return self.crowd, self.gold


class Given(NamedTuple):
    """Answers to an item, by one side or by both."""

    answers: Sequence[Answer]
    about: Any = None


class Measure(NamedTuple):
    """A number per item on either side, whose means are compared.

    share : whether to show it as a percentage
    of : maps a side's answers to an item, and the facts about the item, to the number; None if the
        item has none
    """

    key: str
    name: str
    share: bool
    of: Callable[[Sequence[Answer], Any], Fraction | None]


class Resampled(NamedTuple):
    """α of the crowd, of gold, of both together and between them, from weights of the resampled
    units."""

    estimate: Estimate
    units: int


class Comparing(ABC):
    """The comparison of answers of one scheme.

    An answer is independent of its side's settings: labels by name, sentences by number.
    `no_between` says why there is no α between the sides, if there is none. `few`: there are few
    distinct answers, so a table of them is readable. `over`: the units that intervals resample."""

    no_between: ClassVar[str] = ""
    few: ClassVar[bool] = False
    over: ClassVar[str] = "items"

    def __init__(self, crowd: Settings, gold: Settings) -> None:
        self.crowd, self.gold = crowd, gold

    @abstractmethod
    def answer(self, vector: Sequence[int], settings: Settings) -> Answer:
        """Return the answer of a vector, independent of the settings."""

    def own_words(self, item: Item, settings: Settings) -> Hashable:
        """Return what identifies an item in another dataset."""
        return canonical(item.text)

    def about(self, item: Item) -> Any:
        """Return the facts about an item that figures need."""
        return None

    @abstractmethod
    def likeness(self, one: Answer, other: Answer) -> Fraction:
        """Return the similarity of two answers to one item, from 0 to 1."""

    @abstractmethod
    def alpha(self, items: Iterable[Given]) -> Figures:
        """Return α of answers as `score` prints it, with its exact form if there is one."""

    def between(self, items: Sequence[Both]) -> Between | None:
        """Return α between the sides; None if there is none."""
        return None

    def resampled(self, items: Sequence[Both]) -> Resampled | None:
        """Return the alphas as a function of weights of the resampled units; None if not
        available."""
        return None

    def unit(self, one: Both) -> Hashable:
        """Return the unit with which an item is resampled."""
        return one.key

    def measures(self) -> list[Measure]:
        """Return the measures to compare item by item."""
        return [Measure("own", "Alike among themselves", True, self.among_themselves)]

    def among_themselves(self, answers: Sequence[Answer], about: object) -> Fraction | None:
        """Return the mean similarity over pairs of answers of one side."""
        n = len(answers)
        if n < 2:
            return None
        times = Counter(answers)
        total = sum(
            (a * (b - (one == other)) * self.likeness(one, other))
            for one, a in times.items()
            for other, b in times.items()
        )
        return Fraction(total) / (n * (n - 1))

    @abstractmethod
    def settled(self, answers: Sequence[Answer]) -> Answer | None:
        """Return the consensus answer to an item; None if there is none."""

    def as_text(self, answer: Answer) -> str:
        """Return an answer as text for people."""
        return str(answer)

    def plain(self, answer: Answer) -> object:
        """Return an answer as JSON."""
        return answer

    def systems(self, items: Sequence[Both]) -> list[Figures]:
        """Return the score of a side that answers each item once, as a system against the people of
        the other side, together with the score of these people against each other; only where
        `score` has that."""
        return []

    def nearest(self, items: Sequence[Both], *, mixed: bool = False) -> Figures:
        """Return how close each consensus method comes to the gold consensus, if there are such
        methods. If mixed, the answers of both sides are settled together."""
        return {}
