"""Exclude workers from a campaign and include them again; the pages show the consequences first."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.models import Campaign, Enrolment
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.forms import ServiceForm
from annotation.research.common.names import pseudonym
from annotation.research.common.paging import is_number
from annotation.research.common.return_links import way_back, with_undo
from annotation.research.people.consequences import of_excluding, of_including
from annotation.research.people.workforce import address_of_workers, enrolment_for
from annotation.services.errors import Invalid
from annotation.services.work.exclusion import (
    MAX_WORKERS,
    Done,
    exclude_workers,
    include_workers,
    may_be_included,
)
from midpath.text.formatting import counted

# Above this number, workers are counted instead of named.
MAX_NAMED = 5


class ExclusionForm(ServiceForm):
    reason = forms.CharField(
        max_length=500,
        label="Reason (for the record)",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Project members see it here and in the audit log; the worker does not.",
        error_messages={"required": "Enter a reason for the record."},
    )


@needs(Capability.REVIEW_WORK)
def exclude(request: ResearcherRequest, campaign_id: int, enrolment_id: int) -> HttpResponse:
    enrolment = enrolment_for(request, campaign_id, enrolment_id)
    return _exclude(request, enrolment.campaign, [enrolment])


@needs(Capability.REVIEW_WORK)
def exclude_many(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    return _exclude(request, campaign, chosen_workers(request, campaign))


@needs(Capability.REVIEW_WORK)
def include(request: ResearcherRequest, campaign_id: int, enrolment_id: int) -> HttpResponse:
    enrolment = enrolment_for(request, campaign_id, enrolment_id)
    return _include(request, enrolment.campaign, [enrolment])


@needs(Capability.REVIEW_WORK)
def include_many(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    return _include(request, campaign, chosen_workers(request, campaign))


def chosen_workers(request: ResearcherRequest, campaign: Campaign) -> list[Enrolment]:
    """Return the workers of the campaign whose enrolments the request names, up to the maximum."""
    given = (request.POST if request.method == "POST" else request.GET).getlist("worker")
    keys = {int(key) for key in given if is_number(key)}
    rows = campaign.enrolments.select_related("worker").filter(pk__in=keys).order_by("pk")
    found = list(rows[: MAX_WORKERS + 1])
    if len(keys) != len(given) or (keys and not found):
        raise Http404
    return found


def _exclude(
    request: ResearcherRequest, campaign: Campaign, chosen: Sequence[Enrolment]
) -> HttpResponse:
    workers = [one for one in chosen if one.excluded_at is None and one.withdrawn_at is None]
    if refused := _none_to_change(request, campaign, chosen, workers, "excluded"):
        return refused
    form = ExclusionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form.showing(Invalid):
            done = exclude_workers(
                campaign=campaign,
                enrolments=[enrolment.pk for enrolment in workers],
                user=request.user,
                reason=form.cleaned_data["reason"],
            )
            messages.success(request, _excluded(workers, done))
            usual = f"{address_of_workers(campaign.pk)}?only=excluded"
            return redirect(with_undo(way_back(request, usual), done.enrolments))
    points = of_excluding(campaign, workers)
    return _page(request, campaign, workers, "exclude", {"form": form, "points": points})


def _include(
    request: ResearcherRequest, campaign: Campaign, chosen: Sequence[Enrolment]
) -> HttpResponse:
    workers = [enrolment for enrolment in chosen if may_be_included(enrolment)]
    if refused := _none_to_change(request, campaign, chosen, workers, "in the campaign"):
        return refused
    if request.method == "POST":
        keys = [enrolment.pk for enrolment in workers]
        done = include_workers(campaign=campaign, enrolments=keys, user=request.user)
        messages.success(request, _included(workers, done))
        return redirect(way_back(request, address_of_workers(campaign.pk)))
    points = of_including(campaign, workers)
    return _page(request, campaign, workers, "include", {"points": points})


def _page(
    request: ResearcherRequest,
    campaign: Campaign,
    workers: Sequence[Enrolment],
    verb: str,
    more: dict[str, object],
) -> HttpResponse:
    keys = [("worker", enrolment.pk) for enrolment in workers]
    form = more.get("form")
    failed = isinstance(form, ExclusionForm) and form.is_bound and form.errors
    context = campaign_context(campaign) | {
        "name": _names(workers),
        "workers": workers,
        "next": way_back(request, ""),
        "listed": [_name(enrolment) for enrolment in workers] if len(workers) > MAX_NAMED else [],
        "foreseen": urlencode([*keys, *([("back", 1)] if verb == "include" else [])]),
        **more,
    }
    template = f"research/people/{verb}.html"
    return render(request, template, context, status=400 if failed else 200)


def _none_to_change(
    request: ResearcherRequest,
    campaign: Campaign,
    chosen: Sequence[Enrolment],
    workers: Sequence[Enrolment],
    already: str,
) -> HttpResponse | None:
    """Return to the list if no worker is chosen, too many are, or none of them would change."""
    if workers and len(chosen) <= MAX_WORKERS:
        return None
    if not chosen:
        message = "Choose at least one worker first."
    elif len(chosen) > MAX_WORKERS:
        message = f"Choose at most {MAX_WORKERS} workers at once."
    else:
        are = "is" if len(chosen) == 1 else "are"
        message = f"{_names(chosen).capitalize()} {are} {already} already."
    messages.info(request, message)
    return redirect(way_back(request, address_of_workers(campaign.pk)))


def _excluded(workers: Sequence[Enrolment], done: Done) -> str:
    changed = done.changed
    judgments = counted(changed.judgments, "judgment")
    again = f"{changed.asked_again:,}" if changed.asked_again else "none"
    return (
        f"{_names(workers).capitalize()} {_are(workers)} excluded; {judgments} will leave the "
        f"figures in a moment. Replacements requested from other workers: {again}. To undo this, "
        "use “Include again”."
    )


def _included(workers: Sequence[Enrolment], done: Done) -> str:
    judgments = counted(done.changed.judgments, "judgment")
    stopped = ""
    if any(enrolment.stopped_at for enrolment in workers):
        still = "They are" if len(workers) == 1 else "Those who were stopped are"
        stopped = f" {still} still stopped."
    return (
        f"{_names(workers).capitalize()} {_are(workers)} included again; {judgments} will return "
        f"to the figures in a moment.{stopped}"
    )


def _are(workers: Sequence[Enrolment]) -> str:
    return "is" if len(workers) == 1 else "are"


def _names(workers: Sequence[Enrolment]) -> str:
    """Return the workers as part of a sentence: worker 3 and worker 5; 12 workers."""
    names = [_name(enrolment) for enrolment in workers]
    if len(names) > MAX_NAMED:
        return counted(len(names), "worker")
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _name(enrolment: Enrolment) -> str:
    return pseudonym(enrolment.worker.number)
