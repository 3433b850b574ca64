"""Compensate screened-out workers, or those that no platform pays, by a fixed sum, or undo it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import Campaign, Enrolment
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.names import pseudonym
from annotation.research.common.paging import is_number, page_after
from annotation.research.pay.forms import CompensationForm
from annotation.services.errors import Invalid, ServiceError
from annotation.services.pay.compensation import (
    compensable,
    compensate_workers,
    compensated,
    compensations_of,
    paid_by_hand,
    screened_out,
    take_back_compensations,
    without_task,
)
from annotation.services.pay.purse import left_of, with_fee
from midpath.text.formatting import counted, written

PER_PAGE = 100
GIVEN = "given"
NOBODY_CHOSEN = "Choose at least one worker."


@dataclass(frozen=True)
class Cost:
    """The cost of a compensation for several workers, alone and with the platform's fee."""

    workers: int
    amount: Decimal
    total: Decimal
    with_fee: Decimal

    @property
    def read(self) -> str:
        """The cost as the researcher confirms it; if it has changed, they must confirm again."""
        return f"{self.workers} × {self.amount}"


@dataclass(frozen=True)
class Group:
    """Workers who can be compensated. `hint` says who they are."""

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
    GIVEN: Group(
        "given, not sent",
        "They were given a compensation that is in no payment list yet.",
        compensated,
    ),
}


@needs(Capability.REVIEW_WORK)
def compensate(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project. Nothing is given until the number of workers and the sum are
    confirmed. Workers who have a compensation are not listed, and never get a second one. The input
    is kept if it is refused."""
    campaign = campaign_for(request, campaign_id)
    form = CompensationForm(request.POST or None)
    chosen = _chosen(request)
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError):
            cost = _cost_of(campaign, chosen, form.cleaned_data["amount"])
            if request.POST.get("confirmed") != cost.read:
                return _ask(request, campaign, form, chosen, cost)
            made = compensate_workers(
                campaign=campaign, user=request.user, enrolments=chosen, **form.cleaned_data
            )
            messages.success(request, _done(campaign, len(made), form))
            return redirect(_given(campaign))
    return _page(request, campaign, form, chosen)


@needs(to_post=Capability.REVIEW_WORK)
def take_back(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project. Compensations already sent cannot be taken back."""
    campaign = campaign_for(request, campaign_id)
    chosen = _chosen(request)
    try:
        if not chosen:
            raise Invalid(NOBODY_CHOSEN)
        made = take_back_compensations(campaign=campaign, user=request.user, enrolments=chosen)
    except ServiceError as error:
        messages.error(request, error.message)
    else:
        total = written(-sum((one.amount for one in made), Decimal(0)))
        who = counted(len(made), "worker")
        messages.success(request, f"{campaign.currency} {total} was taken back from {who}.")
    return redirect(_given(campaign))


def _chosen(request: ResearcherRequest) -> set[int]:
    return {int(key) for key in request.POST.getlist("worker") if is_number(key)}


def _given(campaign: Campaign) -> str:
    return reverse("research:compensate", args=(campaign.pk,)) + f"?who={GIVEN}"


def _cost_of(campaign: Campaign, chosen: set[int], amount: Decimal) -> Cost:
    """Return the total cost for those of the chosen workers who have no compensation yet."""
    if not chosen:
        raise Invalid(NOBODY_CHOSEN)
    if amount <= 0:
        raise Invalid("A compensation is more than nothing.", field="amount")
    workers = compensable(campaign).filter(pk__in=chosen).count()
    if not workers:
        raise Invalid("All of them have been given a compensation already.")
    total = amount * workers
    return Cost(workers, amount, total, with_fee(campaign, total))


def _ask(
    request: ResearcherRequest,
    campaign: Campaign,
    form: CompensationForm,
    chosen: set[int],
    cost: Cost,
) -> HttpResponse:
    """Show the compensations to be confirmed. Nothing is stored."""
    people = compensable(campaign).filter(pk__in=chosen).select_related("worker").order_by("pk")
    context = campaign_context(campaign) | {
        "form": form,
        "cost": cost,
        "people": [(pseudonym(one.worker.number), one.pk) for one in people],
        "who": _who(request),
        "left": left_of(campaign),
    }
    return render(request, "research/pay/compensation_sure.html", context)


def _who(request: ResearcherRequest) -> str:
    who = request.GET.get("who", next(iter(GROUPS)))
    if who not in GROUPS:
        raise Http404
    return who


def _page(
    request: ResearcherRequest, campaign: Campaign, form: CompensationForm, chosen: set[int]
) -> HttpResponse:
    who = _who(request)
    rows = GROUPS[who].of(campaign).select_related("worker")
    answered = Q(practice__vector__isnull=False)
    rows = rows.annotate(
        practised=Count("practice", answered, distinct=True),
        quizzed=Count("quiz_tries", distinct=True),
    )
    page, links = page_after(request, rows, PER_PAGE)
    context = campaign_context(campaign) | {
        "form": form,
        "lines": _lines(page.rows),
        "chosen": chosen,
        "groups": GROUPS,
        "who": who,
        "is_given": who == GIVEN,
        "hint": GROUPS[who].hint,
        "left": left_of(campaign),
        **links,
    }
    return render(request, "research/pay/compensation.html", context, status=form.status)


def _lines(people: Sequence[Enrolment]) -> list[tuple[str, Enrolment, Decimal | None]]:
    """Return the names of workers, the workers, and the amount given to each."""
    given = compensations_of(people)
    return [(pseudonym(one.worker.number), one, given.get(one.pk)) for one in people]


def _done(campaign: Campaign, made: int, form: CompensationForm) -> str:
    amount = written(form.cleaned_data["amount"])
    who = counted(made, "worker").capitalize()
    return f"{who} {'is' if made == 1 else 'are'} given {campaign.currency} {amount} each."
