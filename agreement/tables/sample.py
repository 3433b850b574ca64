"""Sample null tables of nested segmentation past the exact ones: python -m agreement.tables.sample

For each length to LONGEST words and each k without an exact table, a million independent pairs of
random trees (agreement.sampling) are counted by their distance numerator. The seed is in the
package, and the same numbers come out on every machine. All together takes about five minutes.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

from agreement.sampling import sampled_counts
from agreement.tables.make import POWERS, read

PATH = Path(__file__).with_name("sampled.json.gz")
SHORTEST, LONGEST = 14, 40


def main() -> None:
    exact = read()
    tables: dict[str, dict[str, list[list[int]]]] = {}
    for n in range(SHORTEST, LONGEST + 1):
        missing = [k for k in POWERS if str(k) not in exact.get(str(n), {})]
        if missing:
            sampled = dict(zip(POWERS, sampled_counts(n), strict=True))
            tables[str(n)] = {str(k): _columns(sampled[k]) for k in missing}
            sys.stderr.write(f"{n} words\n")
    text = json.dumps(tables, separators=(",", ":"))
    PATH.write_bytes(gzip.compress(text.encode(), mtime=0))


def _columns(counts: dict[int, int]) -> list[list[int]]:
    """Steps from one numerator to the next, and counts: smaller than the numerators themselves."""
    numerators = sorted(counts)
    steps = [x - before for before, x in zip([0, *numerators], numerators, strict=False)]
    return [steps, [counts[x] for x in numerators]]


if __name__ == "__main__":
    main()
