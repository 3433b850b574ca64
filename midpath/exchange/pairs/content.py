"""Count the contents of pair datasets and write them as files."""

import csv
import io
from collections import Counter
from collections.abc import Iterable

from midpath.exchange.spreadsheets import harmless
from midpath.json_types import JsonMapping
from midpath.options.strata import EDGES

ONE = 1_000_000
STRATUM_NAMES = ("[0, .25]", "(.25, .5]", "(.5, .75]", "(.75, 1]")
BINS = 50
ORIGINS = ("document", "title")


def count_pairs(contents: Iterable[JsonMapping]) -> dict[str, object]:
    """Return the counts of a pair dataset for its page: by gold answer, by stratum and by
    similarity (50 bins of .02)."""
    gold: Counter[str] = Counter()
    strata: Counter[int | str] = Counter()
    bins = [0] * BINS
    for content in contents:
        if content["gold"] is not None:
            gold[content["gold"]] += 1
        if content["stratum"] is not None:
            strata[content["stratum"]] += 1
        if content["similarity"] is not None:
            bins[min(content["similarity"] * BINS // ONE, BINS - 1)] += 1
    return {
        "gold": dict(sorted(gold.items())),
        "by_stratum": [[name, strata[name]] for name in sorted(strata, key=str)],
        "similarities": bins if any(bins) else None,
    }


def stratum_of(similarity: int) -> int:
    """Return the stratum of a similarity: 0 to 3 for [0, .25], (.25, .5], (.5, .75], (.75, 1]."""
    return sum(similarity > edge for edge in EDGES)


def as_decimal(similarity: int) -> str:
    """Return millionths as written in files.

    >>> as_decimal(250_001)
    '0.250001'
    """
    return f"{similarity // ONE}.{similarity % ONE:06d}"


def write_pairs(pairs: Iterable[tuple[str, JsonMapping]]) -> str:
    """Return a CSV of ids and contents that `read_pair_table` reads. No text in it looks like a
    formula to a spreadsheet."""
    file = io.StringIO()
    writer = csv.writer(file)
    origins = [f"{side}_{origin}" for side in ("left", "right") for origin in ORIGINS]
    writer.writerow(["pair", "left", "right", "similarity", "stratum", *origins])
    for name, content in pairs:
        left, right = content["left"], content["right"]
        similarity = as_decimal(content["similarity"])
        row = [name, left["text"], right["text"], similarity, content["stratum"]]
        row += [side.get(origin, "") for side in (left, right) for origin in ORIGINS]
        writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in row])
    return file.getvalue()
