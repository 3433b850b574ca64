"""A campaign's results computed again from its folded judgments, and compared with those stored.

Both are done in ranges of items (analysis.reading.item_ranges): the sums of a campaign are those of
its ranges, and each item's results depend on no other item.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from django.db.models import Q, QuerySet

from agreement.segmentation import figures as segmentation
from agreement.tally import Tally
from analysis.entailment import item_entailment
from analysis.reading.contexts import contexts_of
from analysis.reading.item_ranges import WHOLE, ItemRange
from analysis.reading.judgment_rows import Row, as_folded, counting
from analysis.schemes import analysis_of
from annotation.models import AgreementState, Campaign, EntailmentState, ItemEntailment, ItemSummary
from midpath.garbage import no_collection
from midpath.kernels.entailing import entailing
from tasks.fold import Summarized, count_items, summaries_of


@dataclass
class RecomputedEntailment:
    tally: Tally
    items: dict[int, ItemEntailment]


@dataclass
class Recomputed:
    """The results of some items of one campaign; entailments by the number of their state."""

    tally: Tally
    judgments: int
    summaries: dict[int, Summarized]
    entailments: dict[int, RecomputedEntailment]


class Compared(NamedTuple):
    """The counts to add up over the ranges of a campaign, and the stored results of items that
    differ. Its values can be sent as JSON."""

    tally: Mapping[str, int]
    judgments: int
    entailments: Mapping[str, Mapping[str, int]]
    differing: list[str]


def entailments_with(campaign: Campaign) -> QuerySet[EntailmentState]:
    found = EntailmentState.objects.filter(Q(flat=campaign) | Q(nested=campaign))
    return found.select_related("nested").order_by("pk")


def recompute(campaign: Campaign, items: ItemRange = WHOLE) -> Recomputed:
    rows = as_folded(campaign.pk, items)
    contexts = contexts_of(analysis_of(campaign).kernel, campaign, rows.keys())
    return Recomputed(
        tally=count_items(campaign, rows),
        judgments=sum(map(len, rows.values())),
        summaries=summaries_of(campaign, rows, contexts),
        entailments={
            entailment.pk: _recompute_entailment(entailment, campaign, rows, items)
            for entailment in entailments_with(campaign)
        },
    )


def compare_items(campaign: Campaign, items: ItemRange) -> Compared:
    """Compute what follows from the rows of these items, and compare what is stored for each."""
    with no_collection():
        return _compare_items(campaign, items)


def _compare_items(campaign: Campaign, items: ItemRange) -> Compared:
    right = recompute(campaign, items)
    return Compared(
        right.tally,
        right.judgments,
        {str(pk): found.tally for pk, found in right.entailments.items()},
        [
            *_summary_differences(campaign, right, items),
            *chain.from_iterable(
                _item_entailment_differences(pk, found, items)
                for pk, found in right.entailments.items()
            ),
        ],
    )


def add_up(parts: Iterable[Compared]) -> Compared:
    tally, judgments, differing = Tally(), 0, list[str]()
    entailments: dict[str, Tally] = {}
    for part in parts:
        tally += part.tally
        judgments += part.judgments
        differing += part.differing
        for pk, counted in part.entailments.items():
            entailments[pk] = entailments.get(pk, Tally()) + counted
    return Compared(tally, judgments, entailments, differing)


def differences(campaign: Campaign, state: AgreementState, right: Compared) -> Iterator[str]:
    """Yield the names of the stored results of a campaign that differ."""
    if Tally(state.state) != right.tally or state.judgments != right.judgments:
        yield "state"
    kernel = analysis_of(campaign).kernel
    if state.version and state.figures != kernel.figures(Tally(right.tally)):
        yield "figures"
    yield from right.differing
    for entailment in entailments_with(campaign):
        tally = Tally(right.entailments[str(entailment.pk)])
        if Tally(entailment.state) != tally:
            yield f"entailment state {entailment.pk}"
        elif entailment.version and entailment.figures != segmentation.entailment_figures(tally):
            yield f"entailment figures {entailment.pk}"


def _recompute_entailment(
    entailment: EntailmentState,
    campaign: Campaign,
    rows: Mapping[int, Collection[Row]],
    items: ItemRange,
) -> RecomputedEntailment:
    is_flat = entailment.flat_id == campaign.pk
    others = as_folded(entailment.nested_id if is_flat else entailment.flat_id, items)
    result, by = RecomputedEntailment(Tally(), {}), entailing(entailment.nested.settings)
    for item_id in rows.keys() & others.keys():
        pair = list(rows[item_id]), others[item_id]
        sides = pair if is_flat else pair[::-1]
        result.tally += by.contribution(*map(counting, sides))
        found = item_entailment(entailment, *sides)
        result.items[found.flat_hit_id] = found
    return result


def _summary_differences(campaign: Campaign, right: Recomputed, items: ItemRange) -> Iterator[str]:
    summaries = ItemSummary.objects.filter(items.of("hit__item"), campaign=campaign)
    rows = summaries.values_list("hit", *Summarized._fields)
    stored = {hit_id: Summarized(*values) for hit_id, *values in rows}
    for hit_id in sorted(stored.keys() | right.summaries.keys()):
        if stored.get(hit_id) != right.summaries.get(hit_id):
            yield f"summary of HIT {hit_id}"


def _item_entailment_differences(
    pk: int, right: RecomputedEntailment, items: ItemRange
) -> Iterator[str]:
    entailed = ItemEntailment.objects.filter(items.of("flat_hit__item"), entailment=pk)
    stored = dict(entailed.values_list("flat_hit", "summary"))
    for flat_hit in sorted(stored.keys() | right.items.keys()):
        found = right.items.get(flat_hit)
        if found is None or stored.get(flat_hit) != found.summary:
            yield f"entailment of HIT {flat_hit}"
