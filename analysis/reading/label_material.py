"""A whole campaign of labels: its texts, their labels by worker, and the times."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

from agreement.votes.ballots import ballots_of
from agreement.votes.label_counting import Answer
from analysis.reading.judgment_rows import CampaignJudgments, JudgmentRead
from annotation.models import Item
from midpath.schemes.base import InvalidAnswer
from midpath.schemes.label.answer import codes, codes_of
from midpath.schemes.label.gold_answers import known_answer
from midpath.schemes.label.texts import Text, texts_of
from midpath.schemes.passages import place_of
from midpath.scoring.labels import LabelCrowd


class LabelItem(NamedTuple):
    """A text of a dataset with its neighbours; `gold` is the gold answer, None if there is none.
    `place` is its position in a document, if it is part of one."""

    name: str
    texts: list[Text]
    words: int
    gold: Answer | None
    place: Mapping[str, str | int]


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
        settings, gold = self.campaign.settings, None
        with suppress(InvalidAnswer):
            gold = known_answer(item, settings)
        texts = texts_of(item, settings)
        words = sum(len(one["text"].split()) for one in texts)
        known = None if gold is None else codes_of((gold,), settings)
        return LabelItem(item.text, texts, words, known, place_of(item.content))
