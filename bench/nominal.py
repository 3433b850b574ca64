"""What nominal alpha costs: python -m bench.nominal

Simulated judgments, ten on each item, two labels, one in five random. Beside ours stand the
`krippendorff` package, from a coder matrix where its memory can be spared and from counts, and
nltk's AnnotationTask where `make peers` has installed it. All are given what they want to have.
"""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import krippendorff
import numpy as np
from numpy.typing import NDArray

from agreement.nominal import alpha, count_table, count_votes

SIZES = (10_000, 100_000, 1_000_000)
MATRIX_UP_TO = 100_000  # at a million it takes more than four gigabytes
REDUNDANCY = 10
WORKERS = 200
PEERS = Path(os.environ.get("MIDPATH_PEERS", Path(__file__).resolve().parents[1] / ".peers"))
NLTK = """
import json, sys, time
from nltk.metrics.agreement import AnnotationTask

rows = [(str(coder), str(item), str(label)) for coder, item, label in json.load(sys.stdin)]
start = time.perf_counter()
found = AnnotationTask(data=rows).alpha()
print(json.dumps([time.perf_counter() - start, float(found)]))
"""
Ints = NDArray[np.int64]


def simulate(judgments: int) -> tuple[Ints, Ints, Ints]:
    """Workers, items and labels, one of each a judgment."""
    random = np.random.default_rng(judgments)
    items = np.repeat(np.arange(judgments // REDUNDANCY), REDUNDANCY)
    truth = random.integers(2, size=judgments // REDUNDANCY)[items]
    labels = np.where(random.random(judgments) < 0.2, random.integers(2, size=judgments), truth)
    firsts = random.integers(WORKERS, size=judgments // REDUNDANCY)[items]
    workers = (firsts + np.arange(judgments) % REDUNDANCY) % WORKERS
    return workers, items, labels


def timed(run: Callable[[], Any]) -> tuple[float, float]:
    """The best of three."""
    seconds, found = [], 0.0
    for _ in range(3):
        start = perf_counter()
        found = float(run())
        seconds.append(perf_counter() - start)
    return min(seconds), found


def by_nltk(workers: Ints, items: Ints, labels: Ints) -> tuple[float, float]:
    rows = np.stack([workers, items, labels], axis=1).tolist()
    done = subprocess.run(
        [PEERS / "bin" / "python", "-c", NLTK],
        input=json.dumps(rows),
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, found = json.loads(done.stdout)
    return seconds, found


def measure(judgments: int) -> None:
    workers, items, labels = simulate(judgments)
    cells = np.bincount(items * 2 + labels, minlength=judgments // REDUNDANCY * 2)
    table = cells.reshape(-1, 2)
    runs: dict[str, tuple[float, float]] = {
        "ours, from votes": timed(lambda: alpha(count_votes(items, labels)).value),
        "ours, from counts": timed(lambda: alpha(count_table(table)).value),
        "krippendorff, from counts": timed(
            lambda: krippendorff.alpha(value_counts=table, level_of_measurement="nominal")
        ),
    }
    if judgments <= MATRIX_UP_TO:
        matrix = np.full((WORKERS, judgments // REDUNDANCY), np.nan)
        matrix[workers, items] = labels
        runs["krippendorff, coder matrix"] = timed(
            lambda: krippendorff.alpha(reliability_data=matrix, level_of_measurement="nominal")
        )
    if (PEERS / "ready").exists():
        runs["nltk"] = by_nltk(workers, items, labels)
    for name, (seconds, found) in runs.items():
        print(f"{judgments:>12,}  {name:<28}{seconds * 1000:>12.2f} ms   {found:.12f}", flush=True)


def main() -> None:
    print(f"Nominal alpha, {REDUNDANCY} judgments on each item, {WORKERS} workers")
    print(f"{'judgments':>12}  {'':<28}{'time':>15}   alpha")
    if not (PEERS / "ready").exists():
        print(f"nltk is not here; `make peers` installs it into {PEERS.name}")
    for size in SIZES:
        measure(size)


if __name__ == "__main__":
    main()
