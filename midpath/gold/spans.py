"""Recomputed gold of spans."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from midpath.batches import in_batches
from midpath.gold.base import CONSENSUS, Judged, Line, RecomputedGold, Vector
from midpath.gold.span_lines import FORMAT, item_content, listed, read_item
from midpath.json_types import JsonObject
from midpath.schemes.base import Item
from midpath.schemes.spans.answer import named_spans
from midpath.scoring.spans import GivenText, SpanCount

TEXTS_AT_ONCE = 250


class RecomputedSpans(RecomputedGold):
    format = FORMAT
    item_member = "items"
    unchecked = ("of judgments all but worker and spans",)

    def __init__(self, settings: Mapping[str, object]) -> None:
        super().__init__(settings)
        self._count = SpanCount(settings)

    def item_line(self, item: Item) -> JsonObject:
        content = item_content(read_item(item, self.settings))
        return content | {"words": [list(place) for place in content["words"]]}

    def written(self, vector: Vector, item: Item) -> Any:
        return listed(named_spans(vector, self.settings))

    def lines(self, judged: Callable[[], Iterable[Judged]]) -> Iterator[Line]:
        for some in in_batches(judged(), TEXTS_AT_ONCE):
            for line in self._count.add([self._judged(one) for one in some]):
                yield Line(CONSENSUS, line["item"], line)

    def _judged(self, judged: Judged) -> GivenText:
        read = read_item(judged.item, self.settings)
        given = [(one.worker, one.vector) for one in judged.given]
        return GivenText(judged.item.text, read.length, read.gold, given)

    def figures(self) -> JsonObject:
        return self._count.figures()
