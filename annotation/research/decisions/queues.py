"""A queue of decisions in a URL: which HITs, in which order, from which seed."""

from typing import Unpack

from django import forms
from django.http import Http404
from django.utils.http import urlencode

from annotation.models import Campaign
from annotation.research.common.access import ResearcherRequest
from annotation.research.common.forms import FormOptions, Sent, ServiceForm
from annotation.research.common.paging import is_number
from annotation.services.decisions.queue import (
    DISAGREEMENT,
    FOUND,
    LARGEST_SEED,
    MAX_SAMPLED,
    SAMPLE,
    SETTLE,
    SINCE,
    UNDECIDED,
    USUAL_SAMPLE,
    Queue,
    orders_of,
)
from annotation.services.items.filters import ItemFilter, read_filter, require_sight

ORDERS = {
    FOUND: "all that match the filter, most disputed first",
    DISAGREEMENT: "disagreement among workers, most first",
    UNDECIDED: "undecided consensus",
    SAMPLE: "a random sample",
}
NAMES = {
    FOUND: "all matches",
    DISAGREEMENT: "most disputed first",
    UNDECIDED: "consensus undecided",
    SAMPLE: "random sample",
    SETTLE: "different decisions of two adjudicators",
    SINCE: "new judgments since the decision",
}


class QueueForm(ServiceForm):
    """The choice of a queue. Only a sample has a size and a seed."""

    by = forms.ChoiceField(label="What to decide", widget=forms.RadioSelect)
    size = forms.IntegerField(
        label="Sample size", min_value=1, max_value=MAX_SAMPLED, required=False
    )
    seed = forms.IntegerField(label="Seed", min_value=0, max_value=LARGEST_SEED, required=False)
    blind = forms.BooleanField(label="Hide what workers answered", required=False)

    def __init__(
        self,
        campaign: Campaign,
        wanted: ItemFilter,
        data: Sent = None,
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **kwargs)
        offered = [one for one in ORDERS.items() if one[0] in orders_of(campaign, wanted)]
        self.fields["by"].choices = offered  # type: ignore[attr-defined]
        self.initial = {"by": offered[0][0], "size": USUAL_SAMPLE, "seed": 1, **self.initial}


def queue_in(request: ResearcherRequest, campaign: Campaign) -> Queue:
    """Return the queue in a URL; one that was tampered with is ignored."""
    wanted = read_filter(request.GET.dict())
    require_sight(wanted, request.can)
    orders = orders_of(campaign, wanted)
    by = request.GET.get("by", "") or orders[0]
    if by not in (*orders, SETTLE, SINCE):
        raise Http404
    return Queue(
        by,
        _number(request, "seed", 1, LARGEST_SEED),
        max(_number(request, "size", USUAL_SAMPLE, MAX_SAMPLED), 1),
        bool(request.GET.get("blind")) and by not in (SETTLE, SINCE),
        wanted,
    )


def written_queue(queue: Queue, **more: int | str) -> str:
    """Return a queue as the query of a URL, with its other parameters."""
    sample = {"seed": queue.seed, "size": queue.size} if queue.by == SAMPLE else {}
    blind = {"blind": 1} if queue.blind else {}
    return urlencode({"by": queue.by, **sample, **blind, **queue.wanted.written(), **more})


def _number(request: ResearcherRequest, name: str, usual: int, most: int) -> int:
    given = request.GET.get(name, "")
    if not given:
        return usual
    if not (is_number(given, 11) and int(given) <= most):
        raise Http404
    return int(given)
