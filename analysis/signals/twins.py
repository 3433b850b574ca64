"""Workers who answer alike: their twins, whom they follow, and their reading test without twins."""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from agreement.reading.ranks import Answers, Plan, Rank, ranks_as_they_came, ranks_of_twins
from agreement.reading.status import Standing, standing_of
from agreement.twins.following import Follower, followers_of
from agreement.twins.pairs import Given, pairs_of
from agreement.twins.twins import Pair, Twins, twins_of
from analysis.signals.gathering import ranks_by_worker
from midpath.tables.figures.signal_figures import Followed, OneAlike

MAXIMUM = 20  # maximum number of twins listed per worker


@dataclass(frozen=True)
class Alike:
    """Workers who answer alike, by their indexes. `sampled` is the number of texts with too many
    answers to count all pairs."""

    twins: Twins
    followers: Sequence[Follower]
    sampled: int

    @cached_property
    def twinned(self) -> frozenset[int]:
        return frozenset(worker for cluster in self.twins.clusters for worker in cluster)

    @cached_property
    def follower(self) -> Mapping[int, Follower]:
        return {one.worker: one for one in self.followers}

    @cached_property
    def cluster(self) -> Mapping[int, int]:
        """Return the number of each worker's cluster, from 1."""
        return {
            worker: number
            for number, cluster in enumerate(self.twins.clusters, 1)
            for worker in cluster
        }

    def twins_of(self, worker: int) -> Sequence[Pair]:
        return self._pairs.get(worker, [])

    @cached_property
    def _pairs(self) -> Mapping[int, list[Pair]]:
        found: defaultdict[int, list[Pair]] = defaultdict(list)
        for pair in sorted(self.twins.pairs, key=lambda pair: (pair.p, pair.one, pair.other)):
            found[pair.one].append(pair)
            found[pair.other].append(pair)
        return found


NOBODY = Alike(Twins(0, [], []), [], 0)
UNLIKE: OneAlike = {
    "twins": 0,
    "cluster": None,
    "twin_pairs": [],
    "follows": False,
    "followed": None,
}


def alike_of(
    texts: Sequence[int],
    workers: Sequence[int],
    answers: Sequence[Hashable],
    *,
    habits: Sequence[Hashable] | None = None,
    planned: int | None = None,
    seed: int = 0,
) -> Alike:
    """Return the workers who answer alike, from answers in order of arrival.

    habits : answers across texts, such as "one segment"; the answers themselves if None
    planned : answers per text; later ones are requested because of the first, so they are left out
    """
    numbers: dict[Hashable, int] = {}
    names: dict[Hashable, int] = {}
    given: defaultdict[int, int] = defaultdict(int)
    rows: list[tuple[int, int, int, int]] = []
    columns = (texts, workers, answers, answers if habits is None else habits)
    for text, worker, answer, habit in zip(*columns, strict=True):
        given[text] += 1
        if planned is None or given[text] <= planned:
            number = numbers.setdefault(answer, len(numbers))
            rows.append((text, worker, number, names.setdefault(habit, len(names))))
    found = [list(column) for column in zip(*rows, strict=True)] or [[]] * 4
    pairs = pairs_of(Given(*found), seed=seed)
    return Alike(twins_of(pairs), followers_of(pairs), pairs.sampled)


def ranks_without_twins(answers: Answers, plan: Plan, twinned: AbstractSet[int]) -> list[Rank]:
    """Return the ranks of all workers; workers with twins are ranked only by others' answers."""
    ranks = ranks_as_they_came(answers, plan)
    if not twinned:
        return ranks
    own = [rank for rank in ranks if answers.workers[rank.answer] not in twinned]
    return [*own, *ranks_of_twins(answers, plan, twinned)]


def results_without_twins(
    answers: Answers, plan: Plan, twinned: AbstractSet[int]
) -> dict[int, Standing]:
    own = ranks_by_worker(answers, ranks_without_twins(answers, plan, twinned))
    return {worker: standing_of(ranks) for worker, ranks in own.items()}


def stored_alike(alike: Alike, names: Sequence[int]) -> dict[int, OneAlike]:
    """Return the stored result of each worker who has twins or follows, by name."""
    return {
        names[worker]: {
            "twins": len(alike.twins_of(worker)),
            "cluster": alike.cluster.get(worker),
            "twin_pairs": [
                _as_seen(pair, worker, names) for pair in alike.twins_of(worker)[:MAXIMUM]
            ],
            "follows": worker in alike.follower,
            "followed": _followed(alike.follower.get(worker), names),
        }
        for worker in sorted(alike.twinned | alike.follower.keys())
    }


def _as_seen(pair: Pair, worker: int, names: Sequence[int]) -> list[float]:
    """Return a pair from the side of one of them: the twin, then what they have in common."""
    twin = pair.other if worker == pair.one else pair.one
    after, same_after = pair.after, pair.same_after
    if worker == pair.one:
        after, same_after = pair.texts - after, pair.same - same_after
    side = 0 if pair.follows is None else -1 if pair.follows == worker else 1
    common = (pair.texts, pair.same, pair.expected, after, same_after, pair.p)
    return [names[twin], *common, side]


def _followed(one: Follower | None, names: Sequence[int]) -> Followed | None:
    if one is None:
        return None
    return {
        "texts": one.texts,
        "same": one.same,
        "expected": one.expected,
        "p": one.p,
        "whom": [[names[who], texts, same] for who, texts, same in one.whom],
    }
