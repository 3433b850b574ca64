"""Payment through Prolific, on the page of a payment list."""

from dataclasses import dataclass
from decimal import Decimal

from addons.prolific.models import (
    ProlificBonus,
    ProlificBonusLine,
    ProlificStudy,
    ProlificToken,
    ProlificVisit,
)
from addons.prolific.services.in_flight import is_surely_unpaid
from addons.prolific.services.payouts import total_of
from annotation.models import PaymentBatch, PaymentLine, Worker
from annotation.research.pay.payment_panels import PaymentPanel
from annotation.services.pay.pay_split import is_paid_with_places

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


def panel_of(batch: PaymentBatch) -> PaymentPanel | None:
    """Return the Prolific status of a list; None if Prolific's API cannot pay it."""
    if batch.source != Worker.Source.PROLIFIC or is_paid_with_places(batch):
        return None
    found = _by_prolific(batch)
    return PaymentPanel(
        heading="Pay through Prolific",
        template="research/prolific/payments.html",
        content=found,
        can_pay=found.known,
        is_paying=found.is_open,
        under_way=found.under_way,
        has_payments=bool(found.shown),
    )


def _by_prolific(batch: PaymentBatch) -> ByProlific:
    study = ProlificStudy.objects.filter(campaign=batch.campaign).first()
    token = ProlificToken.objects.filter(project=batch.campaign.dataset.project_id).exists()
    waiting = batch.lines.filter(status=PaymentLine.Status.WAITING)
    taken = ProlificBonusLine.objects.filter(line__batch=batch, released=False)
    visits = ProlificVisit.objects.filter(study=study) if study else ProlificVisit.objects.none()
    return ByProlific(
        bonuses=list(ProlificBonus.objects.filter(batch=batch).order_by("pk")),
        visit=visits.order_by("-pk").first(),
        free=waiting.exclude(pk__in=taken.values("line")).count(),
        known=token and study is not None,
    )
