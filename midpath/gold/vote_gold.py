"""The content of a gold file whose answers come from a few choices: labels and pairs."""

from abc import abstractmethod
from array import array
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from agreement.groups import Ints
from midpath.gold.compact_votes import Columns, CompactVotes, Known, Votes
from midpath.json_types import JsonObject
from midpath.kernels.base import Kernel
from midpath.schemes.base import Item, Settings
from midpath.tables.figures.common import Summary


class VoteGold(CompactVotes):
    """The items, votes and figures of a gold file."""

    format: ClassVar[str]
    kernel: ClassVar[Kernel[Mapping[str, object], Summary]]
    items: ClassVar[str]  # the member with the items
    unit: ClassVar[str]  # the member of a line with the name of its item

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        # Words by item position, and milliseconds by judgment position.
        self._words, self._times = array("q"), Columns(1)

    @abstractmethod
    def figures(self, votes: Votes, count: Any) -> tuple[JsonObject, JsonObject]:
        """Return the figures of agreement and, after all items are settled, those of the crowd."""

    def know(self, item: Item) -> tuple[Known, JsonObject]:
        known, content = super().know(item)
        self._words.append(known.words)
        return known, content

    def take(self, *columns: Ints) -> None:
        """Record judgments: the positions of their items, workers and answers, and their
        milliseconds."""
        *vote, milliseconds = columns
        super().take(*vote)
        self._times.add(milliseconds)

    @property
    def words(self) -> Ints:
        """Return (I,) the words of the items."""
        return np.array(self._words, np.int64)

    def times(self, votes: Votes) -> Ints:
        """Return (N, 2) words and milliseconds of the votes, and release their memory."""
        (milliseconds,) = self._times.taken()
        words = self.words[votes.ballots.item_names]
        times = np.empty((len(milliseconds), 2), milliseconds.dtype)
        times[:, 0], times[:, 1] = words[votes.ballots.items], milliseconds
        return times
