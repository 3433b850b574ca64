"""Mail researchers about their accounts. Mails are written in a request and sent by a job, so that
no request waits for a mail server, and response times do not reveal which accounts exist."""

import logging
from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused

from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from annotation.models import Letter
from annotation.services.encryption import CannotOpen, sealed, unsealed
from annotation.services.jobs.messages import send

logger = logging.getLogger(__name__)

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
    letter = _begin(letter_id)
    if letter is None:
        return False
    own = Letter.objects.filter(pk=letter_id)
    try:
        text = unsealed(letter.sealed, PURPOSE)
        EmailMessage(subject=letter.subject, body=text, to=[letter.email]).send()
    except (SMTPException, OSError, ValueError, CannotOpen) as error:
        logger.warning("Letter %s was not mailed: %s", letter_id, type(error).__name__)
        hopeless = isinstance(error, SMTPRecipientsRefused | CannotOpen)
        if hopeless or letter.tries >= MAX_TRIES:
            own.delete()
        return False
    own.delete()
    return True


def due_letters() -> list[int]:
    """Return the letters to send, the longest waiting first."""
    rows = Letter.objects.filter(rests_until__lte=Now()).order_by("rests_until", "pk")
    return list(rows.values_list("pk", flat=True)[:100])


def _begin(letter_id: int) -> Letter | None:
    """Commit the start of an attempt, so that no other process sends the same letter."""
    rows = Letter.objects.select_for_update(skip_locked=True)
    with transaction.atomic():
        found = rows.filter(pk=letter_id, rests_until__lte=Now()).first()
        if found is None:
            return None
        rest = Now() + FIRST_REST * 2**found.tries
        Letter.objects.filter(pk=letter_id).update(tries=F("tries") + 1, rests_until=rest)
    found.tries += 1
    return found
