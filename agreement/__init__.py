"""Exact agreement of annotators: labels, segmentations and spans.

NumPy and the standard library only. Every figure is an exact fraction, with the number of
judgments behind it, what was left out, and a bootstrap interval on request.

>>> import agreement
>>> data = [["yes", "no", "yes", "no"], ["yes", "no", "no", "no"]]  # a row for each rater
>>> agreement.alpha(data)
nominal α: 0.533 (n = 8 judgments of 4 items by 2 workers)

alpha, kappa, ac1, ac2, pairwise : agreement of labels
jaccard, masi : distances of labels that are sets
consensus : the label of each item
segmentation_alpha, unitizing_alpha : agreement on segments, and on labelled spans
sliding : a distance of segmentations of any two lengths, from one of equal lengths
gamma : refuses, and names the package that computes it
Result, Consensus : what these functions return

The subpackages contain the formulas: `votes`, `weighted`, `segmentation`, `spans` and `evidence`.
Their counts are integers, so a figure that is updated judgment by judgment equals exactly the
figure recomputed from the rows.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from agreement.version import VERSION

if TYPE_CHECKING:
    from agreement.library.alphas import alpha as alpha
    from agreement.library.distances import jaccard as jaccard
    from agreement.library.distances import masi as masi
    from agreement.library.kappas import ac1 as ac1
    from agreement.library.kappas import ac2 as ac2
    from agreement.library.kappas import kappa as kappa
    from agreement.library.pairs import pairwise as pairwise
    from agreement.library.result import Result as Result
    from agreement.library.segment_distances import sliding as sliding
    from agreement.library.segments import segmentation_alpha as segmentation_alpha
    from agreement.library.settled import Consensus as Consensus
    from agreement.library.settled import consensus as consensus
    from agreement.library.units import gamma as gamma
    from agreement.library.units import unitizing_alpha as unitizing_alpha

__all__ = [
    "Consensus",
    "Result",
    "ac1",
    "ac2",
    "alpha",
    "consensus",
    "gamma",
    "jaccard",
    "kappa",
    "masi",
    "pairwise",
    "segmentation_alpha",
    "sliding",
    "unitizing_alpha",
]

__version__ = VERSION

# Each name is imported on first use, since parts of Midpath need this package without NumPy.
_MODULES = {
    "Consensus": "settled",
    "Result": "result",
    "ac1": "kappas",
    "ac2": "kappas",
    "alpha": "alphas",
    "consensus": "settled",
    "gamma": "units",
    "jaccard": "distances",
    "kappa": "kappas",
    "masi": "distances",
    "pairwise": "pairs",
    "segmentation_alpha": "segments",
    "sliding": "segment_distances",
    "unitizing_alpha": "units",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'agreement' has no attribute {name!r}")
    found = getattr(import_module(f"agreement.library.{_MODULES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return list(__all__)
