"""The contract by which a scheme's answers of two sides are held against each other."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from agreement.bootstrap import Estimate
from agreement.sides.between import Between
from annotation.models import Item

Answer = Any
Figures = dict[str, Any]
Settings = Mapping[str, Any]
SIDES = ("crowd", "gold")


class Both(NamedTuple):
    """An item with the answers of both sides.

    about : what figures need to know of the item
    by, gold_by : who of the crowd, and of gold, gave each answer
    items : the numbers of the crowd's item and the gold one
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
    """Answers to an item, of one side or of both."""

    answers: Sequence[Answer]
    about: Any = None


class Measure(NamedTuple):
    """A number of each item on either side, whose means are held against each other.

    share : it is shown as a percentage
    of : the answers of a side to an item, and what is known of the item, to the number; None where
        the item has none
    """

    key: str
    name: str
    share: bool
    of: Callable[[Sequence[Answer], Any], Fraction | None]


class Resampled(NamedTuple):
    """α of the crowd, of gold, together and between, from weights of the units that are drawn."""

    estimate: Estimate
    units: int


class Comparing(ABC):
    """The way in which answers of one scheme are compared.

    An answer is what its side said whatever its settings: labels by their names, sentences by their
    numbers. `no_between` says why there is no α between the sides, where there is none. `few`:
    there are only some answers, so that a table of them can be read. `over`: what intervals
    draw."""

    no_between: ClassVar[str] = ""
    few: ClassVar[bool] = False
    over: ClassVar[str] = "items"

    def __init__(self, crowd: Settings, gold: Settings) -> None:
        self.crowd, self.gold = crowd, gold

    @abstractmethod
    def answer(self, vector: Sequence[int], settings: Settings) -> Answer:
        """Return what a vector says, whatever the settings are called."""

    def own_words(self, item: Item, settings: Settings) -> Hashable:
        """Return what makes an item the same in another dataset."""
        return item.text

    def about(self, item: Item) -> Any:
        """Return what figures need to know of an item."""
        return None

    @abstractmethod
    def likeness(self, one: Answer, other: Answer) -> Fraction:
        """Return how alike two answers to one item are, from 0 to 1."""

    @abstractmethod
    def alpha(self, items: Iterable[Given]) -> Figures:
        """Return α of answers as `score` prints it, with its exact form where it has one."""

    def between(self, items: Sequence[Both]) -> Between | None:
        """Return α between the sides; None where there is none."""
        return None

    def resampled(self, items: Sequence[Both]) -> Resampled | None:
        """Return how the alphas follow from weights of what is drawn; None where that is not
        told."""
        return None

    def unit(self, one: Both) -> Hashable:
        """Return what an item is drawn with."""
        return one.key

    def measures(self) -> list[Measure]:
        """Return what is held against each other item by item."""
        return [Measure("own", "Alike among themselves", True, self.among_themselves)]

    def among_themselves(self, answers: Sequence[Answer], about: Any) -> Fraction | None:
        """Return the mean likeness over pairs of answers of one side."""
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
        """Return what most answers to an item say; None where they do not settle."""

    @abstractmethod
    def told(self, answer: Answer) -> str:
        """Return an answer as people read it."""

    def plain(self, answer: Answer) -> Any:
        """Return an answer as JSON has it."""
        return answer

    def systems(self, items: Sequence[Both]) -> list[Figures]:
        """Return how a side that answers each item once does as a system against the people of the
        other, beside these against each other, where `score` tells that."""
        return []

    def nearest(self, items: Sequence[Both], *, mixed: bool = False) -> Figures:
        """Return how near each way to settle answers comes to what gold settles on, where there
        are such ways. Mixed, the answers of both sides are settled together."""
        return {}
