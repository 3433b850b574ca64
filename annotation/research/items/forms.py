"""The form for finding items: every filter that applies to the campaign, and the order."""

from collections.abc import Collection
from typing import Unpack

from django import forms

from annotation.models import Campaign, Dataset, Item
from annotation.research.common.forms import FormOptions, Sent, ServiceForm
from annotation.schemes import scheme_of
from annotation.schemes.mixins import NoConsensus
from annotation.services.errors import Invalid
from annotation.services.items.addon_filters import AddOnFilter, addon_filters
from annotation.services.items.cursors import BACK, POSITION, read_order
from annotation.services.items.filters import MAX_TEXT_LENGTH, ItemFilter, read_filter
from annotation.services.items.words import REVIEWED, stratum_name

MAX_STRATA = 100
FIGURES = "Figures"
# Groups of orders.
ORDERS_BY = {
    "The {noun}": {
        POSITION: "as in the dataset",
        "text": "by text, A to Z",
        "-text": "by text, Z to A",
        "stratum": "by stratum",
        "-stratum": "by stratum, the last first",
        "length": "longest first",
        "-length": "shortest first",
    },
    FIGURES: {
        "disagreement": "most disputed first",
        "-disagreement": "least disputed first",
        "entropy": "highest entropy first",
        "-entropy": "lowest entropy first",
        "tie": "ties first",
        "-tie": "ties last",
        "undecided": "undecided first",
        "-undecided": "undecided last",
        "decided": "decided first",
        "-decided": "decided last",
    },
    "Judgments": {
        "judgments": "most judgments first",
        "-judgments": "fewest judgments first",
        "latest": "most recently judged first",
        "-latest": "least recently judged first",
        "reviewed": "most reviewed first",
        "-reviewed": "fewest reviewed first",
        "late": "most late first",
        "-late": "fewest late first",
        "worker": "the worker’s latest first",
        "-worker": "as the worker judged them",
    },
}
OF_FIGURES = ("disagreement", "entropy")
OF_VOTES = ("tie", "undecided")
REVIEWS = {"": "any", **REVIEWED}
YES_NO = {"": "either", "yes": "yes", "no": "no"}
LATE = {"": "either", "yes": "late", "no": "in time"}


def _number(label: str, *, step: str = "1") -> forms.CharField:
    widget = forms.NumberInput(attrs={"min": "0", "step": step, "inputmode": "decimal"})
    return forms.CharField(label=label, required=False, widget=widget)


def _day(label: str) -> forms.CharField:
    widget = forms.DateInput(attrs={"type": "date"})
    return forms.CharField(label=label, required=False, widget=widget)


def _choice(label: str, choices: dict[str, str]) -> forms.CharField:
    widget = forms.Select(choices=tuple(choices.items()))
    return forms.CharField(label=label, required=False, widget=widget)


class ItemsForm(ServiceForm):
    """The form of filters and an order. `read_filter` reads it, as it does for the API; an error is
    shown next to its field."""

    q = forms.CharField(
        label="Find in the texts",
        required=False,
        widget=forms.TextInput(attrs={"type": "search", "maxlength": MAX_TEXT_LENGTH}),
    )
    order = _choice("Order", {})
    worker = _number("Worker")
    since = _day("Judged from")
    until = _day("Judged before")
    review = _choice("Review", REVIEWS)
    late = _choice("Late", LATE)
    length_from = _number("Words from")
    length_to = _number("Words to")
    stratum = forms.CharField(label="Stratum", required=False)
    judgments_from = _number("Judgments from")
    judgments_to = _number("Judgments to")
    disagreement_from = _number("Disagreement from", step="any")
    disagreement_to = _number("Disagreement to", step="any")
    entropy_from = _number("Entropy from", step="any")
    entropy_to = _number("Entropy to", step="any")
    tie = _choice("Tie", YES_NO)
    undecided = _choice("Undecided", YES_NO)
    decided = _choice("Decided", YES_NO)

    # The fields always shown, those about a single judgment of an item, and those about the item
    # itself.
    FIRST = ("q", "order")
    OF_JUDGMENTS = ("worker", "since", "until", "review", "late")

    def __init__(
        self,
        data: Sent = None,
        *,
        campaign: Campaign,
        sees_workers: bool,
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **kwargs)
        self._wanted = ItemFilter()
        self._order = POSITION
        left_out = [] if sees_workers else ["worker"]
        if isinstance(scheme_of(campaign), NoConsensus):
            names = (f"{name}_{end}" for name in OF_FIGURES for end in ("from", "to"))
            left_out += [*names, *OF_VOTES]
        strata = _strata_of(campaign.dataset)
        self.fields["stratum"].widget = forms.Select(choices=[("", "any"), *strata.items()])
        if not strata:
            left_out.append("stratum")
        gone = {name.partition("_")[0] for name in left_out}
        for name in left_out:
            del self.fields[name]
        offered = [one for one in addon_filters() if self._add(one, campaign)]
        self.fields["order"].widget = forms.Select(choices=_orders(campaign, gone, offered))

    def _add(self, of_addon: AddOnFilter, campaign: Campaign) -> bool:
        """Add the fields of an add-on's filter, if the campaign needs it; return whether it
        does."""
        choices = of_addon.choices(campaign)
        if choices is None:
            return False
        for one in of_addon.conditions:
            step = "any" if one.kind == "number" else "1"
            field = _number(one.label, step=step)
            if one.name in choices:
                field.widget = forms.Select(choices=[("", "any"), *choices[one.name]])
            self.fields[one.name] = field
        return True

    def clean(self) -> dict[str, object]:
        try:
            self._order = read_order(self.data.get("order", ""))
            self._wanted = read_filter(self.data)
        except Invalid as error:
            self.refuse(error)
        return self.cleaned_data

    def wanted(self) -> ItemFilter:
        return self._wanted

    def chosen_order(self) -> str:
        return self._order

    def first(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FIRST]

    def of_judgments(self) -> list[forms.BoundField]:
        return [self[name] for name in self.OF_JUDGMENTS if name in self.fields]

    def of_items(self) -> list[forms.BoundField]:
        apart = {*self.FIRST, *self.OF_JUDGMENTS}
        return [self[name] for name in self.fields if name not in apart]


def _orders(
    campaign: Campaign, left_out: Collection[str], of_addons: Collection[AddOnFilter]
) -> list[tuple[str, list[tuple[str, str]]]]:
    noun = scheme_of(campaign).noun
    added = {
        name: words
        for each in of_addons
        for one in each.orders
        for name, words in ((one.name, one.rising), (f"{BACK}{one.name}", one.falling))
    }
    return [
        (
            title.format(noun=noun),
            [one for one in named.items() if one[0].strip("-") not in left_out],
        )
        for title, named in {**ORDERS_BY, FIGURES: {**ORDERS_BY[FIGURES], **added}}.items()
    ]


def _strata_of(dataset: Dataset) -> dict[str, str]:
    if dataset.kind != Dataset.Kind.PAIRS:
        return {}
    found = Item.objects.filter(dataset=dataset, stratum__isnull=False).order_by("stratum")
    keys = found.values_list("stratum", flat=True).distinct()[:MAX_STRATA]
    return {key: stratum_name(key) for key in keys if key is not None}
