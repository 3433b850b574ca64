"""Mail researchers about their accounts. Mails are written in a request and sent by a job, so that
no request waits for a mail server, and response times do not reveal which accounts exist."""

import logging
from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import TypeVar

from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Now

from annotation.models import Invitation, Letter
from annotation.services.encryption import CannotOpen, sealed, unsealed
from annotation.services.health import MAIL_GIVEN_UP, beat_heart
from annotation.services.jobs.messages import send

logger = logging.getLogger(__name__)

Row = TypeVar("Row", Letter, Invitation)
PURPOSE = "a letter"
MAX_TRIES = 5
# Longer than the timeout of the mail server; doubled after each attempt.
FIRST_REST = timedelta(minutes=1)


def write_letter(*, email: str, subject: str, text: str) -> None:
    """Store a mail that a job sends within moments."""
    with transaction.atomic():
        Letter.objects.create(email=email, subject=subject[:200], sealed=sealed(text, PURPOSE))
        transaction.on_commit(lambda: send("tasks.invite"))


def send_letter(letter_id: int) -> bool:
    """Send a letter, delete it, and return whether it was sent. If the mail server refuses it, it
    is retried later, and given up after several attempts."""
    own = Letter.objects.filter(pk=letter_id)
    letter = begin_attempt(own, FIRST_REST)
    if letter is None:
        return False
    try:
        text = unsealed(letter.sealed, PURPOSE)
        EmailMessage(subject=letter.subject, body=text, to=[letter.email]).send()
    except (SMTPException, OSError, ValueError, CannotOpen) as error:
        logger.warning("Letter %s was not mailed: %s", letter_id, type(error).__name__)
        hopeless = isinstance(error, SMTPRecipientsRefused | CannotOpen)
        if hopeless or letter.tries >= MAX_TRIES:
            own.delete()
            beat_heart(MAIL_GIVEN_UP)
        return False
    own.delete()
    return True


def due_letters() -> list[int]:
    """Return the letters to send, the longest waiting first."""
    rows = Letter.objects.filter(rests_until__lte=Now()).order_by("rests_until", "pk")
    return list(rows.values_list("pk", flat=True)[:100])


def begin_attempt(rows: QuerySet[Row], first_rest: timedelta, **values: str) -> Row | None:
    """Commit the start of an attempt for one of these rows that is due, so that no other process
    sends the same mail."""
    with transaction.atomic():
        due = rows.select_for_update(of=("self",), skip_locked=True)
        found = due.filter(rests_until__lte=Now()).first()
        if found is None:
            return None
        rest = Now() + first_rest * 2**found.tries
        rows.model.objects.filter(pk=found.pk).update(
            tries=F("tries") + 1, rests_until=rest, **values
        )
    found.tries += 1
    return found
