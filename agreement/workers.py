"""How far each worker agrees with the others (COLING 2014, section 4.2, Figure 2).

A worker's agreement is the share of the items that she judged where her label is the majority's.
As printed, her own vote is part of the majority, which flatters her; it is also given with her vote
left out. Items without a majority (a tie) have nothing to agree with and take no part; a worker
who judged fewer than `least` items is not listed but counted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item", bound=Hashable)
Worker = TypeVar("Worker", bound=Hashable)

LEAST = 10
QUARTILES = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))


class Share(NamedTuple):
    """Items with a majority, and those where the worker is with it; value is None without any."""

    agreeing: int
    items: int

    @property
    def value(self) -> Fraction | None:
        return Fraction(self.agreeing, self.items) if self.items else None


class Record(NamedTuple):
    judged: int
    agreement: Share  # own vote included, as printed
    with_others: Share  # own vote left out


class Workers(NamedTuple, Generic[Worker]):
    """The workers who judged enough, and the quartiles of their agreement."""

    records: dict[Worker, Record]
    quartiles: tuple[Fraction, ...]
    quartiles_with_others: tuple[Fraction, ...]
    left_out: int
    reason: str | None = None


def agreement(
    votes: Iterable[tuple[Item, Worker, Hashable]], least: int = LEAST
) -> Workers[Worker]:
    """Each worker's agreement with the majority, from (item, worker, label) votes.

    >>> votes = [(i, w, "yes") for i in range(10) for w in ("ann", "bob")]
    >>> votes += [(i, "cy", "yes" if i < 4 else "no") for i in range(10)]
    >>> found = agreement(votes)
    >>> found.records["cy"].agreement.value, found.records["ann"].with_others.value
    (Fraction(2, 5), Fraction(1, 1))
    >>> found.records["ann"].with_others.items  # the other two agreed on four items
    4
    """
    by_item: defaultdict[Item, list[tuple[Worker, Hashable]]] = defaultdict(list)
    for item, worker, label in votes:
        by_item[item].append((worker, label))
    judged: Counter[Worker] = Counter()
    printed: dict[Worker, Counter[bool]] = defaultdict(Counter)
    others: dict[Worker, Counter[bool]] = defaultdict(Counter)
    for rows in by_item.values():
        times = Counter(label for _, label in rows)
        for worker, label in rows:
            judged[worker] += 1
            for counts, own in ((printed, 0), (others, 1)):
                best = _winner(times, label, own)
                if best is not None:
                    counts[worker][best == (label,)] += 1
    records = {
        worker: Record(n, _share(printed[worker]), _share(others[worker]))
        for worker, n in judged.items()
        if n >= least
    }
    reason = None if records else f"No worker judged {least} items or more."
    return Workers(
        records,
        quartiles([record.agreement.value for record in records.values()]),
        quartiles([record.with_others.value for record in records.values()]),
        len(judged) - len(records),
        reason,
    )


def quartiles(shares: Iterable[Fraction | None]) -> tuple[Fraction, ...]:
    """The three quartiles, between neighbours by linear interpolation; empty without a share.

    >>> [str(q) for q in quartiles([Fraction(1, 2), Fraction(1), None])]
    ['5/8', '3/4', '7/8']
    """
    known = sorted(share for share in shares if share is not None)
    return tuple(_quantile(known, at) for at in QUARTILES) if known else ()


def _quantile(known: Sequence[Fraction], at: Fraction) -> Fraction:
    place = at * (len(known) - 1)
    below = int(place)
    above = min(below + 1, len(known) - 1)
    return known[below] + (place - below) * (known[above] - known[below])


def _winner(times: Counter[Hashable], label: Hashable, own: int) -> tuple[Hashable] | None:
    """The label with most votes, `own` votes for `label` left out; None where there is none."""
    most, best, tied = 0, label, True
    for other, count in times.items():
        votes = count - own if other == label else count
        if votes > most:
            most, best, tied = votes, other, False
        elif votes == most:
            tied = True
    return None if tied else (best,)


def _share(counts: Counter[bool]) -> Share:
    return Share(counts[True], counts[True] + counts[False])
