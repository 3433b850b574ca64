"""The crowd report: the workers of a campaign, and the consensus of their answers."""

from analysis.reading.material import Material
from annotation.tables.figures.crowd_figures import CrowdReport

MAX_WORKERS = MAX_DIFFERENCES = 500
Results = dict[str, object]


def crowd_of(material: Material) -> Results:
    """Return the crowd's figures with only the workers with most judgments and the first
    differences.

    "differing" is the number of differences. Empty for schemes whose answers do not come from a few
    choices.
    """
    if material.own.crowd is None:
        return {}
    found = material.own.crowd()
    workers = found["worker_agreement"]
    report: CrowdReport = {
        **found,
        "worker_agreement": {**workers, "workers": workers["workers"][:MAX_WORKERS]},
        "differences": found["differences"][:MAX_DIFFERENCES],
        "differing": len(found["differences"]),
    }
    return dict(report)
