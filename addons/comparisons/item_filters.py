"""The filter of a campaign's items by the distance of the sides of a comparison."""

from collections.abc import Mapping

from django.db.models import FilteredRelation, Q, QuerySet

from addons.comparisons.models import Comparison
from annotation.models import HIT, Campaign
from annotation.services.errors import Invalid
from annotation.services.items.addon_filters import (
    AddOnFilter,
    Choices,
    Condition,
    Conditions,
    FilterOrder,
)
from annotation.services.items.filters import within
from annotation.services.items.words import between

MAX_COMPARISONS = 100
# The relations from items to comparisons in which they are on the crowd's or on the gold side.
CROWDS, GOLDS = "compared", "compared_as_gold"
COMPARISON, FROM, TO = "comparison", "apart_from", "apart_to"


class ByComparison(AddOnFilter):
    """Items in a comparison with the campaign as crowd or gold. An item is apart by 1 minus the
    similarity that is stored with the comparison."""

    conditions = (
        Condition(
            name=COMPARISON,
            kind="whole",
            label="Compared in",
            help="Only those in this comparison, in which the campaign is the crowd or the gold.",
        ),
        Condition(
            name=FROM,
            kind="number",
            label="Distance from",
            help="Only those whose distance between the sides is at least this: 1 minus the "
            "average similarity of their answers.",
        ),
        Condition(
            name=TO,
            kind="number",
            label="Distance to",
            help="Only those whose distance is at most this.",
        ),
    )
    ranges = ((FROM, TO),)
    orders = (
        # Rank 1 is the item with the largest difference between the sides.
        FilterOrder(
            name="apart",
            column="compared__rank",
            kind=int,
            rising="most different first",
            falling="most similar first",
            needs=COMPARISON,
            lacking="Choose a comparison first: this order uses its distances.",
        ),
    )

    def check(self, values: Conditions) -> None:
        if values and COMPARISON not in values:
            raise Invalid("Choose the comparison for this distance.", field=COMPARISON)

    def choices(self, campaign: Campaign) -> Mapping[str, Choices] | None:
        made = comparisons_with(campaign).exclude(made_at=None).order_by("-pk")[:MAX_COMPARISONS]
        found = [(str(one.pk), one.name) for one in made]
        return {COMPARISON: found} if found else None

    def matching(
        self, hits: QuerySet[HIT], campaign: Campaign, values: Conditions
    ) -> QuerySet[HIT]:
        """Return the HITs in the comparison, with it as their `compared`."""
        number, low, high = (values.get(name) for name in (COMPARISON, FROM, TO))
        by = _items_of(campaign, values[COMPARISON])
        hits = hits if by else hits.none()
        by = by or CROWDS
        in_comparison = Q(**{f"item__{by}__comparison": number})
        hits = hits.annotate(compared=FilteredRelation(f"item__{by}", condition=in_comparison))
        least = None if high is None else 1 - high
        most = None if low is None else 1 - low
        return hits.filter(within("compared__alike", least, most), compared__isnull=False)

    def in_words(self, campaign: Campaign, values: Conditions) -> str:
        named = comparisons_with(campaign).filter(pk=values[COMPARISON])
        name = named.values_list("name", flat=True).first() or "another comparison"
        low, high = values.get(FROM), values.get(TO)
        bounds = "" if low is None and high is None else f", {between('distance', low, high)}"
        return f"in “{name}”{bounds}"


def comparisons_with(campaign: Campaign) -> QuerySet[Comparison]:
    """Return the comparisons of a campaign with a set or another campaign, in which it is the crowd
    or the gold."""
    either = Q(crowd__campaign=campaign) | Q(gold__campaign=campaign)
    return Comparison.objects.not_deleted().filter(either)


def _items_of(campaign: Campaign, number: int) -> str | None:
    """Return the relation from a comparison to the items of a campaign: as its crowd or its gold.
    None if the comparison does not include the campaign."""
    crowds = comparisons_with(campaign).filter(pk=number).values_list("crowd__campaign", flat=True)
    for crowd in crowds:
        return CROWDS if crowd == campaign.pk else GOLDS
    return None


ITEM_FILTERS = (ByComparison(),)
