"""Flat segmentation: cut a text into parts (ACL 2013 §3)."""

from collections.abc import Sequence

from agreement.segmentation.boundaries import check_flat, format_flat, parse_flat, read_flat
from midpath.schemes.answers import SegmentationAnswers, Vector
from midpath.schemes.base import Item, Payload, Settings
from midpath.schemes.look_up import check_looked_up
from midpath.schemes.segmentation import parse_segmentation


class FlatAnswers(SegmentationAnswers):
    name = "flat"

    def parse(self, payload: Payload, item: Item, settings: Settings) -> Vector:
        check_looked_up(payload, settings)
        return parse_segmentation(payload, item, check=check_flat, parse=parse_flat)

    def read(self, recorded: object, words: Sequence[str], settings: Settings) -> Vector:
        return read_flat(recorded, words)

    def form(self, vector: Sequence[int], words: Sequence[str], settings: Settings) -> str:
        return format_flat(words, vector)


answers = FlatAnswers()
