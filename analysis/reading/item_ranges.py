"""A dataset's items in ranges, so that campaigns and texts are read in parts of bounded size."""

from itertools import pairwise
from typing import NamedTuple

from django.db.models import BigIntegerField, F, Func, Q, Sum, TextField, Window
from django.db.models.functions import Cast, RowNumber

from annotation.models import Campaign, Item

# Bounds the memory of a process that reads a part, and the time until it is free for folds.
JUDGMENTS_AT_ONCE = 20_000
# Of items' contents as text; a million bytes are about 100,000 short words.
BYTES_AT_ONCE = 2_000_000


class ItemRange(NamedTuple):
    """The items whose numbers, or positions, are above `after`, up to `until`; None is no limit."""

    after: int | None = None
    until: int | None = None

    def of(self, column: str) -> Q:
        """Return the condition that the item in this column is in the range."""
        low = Q() if self.after is None else Q(**{f"{column}__gt": self.after})
        return low if self.until is None else low & Q(**{f"{column}__lte": self.until})


WHOLE = ItemRange()


def ranges_of(campaign: Campaign, judgments: int) -> list[ItemRange]:
    """Return the ranges of a campaign's items, each with about as many of its judgments as are read
    at once; the first and the last have no end, so that nothing is outside."""
    parts = -(-judgments // JUDGMENTS_AT_ONCE)
    if parts < 2:
        return [WHOLE]
    items = Item.objects.filter(dataset=campaign.dataset_id)
    numbered = items.order_by("pk").annotate(place=Window(RowNumber(), order_by="pk"))
    each = max(-(-campaign.dataset.item_count // parts), 1)
    ends = numbered.annotate(rest=F("place") % each).filter(rest=0).values_list("pk", flat=True)
    limits = [None, *ends, None]
    return [ItemRange(*pair) for pair in pairwise(limits)]


def ranges_by_size(dataset_id: int) -> list[ItemRange]:
    """Return ranges of the positions of a dataset's items, each with about as many bytes as are
    read at once. They depend on the items alone."""
    text = Cast("content", TextField())  # stored, it may be compressed
    size = Func(text, function="octet_length", output_field=BigIntegerField())
    items = Item.objects.filter(dataset=dataset_id).order_by("position").annotate(size=size)
    summed = items.annotate(until=Window(Sum("size"), order_by="position"))
    ends = summed.annotate(
        parts=F("until") / BYTES_AT_ONCE, before=(F("until") - F("size")) / BYTES_AT_ONCE
    ).exclude(parts=F("before"))
    limits = [None, *ends.values_list("position", flat=True), None]
    return [ItemRange(*pair) for pair in pairwise(limits)]
