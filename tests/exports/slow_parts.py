"""Parts of gold built all at once, for any scheme."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from analysis.exports.decisions import Content, decided_and_settled
from analysis.reading.evidence_material import Given
from analysis.reading.extent import Extent, final_of
from analysis.reading.judgment_rows import JudgmentRead, Vector
from annotation.models import Campaign
from midpath.kernels.base import Kernel, Vectors, first_settled
from midpath.tables.figures.common import Summary

Judgments = Sequence[JudgmentRead | Given]


def vectors_of(judgments: Judgments) -> Mapping[int, Sequence[Vector]]:
    """Return the answers that count, by item."""
    found: defaultdict[int, list[Vector]] = defaultdict(list)
    for one in judgments:
        if one.counts:
            found[one.item_id].append(tuple(one.vector))
    return found


def sources_of(judgments: Judgments) -> dict[str, str]:
    """Return the platform of each worker with a counting judgment."""
    return {str(one.worker): one.source for one in judgments if one.counts}


def in_gold(
    campaign: Campaign,
    kernel: Kernel[Mapping[str, object], Summary],
    names: Mapping[int, str],
    answers: Mapping[int, Vectors],
    write: Callable[[Sequence[int], int], object],
) -> dict[str, Content]:
    """Return the decisions and the gold answers; `answers` are those that count, by item."""
    final, settings = final_of(Extent(campaign)), campaign.settings
    settled = {
        item: first_settled(kernel.consensus(answers[item], settings))
        for item in names
        if item not in final and answers.get(item)
    }
    return decided_and_settled(final, names, settled, write)
