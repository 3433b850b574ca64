"""The pairs and votes of a gold file of pairs."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from agreement.votes.dawid_skene import PSEUDO_COUNT
from agreement.votes.effort import effort_figures
from agreement.votes.pair_figures import stratum_of
from midpath.gold.compact_votes import CompactVotes, Known, Votes
from midpath.gold.vote_gold import VoteGold
from midpath.json_types import JsonMapping, JsonObject
from midpath.kernels.pair import PairKernel
from midpath.schemes.base import InvalidAnswer, Item, Settings
from midpath.schemes.pair.gold_answers import known_answer
from midpath.schemes.pair.keywords import SIDES
from midpath.schemes.pair.settings import labels_of, yes_labels
from midpath.scoring.pairs import Crowd, PairCount, tallied_figures


class PairItem(NamedTuple):
    """A pair of a dataset; `gold` is one of the campaign's answers, None if there is no gold
    answer."""

    name: str
    content: JsonMapping
    words: int
    gold: str | None


def read_item(item: Item, settings: Settings) -> PairItem:
    """Return a pair as files have it."""
    words = sum(len(item.content[side]["text"].split()) for side in SIDES)
    gold = None
    with suppress(InvalidAnswer):
        gold = known_answer(item, settings)
    known = None if gold is None else labels_of(settings)[gold]
    return PairItem(item.text, item.content, words, known)


def pair_content(item: PairItem) -> JsonObject:
    content = item.content
    return {
        "left": content["left"],
        "right": content["right"],
        "similarity": from_millionths(content.get("similarity")),
        "stratum": stratum_of(content.get("stratum"), content.get("similarity")),
        "gold": item.gold,
        "words": item.words,
    }


def from_millionths(similarity: int | None) -> float | None:
    return None if similarity is None else similarity / 1_000_000


class PairVotes(CompactVotes):
    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._labels = labels_of(settings)
        self._similarities: list[int | None] = []
        self._strata: list[int | str | None] = []

    def read(self, item: Item) -> tuple[Known, JsonObject]:
        read = read_item(item, self.settings)
        self._similarities.append(item.content.get("similarity"))
        self._strata.append(item.content.get("stratum"))
        return Known(read.name, read.words, read.gold), pair_content(read)

    def answer(self, number: int) -> str:
        return self._labels[number]

    def written(self, vector: Sequence[int]) -> str:
        return self._labels[vector[0]]

    def count(
        self, votes: Votes, models: Sequence[str] = (), pseudo_count: float = PSEUDO_COUNT
    ) -> PairCount:
        judged = votes.ballots.item_names
        crowd = Crowd(
            votes.ballots,
            [self._similarities[place] for place in judged],
            [self._strata[place] for place in judged],
            votes.gold,
            (),
        )
        return PairCount(crowd, models, pseudo_count)


class PairGold(PairVotes, VoteGold):
    format = "midpath pairs 1"
    kernel = PairKernel()
    items = "pairs"
    unit = "pair"

    def figures(self, votes: Votes, count: PairCount) -> tuple[JsonObject, JsonObject]:
        who: JsonObject = {**count.figures(), "time": effort_figures(self.times(votes))}
        return tallied_figures(count.crowd, yes_labels(self.settings)), who
