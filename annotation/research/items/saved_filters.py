"""Saved filters: list, save, open and delete."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, filter_for, needs
from annotation.research.common.rename import NameForm
from annotation.research.items.chips import chips_of, query_of
from annotation.services.errors import ServiceError
from annotation.services.items.cursors import POSITION
from annotation.services.items.filters import read_filter, require_sight
from annotation.services.items.saved_filters import (
    MAX_FILTERS,
    delete_filter,
    filter_of,
    save_filter,
    usable_by,
)


@needs(to_read=Capability.SEE_TEXTS, to_post=Capability.RUN_CAMPAIGNS)
def show_filters(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project. A POST saves the filter in the URL under a name. After a deletion,
    the URL contains the filter and its name, so that it can be saved again."""
    campaign = campaign_for(request, campaign_id)
    wanted = read_filter(request.GET.dict())
    require_sight(wanted, request.can)
    form = NameForm(request.POST or None, initial={"name": request.GET.get("named", "")})
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError):
            own = save_filter(
                campaign=campaign, user=request.user, wanted=wanted, **form.cleaned_data
            )
            messages.success(request, f"Saved as “{own.name}”.")
            return redirect(f"{reverse('research:items', args=(campaign.pk,))}?{own.query}")
    saved = usable_by(campaign, request.can)
    context = campaign_context(campaign) | {
        "form": form,
        "query": query_of(wanted),
        "chips": chips_of(campaign, wanted, POSITION),
        "saved": [(one, chips_of(campaign, filter_of(one), POSITION)) for one in saved],
        "most": MAX_FILTERS,
    }
    return render(request, "research/items/saved.html", context, status=form.status)


@needs(to_read=Capability.SEE_TEXTS)
def show(request: ResearcherRequest, filter_id: int) -> HttpResponse:
    own = filter_for(request, filter_id)
    return redirect(f"{reverse('research:items', args=(own.campaign_id,))}?{own.query}")


@needs(to_post=Capability.RUN_CAMPAIGNS)
def delete(request: ResearcherRequest, filter_id: int) -> HttpResponse:
    """Members of the project; the next page offers to save it again."""
    own = filter_for(request, filter_id)
    delete_filter(own=own, user=request.user)
    messages.success(request, f"The filter “{own.name}” was deleted. You can save it again below.")
    again = urlencode({"named": own.name})
    return redirect(f"{reverse('research:filters', args=(own.campaign_id,))}?{own.query}&{again}")
