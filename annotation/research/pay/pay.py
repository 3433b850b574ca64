"""The pay of a campaign: what workers earned, what is approved, owed and paid, and its budget."""

from dataclasses import dataclass
from decimal import Decimal

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.models import Campaign, Enrolment
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.downloads import csv_file, csv_lines, file_name
from annotation.research.common.names import pseudonym
from annotation.research.common.paging import page_after
from annotation.research.pay.forms import EntryForm
from annotation.research.people.workforce import enrolment_for
from annotation.research.terms.running_terms import PayTermsForm
from annotation.services.errors import ServiceError
from annotation.services.pay.balance import Balance, balance_of, balance_of_campaign, balances_of
from annotation.services.pay.batches import payable_by_source
from annotation.services.pay.budgets import set_pay_terms
from annotation.services.pay.compensation import compensate_worker
from annotation.services.pay.due import price_of_place
from annotation.services.pay.ledger import adjust_pay, give_bonus
from annotation.services.pay.overview import Money, money_of
from annotation.services.pay.pay_split import with_kinds
from annotation.services.pay.purse import left_of, unit_of
from annotation.services.people.platform_return import has_codes
from midpath.text.formatting import smallest_part, written

PER_PAGE = 50
# The page shows a warning when less than this share of a budget is left.
LITTLE = Decimal("0.1")
SUMS = (
    "earned",
    "approved",
    "rejected",
    "bonus",
    "adjusted",
    "compensation",
    "paid",
    "waiting",
    "owed",
)


ENTER = {"bonus": give_bonus, "adjusted": adjust_pay, "compensation": compensate_worker}


@dataclass(frozen=True)
class Line:
    enrolment: Enrolment
    name: str
    balance: Balance


@needs(to_read=Capability.SEE_WORKERS)
def show(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    """Members of the project. Only owners make and download payment lists."""
    campaign = campaign_for(request, campaign_id)
    page, links = page_after(request, campaign.enrolments.select_related("worker"), PER_PAGE)
    [money] = money_of([campaign])
    context = campaign_context(campaign) | {
        "balance": balance_of_campaign(campaign),
        "money": money,
        "warnings": warnings_of(campaign, money),
        "left": left_of(campaign),
        **_of_places(campaign),
        "payable": payable_by_source(campaign),
        "price": price_of_place(campaign),
        "smallest": smallest_part(campaign.currency),
        "batches": with_kinds(campaign.batches.order_by("-pk"))[:20],
        "lines": _lines(campaign, list(page.rows)),
        **links,
    }
    return render(request, "research/pay/pay.html", context)


@needs(to_read=Capability.SEE_WORKERS)
def as_csv(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    workers = list(campaign.enrolments.select_related("worker").order_by("pk"))
    rows = (
        [line.name, *(f"{getattr(line.balance, name):f}" for name in SUMS), campaign.currency]
        for line in _lines(campaign, workers)
    )
    text = csv_lines(["worker", *SUMS, "currency"], rows)
    return csv_file(text, file_name(campaign.name, "pay.csv"))


@needs(Capability.RUN_CAMPAIGNS)
def terms(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    form = PayTermsForm(request.POST or None, initial=PayTermsForm.filled(campaign))
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError):
            set_pay_terms(campaign=campaign, user=request.user, **form.terms())
            messages.success(request, "Pay terms changed.")
            return redirect("research:pay", campaign.pk)
    context = campaign_context(campaign) | {"form": form, "left": left_of(campaign)}
    context |= _of_places(campaign)
    return render(request, "research/pay/terms.html", context, status=form.status)


@needs(Capability.REVIEW_WORK)
def worker(request: ResearcherRequest, campaign_id: int, enrolment_id: int) -> HttpResponse:
    enrolment = enrolment_for(request, campaign_id, enrolment_id)
    form = EntryForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError):
            ENTER[form.cleaned_data["kind"]](
                enrolment=enrolment,
                user=request.user,
                amount=form.cleaned_data["amount"],
                reason=form.cleaned_data["reason"],
            )
            messages.success(request, "Saved.")
            return redirect("research:pay_worker", campaign_id, enrolment_id)
    context = campaign_context(enrolment.campaign) | {
        "name": pseudonym(enrolment.worker.number),
        "enrolment": enrolment,
        "balance": balance_of(enrolment),
        "entries": enrolment.ledger.select_related("user").order_by("-pk")[:200],
        "form": form,
    }
    return render(request, "research/pay/worker.html", context, status=form.status)


def warnings_of(campaign: Campaign, money: Money) -> list[str]:
    """Return what a researcher should act on: a budget that runs out, and pay below the minimum
    wage."""
    found, left = [], left_of(campaign)
    project = campaign.dataset.project
    for owner, rest in ((campaign, left), (project, left_of(project))):
        what = "campaign" if owner is campaign else "project"
        if rest is None or owner.budget is None:
            continue
        if rest < unit_of(campaign):
            found.append(
                f"The budget of the {what} is used up, so workers get no more tasks. Raise it to "
                "continue."
            )
        elif rest < owner.budget * LITTLE:
            found.append(
                f"{campaign.currency} {written(rest)} of the {what}’s budget is left. When it is "
                "used up, workers get no more tasks."
            )
    if campaign.budget is not None and money.forecast > campaign.budget:
        found.append(
            f"The forecast, {campaign.currency} {written(money.forecast)}, exceeds the campaign’s "
            "budget: it will be used up before the work is done."
        )
    if money.underpays(project) and money.hourly is not None and project.least_hourly is not None:
        found.append(
            f"An hour of active work pays {campaign.currency} {written(money.hourly)}, below this "
            f"project’s minimum of {written(project.least_hourly)}. You can make up for it with a "
            "bonus."
        )
    return found


def _of_places(campaign: Campaign) -> dict[str, object]:
    """Return whether Prolific pays whole places of this campaign, and the price of one."""
    each, address = campaign.place_hits, campaign.return_address
    on_prolific = has_codes(campaign) and (not address or "prolific" in address)
    return {
        "by_places": bool(campaign.reward) and on_prolific,
        "place_cost": campaign.reward * each if each else None,
    }


def _lines(campaign: Campaign, enrolments: list[Enrolment]) -> list[Line]:
    balances = balances_of(enrolments, campaign)
    return [
        Line(one, pseudonym(one.worker.number), balance)
        for one, balance in zip(enrolments, balances, strict=True)
    ]
