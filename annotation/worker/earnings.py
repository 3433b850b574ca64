"""A worker's page of pay: what they earned, what was decided, and where they are paid."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotation.models.people.worker import LONGEST_PAY_TO
from annotation.services.errors import ServiceError
from annotation.services.pay.balance import balance_of
from annotation.services.pay.pay_to import may_say_where, set_pay_to
from annotation.worker.answers import page
from annotation.worker.identity import current_enrolment
from annotation.worker.terms import terms_shown

MOST_DECISIONS = 100


@page("GET", "HEAD", "POST")
def earnings(request: HttpRequest, code: str) -> HttpResponse:
    """Show what was earned, approved and paid, and each decision with its reason; by POST keep
    where to pay. What was typed stays on the page if it is refused."""
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
    context = terms_shown(enrolment.campaign) | {
        "enrolment": enrolment,
        "balance": balance_of(enrolment),
        "days": enrolment.campaign.approve_after_days,
        "decisions": enrolment.ledger.select_related("line").order_by("-pk")[:MOST_DECISIONS],
        "may_say_where": may_say_where(enrolment.worker),
        "written": written,
        "longest": LONGEST_PAY_TO,
        "refused": refused,
    }
    status = refused.status if refused else 200
    response = render(request, "worker/earnings.html", context, status=status)
    if refused is not None and "retry_after" in refused.details:
        response.headers["Retry-After"] = str(refused.details["retry_after"])
    return response
