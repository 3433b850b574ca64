"""The cost of segmentation alpha: python -m bench.segmentation

Simulated nested annotations like those of the papers: texts of 5 to 8 words, ten annotations each,
all trees equally likely. Midpath goes from a researcher's arrays or lists of vectors to alpha. It
is compared with nltk's AnnotationTask with the same distance, computed each time or cached, and
with the slow twin of the tests, which compares all annotations in exact
fractions. All weight a text by its annotations, so all must give the same value.
"""

from fractions import Fraction
from typing import cast

from agreement.segmentation.alpha import alpha
from agreement.segmentation.counting import POWERS, count_arrays, count_items, take_apart
from agreement.tally import Tally
from bench import peers
from bench.clock import timed
from tests.agreement import slow
from tests.agreement.simulation import REDUNDANCY, Crowd, simulate

SIZES = (7_000, 70_000, 700_000)
LENGTHS = range(5, 9)
SLOW_UP_TO = 1_000  # annotations, about half a minute; twice as many take four times as long
MANY, LONG = 700_000, range(10, 13)  # more trees than nltk can take
NLTK = """
import functools, json, sys, time
from nltk.metrics.agreement import AnnotationTask

texts, k, remember = json.load(sys.stdin)
rows = [(who, item, tuple(v)) for item, text in enumerate(texts) for who, v in enumerate(text)]

def distance(a, b):
    if len(a) > len(b):
        a, b = b, a
    places, apart = len(b) - len(a) + 1, 0
    for at in range(places):
        for x, y in zip(a, b[at:]):
            apart += abs(x**k - y**k)
    return apart / (places * len(a))

if remember:
    distance = functools.lru_cache(None)(distance)
start = time.process_time()
try:
    found = AnnotationTask(data=rows, distance=distance).alpha()
except ValueError as error:
    found = str(error).partition(":")[0]
print(json.dumps([time.process_time() - start, found]))
"""


def alpha_of(state: Tally, k: int) -> Fraction:
    return cast(Fraction, alpha(take_apart(state), k, "annotations").value)


def measure(annotations: int, k: int) -> None:
    crowd = simulate("nested", annotations, seed=annotations, lengths=LENGTHS)
    rows = ours(crowd, k)
    best = rows["ours, from arrays"][0]
    if peers.are_here():
        for name, remember in (("nltk", False), ("nltk, distances remembered", True)):
            seconds, value = peers.run(NLTK, [crowd.texts(), k, remember])
            rows[name] = seconds, value
    for name, (seconds, value) in rows.items():
        show(annotations, f"d{k}", name, seconds, value, best)


def ours(crowd: Crowd, k: int) -> dict[str, tuple[float, float]]:
    texts = crowd.texts()
    runs = {
        "ours, from arrays": lambda: alpha_of(count_arrays("nested", *crowd), k),
        "ours, from lists": lambda: alpha_of(count_items("nested", texts), k),
    }
    found = {name: timed(run, 5) for name, run in runs.items()}
    return {name: (seconds, float(value)) for name, (seconds, value) in found.items()}


def show(size: int, d: str, name: str, seconds: float, value: object, best: float) -> None:
    text = f"{value:.12f}" if isinstance(value, float) else value
    print(
        f"{size:>11,}  {d}  {name:<28}{seconds * 1000:>12.2f} ms{seconds / best:>9.1f} ×   {text}"
    )


def measure_slow_twin() -> None:
    crowd = simulate("nested", SLOW_UP_TO, seed=1, lengths=LENGTHS)
    seconds, exact = timed(lambda: alpha_of(count_arrays("nested", *crowd), 2), 5)
    taken, found = timed(lambda: slow.alpha(crowd.texts(), 2, "annotations"), 1)
    for name, time, value in (("ours, from arrays", seconds, exact), ("slow twin", taken, found)):
        show(SLOW_UP_TO, "d2", name, time, float(cast(Fraction, value)), seconds)
    print(f"{'':>11}  as fractions they are {'equal' if exact == found else 'NOT EQUAL'}")


def measure_many_distinct() -> None:
    crowd = simulate("nested", MANY, seed=1, lengths=LONG)
    texts = crowd.texts()
    distinct = len({vector for text in texts for vector in text})
    print(f"\n{distinct:,} distinct trees, texts of {LONG[0]} to {LONG[-1]} words")
    rows = ours(crowd, 2)
    best = rows["ours, from arrays"][0]
    for name, (seconds, value) in rows.items():
        show(MANY, "d2", name, seconds, value, best)
    if peers.are_here():
        seconds, value = peers.run(NLTK, [texts, 2, False])
        show(MANY, "d2", "nltk", seconds, value, best)


def main() -> None:
    print(f"Nested alpha, {REDUNDANCY} annotations a text, {LENGTHS[0]} to {LENGTHS[-1]} words")
    print(f"{'annotations':>11}      {'':<28}{'CPU time':>15}{'':>11}   alpha")
    for size in SIZES:
        for k in POWERS["nested"]:
            measure(size, k)
    measure_slow_twin()
    measure_many_distinct()


if __name__ == "__main__":
    main()
