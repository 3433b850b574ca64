"""Give a fixed compensation to workers who were screened out, or whom no platform pays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation.capabilities import Capability
from annotation.models import Campaign, Enrolment
from annotation.money import written
from annotation.plurals import counted
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.names import pseudonym
from annotation.research.common.paging import page_of, whole_number
from annotation.research.pay.forms import CompensationForm
from annotation.services.errors import Invalid, ServiceError
from annotation.services.pay.compensation import (
    compensate_workers,
    paid_by_hand,
    screened_out,
    without_task,
)
from annotation.services.pay.purse import left_of

PER_PAGE = 100
LONGEST_KEY = 19


@dataclass(frozen=True)
class Group:
    """Workers who may be given a compensation. `hint` says who they are."""

    label: str
    hint: str
    of: Callable[[Campaign], QuerySet[Enrolment]]


GROUPS: Mapping[str, Group] = {
    "screened-out": Group(
        "screened out",
        "They practised or answered questions, and were stopped or turned away before their first "
        "task.",
        screened_out,
    ),
    "no-task": Group(
        "no task yet",
        "They practised or answered questions, and have done no task so far.",
        without_task,
    ),
    "by-hand": Group(
        "not paid by a platform", "They did tasks; no platform pays them.", paid_by_hand
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.REVIEW_WORK)
def compensate(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project. Those who have a compensation are not listed, and never get a
    second one. What was typed stays if it is refused."""
    campaign = campaign_for(request, campaign_id)
    who = request.GET.get("who", next(iter(GROUPS)))
    if who not in GROUPS:
        raise Http404
    form = CompensationForm(request.POST or None)
    chosen = {int(key) for key in request.POST.getlist("worker") if _is_key(key)}
    if request.method == "POST" and form.is_valid():
        try:
            if not chosen:
                raise Invalid("Choose at least one worker.")
            made = compensate_workers(
                campaign=campaign, user=request.user, enrolments=chosen, **form.cleaned_data
            )
        except ServiceError as error:
            form.refuse(error)
        else:
            messages.success(request, _done(campaign, len(made), form))
            return redirect("research:pay", campaign.pk)
    after = whole_number(request, "after")
    rows = GROUPS[who].of(campaign).filter(pk__gt=after or 0).select_related("worker")
    answered = Q(practice__vector__isnull=False)
    rows = rows.annotate(
        practised=Count("practice", answered, distinct=True),
        quizzed=Count("quiz_tries", distinct=True),
    )
    page = page_of(list(rows.order_by("pk")[: PER_PAGE + 1]), PER_PAGE)
    context = campaign_context(campaign) | {
        "form": form,
        "lines": [(pseudonym(one.worker.number), one) for one in page.rows],
        "chosen": chosen if form.is_bound else {one.pk for one in page.rows},
        "groups": GROUPS,
        "who": who,
        "hint": GROUPS[who].hint,
        "left": left_of(campaign),
        "more": page.more,
        "last": page.last.pk if page.rows else None,
        "after": after,
    }
    status = 400 if form.is_bound and form.errors else 200
    return render(request, "research/pay/compensation.html", context, status=status)


def _done(campaign: Campaign, made: int, form: CompensationForm) -> str:
    if not made:
        return "All of them had been given a compensation before, so nothing was given again."
    amount = written(form.cleaned_data["amount"])
    who = counted(made, "worker").capitalize()
    return f"{who} {'is' if made == 1 else 'are'} given {campaign.currency} {amount} each."


def _is_key(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < LONGEST_KEY
