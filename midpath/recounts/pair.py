"""The recount of judged pairs of texts."""

from collections.abc import Iterator, Sequence

from midpath.gold.base import Vector
from midpath.gold.votes import RecomputedPairs
from midpath.json_types import JsonMapping
from midpath.kernels.pair import PairKernel
from midpath.recounts.base import FewAnswers, HasGoldFile, InGold
from midpath.schemes.base import Item, Settings
from midpath.schemes.pair.settings import labels_of


class PairRecount(FewAnswers, HasGoldFile):
    kernel = PairKernel()
    judged_in_gold = "judgments"
    recomputed_gold = RecomputedPairs

    def judged_of(self, name: str, part: JsonMapping) -> Iterator[InGold]:
        yield part["pair"], part["worker"], part["answer"]

    def as_in_gold(self, vector: Vector, item: Item, settings: Settings) -> object:
        return settings["answers"][vector[0]]["label"]

    def few_answers(self, settings: Settings) -> Sequence[str]:
        return labels_of(settings)

    def named(self, vector: Vector, settings: Settings) -> Sequence[str]:
        return [settings["answers"][vector[0]]["label"]]


recount = PairRecount()
