"""The pay page of a worker: what they earned, the decisions, and where they are paid."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from annotation.models import Enrolment, Worker
from annotation.models.people.worker import MAX_PAY_TO_LENGTH, PAYS_PLACES
from annotation.services.errors import ServiceError
from annotation.services.pay.balance import Balance, balance_of
from annotation.services.pay.pay_split import shares_of
from annotation.services.pay.pay_to import may_say_where, set_pay_to
from annotation.text.money import in_currency
from annotation.worker.answers import page
from annotation.worker.identity import current_enrolment
from annotation.worker.terms import terms_shown
from midpath.text.characters import key_in

MAX_DECISIONS = 100
MAX_REJECTIONS = 20


@page("GET", "HEAD", "POST")
def earnings(request: HttpRequest, code: str) -> HttpResponse:
    """Show what was earned, approved, sent and paid, who pays it, and each decision with its
    reason; by POST, save where to pay. Refused input stays in the form."""
    enrolment = current_enrolment(request, code)
    written = enrolment.worker.pay_to
    refused: ServiceError | None = None
    if request.method == "POST":
        written = "" if request.POST.get("remove") else request.POST.get("pay_to", "")
        try:
            set_pay_to(worker=enrolment.worker, written=written)
        except ServiceError as error:
            refused = error
        else:
            return redirect("worker:earnings", code)
    balance = balance_of(enrolment)
    context = terms_shown(enrolment.campaign) | {
        "enrolment": enrolment,
        "balance": balance,
        "payers": _payers(enrolment, balance),
        **_rejections(request, enrolment),
        "days": enrolment.campaign.approve_after_days,
        "decisions": enrolment.ledger.select_related("line").order_by("-pk")[:MAX_DECISIONS],
        "may_say_where": may_say_where(enrolment.worker),
        "written": written,
        "longest": MAX_PAY_TO_LENGTH,
        "refused": refused,
    }
    status = refused.status if refused else 200
    response = render(request, "worker/earnings.html", context, status=status)
    if refused is not None and "retry_after" in refused.details:
        response.headers["Retry-After"] = str(refused.details["retry_after"])
    return response


def _rejections(request: HttpRequest, enrolment: Enrolment) -> dict[str, object]:
    """Return a page of rejected tasks, the newest first. `objectionable` counts all that the worker
    can object to."""
    rows = enrolment.rejections.select_related("judgment__hit__item", "objection")
    before = key_in(request.GET.get("before", ""))
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.order_by("-pk")[: MAX_REJECTIONS + 1])
    open_ones = enrolment.rejections.in_force().filter(objected_at=None)
    return {
        "rejections": found[:MAX_REJECTIONS],
        "more_rejections": len(found) > MAX_REJECTIONS,
        "objectionable": open_ones.count() if found else 0,
    }


def _payers(enrolment: Enrolment, balance: Balance) -> list[str]:
    """Return sentences that say who pays what a worker has earned."""
    campaign, source = enrolment.campaign, Worker.Source(enrolment.worker.source)
    if balance.total <= 0 or enrolment.of_program:
        return []
    if source not in PAYS_PLACES:
        return [gettext("The researchers pay you directly, not through a platform.")]
    shares = shares_of(enrolment, balance)
    parts = (
        (shares.with_place, gettext("{platform} pays {sum} when your submission is approved.")),
        (shares.as_bonus, gettext("The researchers pay {sum} as a bonus on {platform}.")),
        (
            shares.remainder,
            gettext(
                "{sum} is too little to send by itself. It will be added to your next payment."
            ),
        ),
    )
    return [
        said.format(platform=source.label, sum=in_currency(amount, campaign.currency))
        for amount, said in parts
        if amount
    ]
