"""Nested segmentation: join neighbours, two at a time, until one tree is left (ACL 2013 §3)."""

from collections.abc import Sequence

from agreement.segmentation.boundaries import check_nested, format_nested, parse_nested, read_nested
from midpath.schemes.answers import SegmentationAnswers, Vector
from midpath.schemes.base import Item, Payload, Settings
from midpath.schemes.segmentation import parse_segmentation


class NestedAnswers(SegmentationAnswers):
    name = "nested"

    def parse(self, payload: Payload, item: Item, settings: Settings) -> Vector:
        return parse_segmentation(payload, item, check=check_nested, parse=parse_nested)

    def read(self, recorded: object, words: Sequence[str]) -> Vector:
        return read_nested(recorded, words)

    def form(self, vector: Sequence[int], words: Sequence[str]) -> str:
        return format_nested(words, vector)


answers = NestedAnswers()
