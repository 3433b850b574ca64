"""Stop the simulated workers of the demo."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from annotation.capabilities import Capability
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.services.errors import Conflict
from annotation.services.live_simulation import stop_simulation


@needs(to_post=Capability.MANAGE_MEMBERS)
def stop(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Owners of the project: stop them, and return to the dashboard."""
    campaign = campaign_for(request, campaign_id)
    try:
        stop_simulation(campaign=campaign, user=request.user)
    except Conflict as error:
        messages.info(request, error.message)
    else:
        messages.success(request, "The simulated workers stop. Their judgments stay.")
    return redirect("research:campaign", campaign.pk)
