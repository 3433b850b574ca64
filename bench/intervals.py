"""The cost of intervals: python -m bench.intervals

1,000 resamples of simulated campaigns, over texts and over 100 annotators, by BCa with its leaving
out; all six figures of nested and all three of flat segmentation at once. They are compared with
the slow twin, which adds up the tallies of the texts drawn and computes the
figures; it is timed on a few resamples.
"""

from collections.abc import Sequence
from time import perf_counter

import numpy as np

from agreement.segmentation.boundaries import Vector
from agreement.segmentation.counting import count_item
from agreement.segmentation.figures import figures
from agreement.segmentation.intervals import bootstrap_segmentation
from agreement.segmentation.vectors import Kind
from agreement.tally import Tally
from tests.agreement.simulation import REDUNDANCY, simulate

SIZES = (10_000, 100_000)
ANNOTATORS = 100
SLOW_RESAMPLES = 3

Items = Sequence[Sequence[Vector]]


def slow_seconds(kind: Kind, items: Items) -> float:
    """Return the slow twin's seconds for 1,000 resamples, from a few, without
    counting the texts."""
    tallies = [count_item(kind, item) for item in items]
    random = np.random.default_rng(1)
    start = perf_counter()
    for _ in range(SLOW_RESAMPLES):
        drawn = random.integers(0, len(items), len(items)).tolist()
        figures(kind, Tally.total(tallies[number] for number in drawn))
    return (perf_counter() - start) / SLOW_RESAMPLES * 1000


def measure(kind: Kind, annotations: int) -> str:
    items = simulate(kind, annotations, seed=1).texts()
    random = np.random.default_rng(2)
    people = [random.permutation(ANNOTATORS)[:REDUNDANCY].tolist() for _ in items]
    start = perf_counter()
    bootstrap_segmentation(kind, items)
    over_texts = perf_counter() - start
    start = perf_counter()
    bootstrap_segmentation(kind, items, annotators=people)
    over_annotators = perf_counter() - start
    return (
        f"{kind:<8}{annotations:>12,}{over_texts:>12.2f} s{over_annotators:>18.2f} s"
        f"{slow_seconds(kind, items):>14.0f} s"
    )


def main() -> None:
    print("1,000 resamples, BCa, of α (both weights) and S together")
    print(f"{'kind':<8}{'annotations':>12}{'over texts':>14}{'over annotators':>20}{'slow':>16}")
    for kind in ("flat", "nested"):
        for size in SIZES:
            print(measure(kind, size), flush=True)


if __name__ == "__main__":
    main()
