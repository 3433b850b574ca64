"""The contract of a scheme with the reading test: its answers as coordinates, by stratum."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import ClassVar

from analysis.kernels.item_context import ItemContext


class ReadingTest(ABC):
    """The part of the reading test that is a scheme's own.

    A habit cannot tell the texts of one stratum apart, and answers to them have as many
    coordinates; docs/metrics/reading-test.md says which they are.
    `usual_answers` is after about how many ranked answers readers are certified.
    """

    usual_answers: ClassVar[int] = 20

    @abstractmethod
    def coordinates(self, vector: Sequence[int], context: ItemContext) -> Sequence[int]:
        """Return an answer as numbers, of which two answers differ in as many as they lie apart.

        Empty where the text leaves nothing to answer."""

    @abstractmethod
    def stratum(self, coordinates: Sequence[int], context: ItemContext) -> Hashable:
        """Return the stratum of a text by an answer to it."""
