"""Operations that pay a payment list through Prolific: first it is set up and priced, then paid
once an owner confirms the cost. For owners of the project."""

from decimal import Decimal
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from addons.prolific.api.forms import VisitToProlific
from addons.prolific.models import ProlificBonus
from addons.prolific.services.in_flight import is_surely_unpaid
from addons.prolific.services.payouts import (
    confirm_bonuses,
    drop_bonuses,
    release_unpaid,
    set_up_bonuses,
    total_of,
)
from addons.prolific.services.studies import visit_of
from annotation.api.basic_fields import Boolean, Choice, DateTime, String
from annotation.api.fields import Form, Strict, Text
from annotation.api.operations import ResearcherOperation, pays
from annotation.api.scope import caller, campaign_for, first_of
from annotation.models import PaymentBatch

TOTAL = r"[0-9]{1,10}(\.[0-9]{1,4})?"


class BulkOfProlific(Form):
    """Payments of a list that Prolific pays in one call."""

    state = Choice("Its status.", ProlificBonus.State.choices)
    amount = String("The amount for workers, a decimal string.")
    fees = String("Prolific's fees; null: not priced.", allow_null=True)
    tax = String("Tax on them; null: not priced.", allow_null=True)
    total = String("The total; null: not priced.", allow_null=True)
    problem = String("The error; empty: none.")
    sent_at = DateTime("When it was sent; null: not.", allow_null=True)


class BonusesByProlific(Form):
    """The status of a payment list with Prolific."""

    bulks = BulkOfProlific(many=True, help_text="All bonuses set up, oldest first.")
    total = String("What `pay_prolific_bonuses` takes: the cost of all that is priced.")
    unpaid = Boolean("What was sent was certainly not paid, and can be released.")
    visit = VisitToProlific(allow_null=True, help_text="The campaign's last visit to Prolific.")


class ReadProlificBonuses(ResearcherOperation):
    @pays(name="read_prolific_bonuses", gives={200: BonusesByProlific})
    def get(self, request: Request, campaign_id: int, batch_id: int) -> Response:
        """Read the status of a payment list with Prolific."""
        return _to_response(_batch_for(request, campaign_id, batch_id))


class SetUpProlificBonuses(ResearcherOperation):
    @pays(name="set_up_prolific_bonuses", creates=True, gives={202: BonusesByProlific})
    def post(self, request: Request, campaign_id: int, batch_id: int) -> Response:
        """Have Prolific price the waiting payments of a list; nothing is paid yet."""
        batch = _batch_for(request, campaign_id, batch_id)
        set_up_bonuses(batch=batch, user=caller(request))
        return _to_response(batch, 202)


class PayProlificBonuses(ResearcherOperation):
    class Input(Strict):
        total = Text("The `total` that you read.", pattern=TOTAL)

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            return {"total": Decimal(attrs["total"])}

    @pays(name="pay_prolific_bonuses", takes=Input, creates=True, gives={202: BonusesByProlific})
    def post(self, request: Request, campaign_id: int, batch_id: int) -> Response:
        """Have Prolific pay what was set up, if the cost has not changed."""
        batch = _batch_for(request, campaign_id, batch_id)
        confirm_bonuses(batch=batch, user=caller(request), total=self.body["total"])
        return _to_response(batch, 202)


class LeaveProlificBonuses(ResearcherOperation):
    @pays(name="leave_prolific_bonuses", gives={200: BonusesByProlific})
    def post(self, request: Request, campaign_id: int, batch_id: int) -> Response:
        """Cancel payments that were set up but not sent; nothing is paid."""
        batch = _batch_for(request, campaign_id, batch_id)
        drop_bonuses(batch=batch, user=caller(request))
        return _to_response(batch)


class FreeProlificBonuses(ResearcherOperation):
    @pays(name="free_prolific_bonuses", gives={200: BonusesByProlific})
    def post(self, request: Request, campaign_id: int, batch_id: int) -> Response:
        """Release payments that were sent a day ago and certainly not paid.
        They can be set up again."""
        batch = _batch_for(request, campaign_id, batch_id)
        release_unpaid(batch=batch, user=caller(request))
        return _to_response(batch)


def _batch_for(request: Request, campaign_id: int, batch_id: int) -> PaymentBatch:
    rows = PaymentBatch.objects.filter(campaign=campaign_for(request, campaign_id), pk=batch_id)
    return first_of(
        rows.select_related("campaign__dataset__project"), "This campaign has no such payment list."
    )


def _to_response(batch: PaymentBatch, status: int = 200) -> Response:
    bulks = list(batch.prolific_bonuses.order_by("pk"))
    sent = [one for one in bulks if one.state in ProlificBonus.IN_FLIGHT]
    fields = {
        "bulks": bulks,
        "total": total_of(one for one in bulks if one.state == ProlificBonus.State.PRICED),
        "unpaid": bool(sent) and all(map(is_surely_unpaid, sent)),
        "visit": visit_of(batch.campaign),
    }
    return Response(BonusesByProlific(fields).data, status)
