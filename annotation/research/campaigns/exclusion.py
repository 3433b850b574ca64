"""Take a worker out of a campaign and back in; the page says what it does before it is done."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from annotation.models import Enrolment
from annotation.plurals import counted
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.campaigns.consequences import of_excluding
from annotation.research.campaigns.workforce import address_of_workers, enrolment_for
from annotation.research.common.access import ResearcherRequest, researcher
from annotation.research.common.forms import CalmForm
from annotation.research.common.names import pseudonym
from annotation.services.errors import Invalid
from annotation.services.work.counting import Recount
from annotation.services.work.exclusion import exclude_worker, include_worker


class ExclusionForm(CalmForm):
    reason = forms.CharField(
        max_length=500,
        label="Why, for the record",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Members of the project see it here and in the audit; the worker does not.",
        error_messages={"required": "Say why, for the record."},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@researcher
def exclude(request: ResearcherRequest, campaign_id: int, enrolment_id: int) -> HttpResponse:
    """Members of the project; a GET asks for the reason and says what will happen."""
    enrolment = enrolment_for(request, campaign_id, enrolment_id)
    if enrolment.excluded_at is not None:
        messages.info(request, f"{_name(enrolment).capitalize()} is excluded already.")
        return redirect(address_of_workers(campaign_id))
    form = ExclusionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            changed = exclude_worker(
                enrolment=enrolment, user=request.user, reason=form.cleaned_data["reason"]
            )
        except Invalid as error:
            form.refuse(error)
        else:
            messages.success(request, _excluded(enrolment, changed))
            return redirect(f"{address_of_workers(campaign_id)}?only=excluded")
    context = campaign_context(enrolment.campaign) | {
        "name": _name(enrolment),
        "form": form,
        "points": of_excluding(enrolment.campaign, enrolment),
    }
    status = 400 if form.is_bound and form.errors else 200
    return render(request, "research/campaigns/exclude.html", context, status=status)


@require_POST
@researcher
def include(request: ResearcherRequest, campaign_id: int, enrolment_id: int) -> HttpResponse:
    """Members of the project: the worker and their judgments stand as before."""
    enrolment = enrolment_for(request, campaign_id, enrolment_id)
    changed = include_worker(enrolment=enrolment, user=request.user)
    messages.success(request, _included(enrolment, changed))
    return redirect(address_of_workers(campaign_id))


def _excluded(enrolment: Enrolment, changed: Recount) -> str:
    leaves = "leaves" if changed.judgments == 1 else "leave"
    judgments = counted(changed.judgments, "judgment")
    again = f"{changed.asked_again:,}" if changed.asked_again else "None"
    are = "is" if changed.asked_again == 1 else "are"
    return (
        f"{_name(enrolment).capitalize()} is excluded: {judgments} of theirs {leaves} the figures "
        f"in a moment. {again} {are} asked again of others. “Include again” takes it back."
    )


def _included(enrolment: Enrolment, changed: Recount) -> str:
    are = "is" if changed.judgments == 1 else "are"
    judgments = counted(changed.judgments, "judgment")
    stopped = " They are still stopped." if enrolment.stopped_at else ""
    return (
        f"{_name(enrolment).capitalize()} is included again: {judgments} of theirs {are} in the "
        f"figures again in a moment.{stopped}"
    )


def _name(enrolment: Enrolment) -> str:
    return pseudonym(enrolment.worker.number)
