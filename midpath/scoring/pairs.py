"""The figures of judged pairs, from a file or from a campaign, by the same functions."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Any, NamedTuple

import numpy as np

from agreement.bootstrap import USUAL, Plan
from agreement.figure import as_float, figure_of
from agreement.groups import Ints
from agreement.votes.ballots import Ballots, ballots_of
from agreement.votes.consensus import YES_OF_THREE
from agreement.votes.crowd import CrowdCount, Given, differences_of
from agreement.votes.dawid_skene import PSEUDO_COUNT
from agreement.votes.effort import effort_figures
from agreement.votes.kappa import Kappa, cohen, fleiss
from agreement.votes.pair_counting import count_pairs
from agreement.votes.pair_figures import pair_figures, stratum_of
from agreement.votes.pair_intervals import Judged, bootstrap_pairs
from agreement.votes.ways import PAIR
from midpath.exchange.judged.cells import MISSING
from midpath.exchange.pairs.judged import JudgedPairs
from midpath.json_types import Figures, JsonMapping
from midpath.scoring.models import add_model_figures
from midpath.tables.figures.crowd_figures import Crowd as CrowdFound
from midpath.tables.figures.crowd_figures import CrowdFigures, Time

USUAL_YES = frozenset({"yes", *YES_OF_THREE})


class Vote(NamedTuple):
    """A worker's answer; `milliseconds` and `words` are None if unknown."""

    worker: str
    answer: str
    milliseconds: int | None = None
    words: int | None = None


@dataclass
class JudgedPair:
    """A pair and its votes.

    `stratum` is a name or a number, as in `agreement.votes.pair_figures`; `gold` is an answer.
    """

    votes: list[Vote] = field(default_factory=list)
    stratum: str | int | None = None
    similarity: int | None = None
    gold: str | None = None

    @property
    def answers(self) -> list[str]:
        return [vote.answer for vote in self.votes]


Pairs = Mapping[str, JudgedPair]


def pairs_of(judged: JudgedPairs) -> dict[str, JudgedPair]:
    pairs = {
        name: JudgedPair([], _stratum(facts.stratum), facts.similarity, facts.gold)
        for name, facts in judged.pairs.items()
    }
    for row in judged.judgments:
        vote = Vote(row.worker, row.answer, row.milliseconds, row.words)
        pairs[row.pair].votes.append(vote)
    return pairs


def yes_of(judged: JudgedPairs, named: Collection[str] = ()) -> frozenset[str]:
    """Return the answers that count as yes: the named ones, else the file's, else the usual
    ones."""
    if named:
        return frozenset(named)
    if judged.means:
        return frozenset(answer for answer, means in judged.means.items() if means)
    return frozenset(answer for answer in judged.judgments.answers if answer.lower() in USUAL_YES)


class Crowd(NamedTuple):
    """Judgments as numbers, and the facts about each pair, in the order of the pairs' names.

    `times` contains (words, milliseconds) of the judgments that have both.
    """

    ballots: Given
    similarities: Sequence[int | None]
    strata: Sequence[int | str | None]
    gold: Mapping[Any, str]
    times: Sequence[tuple[int, int]] | Ints


def as_crowd(pairs: Pairs) -> Crowd:
    """Return the crowd of a campaign's pairs; a pair without a vote takes no part."""
    judged = {name: pair for name, pair in pairs.items() if pair.votes}
    return Crowd(
        ballots_of(
            (name, vote.worker, vote.answer) for name, pair in judged.items() for vote in pair.votes
        ),
        [pair.similarity for pair in judged.values()],
        [pair.stratum for pair in judged.values()],
        {name: pair.gold for name, pair in judged.items() if pair.gold is not None},
        [
            (vote.words, vote.milliseconds)
            for pair in judged.values()
            for vote in pair.votes
            if vote.words is not None and vote.milliseconds is not None
        ],
    )


def crowd_in(judged: JudgedPairs) -> Crowd:
    """Return the crowd of a valid file."""
    rows = judged.judgments
    facts = [judged.pairs[name] for name in rows.items]
    pair, worker, answer, words, milliseconds = (
        np.asarray(column, dtype=np.int64)
        for column in (rows.item, rows.worker, rows.answer, rows.words, rows.milliseconds)
    )
    timed = (words != MISSING) & (milliseconds != MISSING)
    return Crowd(
        Ballots(pair, worker, answer, rows.items, rows.workers, rows.answers),
        [one.similarity for one in facts],
        [_stratum(one.stratum) for one in facts],
        {name: one.gold for name, one in judged.pairs.items() if one.gold is not None},
        np.stack([words[timed], milliseconds[timed]], axis=1),
    )


def score_pairs(
    judged: JudgedPairs,
    crowd: Crowd,
    yes: Collection[str],
    plan: Plan | None = None,
    models: Sequence[str] = (),
) -> Figures:
    """Return all figures of a file's crowd and its pairs, with intervals by the plan.

    models : names of further models in `skill_models`
    """
    result: Figures = {**tallied_figures(crowd, yes), **who_judged(crowd, models)}
    consensus = result.pop("consensus")
    result["majority"] |= consensus["majority"]
    result["absolute_majority"] = consensus["absolute_majority"]
    result["dawid_skene"] |= consensus["dawid_skene"]
    add_model_figures(result, consensus, models)
    names = crowd.ballots.label_names
    times = zip(names, np.bincount(crowd.ballots.labels).tolist(), strict=True)
    result["answers"] = [
        {"answer": answer, "judgments": count, "yes": answer in yes}
        for answer, count in sorted(times)
    ]
    result["kappa"] = {
        "cohen": kappa_figure(cohen(crowd.ballots)),
        "fleiss": kappa_figure(fleiss(crowd.ballots)),
    }
    result["not_counted"] = judged.not_counted
    if plan is None:
        return result
    return with_pair_intervals(result, intervals_of_pairs(crowd, yes, plan))


