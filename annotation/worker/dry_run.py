"""Restart a dry run from the pages that its participant sees."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode

from annotation.services.dry_runs.dry_runs import link_of, start_again
from annotation.web.error_pages import not_found
from annotation.worker.answers import deleted, page
from annotation.worker.identity import find_campaign, was_deleted


@page("POST")
def again(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the join page of a new dry run. Only the researcher who started the last one may
    do this, since it is recorded under their name. Others with its link can only walk through
    it."""
    campaign = find_campaign(request, code)
    if campaign is None and was_deleted(code):
        return deleted(request)
    if campaign is None or not campaign.is_dry_run:
        return not_found(request, LookupError(code))
    user = request.user if request.user.is_authenticated else None
    fresh = start_again(dry_run=campaign, user=user)
    join_url = reverse("worker:join", args=(fresh.code,))
    return HttpResponseRedirect(f"{join_url}?{urlencode(link_of(fresh))}")
