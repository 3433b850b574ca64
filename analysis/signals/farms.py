"""Farms of accounts simulated together with a replayed crowd, and the results of the tests.

Texts are answered in one order, by all workers from the first on or by each from a different
position, and each text by as many workers as gave the recorded answers. An honest worker gives one
of these answers, which no one else gives.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from agreement.reading.ranks import MAX_OTHERS, OWN_MIN, Answers, Plan
from agreement.reading.status import State, standing_of
from agreement.reading.trial import Crowd, Given, Met, Random, from_elsewhere
from analysis.signals.gathering import ranks_by_worker
from analysis.signals.twins import alike_of, ranks_without_twins, results_without_twins

AT_ONCE = 3.0  # texts that are in progress at the same time
FRIENDS = 15
HONEST_FIRST = 20
HONEST = "honest"


class Seen(NamedTuple):
    """A text as an account sees it when it answers.

    place : the number of the text in the campaign
    number : the number of texts it answered before
    read : the answer of an honest worker
    earlier : the earlier answers to the text, each with its worker
    """

    crowd: Crowd
    met: Met
    place: int
    earlier: Sequence[tuple[int, Given]]


Account = Callable[[Random, Seen], Given | None]


class Farm(NamedTuple):
    """A kind of account: their number, how they answer, and whether each worker of their campaign
    begins at a different position."""

    accounts: int
    answer: Account
    own_walk: bool = False


class Found(NamedTuple):
    """Findings about one worker.

    vouched : their state if twins vouch for each other, as happens without the twins test
    lost_after : the number of texts they had answered when their certificate ended; None if it did
        not end, or if they are certified again
    ranked, losses : how many of their answers have a rank, and how many certificates ended
    """

    sort: str
    state: State
    vouched: State
    twins: int
    follows: bool
    lost_after: int | None
    ranked: int
    losses: int

    @property
    def flagged(self) -> bool:
        return bool(self.twins) or self.follows or self.state == "other"


def honest(random: Random, seen: Seen) -> Given:
    return seen.met.read


def hash_of_text(random: Random, seen: Seen) -> Given:
    """Answer by a hash of the text: the same for all accounts, as if by one program."""
    digest = blake2b(str(seen.place).encode(), digest_size=8).digest()
    drawn = np.random.default_rng(int.from_bytes(digest, "big"))
    return _drawn(drawn, seen)


def with_noise(account: Account, share: float) -> Account:
    """Return an account that answers in this way, but redraws each coordinate with this
    probability."""

    def noisy(random: Random, seen: Seen) -> Given | None:
        given = account(random, seen)
        if given is None:
            return None
        return np.where(random.random(len(given)) < share, _drawn(random, seen), given)

    return noisy


def copy_of_friend(random: Random, seen: Seen) -> Given | None:
    """Copy the answer of one of the first honest workers; None if none has answered the text
    yet."""
    friends = [given for who, given in seen.earlier if who < FRIENDS]
    return friends[int(random.integers(len(friends)))] if friends else None


def honest_then_spam(random: Random, seen: Seen) -> Given:
    return seen.met.read if seen.met.number < HONEST_FIRST else _drawn(random, seen)


def half_reading(random: Random, seen: Seen) -> Given:
    if random.random() < 0.5:
        return seen.met.read
    return from_elsewhere(random, seen.crowd, seen.met)


def _drawn(random: Random, seen: Seen) -> Given:
    """Return a valid answer that does not depend on the text: any in the stratum."""
    answers, _ = seen.crowd.different[seen.met.stratum]
    chosen: Given = answers[int(random.integers(len(answers)))]
    return chosen


FARMS: Mapping[str, Farm] = {
    "hash of the text": Farm(20, hash_of_text),
    "hash of the text, 5 % noise": Farm(20, with_noise(hash_of_text, 0.05)),
    "hash of the text, own walk": Farm(20, hash_of_text, own_walk=True),
    "copy of any of 15 friends, 10 % noise": Farm(4, with_noise(copy_of_friend, 0.1)),
    "honest for 20 texts, then spam": Farm(6, honest_then_spam),
    "reading half of the texts": Farm(6, half_reading),
}


def crowd_with(
    crowd: Crowd, sort: str, *, honest_workers: int, texts: int, seed: int
) -> list[Found]:
    """Return the findings about every worker of a campaign with this farm, or with none
    (HONEST)."""
    random = np.random.default_rng(seed)
    farm = FARMS.get(sort, Farm(0, honest))
    people = [(HONEST, honest)] * honest_workers + [(sort, farm.answer)] * farm.accounts
    answers, width = _answers(crowd, people, farm.own_walk, texts, random)
    least = OWN_MIN if farm.own_walk else 0
    plan = Plan(width, min(width - 1, MAX_OTHERS), seed=seed, least=least)
    vectors = [tuple(given) for given in answers.coordinates]
    alike = alike_of(answers.texts, answers.workers, vectors, seed=seed)
    vouched = results_without_twins(answers, plan, frozenset())
    ranks = ranks_by_worker(answers, ranks_without_twins(answers, plan, alike.twinned))
    found = []
    for number, own in sorted(ranks.items()):
        result = standing_of(own)
        last = own[result.lost.at - 1].answer if result.lost else -1
        found.append(
            Found(
                people[number][0],
                result.state(len(ranks)),
                vouched[number].state(len(ranks)),
                len(alike.twins_of(number)),
                number in alike.follower,
                answers.workers[: last + 1].count(number) if result.lost else None,
                len(own),
                len(result.course.losses),
            )
        )
    return found


def _answers(
    crowd: Crowd,
    people: Sequence[tuple[str, Account]],
    own_walk: bool,
    texts: int,
    random: Random,
) -> tuple[Answers, int]:
    places = [(at, text) for at, stratum in enumerate(crowd.strata) for text in range(len(stratum))]
    order = [places[number] for number in random.permutation(len(places))[:texts]]
    width = min(stratum.shape[1] for stratum in crowd.strata)
    columns = [random.permutation(width).tolist() for _ in order]
    numbers = [0] * len(people)
    rows: list[tuple[int, int, Given]] = []
    earlier: list[list[tuple[int, Given]]] = [[] for _ in order]
    for place, who in _visits(len(people), len(order), width, own_walk, random):
        at, text = order[place]
        read = crowd.strata[at][text, columns[place][-1]]
        seen = Seen(crowd, Met(at, text, numbers[who], read, None), place, earlier[place])
        given = people[who][1](random, seen)
        if given is None:
            continue
        columns[place].pop()
        numbers[who] += 1
        earlier[place].append((who, given))
        rows.append((place, who, given))
    coordinates = [given.tolist() for _, _, given in rows]
    strata = [at for at, _ in order]
    columns_of = ([place for place, _, _ in rows], [who for _, who, _ in rows])
    return Answers(*columns_of, coordinates, strata, range(len(order))), width


def _visits(
    workers: int, texts: int, width: int, own_walk: bool, random: Random
) -> list[tuple[int, int]]:
    """Return which text each worker gets, in chronological order.

    If each begins at a different position, workers take turns at their next text that still needs
    answers.
    """
    if not own_walk:
        met = [
            (place + float(random.uniform(0, AT_ONCE)), place, who)
            for place in range(texts)
            for who in random.permutation(workers)[:width].tolist()
        ]
        return [(place, who) for _, place, who in sorted(met)]
    starts = random.integers(texts, size=workers).tolist()
    walks = [iter([*range(start, texts), *range(start)]) for start in starts]
    taken, found = [0] * texts, []
    while sum(taken) < min(width, workers) * texts:
        for who in random.permutation(workers).tolist():
            for place in walks[who]:
                if taken[place] < width:
                    taken[place] += 1
                    found.append((place, who))
                    break
    return found
