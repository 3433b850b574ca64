"""A whole campaign of labels: its texts, their labels by worker, and the times."""

from collections.abc import Callable
from functools import cached_property

from agreement.votes.ballots import ballots_of
from analysis.reading.judgment_rows import CampaignJudgments, JudgmentRead
from annotation.models import Item
from midpath.gold.label_votes import LabelItem, read_item
from midpath.schemes.label.answer import codes, codes_of
from midpath.scoring.labels import LabelCrowd


class LabelMaterial(CampaignJudgments[LabelItem, LabelCrowd]):
    """A whole campaign of labels; read it inside a snapshot."""

    @cached_property
    def labels(self) -> list[str]:
        """Return all labels of the campaign, named as in figures and files."""
        return codes(self.campaign.settings)

    def answer(self, judgment: JudgmentRead) -> tuple[str, ...]:
        return codes_of(judgment.vector, self.campaign.settings)

    def crowd_of(self, taking_part: Callable[[JudgmentRead], bool]) -> LabelCrowd:
        rows = [(item, one) for item, one in self.in_order() if taking_part(one)]
        settings = self.campaign.settings
        return LabelCrowd(
            settings["kind"],
            settings["level"],
            ballots_of((item.name, str(one.worker), self.answer(one)) for item, one in rows),
            {item.name: item.gold for item, _ in rows if item.gold is not None},
            [(item.words, one.milliseconds) for item, one in rows],
        )

    def item_of(self, item: Item) -> LabelItem:
        return read_item(item, self.campaign.settings)
