"""The cost of size: python -m bench.scale

Simulated annotations, texts of 2 to 10 words, ten annotations each, all segmentations equally
likely. Measured: counting in parts, where memory must not grow; all figures from a state, as a fold
computes them; and one more annotation in a live campaign.
"""

import json
import subprocess
import sys
from collections import defaultdict
from functools import partial
from itertools import product
from random import Random
from statistics import median

from agreement.segmentation.chance import agreement_over_chance
from agreement.segmentation.counting import POWERS, count_arrays, take_apart
from agreement.segmentation.figures import figures
from agreement.segmentation.live import Live
from agreement.segmentation.vectors import Kind
from bench.clock import timed
from tests.agreement.simulation import simulate

KINDS: tuple[Kind, ...] = ("flat", "nested")
STREAMED = (1_000_000, 10_000_000)
SIZES = (1_000, 100_000, 1_000_000)
CHANGES = 2_000


def measure_stream(kind: Kind, annotations: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench.stream", kind, str(annotations)],
        stdout=subprocess.PIPE,
        check=True,
    )
    simulated, counted, found, megabytes = json.loads(done.stdout)
    print(
        f"{kind:<8}{annotations:>12,}{counted:>10.2f} s{simulated:>12.2f} s{megabytes:>11.0f} MB"
        f"   {found:+.9f}",
        flush=True,
    )


def measure_figures(kind: Kind, annotations: int) -> None:
    crowd = simulate(kind, annotations, seed=1)
    counting, state = timed(partial(count_arrays, kind, *crowd))
    k = max(POWERS[kind])
    closeness, _ = timed(lambda: agreement_over_chance(take_apart(state), kind, k), 10)
    everything, _ = timed(lambda: figures(kind, state), 10)
    milliseconds = (1000 * seconds for seconds in (counting, closeness, everything))
    shown = "".join(f"{each:>11.2f} ms" for each in milliseconds)
    print(f"{kind:<8}{annotations:>12,}{shown}", flush=True)


def measure_live(kind: Kind, annotations: int) -> None:
    """Measure adding an annotation to a random text and withdrawing it again."""
    texts = simulate(kind, annotations, seed=1).texts()
    seconds, live = timed(lambda: Live(kind, dict(enumerate(texts))), 1)
    random, top = Random(1), max(POWERS[kind])
    taken: defaultdict[str, list[float]] = defaultdict(list)
    for _ in range(CHANGES):
        item = random.randrange(len(texts))
        vector = random.choice(texts[item])
        for name, run in (
            ("more", partial(live.add, item, vector)),
            ("alpha", partial(live.alpha, top)),
            ("S", partial(live.chance, top)),
            ("less", partial(live.withdraw, item, vector)),
        ):
            taken[name].append(timed(run, 1)[0])
    micro = [median(taken[name]) * 1e6 for name in ("more", "less", "alpha", "S")]
    shown = "".join(f"{each:>9.1f} µs" for each in micro)
    print(f"{kind:<8}{annotations:>12,}{seconds:>9.2f} s{shown}", flush=True)


def main() -> None:
    print("Counted in parts of 100,000, and alpha d1")
    print(f"{'kind':<8}{'annotations':>12}{'counted':>12}{'simulated':>14}{'peak':>14}   alpha")
    for kind, annotations in product(KINDS, STREAMED):
        measure_stream(kind, annotations)
    print("\nCounted at once, S from the counts, all figures from the counts (as in every fold)")
    print(f"{'kind':<8}{'annotations':>12}{'counted':>14}{'S':>14}{'all figures':>14}")
    for kind, annotations in product(KINDS, SIZES):
        measure_figures(kind, annotations)
    print("\nOne annotation more or less in a live campaign, median; its figures then")
    names = "".join(f"{name:>12}" for name in ("more", "less", "alpha", "S"))
    print(f"{'kind':<8}{'annotations':>12}{'made in':>11}{names}")
    for kind, annotations in product(KINDS, SIZES):
        measure_live(kind, annotations)


if __name__ == "__main__":
    main()
