"""A whole campaign of pairs: its pairs, their answers by worker, and the times."""

from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

from analysis.reading.judgment_rows import CampaignJudgments, JudgmentRead
from annotation.models import Item
from annotation.schemes.pair import scheme
from midpath.json_types import JsonObject
from midpath.schemes.base import InvalidAnswer
from midpath.scoring.pairs import JudgedPair, Vote


class PairItem(NamedTuple):
    """A pair of a dataset; `gold` is one of the campaign's answers, None if there is no gold
    answer."""

    name: str
    content: JsonObject
    words: int
    gold: str | None


class PairMaterial(CampaignJudgments[PairItem, dict[str, JudgedPair]]):
    """A whole campaign of pairs; read it inside a snapshot."""

    @cached_property
    def answers(self) -> list[str]:
        return [answer["label"] for answer in self.campaign.settings["answers"]]

    @cached_property
    def yes(self) -> frozenset[str]:
        meaning_yes = scheme.yes_answers(self.campaign.settings)
        return frozenset(self.answers[index] for index in meaning_yes)

    def answer(self, judgment: JudgmentRead) -> str:
        return self.answers[judgment.vector[0]]

    def crowd_of(self, taking_part: Callable[[JudgmentRead], bool]) -> dict[str, JudgedPair]:
        """Return the judged pairs by name."""
        votes: defaultdict[int, list[Vote]] = defaultdict(list)
        for item, judgment in self.in_order():
            if taking_part(judgment):
                answer = self.answer(judgment)
                vote = Vote(str(judgment.worker), answer, judgment.milliseconds, item.words)
                votes[judgment.item_id].append(vote)
        return {
            item.name: JudgedPair(
                votes[pk], item.content.get("stratum"), item.content.get("similarity"), item.gold
            )
            for pk, item in self.items.items()
            if pk in votes
        }

    def item_of(self, item: Item) -> PairItem:
        words = sum(len(item.content[side]["text"].split()) for side in ("left", "right"))
        gold = None
        with suppress(InvalidAnswer):
            gold = scheme.known_vector(item, self.campaign.settings)
        known = None if gold is None else self.answers[gold[0]]
        return PairItem(item.text, item.content, words, known)
