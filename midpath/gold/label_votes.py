"""The texts and votes of a gold file of labels."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from agreement.votes.dawid_skene import PSEUDO_COUNT
from agreement.votes.effort import effort_figures
from agreement.votes.label_counting import Answer
from agreement.votes.label_crowd import LabelCount, count_of_labels
from midpath.gold.compact_votes import CompactVotes, Known, Votes
from midpath.gold.vote_gold import VoteGold
from midpath.json_types import JsonObject
from midpath.kernels.label import LabelKernel
from midpath.schemes.base import InvalidAnswer, Item, Settings
from midpath.schemes.label.answer import codes_of
from midpath.schemes.label.gold_answers import known_answer
from midpath.schemes.label.settings import ANY
from midpath.schemes.label.texts import Text, texts_of
from midpath.schemes.passages import place_of
from midpath.scoring.labels import LabelCrowd, figures_of_labels


class LabelItem(NamedTuple):
    """A text of a dataset with its neighbours; `gold` is the gold answer, None if there is none.
    `place` is its position in a document, if it is part of one."""

    name: str
    texts: list[Text]
    words: int
    gold: Answer | None
    place: Mapping[str, str | int]


def read_item(item: Item, settings: Settings) -> LabelItem:
    """Return a text as files have it."""
    gold = None
    with suppress(InvalidAnswer):
        gold = known_answer(item, settings)
    texts = texts_of(item, settings)
    words = sum(len(one["text"].split()) for one in texts)
    known = None if gold is None else codes_of((gold,), settings)
    return LabelItem(item.text, texts, words, known, place_of(item.content))


def given(answer: Answer, kind: str) -> str | list[str]:
    """Return the label, or a list if any number of labels may be given."""
    return list(answer) if kind == ANY else answer[0]


class LabelVotes(CompactVotes):
    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._kind, self._level = (settings[name] for name in ("kind", "level"))

    def read(self, item: Item) -> tuple[Known, JsonObject]:
        read = read_item(item, self.settings)
        gold = None if read.gold is None else given(read.gold, self._kind)
        content = {"texts": read.texts, "gold": gold, "words": read.words, **read.place}
        return Known(read.name, read.words, read.gold), content

    def answer(self, number: int) -> Answer:
        return codes_of((number,), self.settings)

    def written(self, vector: Sequence[int]) -> str | list[str]:
        return given(codes_of(vector, self.settings), self._kind)

    def count(
        self, votes: Votes, models: Sequence[str] = (), pseudo_count: float = PSEUDO_COUNT
    ) -> LabelCount:
        return count_of_labels(votes.ballots, self._kind, votes.gold, models, pseudo_count)


class LabelGold(LabelVotes, VoteGold):
    format = "midpath labels 1"
    kernel = LabelKernel()
    items = "items"
    unit = "item"

    def figures(self, votes: Votes, count: LabelCount) -> tuple[JsonObject, JsonObject]:
        crowd = LabelCrowd(self._kind, self._level, votes.ballots, votes.gold, ())
        who: JsonObject = {**count.figures(), "time": effort_figures(self.times(votes))}
        return figures_of_labels(crowd), who
