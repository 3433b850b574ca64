"""The crowd report: who judged a campaign of pairs, and what their answers settle on."""

from typing import Any

from analysis.reading.material import Material
from analysis.scoring.pairs import as_crowd, who_judged

MOST_WORKERS = MOST_DIFFERENCES = 500
Results = dict[str, Any]


def crowd_of(material: Material) -> Results:
    """As `who_judged`, the busiest workers and the first differences only; "differing" is how many
    there are of these. Nothing of campaigns that are not of pairs."""
    if material.pairs is None:
        return {}
    found = who_judged(as_crowd(material.pairs.judged))
    workers = found["worker_agreement"]
    return {
        **found,
        "worker_agreement": workers | {"workers": workers["workers"][:MOST_WORKERS]},
        "differences": found["differences"][:MOST_DIFFERENCES],
        "differing": len(found["differences"]),
    }
