"""Answers that are one number: their sums, and their consensus by votes, by the median, or label by
label."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from agreement.tally import Tally
from agreement.votes.consensus import majority_of
from midpath.kernels.base import Consensus, Figures_co, ItemContext, Kernel, Summary_co, Vectors


class VoteKernel(Kernel[Figures_co, Summary_co]):
    """A kernel for which only how often an item got each answer matters. So items with equal votes
    and facts are computed once."""

    def total(self, items: Iterable[tuple[Vectors, ItemContext]]) -> Tally:
        times, total = Counter[tuple[object, ...]](), Tally()
        first: dict[tuple[object, ...], tuple[Vectors, ItemContext]] = {}
        for vectors, context in items:
            key: tuple[object, ...] = (*sorted(vectors), repr(context.facts))
            times[key] += 1
            first.setdefault(key, (vectors, context))
        for key, (vectors, context) in first.items():
            total.shift(self.contribution(vectors, context), times[key])
        return total

    def consensuses(
        self, many: Sequence[Vectors], settings: Mapping[str, object]
    ) -> Iterator[Consensus]:
        found: dict[Vectors, Consensus] = {}
        for vectors in many:
            key = tuple(sorted(vectors))
            if key not in found:
                found[key] = self.consensus(key, settings)
            yield found[key]


def of_votes(votes: Counter[int]) -> Consensus:
    """Return the answer with most votes, and the same if it has more than half; None for a tie.

    >>> of_votes(Counter([0, 0, 1, 2]))
    {'majority': (0,), 'absolute majority': None}
    """
    won = majority_of(Counter({str(answer): times for answer, times in votes.items()}))
    winner = None if won.winner is None else (int(won.winner),)
    return {"majority": winner, "absolute majority": winner if won.absolute else None}


def middle(given: Sequence[int]) -> tuple[int, ...] | None:
    """Return the median of places on a scale; None if the two middle ones differ.

    >>> middle([4, 0, 1]), middle([0, 1]), middle([1, 0, 3, 1])
    ((1,), None, (1,))
    """
    ordered = sorted(given)
    low, high = ordered[(len(given) - 1) // 2], ordered[len(given) // 2]
    return (low,) if low == high else None


def of_sets(given: Sequence[int], labels: int) -> tuple[int, ...] | None:
    """Return the labels that more than half chose; None if exactly half chose some label.

    >>> of_sets([0b011, 0b001, 0b101], 3), of_sets([0b01, 0b10], 2)
    ((1,), None)
    """
    times = [sum(one >> place & 1 for one in given) for place in range(labels)]
    if any(2 * count == len(given) for count in times):
        return None
    return (sum(1 << place for place, count in enumerate(times) if 2 * count > len(given)),)
