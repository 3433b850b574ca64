"""Count simulated annotations in parts: python -m bench.stream nested 10000000

It runs in a process of its own, to measure its memory alone. Prints the processor seconds of
simulating and of counting, alpha d1, and the peak memory.
"""

import json
import sys
from pathlib import Path
from time import process_time
from typing import cast

from agreement.segmentation.alpha import alpha
from agreement.segmentation.counting import count_arrays, take_apart
from agreement.segmentation.vectors import Kind
from agreement.tally import Tally
from tests.agreement.simulation import simulate

PART = 100_000


def main(kind: Kind, annotations: int) -> None:
    state, simulated, counted = Tally(), 0.0, 0.0
    for part in range(annotations // PART):
        start = process_time()
        crowd = simulate(kind, PART, seed=part)
        middle = process_time()
        state += count_arrays(kind, *crowd)
        simulated += middle - start
        counted += process_time() - middle
    start = process_time()
    found = float(alpha(take_apart(state)).value or 0)
    counted += process_time() - start
    print(json.dumps([simulated, counted, found, megabytes()]))


def megabytes() -> float:
    status = Path("/proc/self/status").read_text()
    (peak,) = (line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1000


if __name__ == "__main__":
    main(cast(Kind, sys.argv[1]), int(sys.argv[2]))
