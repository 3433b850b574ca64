"""Payment lists: make them from approved pay, download them as files, and settle them. They
identify workers by platform ids, so only owners of the project may use them."""

from collections.abc import Callable
from decimal import Decimal

from django.contrib import messages
from django.db.models import Sum
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.models import PaymentBatch, PaymentLine, Worker
from annotation.models.people.worker import PAID_BY_HAND
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.downloads import csv_file
from annotation.research.common.names import pseudonym
from annotation.research.common.paging import whole_number
from annotation.research.pay.batch import batch_for
from annotation.research.pay.forms import AnswerForm
from annotation.research.pay.payment_panels import panel_of
from annotation.services.accounts.access import audit_taken_file
from annotation.services.errors import ServiceError
from annotation.services.pay.batches import import_answer, make_batch, payable_by_source, settle_all
from annotation.services.pay.pay_split import is_paid_with_places
from annotation.services.pay.pay_to import without_pay_to
from annotation.services.pay.payment_lists import bonus_list, parts_of, payout_csv, reference_of
from midpath.text.formatting import counted, smallest_part

FILES: dict[str, Callable[[PaymentBatch, int | None], str]] = {
    "prolific": bonus_list,
    "payouts": lambda batch, _: payout_csv(batch),
}


@needs(to_post=Capability.PAY)
def make(request: ResearcherRequest, campaign_id: int, source: str) -> HttpResponse:
    """Owners of the project. If the box is shown but not ticked, the list also pays for places."""
    campaign = campaign_for(request, campaign_id)
    batch = make_batch(
        campaign=campaign,
        user=request.user,
        source=source,
        with_places="with_places" in request.POST or "choice" not in request.POST,
    )
    return redirect("research:payments", campaign.pk, batch.pk)


@needs(to_read=Capability.PAY)
def show(request: ResearcherRequest, campaign_id: int, batch_id: int) -> HttpResponse:
    return _page(request, batch_for(request, campaign_id, batch_id), AnswerForm())


@needs(to_read=Capability.PAY)
def take(request: ResearcherRequest, campaign_id: int, batch_id: int, kind: str) -> HttpResponse:
    """Owners of the project: the list as a file. The download is audited."""
    batch = batch_for(request, campaign_id, batch_id)
    if kind not in FILES or is_paid_with_places(batch):
        raise Http404
    part = whole_number(request, "part") if kind == "prolific" else None
    if part is not None and not 0 < part <= parts_of(batch):
        raise Http404
    name = f"payments-{batch.pk}-{kind}{f'-{part}' if part else ''}.csv"
    text = FILES[kind](batch, part)
    audit_taken_file(campaign=batch.campaign, user=request.user, name=name, body=text.encode())
    return csv_file(text, name)


@needs(to_read=Capability.PAY)
def receipts(request: ResearcherRequest, campaign_id: int, batch_id: int) -> HttpResponse:
    batch = batch_for(request, campaign_id, batch_id)
    context = campaign_context(batch.campaign) | {"batch": batch, "rows": _rows(batch, paid=True)}
    return render(request, "research/pay/receipts.html", context)


@needs(to_post=Capability.PAY)
def settle(
    request: ResearcherRequest, campaign_id: int, batch_id: int, outcome: str
) -> HttpResponse:
    """Owners of the project: mark the whole list as paid, or as not paid and withdrawn."""
    batch = batch_for(request, campaign_id, batch_id)
    if outcome not in ("paid", "failed"):
        raise Http404
    number = settle_all(batch=batch, user=request.user, paid=outcome == "paid")
    done = "marked as paid" if outcome == "paid" else "cancelled"
    messages.success(request, f"{counted(number, 'payment')} {done}.")
    return redirect("research:payments", campaign_id, batch_id)


@needs(to_post=Capability.PAY)
def answer(request: ResearcherRequest, campaign_id: int, batch_id: int) -> HttpResponse:
    """Owners of the project: import the status of each payment from a file, all or nothing."""
    batch = batch_for(request, campaign_id, batch_id)
    form = AnswerForm(request.POST, request.FILES)
    if form.is_valid():
        with form.showing(ServiceError):
            number = import_answer(batch=batch, user=request.user, text=form.cleaned_data["file"])
            messages.success(request, f"{counted(number, 'payment')} updated from the file.")
            return redirect("research:payments", campaign_id, batch_id)
    return _page(request, batch, form)


def _page(request: ResearcherRequest, batch: PaymentBatch, form: AnswerForm) -> HttpResponse:
    rows = _rows(batch)
    context = campaign_context(batch.campaign) | {
        "batch": batch,
        "total": batch.lines.aggregate(total=Sum("amount"))["total"],
        "rows": rows,
        "without": without_pay_to(batch).count(),
        "by_hand": batch.source in PAID_BY_HAND,
        "waiting": any(line.status == "waiting" for _, line, _ in rows),
        "is_prolific": batch.source == Worker.Source.PROLIFIC,
        "parts": range(1, parts_of(batch) + 1),
        "panel": panel_of(batch),
        "with_places": is_paid_with_places(batch),
        "platform": batch.get_source_display(),
        "remainder": _remainder_of(batch),
        "smallest": smallest_part(batch.campaign.currency),
        "form": form,
    }
    return render(request, "research/pay/payments.html", context, status=form.status)


def _remainder_of(batch: PaymentBatch) -> Decimal:
    """Return the part of these workers' approved pay that is too small to be paid now."""
    found = {one.source: one.remainder for one in payable_by_source(batch.campaign)}
    return found.get(batch.source, Decimal(0))


def _rows(batch: PaymentBatch, *, paid: bool = False) -> list[tuple[str, PaymentLine, str]]:
    lines = batch.lines.select_related("enrolment__worker").order_by("pk")
    if paid:
        lines = lines.filter(status="paid")
    return [(pseudonym(one.enrolment.worker.number), one, reference_of(one)) for one in lines]
