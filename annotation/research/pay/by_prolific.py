"""Pay a list through Prolific's API: cost and status. For owners of the project."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from annotation.capabilities import Capability
from annotation.models import (
    PaymentBatch,
    PaymentLine,
    ProlificBonus,
    ProlificBonusLine,
    ProlificStudy,
    ProlificToken,
    ProlificVisit,
    User,
    Worker,
)
from annotation.research.common.access import ResearcherRequest, needs
from annotation.research.pay.batch import batch_for
from annotation.services.errors import Conflict
from annotation.services.pay.in_flight import is_surely_unpaid
from annotation.services.pay.pay_split import is_paid_with_places
from annotation.services.prolific.payouts import (
    confirm_bonuses,
    drop_bonuses,
    release_unpaid,
    set_up_bonuses,
    total_of,
)
from annotation.services.prolific.studies import ask_prolific
from annotation.text.formatting import counted

State = ProlificBonus.State


@dataclass(frozen=True)
class ByProlific:
    """The Prolific status of a list: its bulks and the possible actions."""

    bonuses: list[ProlificBonus]
    visit: ProlificVisit | None
    free: int
    known: bool

    @property
    def under_way(self) -> bool:
        return self.visit is not None and self.visit.under_way

    @property
    def problem(self) -> str:
        failed = self.visit is not None and self.visit.status == "failed"
        return self.visit.problem if self.visit is not None and failed else ""

    @property
    def shown(self) -> list[ProlificBonus]:
        """Return the bulks, except cancelled ones for which Prolific gave no reason."""
        return [one for one in self.bonuses if one.state != State.DROPPED or one.problem]

    @property
    def priced(self) -> list[ProlificBonus]:
        return [one for one in self.bonuses if one.state == State.PRICED]

    @property
    def is_open(self) -> bool:
        return any(one.state in ProlificBonus.OPEN for one in self.bonuses)

    @property
    def can_be_left(self) -> bool:
        states = (State.WANTED, State.PRICED, State.CONFIRMED)
        return any(one.state in states for one in self.bonuses)

    @property
    def unpaid(self) -> bool:
        """Return whether the sent payments are certainly unpaid."""
        sent = [one for one in self.bonuses if one.state in ProlificBonus.IN_FLIGHT]
        return bool(sent) and all(map(is_surely_unpaid, sent))

    @property
    def sums(self) -> dict[str, Decimal]:
        zero = Decimal(0)
        return {
            "amount": sum((one.amount for one in self.priced), zero),
            "fees": sum((one.fees or zero for one in self.priced), zero),
            "tax": sum((one.tax or zero for one in self.priced), zero),
            "total": total_of(self.priced),
        }


def by_prolific(batch: PaymentBatch) -> ByProlific | None:
    """Return the Prolific status of a list; None if Prolific's API cannot pay it."""
    if batch.source != Worker.Source.PROLIFIC or is_paid_with_places(batch):
        return None
    bonuses = list(batch.prolific_bonuses.order_by("pk"))
    study = ProlificStudy.objects.filter(campaign=batch.campaign).first()
    token = ProlificToken.objects.filter(project=batch.campaign.dataset.project_id).exists()
    waiting = batch.lines.filter(status=PaymentLine.Status.WAITING)
    taken = ProlificBonusLine.objects.filter(line__batch=batch, released=False)
    visits = ProlificVisit.objects.filter(study=study) if study else ProlificVisit.objects.none()
    return ByProlific(
        bonuses=bonuses,
        visit=visits.order_by("-pk").first(),
        free=waiting.exclude(pk__in=taken.values("line")).count(),
        known=token and study is not None,
    )


@require_POST
@needs(Capability.PAY)
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