def kappa_figure(found: Kappa, units: str = "pairs") -> Figures:
    """Return kappa with its parts; `units` is the name of its items."""
    return figure_of(found.value, found.reason or "") | {
        "observed": as_float(found.observed),
        "expected": as_float(found.expected),
        units: found.items,
        "left_out": found.left_out,
    }


def only_pairs(crowd: Crowd, names: Collection[str]) -> Crowd:
    """Return the crowd of these pairs only, without gold answers and times."""
    kept = [name in names for name in crowd.ballots.item_names]
    return Crowd(
        crowd.ballots.only(names),
        list(compress(crowd.similarities, kept)),
        list(compress(crowd.strata, kept)),
        {},
        [],
    )


def tallied_figures(crowd: Crowd, yes: Collection[str]) -> Figures:
    """Return the figures as the live ones are computed: from counts, without the workers."""
    ballots = crowd.ballots
    state = count_pairs(
        ballots.items,
        ballots.labels,
        ballots.label_names,
        yes,
        similarities=crowd.similarities,
        strata=crowd.strata,
    )
    return dict(pair_figures(state))


def who_judged(crowd: Crowd, models: Sequence[str] = ()) -> CrowdFigures:
    """Return `agreement.votes.crowd` over the judgments, and "time" by `agreement.votes.effort`."""
    return who_judged_briefly(crowd, models)[0]


def who_judged_briefly(
    crowd: Crowd, models: Sequence[str] = (), most: int | None = None
) -> tuple[CrowdFigures, int]:
    """Return `who_judged` with at most so many differences, and the number of all."""
    count = CrowdCount(crowd.ballots, crowd.gold, PAIR, None, models)
    differences, many = differences_of(count, most)
    figures = count.figures()
    figures["differences"] = differences
    found: CrowdFound = figures
    time: Time = effort_figures(crowd.times)
    return {**found, "time": time}, many


def intervals_of_pairs(crowd: Crowd, yes: Collection[str], plan: Plan = USUAL) -> Figures:
    """Return the intervals by the name of the figure."""
    ballots = crowd.ballots
    answers: list[list[str]] = [[] for _ in ballots.item_names]
    for pair, answer in zip(ballots.items.tolist(), ballots.labels.tolist(), strict=True):
        answers[pair].append(ballots.label_names[answer])
    judged = [*map(Judged, answers, crowd.similarities)]
    return dict(bootstrap_pairs(judged, yes, plan))


def with_pair_intervals(figures: Figures, intervals: Mapping[str, object]) -> Figures:
    """Return the figures with an "interval" in each that has one."""
    return figures | {
        name: figures[name] | {"interval": interval} for name, interval in intervals.items()
    }


class PairLines(NamedTuple):
    """A line for each pair, and a `crowd.Line` for each pair that the methods settle
    differently."""

    all: list[Figures]
    different: Sequence[JsonMapping]


class PairCount:
    """The figures of a crowd, computed some pairs at a time, in the order of names."""

    def __init__(
        self, crowd: Crowd, models: Sequence[str] = (), pseudo_count: float = PSEUDO_COUNT
    ) -> None:
        ballots, gold = crowd.ballots, crowd.gold
        self._count = CrowdCount(ballots, gold, PAIR, None, models, pseudo_count)
        self.crowd, self._done = crowd, 0
        names = crowd.ballots.item_names
        self._order = sorted(range(len(names)), key=names.__getitem__)

    @property
    def items(self) -> Sequence[Any]:
        return self._count.items

    def add(self, names: Sequence[str]) -> PairLines:
        """Settle and count the next pairs, under these names."""
        places = self._order[self._done : self._done + len(names)]
        self._done += len(names)
        lines = self._count.add(names)
        numbered = zip(places, lines.all, strict=True)
        return PairLines([self._line(place, line) for place, line in numbered], lines.different)

    def figures(self) -> CrowdFound:
        return self._count.figures()

    def _line(self, place: int, line: Mapping[str, object]) -> Figures:
        similarity = self.crowd.similarities[place]
        return {
            **line,
            "stratum": stratum_of(self.crowd.strata[place], similarity),
            "similarity": None if similarity is None else similarity / 1_000_000,
        }


def pair_lines(crowd: Crowd, models: Sequence[str] = ()) -> list[Figures]:
    """Return one line per pair: each consensus with its support, and the facts about the pair."""
    count = PairCount(crowd, models)
    return count.add(count.items).all


def unseen_gold(crowd: Crowd) -> Counter[str]:
    """Return gold answers that no worker ever gives, with counts: perhaps they are spelt
    differently."""
    given = set(crowd.ballots.label_names)
    return Counter(gold for gold in crowd.gold.values() if gold not in given)


def _stratum(cell: str) -> int | str | None:
    """Return the stratum of a cell; 0 to 3 are those of the papers."""
    return int(cell) if cell in {"0", "1", "2", "3"} else cell or None
