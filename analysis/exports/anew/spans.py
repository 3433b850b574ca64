"""Gold of spans, computed anew."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from analysis.exports.anew.base import CONSENSUS, Content, GoldAnew, Judged, Line, Vector
from analysis.exports.span_gold import FORMAT, SpanCount
from analysis.exports.spans import item_told, listed
from analysis.reading.span_material import SpanMaterial
from annotation.models import Campaign, Item
from annotation.schemes.spans.answer import named_spans


class SpansAnew(GoldAnew):
    format = FORMAT
    told_in = "items"
    unchecked = ("of judgments all but worker and spans",)

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self._material = SpanMaterial(Campaign(scheme="spans", settings=settings))
        self._count = SpanCount(settings)

    def told(self, item: Item) -> Content:
        return item_told(self._material.item_of(item))

    def written(self, vector: Vector, item: Item) -> Any:
        return listed(named_spans(vector, self.settings))

    def lines(self, judged: Callable[[], Iterable[Judged]]) -> Iterator[Line]:
        for item, given in judged():
            read = self._material.item_of(item)
            line = self._count.add(read, [(one.worker, one.vector) for one in given])
            yield Line(CONSENSUS, item.text, line)

    def figures(self) -> Content:
        return self._count.figures()
