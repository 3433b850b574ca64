"""A whole campaign of spans: its texts, the spans marked by worker, and the times."""

from collections.abc import Callable, Mapping
from typing import Any

from agreement.spans.figures import Answer
from analysis.reading.judgment_rows import CampaignJudgments, JudgmentRead
from annotation.models import Item
from midpath.gold.span_lines import SpanItem, read_item
from midpath.schemes.spans.answer import named_spans
from midpath.scoring.spans import SpanCrowd, SpanVote


class SpanMaterial(CampaignJudgments[SpanItem, SpanCrowd]):
    """A whole campaign of spans; read it inside a snapshot."""

    @property
    def settings(self) -> Mapping[str, Any]:
        settings: Mapping[str, object] = self.campaign.settings
        return settings

    def answer(self, judgment: JudgmentRead) -> Answer:
        return named_spans(judgment.vector, self.settings)

    def crowd_of(self, taking_part: Callable[[JudgmentRead], bool]) -> SpanCrowd:
        rows = [(item, one) for item, one in self.in_order() if taking_part(one)]
        return SpanCrowd(
            [SpanVote(item.name, str(one.worker), self.answer(one)) for item, one in rows],
            {item.name: item.length for item, _ in rows},
            {item.name: item.gold for item, _ in rows if item.gold is not None},
            [(item.words, one.milliseconds) for item, one in rows],
        )

    def item_of(self, item: Item) -> SpanItem:
        return read_item(item, self.settings)
