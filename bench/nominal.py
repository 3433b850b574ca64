"""The cost of nominal alpha: python -m bench.nominal

Simulated judgments, ten on each item, two labels, one in five random. Compared with the
`krippendorff` package and, if `make peers` has installed it, nltk's AnnotationTask. Each comparison
uses the same form of judgments: counts, a coder matrix, or votes.
"""

from functools import partial
from typing import Any

import krippendorff
import numpy as np
from numpy.typing import NDArray

from agreement.votes.nominal import count_table, count_votes, nominal_alpha
from bench import peers
from bench.clock import timed

SIZES = (10_000, 100_000, 1_000_000)
REDUNDANCY = 10
WORKERS = 200
NLTK = """
import json, sys, time
from nltk.metrics.agreement import AnnotationTask

rows = [(str(coder), str(item), str(label)) for coder, item, label in json.load(sys.stdin)]
start = time.process_time()
found = AnnotationTask(data=rows).alpha()
print(json.dumps([time.process_time() - start, float(found)]))
"""
Ints = NDArray[np.int64]


def simulate(judgments: int) -> tuple[Ints, Ints, Ints]:
    """Return workers, items and labels, one of each for every judgment."""
    random = np.random.default_rng(judgments)
    items = np.repeat(np.arange(judgments // REDUNDANCY), REDUNDANCY)
    truth = random.integers(2, size=judgments // REDUNDANCY)[items]
    labels = np.where(random.random(judgments) < 0.2, random.integers(2, size=judgments), truth)
    firsts = random.integers(WORKERS, size=judgments // REDUNDANCY)[items]
    workers = (firsts + np.arange(judgments) % REDUNDANCY) % WORKERS
    return workers, items, labels


def of_votes(items: Ints, labels: Ints) -> Any:
    return nominal_alpha(count_votes(items, labels)).value


def of_matrix(matrix: NDArray[np.float64]) -> Any:
    coder, item = np.nonzero(~np.isnan(matrix))
    return of_votes(item, matrix[coder, item].astype(np.int64))


def measure(judgments: int) -> None:
    workers, items, labels = simulate(judgments)
    cells = np.bincount(items * 2 + labels, minlength=judgments // REDUNDANCY * 2)
    table = cells.reshape(-1, 2)
    matrix = np.full((WORKERS, judgments // REDUNDANCY), np.nan)
    matrix[workers, items] = labels
    theirs = partial(krippendorff.alpha, level_of_measurement="nominal")
    runs: dict[str, tuple[float, Any]] = {
        "counts, ours": timed(lambda: nominal_alpha(count_table(table)).value),
        "counts, krippendorff": timed(lambda: theirs(value_counts=table)),
        "coder matrix, ours": timed(lambda: of_matrix(matrix)),
        "coder matrix, krippendorff": timed(lambda: theirs(reliability_data=matrix)),
        "votes, ours": timed(lambda: of_votes(items, labels)),
    }
    if peers.are_here():
        seconds, value = peers.run(NLTK, np.stack([workers, items, labels], axis=1).tolist())
        runs["votes, nltk"] = seconds, value
    for name, (seconds, found) in runs.items():
        milliseconds = f"{seconds * 1000:>12.2f} ms"
        print(f"{judgments:>12,}  {name:<28}{milliseconds}   {float(found):.12f}", flush=True)


def main() -> None:
    print(f"Nominal alpha, {REDUNDANCY} judgments on each item, {WORKERS} workers")
    print(f"{'judgments':>12}  {'':<28}{'CPU time':>15}   alpha")
    for size in SIZES:
        measure(size)


if __name__ == "__main__":
    main()
