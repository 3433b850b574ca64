"""Recomputed gold of labels and of pairs. A few numbers per judgment are in memory, as when the
file is written, because all judgments are weighted together."""

from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

import numpy as np

from agreement.votes.dawid_skene import PSEUDO_COUNT
from midpath.batches import in_batches
from midpath.gold.base import (
    CONSENSUS,
    DIFFERENCES,
    Judged,
    Line,
    RecomputedGold,
    Vector,
)
from midpath.gold.label_votes import LabelGold
from midpath.gold.pair_votes import PairGold
from midpath.gold.vote_gold import VoteGold
from midpath.json_types import JsonObject
from midpath.schemes.base import Item

NAMES_AT_ONCE = 1000


class _RecomputedVotes(RecomputedGold):
    made_by: ClassVar[type[VoteGold]]
    unchecked = ("of judgments all but worker and answer",)
    _crowd: JsonObject

    @property
    def _pseudo_count(self) -> float:
        """Return that of this version, or 0 for the files of earlier ones, which state none."""
        stated = self.stated["crowd"]["dawid_skene"]
        return PSEUDO_COUNT if stated.get("pseudo_count") == PSEUDO_COUNT else 0

    def item_line(self, item: Item) -> JsonObject:
        return self._gold().read(item)[1]

    def written(self, vector: Vector, item: Item) -> object:
        return self._gold().written(vector)

    def lines(self, judged: Callable[[], Iterable[Judged]]) -> Iterator[Line]:
        gold = self._taken(judged())
        votes = gold.taken()
        count = gold.count(votes, pseudo_count=self._pseudo_count)
        for names in in_batches((item.text for item, _ in judged()), NAMES_AT_ONCE):
            lines = count.add(names)
            for name, line in zip(names, lines.all, strict=True):
                yield Line(CONSENSUS, name, dict(line))
            for line in lines.different:
                yield Line(DIFFERENCES, line[self.made_by.unit], dict(line))
        _, self._crowd = gold.figures(votes, count)

    def figures(self) -> JsonObject:
        return {"crowd": {name: self._crowd[name] for name in self._crowd if name != DIFFERENCES}}

    def _gold(self) -> VoteGold:
        return self.made_by(self.settings)

    def _taken(self, judged: Iterable[Judged]) -> VoteGold:
        """Return the content of a gold file after reading these judgments, in their order."""
        gold, values = self._gold(), array("q")
        for place, (item, given) in enumerate(judged):
            gold.know(item)
            for one in given:
                values.extend((one.judgment, place, one.worker, one.vector[0], one.milliseconds))
        rows = np.frombuffer(values, np.int64).reshape(-1, 5)
        _, *columns = rows[np.argsort(rows[:, 0])].T
        gold.take(*columns)
        return gold


class RecomputedLabels(_RecomputedVotes):
    made_by = LabelGold
    format = LabelGold.format
    item_member = LabelGold.items


class RecomputedPairs(_RecomputedVotes):
    made_by = PairGold
    format = PairGold.format
    item_member = PairGold.items
