"""Navigation from one item to the next within a filter, and back to the list."""

from annotation.models import HIT, Campaign
from annotation.research.common.access import ResearcherRequest
from annotation.research.common.names import BLIND, hide_on_request
from annotation.research.items.chips import query_of
from annotation.services.items.cursors import neighbours, read_order
from annotation.services.items.filters import read_filter, require_sight


def ways_from(request: ResearcherRequest, campaign: Campaign, hit: HIT) -> dict[str, object]:
    """Return the items before and after one, by the filters and the order in the URL; hide
    workers' numbers if it says so. A URL with an unreadable filter is refused."""
    blind = hide_on_request(request)
    wanted, order = read_filter(request.GET.dict()), read_order(request.GET.get("order", ""))
    require_sight(wanted, request.can)
    before, after = neighbours(campaign, wanted, order, hit)
    return {
        "before": before,
        "after": after,
        "query": query_of(wanted, order, **({BLIND: "1"} if blind else {})),
        "blind": blind,
        "blind_switched": query_of(wanted, order, **({} if blind else {BLIND: "1"})),
        "is_filtered": bool(wanted.written()),
    }
