"""The figures of the demo's past judgments, with a history for the chart of agreement.

The judgments are folded at once. The earlier versions are computed by the same kernel, from the
judgments up to then, which is much faster than a fold for each of them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from django.db import transaction

from agreement.tally import Tally
from analysis.reading.contexts import contexts_of
from analysis.reading.judgment_rows import Row, Vector, rows_of_campaign
from analysis.reports.figure_history import charted
from analysis.schemes import analysis_of
from annotation.models import AgreementState, Campaign, FigurePoint
from midpath.json_types import JsonMapping
from tasks.fold import fold_once, lock_states


def fold_past(campaign: Campaign, versions: int) -> None:
    """Fold what waits. If nothing was folded before, the result is the last of so many versions,
    each of the time of its last judgment."""
    with transaction.atomic():
        state = lock_states(campaign)[campaign.pk]
        rows = [row for row in rows_of_campaign(campaign.pk) if row.counts]
        versions = min(versions, len(rows))
        if rows and not state.version:
            _add_earlier_points(campaign, rows, versions)
    while fold_once(campaign.pk):
        pass
    if rows and not state.version:
        newest = FigurePoint.objects.filter(campaign=campaign, version__gte=versions)
        # Many judgments take several folds, whose first ones are of fewer than earlier points.
        newest.filter(judgments__lt=len(rows)).delete()
        newest.update(at=rows[-1].submitted_at)


def _add_earlier_points(campaign: Campaign, rows: Sequence[Row], versions: int) -> None:
    cuts = [len(rows) * number // versions for number in range(versions)]
    FigurePoint.objects.bulk_create(
        FigurePoint(
            campaign=campaign,
            version=version,
            judgments=cut,
            figures=charted(figures),
            at=rows[cut - 1].submitted_at,
        )
        for version, (cut, figures) in enumerate(_figures_at(campaign, rows, cuts), start=1)
    )
    AgreementState.objects.filter(campaign=campaign).update(version=versions - 1)


def _figures_at(
    campaign: Campaign, rows: Sequence[Row], cuts: Sequence[int]
) -> Iterator[tuple[int, JsonMapping]]:
    """Yield the figures of the first rows, up to each cut but the first, which is 0."""
    kernel = analysis_of(campaign).kernel
    contexts = contexts_of(kernel, campaign, {row.item_id for row in rows})
    given: defaultdict[int, list[Vector]] = defaultdict(list)
    tally = Tally()
    for begin, end in pairwise(cuts):
        new = _by_item(rows[begin:end])
        for item, vectors in new.items():
            tally -= kernel.contribution(given[item], contexts[item])
            given[item] += vectors
            tally += kernel.contribution(given[item], contexts[item])
        yield end, kernel.figures(tally)


def _by_item(rows: Sequence[Row]) -> Mapping[int, list[Vector]]:
    found: defaultdict[int, list[Vector]] = defaultdict(list)
    for row in rows:
        found[row.item_id].append(tuple(row.vector))
    return found
