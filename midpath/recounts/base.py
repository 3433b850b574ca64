"""The contract of a scheme's recount: how its figures and its gold file are recomputed from
answers. It needs no database; `analysis.schemes` adds what only a server computes.

Callers check for the mixins with `isinstance(recount, HasGoldFile)`."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from midpath.gold.base import RecomputedGold, Vector
from midpath.json_types import JsonMapping
from midpath.kernels.base import Kernel
from midpath.schemes.base import Item, Settings
from midpath.tables.figures.common import Summary

# A judgment in a gold file: the item's name, the worker, and the answer.
InGold = tuple[str, str, object]


class SchemeRecount(ABC):
    """The recount that all schemes have. `kernel` computes the figures."""

    kernel: ClassVar[Kernel[Mapping[str, object], Summary]]

    def under(self, settings: Settings) -> "SchemeRecount":
        """Return the recount under these settings, if its kernel depends on them."""
        return self


class FewAnswers(SchemeRecount):
    """The recount of a scheme with a short list of answers, which charts can count."""

    @abstractmethod
    def few_answers(self, settings: Mapping[str, object]) -> Sequence[str]:
        """Return the names of all answers in order."""

    @abstractmethod
    def named(self, vector: Vector, settings: Mapping[str, object]) -> Sequence[str]:
        """Return the name of an answer in `few_answers`; several if it combines several."""


class HasGoldFile(SchemeRecount):
    """The recount of a scheme with a gold file: `judged_in_gold` is the member that contains its
    judgments, and `recomputed_gold` recomputes the rest of the file."""

    judged_in_gold: ClassVar[str]
    recomputed_gold: ClassVar[type[RecomputedGold]]

    @abstractmethod
    def judged_of(self, name: str, part: JsonMapping) -> Iterator[InGold]:
        """Yield the judgments in a part of the member `judged_in_gold`: the item's name, the
        worker, and the answer in the file's format. `name` is the name of the part, "" in a
        list."""

    @abstractmethod
    def as_in_gold(self, vector: Vector, item: Item, settings: Mapping[str, object]) -> Any:
        """Return an answer in the format of `judged_of`."""
