"""The recount of spans."""

from collections.abc import Iterator, Mapping

from midpath.gold.base import Vector
from midpath.gold.span_lines import listed
from midpath.gold.spans import RecomputedSpans
from midpath.json_types import JsonMapping
from midpath.kernels.spans import SpanKernel
from midpath.recounts.base import HasGoldFile, InGold
from midpath.schemes.base import Item
from midpath.schemes.spans.answer import named_spans


class SpanRecount(HasGoldFile):
    kernel = SpanKernel()
    judged_in_gold = "judgments"
    recomputed_gold = RecomputedSpans

    def judged_of(self, name: str, part: JsonMapping) -> Iterator[InGold]:
        yield part["item"], part["worker"], part["spans"]

    def as_in_gold(self, vector: Vector, item: Item, settings: Mapping[str, object]) -> object:
        return listed(named_spans(vector, settings))


recount = SpanRecount()
