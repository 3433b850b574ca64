"""The cost of a corpus in a process of its own: python -m addons.typology.bench_alone FILE"""

import json
import sys
from pathlib import Path
from time import process_time

from addons.typology.bench_reading import sentences_of
from bench.stream import megabytes
from midpath.corpus.adpositions import TypologyOptions, typology
from midpath.corpus.cooccurrence import count
from midpath.corpus.indicators import indicators_of


def count_alone(path: Path) -> None:
    """Print the costs of a corpus.

    They are memory before, seconds to read words alone, to read and count them, and to compute the
    typology, the distinct pairs, and peak memory.
    """
    before = megabytes()
    start = process_time()
    for _ in sentences_of(path):
        pass
    read = process_time()
    counted = count(sentences_of(path))
    done = process_time()
    typology(indicators_of(counted), TypologyOptions())
    seconds = read - start, done - read, process_time() - done
    print(json.dumps([before, *seconds, len(counted.pairs.keys), megabytes()]))


if __name__ == "__main__":
    count_alone(Path(sys.argv[1]))
