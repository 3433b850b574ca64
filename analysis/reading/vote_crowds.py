"""Votes of a campaign as the crowds that figures are computed from: of labels and of pairs."""

from collections.abc import Callable, Hashable
from typing import TypeVar

import numpy as np

from agreement.votes.ballots import Ballots
from analysis.reading.vote_parts import Facts, VoteColumns
from annotation.models import Item
from midpath.gold import label_votes, pair_votes
from midpath.schemes.base import Settings
from midpath.schemes.label.answer import codes_of
from midpath.schemes.pair.settings import labels_of
from midpath.scoring.labels import LabelCrowd
from midpath.scoring.pairs import Crowd

Answer = TypeVar("Answer", bound=Hashable)


def label_facts(item: Item, settings: Settings) -> Facts:
    """Return an item's name, its words and its gold answer."""
    read = label_votes.read_item(item, settings)
    return read.name, read.words, read.gold


def label_crowd(votes: VoteColumns, settings: Settings) -> LabelCrowd:
    names, words, gold = (votes.fact(place) for place in range(3))
    return LabelCrowd(
        settings["kind"],
        settings["level"],
        _ballots(votes, names, lambda answer: codes_of((answer,), settings)),
        {name: tuple(one) for name, one in zip(names, gold, strict=True) if one is not None},
        np.stack([np.array(words, np.int64)[votes.item], votes.milliseconds], axis=1),
    )


def pair_facts(item: Item, settings: Settings) -> Facts:
    """Return a pair's name, its words, its gold answer, its similarity and its stratum."""
    read = pair_votes.read_item(item, settings)
    content = read.content
    return read.name, read.words, read.gold, content.get("similarity"), content.get("stratum")


def pair_crowd(votes: VoteColumns, settings: Settings) -> Crowd:
    names, words, gold, similarities, strata = (votes.fact(place) for place in range(5))
    labels = labels_of(settings)
    return Crowd(
        _ballots(votes, names, labels.__getitem__),
        similarities,
        strata,
        {name: one for name, one in zip(names, gold, strict=True) if one is not None},
        np.stack([np.array(words, np.int64)[votes.item], votes.milliseconds], axis=1),
    )


def _ballots(
    votes: VoteColumns, names: list[str], answer_of: Callable[[int], Answer]
) -> Ballots[str, str, Answer]:
    workers, worker = np.unique(votes.worker, return_inverse=True)
    answers, answer = np.unique(votes.answer, return_inverse=True)
    return Ballots(
        *(votes.item, worker, answer, names),
        [str(number) for number in workers.tolist()],
        [answer_of(number) for number in answers.tolist()],
    )
