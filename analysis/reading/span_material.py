"""A whole campaign of spans: its texts, the spans marked by worker, and the times."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from agreement.spans.figures import Answer
from analysis.reading.campaign_judgments import CampaignJudgments, JudgmentRead
from analysis.scoring.spans import SpanCrowd, SpanVote
from annotation.models import Item
from annotation.schemes.base import InvalidAnswer, Settings
from annotation.schemes.spans.answer import named_spans
from annotation.schemes.spans.gold_answers import known_vector
from annotation.schemes.spans.places import Reading, reading_of


class SpanItem(NamedTuple):
    """A text with the positions of its words; `gold` is the gold answer, None if there is none."""

    name: str
    reading: Reading
    length: int
    gold: Answer | None

    @property
    def words(self) -> int:
        return len(self.reading.words)


@dataclass(frozen=True)
class SpanMaterial(CampaignJudgments):
    """A whole campaign of spans; read it inside a snapshot."""

    @property
    def settings(self) -> Settings:
        settings: Mapping[str, object] = self.campaign.settings
        return settings

    @cached_property
    def items(self) -> dict[int, SpanItem]:
        items = Item.objects.filter(dataset=self.campaign.dataset_id).order_by("position")
        return {item.pk: self.item_of(item) for item in items}

    def answer(self, judgment: JudgmentRead) -> Answer:
        return named_spans(judgment.vector, self.settings)

    def counting(self) -> SpanCrowd:
        """Return the crowd of the judgments that should be in the figures."""
        return self._crowd(lambda judgment: judgment.counts)

    def folded(self) -> SpanCrowd:
        """Return the crowd of the judgments that are in the figures."""
        return self._crowd(lambda judgment: judgment.folded)

    def in_order(self) -> Iterator[tuple[SpanItem, JudgmentRead]]:
        for judgment in self.judgments:
            yield self.items[judgment.item_id], judgment

    def _crowd(self, taking_part: Callable[[JudgmentRead], bool]) -> SpanCrowd:
        rows = [(item, one) for item, one in self.in_order() if taking_part(one)]
        return SpanCrowd(
            [SpanVote(item.name, str(one.worker), self.answer(one)) for item, one in rows],
            {item.name: item.length for item, _ in rows},
            {item.name: item.gold for item, _ in rows if item.gold is not None},
            [(item.words, one.milliseconds) for item, one in rows],
        )

    def item_of(self, item: Item) -> SpanItem:
        gold, reading = None, reading_of(item)
        with suppress(InvalidAnswer):
            known = known_vector(item, self.settings)
            gold = None if known is None else named_spans(known, self.settings)
        return SpanItem(item.text, reading, reading.length(self.settings["unit"]), gold)
