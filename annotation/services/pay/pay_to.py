"""Payment addresses of workers who are not paid by a platform: workers enter them, and owners read
them."""

import unicodedata

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from annotation.models import PaymentBatch, PaymentLine, Worker
from annotation.models.people.worker import MAX_PAY_TO_LENGTH, PAID_BY_HAND
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.people.rate_limit import tempo
from midpath.text.characters import stacked_at, visible

CHANGES_A_MINUTE = 30


def may_say_where(worker: Worker) -> bool:
    """Return whether a worker is paid at an address of their own, and not by a platform."""
    return worker.source in PAID_BY_HAND and worker.erased_at is None


def set_pay_to(*, worker: Worker, written: str) -> Worker:
    """Store a worker's payment address, or delete it if it is empty. The audit records the change
    without the address."""
    pay_to = _checked(written)
    tempo.take(
        ("pay_to", str(worker.pk)),
        a_minute=CHANGES_A_MINUTE,
        message=gettext("You changed this a moment ago."),
    )
    with transaction.atomic():
        worker = Worker.objects.select_for_update(no_key=True).get(pk=worker.pk)
        if not may_say_where(worker):
            raise Conflict(gettext("The platform that you came from pays you."))
        if worker.pay_to != pay_to:
            worker.pay_to = pay_to
            worker.save(update_fields=["pay_to"])
            record_event(
                "worker.pay_to_set" if pay_to else "worker.pay_to_removed",
                project=worker.project_id,
                worker=worker,
                object_id=worker.pk,
            )
    return worker


def without_pay_to(batch: PaymentBatch) -> QuerySet[PaymentLine]:
    """Return the unpaid lines of workers who could enter a payment address, but have not."""
    rows = batch.lines.filter(status=PaymentLine.Status.WAITING, enrolment__worker__pay_to="")
    return rows.filter(
        enrolment__worker__source__in=PAID_BY_HAND, enrolment__worker__erased_at=None
    )


def _checked(written: str) -> str:
    """Return the address normalized to NFC, or raise Invalid."""
    pay_to = written.strip()
    if len(pay_to) <= MAX_PAY_TO_LENGTH:  # normalizing a long text may take long
        pay_to = unicodedata.normalize("NFC", pay_to)
    if len(pay_to) > MAX_PAY_TO_LENGTH:
        message = gettext("Write at most {most} characters.").format(most=MAX_PAY_TO_LENGTH)
        raise Invalid(message, field="pay_to")
    if visible(pay_to) != pay_to or stacked_at(pay_to) is not None:
        message = gettext("This contains an invisible character. Type it instead of pasting it.")
        raise Invalid(message, field="pay_to")
    return pay_to
