"""A campaign's items that match a filter, in an order, with all their annotations."""

from django.http import HttpResponse
from django.shortcuts import render

from annotation.capabilities import Capability
from annotation.models import Campaign
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.names import BLIND, hide_on_request
from annotation.research.common.replica import may_be_old
from annotation.research.items.chips import chips_of, query_of
from annotation.research.items.forms import ItemsForm
from annotation.research.schemes.registry import view_of
from annotation.services.errors import Invalid
from annotation.services.items.cursors import Found, count_items, page_of_items, possible
from annotation.services.items.filters import ItemFilter, require_sight
from annotation.services.items.saved_filters import usable_by
from annotation.services.work.skip import skips_of

ITEMS_PER_PAGE = 20
MAX_COUNTED = 10_000


@needs(to_read=Capability.SEE_TEXTS)
@may_be_old
def list_items(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project; only those who may see workers can filter by worker."""
    campaign = campaign_for(request, campaign_id)
    blind = hide_on_request(request)
    sees = Capability.SEE_WORKERS in request.can
    form = ItemsForm(request.GET, campaign=campaign, sees_workers=sees)
    after = request.GET.get("after", "")
    found, refused = Found([], ""), ""
    if form.is_valid():
        require_sight(form.wanted(), request.can)
        try:
            found = page_of_items(
                campaign, form.wanted(), form.chosen_order(), after, ITEMS_PER_PAGE
            )
        except Invalid as error:
            refused = error.message
    wanted, order = form.wanted(), form.chosen_order()
    skips = skips_of(campaign, [hit.pk for hit in found.hits])
    context = campaign_context(campaign) | _filter_context(campaign, wanted, order, blind=blind)
    context |= {
        "view": view_of(campaign),
        "form": form,
        "refused": refused,
        "count": count_items(campaign, wanted, MAX_COUNTED) if wanted.written() else None,
        "most": MAX_COUNTED,
        "saved": usable_by(campaign, request.can),
        "after": after,
        "rows": [
            row | {"skips": skips.get(row["hit"].pk)}
            for row in view_of(campaign).rows(campaign, found.hits)
        ],
        "next": found.next,
    }
    status = 400 if form.errors or refused else 200
    return render(request, "research/items/list.html", context, status=status)


def _filter_context(
    campaign: Campaign, wanted: ItemFilter, order: str, *, blind: bool
) -> dict[str, object]:
    """Return the request in words, and as the queries of links."""
    more = {BLIND: "1"} if blind else {}
    return {
        "chips": chips_of(campaign, wanted, order, **more),
        "query": query_of(wanted, order, **more),
        "only_filter": query_of(wanted),
        "only_order": query_of(ItemFilter(), possible(order, ItemFilter()), **more),
        "blind": blind,
        "blind_switched": query_of(wanted, order, **({} if blind else {BLIND: "1"})),
    }
