"""What alpha costs: python -m bench.alpha

Simulated annotations (texts of 2 to 10 words, ten annotations each, all segmentations alike) go
from arrays into a tally, and the tally into figures. Beside it stands one fold, the price of one
more judgment at that size, and the slow twin, which compares every annotation with every other,
where that can be waited for.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from agreement.alpha import alpha
from agreement.counting import Kind, count_arrays, count_item, take_apart
from agreement.segmentation import figures
from agreement.simulation import LENGTHS, REDUNDANCY, Crowd, simulate
from agreement.tally import Tally

SIZES = (7_000, 100_000, 1_000_000)
SLOW_UP_TO = 7_000
FOLDS = 200


def rows_of(crowd: Crowd) -> Iterator[NDArray[np.int64]]:
    ends = np.concatenate([[0], np.cumsum(crowd.n_words - 1)]).tolist()
    return (crowd.boundaries[start:end] for start, end in pairwise(ends))


def slow_alpha(crowd: Crowd, k: int) -> Fraction:
    """Alpha from the definition: every annotation against every other, place by place."""
    powers = [row**k for row in rows_of(crowd)]
    by_length = {n: np.array([row for row in powers if len(row) == n - 1]) for n in sorted(LENGTHS)}
    total = Fraction(0)
    for n, shorter in by_length.items():
        for m, longer in by_length.items():
            if m < n or not len(shorter) or not len(longer):
                continue
            places = range(m - n + 1)
            apart = sum(
                int(np.abs(longer[:, at : at + n - 1] - row).sum())
                for row in shorter
                for at in places
            )
            total += Fraction((1 if m == n else 2) * apart, len(places) * (n - 1))
    within = Fraction(0)
    for start in range(0, len(powers), REDUNDANCY):
        item = np.array(powers[start : start + REDUNDANCY])
        apart = int(np.abs(item[:, None] - item).sum())
        within += Fraction(apart, REDUNDANCY * (REDUNDANCY - 1) * item.shape[1])
    count = len(powers)
    return 1 - (within * REDUNDANCY / count / 2) / (total / (2 * count * (count - 1)))


def fold_milliseconds(kind: Kind, state: Tally, crowd: Crowd) -> float:
    """One more judgment on one item: its share anew, and all figures."""
    rows = rows_of(crowd)
    item = [tuple(next(rows).tolist()) for _ in range(REDUNDANCY)]
    start = perf_counter()
    for _ in range(FOLDS):
        state.shift(count_item(kind, item[:-1]), 1)
        state.shift(count_item(kind, item), -1)
        state.shift(count_item(kind, item), 1)
        state.shift(count_item(kind, item[:-1]), -1)
        figures(kind, state)
        figures(kind, state)
    return (perf_counter() - start) / FOLDS / 2 * 1000


def measure(kind: Kind, annotations: int) -> str:
    crowd = simulate(kind, annotations, seed=annotations)
    start = perf_counter()
    state = count_arrays(kind, *crowd)
    counted = perf_counter() - start
    start = perf_counter()
    fast = alpha(take_apart(state), 1).value
    shown = perf_counter() - start
    fold = fold_milliseconds(kind, state, crowd)
    slow = "-"
    if annotations <= SLOW_UP_TO:
        start = perf_counter()
        equal = "equal" if slow_alpha(crowd, 1) == fast else "NOT EQUAL"
        slow = f"{perf_counter() - start:.1f} s, {equal}"
    return (
        f"{kind:<7}{annotations:>12,}{counted:>12.3f} s{shown * 1000:>10.2f} ms{fold:>12.2f} ms"
        f"{len(state):>9,}   {slow}"
    )


def main() -> None:
    print("Alpha d1: arrays to counts, counts to alpha, one fold (all figures), against all pairs")
    print(
        f"{'kind':<7}{'annotations':>12}{'counting':>14}{'alpha':>13}{'one fold':>15}{'keys':>9}"
        "   slow twin"
    )
    for run in (partial(measure, kind, size) for kind in ("flat", "nested") for size in SIZES):
        print(run(), flush=True)


if __name__ == "__main__":
    main()
