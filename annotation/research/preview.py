"""What a worker will see."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.research.access import ResearcherRequest, campaign_for, researcher


@require_safe
@researcher
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project."""
    campaign = campaign_for(request.user, campaign_id)
    return render(request, "research/preview.html", {"campaign": campaign})
