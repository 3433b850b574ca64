"""Entailment between nested and flat campaigns of a dataset, updated with each fold."""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import Q

from agreement.segmentation import figures as segmentation
from agreement.tally import Tally
from analysis.reading.judgment_rows import Row, by_item, counting, folded, rows_of_items
from annotation.models import Campaign, EntailmentState, ItemEntailment
from annotation.services.clock import database_now
from midpath.kernels.entailing import entailing
from midpath.tables.figures.segmentation_figures import EntailmentFigures


def entailments_of(campaign: Campaign) -> list[EntailmentState]:
    """Return a campaign's entailment states, locked in a fixed order.

    The caller has already locked the agreement states of the dataset.
    """
    return list(
        EntailmentState.objects.select_for_update(of=("self",))
        .select_related("nested")
        .filter(Q(flat=campaign) | Q(nested=campaign))
        .order_by("pk")
    )


def fold_entailments(
    campaign: Campaign, items: Mapping[int, Sequence[Row]]
) -> list[EntailmentState]:
    """Update the entailments for items whose rows are being folded, and return them.

    `items` contains the campaign's rows. The other campaign's unfolded rows are left out, because
    only its folded ones are in the figures.
    """
    entailments = entailments_of(campaign)
    for entailment in entailments:
        is_flat = entailment.flat_id == campaign.pk
        other_id = entailment.nested_id if is_flat else entailment.flat_id
        others = by_item(rows_of_items(other_id, items.keys()))
        tally, by = Tally(entailment.state), entailing(entailment.nested.settings)
        results = []
        for item_id, rows in items.items():
            theirs = [row._replace(counts=row.folded) for row in others.get(item_id, [])]
            flats, nesteds = (rows, theirs) if is_flat else (theirs, rows)
            tally += by.contribution(counting(flats), counting(nesteds))
            tally -= by.contribution(folded(flats), folded(nesteds))
            if counting(flats) and counting(nesteds):
                results.append(item_entailment(entailment, flats, nesteds))
        store_entailment(entailment, tally)
        store_item_entailments(entailment, items.keys(), results)
    return entailments


def item_entailment(
    entailment: EntailmentState, flats: Sequence[Row], nesteds: Sequence[Row]
) -> ItemEntailment:
    by = entailing(entailment.nested.settings)
    return ItemEntailment(
        entailment=entailment,
        flat_hit_id=flats[0].hit_id,
        nested_hit_id=nesteds[0].hit_id,
        summary=by.summary(counting(flats), counting(nesteds)),
    )


def store_entailment(entailment: EntailmentState, tally: Tally) -> None:
    entailment.state = dict(tally)
    figures: EntailmentFigures = segmentation.entailment_figures(tally)
    entailment.figures = figures
    entailment.version += 1
    entailment.folded_at = database_now()
    entailment.save(update_fields=["state", "figures", "version", "folded_at"])


def store_item_entailments(
    entailment: EntailmentState, item_ids: Collection[int], results: Sequence[ItemEntailment]
) -> None:
    """Store these items' results; an item without annotations on both sides has none."""
    ItemEntailment.objects.filter(entailment=entailment, flat_hit__item__in=item_ids).delete()
    ItemEntailment.objects.bulk_create(results, batch_size=1000)
