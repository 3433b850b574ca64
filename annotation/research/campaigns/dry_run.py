"""A dry run: walk through a campaign as a participant. Start it, open its link, end it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from annotation.capabilities import Capability
from annotation.models import Campaign
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.services.dry_runs.copying import MAX_TASKS
from annotation.services.dry_runs.dry_runs import dry_run_by, end_dry_run, link_of, start_dry_run


@needs(to_read=Capability.RUN_CAMPAIGNS)
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    dry_run = dry_run_by(campaign, request.user)
    context = campaign_context(campaign) | {
        "dry_run": dry_run,
        "link": "" if dry_run is None else _link(request, dry_run),
        "most_tasks": MAX_TASKS,
    }
    return render(request, "research/campaigns/dry_run.html", context)


@needs(to_post=Capability.RUN_CAMPAIGNS)
def start(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project: start a dry run, which replaces the previous one."""
    campaign = campaign_for(request, campaign_id)
    start_dry_run(campaign=campaign, user=request.user)
    return redirect("research:dry_run", campaign.pk)


@needs(to_post=Capability.RUN_CAMPAIGNS)
def end(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    end_dry_run(campaign=campaign, user=request.user)
    messages.success(request, "The dry run has ended. Nothing of it is kept.")
    return redirect("research:dry_run", campaign.pk)


def _link(request: ResearcherRequest, dry_run: Campaign) -> str:
    """Return the URL of a participant, with ids as added by their platform."""
    join_url = request.build_absolute_uri(reverse("worker:join", args=(dry_run.code,)))
    given = link_of(dry_run)
    return f"{join_url}?{urlencode(given)}" if given else join_url
