"""Operations on payment lists. Their lines identify workers by platform ids, so they are for owners
of the project, by session or by a token with the scope `ids`."""

from decimal import Decimal

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from rest_framework import serializers
from rest_framework.request import Request

from annotation.api.basic_fields import Boolean, Choice, DateTime, Integer, String
from annotation.api.fields import Form, Strict, Text, Values
from annotation.api.operations import ResearcherOperation, pays_by_ids
from annotation.api.pagination import PageOf, Paging
from annotation.api.scope import caller, campaign_for, first_of
from annotation.models import PaymentBatch, PaymentLine, Worker
from annotation.services.pay.batches import import_answer, make_batch, settle_all
from annotation.services.pay.pay_split import with_kinds
from annotation.services.pay.payment_lists import reference_of

MAX_ANSWER_LENGTH = 2_000_000


class Payments(Form):
    """A list of payments to the workers of a campaign who came from one source."""

    id = Integer("The list's number.")
    sent_by = Choice("The source of the workers.", Worker.Source.choices, source="source")
    at = DateTime("When it was made.")
    currency = String("The currency of its amounts.", source="campaign.currency")
    with_places = Boolean(
        "Whether the platform pays this list when submissions are approved, so that you must not "
        "send it. Never pay such a list by bonuses."
    )
    waiting = String("The sum that is sent and not confirmed yet, a decimal string.")
    paid = String("The sum that is confirmed as paid.")
    failed = String("The sum that failed, to be paid in another list.")


class Payment(Form):
    """A line of a list: the sum for one worker."""

    worker = Integer("Their number in the project.", source="enrolment.worker.number")
    recipient = String("The id under which they were sent.", source="enrolment.worker.external_id")
    pay_to = String(
        "Where they want to be paid, as they entered it: an e-mail address, an IBAN. Empty if not "
        "entered, or if a platform pays them.",
        source="enrolment.worker.pay_to",
    )
    amount = String("The sum, a decimal string.")
    judgments = Integer("The number of judgments it pays for.")
    status = Choice("Its status.", PaymentLine.Status.choices)
    reference = serializers.SerializerMethodField(help_text="Its reference in the files.")

    def get_reference(self, line: PaymentLine) -> str:
        return reference_of(line)


class Settled(Form):
    """The effect of an answer."""

    changed = Integer("How many payments were marked.")


class ListPayments(ResearcherOperation):
    @pays_by_ids(name="list_payments", asks=Paging, gives=PageOf(Payments, "lists"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List the payment lists of a campaign, oldest first."""
        campaign = campaign_for(request, campaign_id)
        rows = _with_sums(PaymentBatch.objects.filter(campaign=campaign))
        return self.page(rows)


class MakePayments(ResearcherOperation):
    class Input(Strict):
        sent_by = Choice(
            "Only workers from this source: each platform has its own list.", Worker.Source.choices
        )
        with_places = Boolean(
            "Whether to leave out what the platform pays for completed submissions, according to "
            "the campaign's `place_hits` and `completion_code`. What a connected study reports as "
            "paid is always left out.",
            default=True,
        )

    @pays_by_ids(name="make_payments", takes=Input, creates=True, gives={201: Payments})
    def post(self, request: Request, campaign_id: int) -> object:
        """Create a payment list of everything approved and not sent yet.
        What the platform pays with the submissions becomes a separate list (`with_places`), which
        is returned if there is nothing else to pay. Amounts below a cent are carried over to the
        next list."""
        campaign = campaign_for(request, campaign_id)
        batch = make_batch(
            campaign=campaign,
            user=caller(request),
            source=self.body["sent_by"],
            with_places=self.body["with_places"],
        )
        return _batch_for(request, campaign_id, batch.pk)


class ListPaymentLines(ResearcherOperation):
    @pays_by_ids(name="list_payment_lines", asks=Paging, gives=PageOf(Payment, "payments"))
    def get(self, request: Request, campaign_id: int, batch_id: int) -> object:
        """List the payments of a list with the ids that a platform or bank needs."""
        batch = _batch_for(request, campaign_id, batch_id)
        rows = batch.lines.select_related("enrolment__worker")
        return self.page(rows)


class SettlePayments(ResearcherOperation):
    class Input(Strict):
        outcome = Choice("The outcome of all waiting payments.", ("paid", "failed"), required=False)
        answer = Text(
            "Alternatively: lines of id, amount and, if known, paid or failed, as platforms and "
            "banks return them. All or nothing; idempotent.",
            required=False,
            max_length=MAX_ANSWER_LENGTH,
        )

        def validate(self, attrs: Values) -> Values:
            if len(attrs) != 1:
                raise serializers.ValidationError("Give either the outcome or the answer.")
            return attrs

    @pays_by_ids(name="settle_payments", takes=Input, gives={200: Settled})
    def post(self, request: Request, campaign_id: int, batch_id: int) -> object:
        """Mark payments as paid or failed. Failed payments can go into another list."""
        batch, user = _batch_for(request, campaign_id, batch_id), caller(request)
        if "answer" in self.body:
            changed = import_answer(batch=batch, user=user, text=self.body["answer"])
        else:
            changed = settle_all(batch=batch, user=user, paid=self.body["outcome"] == "paid")
        return {"changed": changed}


def _batch_for(request: Request, campaign_id: int, batch_id: int) -> PaymentBatch:
    campaign = campaign_for(request, campaign_id)
    rows = PaymentBatch.objects.filter(campaign=campaign).select_related("campaign__dataset")
    return first_of(_with_sums(rows).filter(pk=batch_id), "This campaign has no such payment list.")


def _with_sums(rows: QuerySet[PaymentBatch]) -> QuerySet[PaymentBatch]:
    """Add the sums of the lines by status, and whether a platform pays them with the places."""
    return with_kinds(rows.select_related("campaign")).annotate(
        **{
            str(status): Coalesce(Sum("lines__amount", filter=Q(lines__status=status)), Decimal(0))
            for status in PaymentLine.Status.values
        }
    )
