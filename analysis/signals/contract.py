"""The contract of a scheme that has the reading test: its answers as coordinates, by stratum."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import ClassVar

from analysis.kernels.item_context import ItemContext


class ReadingTest(ABC):
    """The scheme-specific part of the reading test.

    A habit cannot distinguish the texts of one stratum, and answers to them have the same number of
    coordinates; docs/metrics/reading-test.md defines them. `usual_answers` is the approximate
    number of ranked answers after which readers are certified.
    """

    usual_answers: ClassVar[int] = 20

    @abstractmethod
    def coordinates(self, vector: Sequence[int], context: ItemContext) -> Sequence[int]:
        """Return an answer as numbers; the distance of two answers is how many of these differ.

        Empty if the text has only one possible answer."""

    @abstractmethod
    def stratum(self, coordinates: Sequence[int], context: ItemContext) -> Hashable:
        """Return the stratum of a text, given an answer to it."""
