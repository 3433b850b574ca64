"""The probability of each answer by Dawid and Skene's model over all judgments of a file.

Three numbers per judgment are in memory, 24 MB per million; about 80 MB during the fit.
"""

from array import array
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agreement.votes.dawid_skene import fit
from analysis.reading.campaign_judgments import WORKER
from analysis.reading.extent import Extent
from analysis.schemes import analysis_of
from analysis.schemes.mixins import WeightsWorkers


class Weighed:
    """Probabilities, read and fitted on first use."""

    def __init__(self, extent: Extent) -> None:
        self._extent = extent

    def of(self, item: int) -> dict[int, float]:
        """Return the probability of each answer to an item, by its number; empty if answers are not
        weighted or if the item has no judgment that counts."""
        found = self._found
        at = int(np.searchsorted(found.items, item))
        if at == len(found.items) or found.items[at] != item:
            return {}
        return dict(zip(found.answers.tolist(), found.chances[at].tolist(), strict=True))

    @cached_property
    def _found(self) -> "_Chances":
        nothing = np.zeros(0, np.int64)
        campaign = self._extent.campaign
        analysis = analysis_of(campaign)
        if not (isinstance(analysis, WeightsWorkers) and analysis.weighs(campaign.settings)):
            return _Chances(nothing, nothing, np.zeros((0, 0)))
        rows = self._extent.judgments().filter(counts=True).order_by("pk")
        votes = array("q")
        for item, worker, answer in rows.values_list(
            "hit__item_id", f"{WORKER}__number", "vector__0"
        ).iterator(chunk_size=10_000):
            votes.extend((item, worker, answer))
        if not votes:
            return _Chances(nothing, nothing, np.zeros((0, 0)))
        given = np.frombuffer(votes, np.int64).reshape(-1, 3)
        (items, item), (_, worker), (answers, answer) = (
            np.unique(column, return_inverse=True) for column in given.T
        )
        return _Chances(items, answers, fit(item, worker, answer).posterior)


class _Chances(NamedTuple):
    items: NDArray[np.int64]
    answers: NDArray[np.int64]
    chances: NDArray[np.float64]
