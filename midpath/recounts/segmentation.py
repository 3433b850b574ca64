"""The recount that flat and nested segmentation share."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from midpath.exchange.release import SET
from midpath.gold.base import Vector
from midpath.json_types import JsonMapping
from midpath.kernels.segmentation import SegmentationKernel
from midpath.recounts.base import HasGoldFile, InGold
from midpath.schemes import segmentations
from midpath.schemes.base import Item


class SegmentationRecount(HasGoldFile):
    kernel: ClassVar[SegmentationKernel]
    judged_in_gold = SET

    def judged_of(self, name: str, part: JsonMapping) -> Iterator[InGold]:
        for worker, form in part.items():
            yield name, worker, form

    def as_in_gold(self, vector: Vector, item: Item, settings: Mapping[str, object]) -> str:
        return segmentations()[self.kernel.scheme].form(vector, item.words, settings)
