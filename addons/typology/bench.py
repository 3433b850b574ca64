"""The cost of a corpus: python -m bench typology

Made-up words with Zipf frequencies, 20 in a sentence, one sentence a line. Measured from the file
to the decision, in a process of its own, to measure its memory alone. Random words have more
distinct neighbours than those of a language. Compared with the slow twin of the
tests, at a size that it can handle. Then a dataset and a file are counted, and a dataset is
resampled, by 1, 2 and 4 processes.
"""

import json
import subprocess
import sys
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from addons.typology.bench_parts import measure_parts, measure_resamples
from addons.typology.bench_reading import sentences_of
from bench.clock import timed
from midpath.corpus.cooccurrence import count
from midpath.corpus.indicators import INDICATORS, Indicators, indicators_of
from tests.corpus import slow_neighbours as slow

SIZES = (1_000_000, 10_000_000)
SLOW_SENTENCES = 5_000
VOCABULARY, LENGTH, PART = 400_000, 20, 500_000


def make_corpus(path: Path, tokens: int) -> None:
    luck = np.random.default_rng(1)
    shares = 1 / (np.arange(VOCABULARY) + 2.7)
    words = np.array([f"w{np.base_repr(n, 36).lower()}" for n in range(VOCABULARY)], object)
    with path.open("w", encoding="utf-8") as file:
        for _ in range(tokens // PART):
            drawn = luck.choice(VOCABULARY, (PART // LENGTH, LENGTH), p=shares / shares.sum())
            file.writelines(" ".join(row) + "\n" for row in words[drawn])


def measure(path: Path, tokens: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "addons.typology.bench_alone", str(path)],
        stdout=subprocess.PIPE,
        check=True,
    )
    before, read, counted, decided, pairs, peak = json.loads(done.stdout)
    print(
        f"{tokens:>12,}{pairs:>12,}{read:>9.1f} s{counted:>9.1f} s{decided:>9.1f} s"
        f"{tokens / (counted + decided):>14,.0f}{before:>9.0f} MB{peak:>8.0f} MB",
        flush=True,
    )


def measure_slow_twin(path: Path) -> None:
    sentences = list(islice(sentences_of(path), SLOW_SENTENCES))
    ours, found = timed(lambda: indicators_of(count(sentences)))
    theirs, expected = timed(lambda: slow.indicators(sentences), 1)
    print(
        f"{SLOW_SENTENCES * LENGTH:>12,}  all indicators {ours * 1000:,.0f} ms, slow twin "
        f"{theirs * 1000:,.0f} ms: {theirs / ours:.0f} ×, "
        f"{'equal' if alike(found, expected) else 'NOT EQUAL'} to 9 decimals"
    )


def alike(found: Indicators, expected: dict[str, dict[str, float]]) -> bool:
    words = found.counted.words
    return all(
        np.allclose(found.values[name], [expected[name][word] for word in words], atol=1e-9)
        for name in INDICATORS
    )


def main() -> None:
    print("Adposition typology from a file; read: words alone; processor time")
    print(
        f"{'words':>12}{'pairs':>12}{'read':>11}{'counted':>11}{'told':>11}{'words/s':>14}"
        f"{'before':>12}{'peak':>11}"
    )
    with TemporaryDirectory() as folder:
        path = Path(folder) / "corpus.txt"
        for tokens in SIZES:
            make_corpus(path, tokens)
            measure(path, tokens)
        measure_slow_twin(path)
        print("One dataset counted in parts; seconds on the clock: words numbered, and all")
        print(
            f"{'words':>12}{'processes':>11}{'numbered':>12}{'all':>10}{'speed-up':>11}   results"
        )
        for tokens in SIZES:
            make_corpus(path, tokens)
            measure_parts(path, tokens)
        print("The job of one dataset with 200 resamples; seconds on the clock")
        print(f"{'words':>12}{'processes':>11}{'all':>10}{'speed-up':>11}   results")
        make_corpus(path, SIZES[0])
        measure_resamples(path, SIZES[0])
