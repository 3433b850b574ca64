"""The crowd report: the workers of a campaign of pairs, and the consensus of their answers."""

from typing import Any

from analysis.reading.material import Material
from analysis.scoring.pairs import as_crowd, who_judged

MOST_WORKERS = MOST_DIFFERENCES = 500
Results = dict[str, Any]


def crowd_of(material: Material) -> Results:
    """Return `who_judged` with only the busiest workers and the first differences.

    "differing" is the number of differences. Empty for campaigns that are not of pairs.
    """
    if material.own.pairs is None:
        return {}
    found = who_judged(as_crowd(material.own.pairs.judged))
    workers = found["worker_agreement"]
    return {
        **found,
        "worker_agreement": workers | {"workers": workers["workers"][:MOST_WORKERS]},
        "differences": found["differences"][:MOST_DIFFERENCES],
        "differing": len(found["differences"]),
    }
