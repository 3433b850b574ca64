"""A preview of a worker's page on the campaign's own items, which cannot store anything."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static

from annotation.capabilities import Capability
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.paging import whole_number
from annotation.schemes import scheme_of
from annotation.schemes.mixins import HasExample
from annotation.schemes.styles import styles_of
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
    example = scheme.example_of(campaign.settings) if isinstance(scheme, HasExample) else {}
    script = f"js/worker/{scheme.name}/desk.js"
    context = campaign_context(campaign) | {
        "question": scheme.question_of(campaign.settings),
        "hint": scheme.hint_of(campaign.settings),
        "example": example,
        "worked": worked_examples(campaign),
        "example_template": f"worker/schemes/{scheme.name}_example.html",
        "scheme_template": f"worker/schemes/{scheme.name}.html",
        "scheme_script": script,
        "scheme_styles": styles_of(scheme.name),
        "position": item.position,
        "next": item.position % campaign.dataset.item_count + 1,
        "desk": {
            "preview": True,
            "campaign": "preview",
            "worker": 0,
            "hit": {
                "assignment": 0,
                "seconds": campaign.seconds_allotted,
                "item": scheme.shown(item, campaign.settings),
            },
            "script": static(script),
            "links": {},
        },
    }
    return render(request, "research/campaigns/preview.html", context)
