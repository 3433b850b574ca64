"""A preview of a worker's page on the campaign's own items, which cannot store anything."""

from django.http import Http404, HttpResponse
from django.shortcuts import render

from annotation.capabilities import Capability
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.desks import desk_context
from annotation.research.common.paging import whole_number
from annotation.schemes import scheme_of
from annotation.schemes.mixins import HasExample
from annotation.services.campaigns.fitting import item_at
from annotation.services.campaigns.worked_examples import worked_examples
from annotation.services.errors import Forbidden


@needs(Capability.SEE_TEXTS)
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project. Submissions from a preview are refused, since they belong to no
    HIT."""
    campaign = campaign_for(request, campaign_id)
    if request.method == "POST":
        raise Forbidden("This is a preview: nothing is stored.")
    item = item_at(campaign, whole_number(request, "text") or 1)
    if item is None:
        raise Http404
    scheme = scheme_of(campaign)
    context = campaign_context(campaign) | {
        **desk_context(campaign, item, drafts="preview", seconds=campaign.seconds_allotted),
        "example": scheme.example_of(campaign.settings) if isinstance(scheme, HasExample) else {},
        "worked": worked_examples(campaign),
        "example_template": f"worker/schemes/{scheme.name}_example.html",
        "position": item.position,
        "next": item.position % campaign.dataset.item_count + 1,
    }
    return render(request, "research/campaigns/preview.html", context)
