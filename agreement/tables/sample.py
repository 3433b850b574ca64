"""Sample null tables of nested segmentation where no exact ones exist.

    python -m agreement.tables.sample
    python -m agreement.tables.sample nary

For each length to MAX_LENGTH words and each k without an exact table, a million independent pairs
of random binary trees (agreement.sampling), or NARY_PAIRS of n-ary ones (agreement.nary_sampling),
are counted by their distance numerator. The seed is in the
package, and the numbers are the same on every machine. Tables already in the file are kept. All of
them together take about 15 minutes.

Beyond FINEST words there are many numerators, each of them rare. They are counted in classes of
`width` neighbours, a two-hundredth of the standard deviation, and are equally likely in each class.
This changes P by far less than the sampling does and keeps the file small.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Mapping
from math import isqrt
from pathlib import Path
from typing import TypeAlias

from agreement.nary_sampling import random_nary_trees
from agreement.sampling import PAIRS, RandomTrees, random_trees, sampled_counts
from agreement.segmentation.null import NARY_PAIRS
from agreement.segmentation.vectors import Kind
from agreement.tables.make import MAX_LENGTH as EXACT_TO
from agreement.tables.make import PATHS as EXACT
from agreement.tables.make import POWERS, read

PATH = Path(__file__).with_name("sampled.json.gz")
PATHS: dict[Kind, Path] = {"nested": PATH, "nary": PATH.with_name("sampled_nary.json.gz")}
DRAW: dict[Kind, RandomTrees] = {"nested": random_trees, "nary": random_nary_trees}
NUMBER: dict[Kind, int] = {"nested": PAIRS, "nary": NARY_PAIRS}
FINEST, MAX_LENGTH = 40, 60
CLASSES = 200  # classes per standard deviation

Table: TypeAlias = tuple[int, list[int], list[int]]  # width, steps from class to class, pairs


def main(path: Path = PATH, kind: Kind = "nested") -> None:
    exact = read(EXACT[kind])
    stored = json.loads(gzip.decompress(path.read_bytes())) if path.exists() else {}
    tables: dict[str, dict[str, Table]] = {}
    for n in range(EXACT_TO[kind] + 1, MAX_LENGTH + 1):
        missing = [str(k) for k in POWERS if str(k) not in exact.get(str(n), {})]
        tables[str(n)] = {k: table for k, table in stored.get(str(n), {}).items() if k in missing}
        if any(k not in tables[str(n)] for k in missing):
            sampled = sampled_counts(n, NUMBER[kind], trees=DRAW[kind])
            tables[str(n)] = {k: in_classes(sampled[int(k) - 1], n > FINEST) for k in missing}
            sys.stderr.write(f"{n} words\n")
    text = json.dumps({n: found for n, found in tables.items() if found}, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def in_classes(counts: Mapping[int, int], coarse: bool) -> Table:
    """Return the counts in classes; class begins are stored as small steps from one to the next.

    >>> in_classes({0: 5, 2: 10, 4: 10}, coarse=False)
    (1, [0, 2, 2], [5, 10, 10])
    """
    width = max(deviation(counts) // CLASSES, 1) if coarse else 1
    classes: Counter[int] = Counter()
    for numerator, pairs in counts.items():
        classes[numerator // width] += pairs
    found = sorted(classes)
    steps = [x - before for before, x in zip([0, *found], found, strict=False)]
    return width, steps, [classes[x] for x in found]


def deviation(counts: Mapping[int, int]) -> int:
    """Return the standard deviation, rounded down in whole numbers: the same on every machine.

    >>> deviation({0: 5, 2: 10, 4: 10})
    1
    """
    pairs = sum(counts.values())
    total = sum(x * times for x, times in counts.items())
    squares = sum(x * x * times for x, times in counts.items())
    return isqrt(pairs * squares - total * total) // pairs


if __name__ == "__main__":
    wanted: Kind = "nary" if "nary" in sys.argv[1:] else "nested"
    main(PATHS[wanted], wanted)
