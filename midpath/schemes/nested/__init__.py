"""Nested segmentation: join neighbours, two at a time or more, until one tree is left (ACL 2013
§3)."""

from collections.abc import Iterable, Sequence

from midpath.schemes.answers import SegmentationAnswers, Vector
from midpath.schemes.base import Item, Payload, Settings
from midpath.schemes.look_up import check_looked_up
from midpath.schemes.nested.trees import read_any_tree, tree_form
from midpath.schemes.segmentation import parse_segmentation


class NestedAnswers(SegmentationAnswers):
    name = "nested"

    def parse(self, payload: Payload, item: Item, settings: Settings) -> Vector:
        check_looked_up(payload, settings)
        trees = tree_form(settings)
        longest = max(map(len, trees.labels), default=0)
        return parse_segmentation(
            payload, item, check=trees.check, parse=trees.parse, longest_label=longest
        )

    def read(self, recorded: object, words: Sequence[str], settings: Settings) -> Vector:
        return tree_form(settings).read(recorded, words)

    def read_any(self, recorded: object, words: Sequence[str]) -> None:
        read_any_tree(recorded, words)

    def form(self, vector: Sequence[int], words: Sequence[str], settings: Settings) -> str:
        trees = tree_form(settings)
        return trees.forms([trees.check(vector, len(words))], words)[0]

    def forms(
        self, vectors: Iterable[Vector], words: Sequence[str], settings: Settings
    ) -> list[str]:
        return tree_form(settings).forms(vectors, words)


answers = NestedAnswers()
