"""Find the items of a dataset that fit a scheme; the others are left out."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from annotation.models import Campaign, Dataset, Item
from annotation.schemes import SCHEMES, scheme_of
from annotation.schemes.base import Scheme
from annotation.schemes.mixins import TakesParts
from annotation.services.datasets.parts import one_of
from annotation.services.errors import Invalid
from midpath.schemes.lengths import Lengths
from midpath.text.formatting import counted


@dataclass(frozen=True)
class Fit:
    """The number of items of a dataset that fit a scheme.

    allowed : the allowed size of items in words, such as "2 to 60 words"
    """

    one: str
    allowed: str
    fitting: int
    total: int

    @property
    def left_out(self) -> int:
        return self.total - self.fitting

    def __str__(self) -> str:
        if not self.left_out:
            return ""
        whole = f"{self.fitting:,} of {counted(self.total, self.one)}"
        have = "has" if self.total == 1 else "have"
        if not self.fitting:
            return f"None of {counted(self.total, self.one)} has {self.allowed}."
        others = "the other one is" if self.left_out == 1 else f"the other {self.left_out:,} are"
        return f"{whole} {have} {self.allowed}; {others} left out."


def fitting_items(dataset_id: int, scheme: Scheme) -> QuerySet[Item]:
    items = Item.objects.filter(dataset=dataset_id)
    if scheme.lengths is None:
        return items
    return items.filter(length__range=scheme.lengths)


def included_items(campaign: Campaign) -> QuerySet[Item]:
    """Return the items of a campaign's dataset that are not left out."""
    return fitting_items(campaign.dataset_id, scheme_of(campaign))


def item_at(campaign: Campaign, position: int) -> Item | None:
    """Return the item at this place of the dataset, or the next one that is not left out; None if
    the dataset has no such place."""
    if not 1 <= position <= campaign.dataset.item_count:
        return None
    items = included_items(campaign).select_related("document").order_by("position")
    return items.filter(position__gte=position).first() or items.first()


def fit_of(dataset: Dataset, scheme: Scheme) -> Fit:
    total = fitting = dataset.item_count
    if scheme.lengths is not None:
        fitting = fitting_items(dataset.pk, scheme).count()
    return Fit(one_of(dataset), str(scheme.lengths or ""), fitting, total)


def fits_of(dataset: Dataset, schemes: Sequence[Scheme]) -> dict[str, Fit]:
    """Return the number of items that fit each scheme; schemes with the same lengths are counted
    once."""
    fits: dict[Lengths | None, Fit] = {}
    for scheme in schemes:
        if scheme.lengths not in fits:
            fits[scheme.lengths] = fit_of(dataset, scheme)
    return {scheme.name: fits[scheme.lengths] for scheme in schemes}


def fit_of_campaign(campaign: Campaign) -> Fit:
    """Return the number of items of a campaign, as counted when it was drafted."""
    scheme, dataset = scheme_of(campaign), campaign.dataset
    fitting = dataset.item_count - campaign.left_out
    return Fit(one_of(dataset), str(scheme.lengths or ""), fitting, dataset.item_count)


def count_left_out(dataset: Dataset, scheme: str) -> int:
    """Return how many items a campaign of this scheme leaves out; raise Invalid if it leaves out
    all."""
    fit = fit_of(dataset, SCHEMES[scheme])
    if fit.left_out and not fit.fitting:
        raise Invalid(
            f"{fit} {SCHEMES[scheme].title} needs such {dataset.kind}. Choose another scheme or "
            f"import other {dataset.kind}.",
            field="scheme",
        )
    return fit.left_out


def require_fit(campaign: Campaign, item: Item) -> None:
    """Raise Invalid if the campaign leaves out an item."""
    lengths = scheme_of(campaign).lengths
    if lengths is not None and not lengths.allow(item):
        raise Invalid(
            f"This campaign leaves out the item, because it does not have {lengths}.", field="item"
        )


def require_parts(scheme: str) -> None:
    """Raise Invalid if a scheme does not support parts of documents."""
    if not isinstance(SCHEMES[scheme], TakesParts):
        title = SCHEMES[scheme].title
        raise Invalid(f"{title}: parts of documents are not supported.", field="parts")
