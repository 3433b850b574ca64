"""Pay a list through Prolific's API: cost and status. For owners of the project."""

from collections.abc import Callable
from decimal import Decimal, InvalidOperation

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from addons.prolific.services.payouts import (
    confirm_bonuses,
    drop_bonuses,
    release_unpaid,
    set_up_bonuses,
)
from addons.prolific.services.studies import ask_prolific
from annotation.capabilities import Capability
from annotation.models import PaymentBatch, User
from annotation.research.common.access import ResearcherRequest, needs
from annotation.research.pay.batch import batch_for
from annotation.services.errors import Conflict
from midpath.text.formatting import counted


@needs(to_post=Capability.PAY)
def act(request: ResearcherRequest, campaign_id: int, batch_id: int, step: str) -> HttpResponse:
    """Owners of the project: set up payments, pay them at the confirmed cost, cancel them, release
    those that Prolific did not pay, or check their status."""
    batch = batch_for(request, campaign_id, batch_id)
    if step not in STEPS:
        raise Http404
    done = STEPS[step](request, batch, request.user)
    if done:
        messages.success(request, done)
    return redirect("research:payments", campaign_id, batch_id)


def _set_up(request: ResearcherRequest, batch: PaymentBatch, user: User) -> str:
    number = set_up_bonuses(batch=batch, user=user)
    return f"Getting the cost of {counted(number, 'payment')} from Prolific. Nothing is paid yet."


def _confirm(request: ResearcherRequest, batch: PaymentBatch, user: User) -> str:
    try:
        total = Decimal(request.POST.get("total", ""))
    except InvalidOperation as error:
        raise Conflict("The cost is missing. Go back and use the button there.") from error
    number = confirm_bonuses(batch=batch, user=user, total=total)
    return f"Asking Prolific to pay {counted(number, 'payment')}."


def _leave(request: ResearcherRequest, batch: PaymentBatch, user: User) -> str:
    drop_bonuses(batch=batch, user=user)
    return "Cancelled. Nothing was paid."


def _free(request: ResearcherRequest, batch: PaymentBatch, user: User) -> str:
    number = release_unpaid(batch=batch, user=user)
    return f"{counted(number, 'payment')} can be paid again."


def _ask(request: ResearcherRequest, batch: PaymentBatch, user: User) -> str:
    ask_prolific(campaign=batch.campaign, user=user)
    return ""


STEPS: dict[str, Callable[[ResearcherRequest, PaymentBatch, User], str]] = {
    "set-up": _set_up,
    "pay": _confirm,
    "leave": _leave,
    "free": _free,
    "ask": _ask,
}
