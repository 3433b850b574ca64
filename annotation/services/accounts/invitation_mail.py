"""Mail invitations, each in a job that is retried until the mail server accepts the mail. Every
attempt has a new token, of which only the hash is stored, so a waiting mail contains no secret. If
several mails go to one person, only the last one works."""

import logging
import secrets
from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused

from django.core.mail import EmailMessage
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.urls import reverse

from annotation.models import Invitation
from annotation.services.accounts.mail import MAX_TRIES, begin_attempt
from annotation.services.accounts.members import named
from annotation.services.accounts.tokens import digest_of

logger = logging.getLogger(__name__)

# Longer than the timeout of the mail server; doubled after each attempt.
FIRST_REST = timedelta(minutes=2)
Mail = Invitation.Mail


def mail_invitation(invitation_id: int) -> bool:
    """Send a waiting invitation and return whether it was sent. Does nothing if another process is
    sending it, or before its time."""
    token = secrets.token_urlsafe(32)
    waiting = Invitation.objects.acceptable().filter(pk=invitation_id, mail=Mail.WAITING)
    rows = waiting.select_related("project", "user")
    invitation = begin_attempt(rows, FIRST_REST, digest=digest_of(token))
    if invitation is None:
        return False
    mine = Invitation.objects.filter(pk=invitation_id, digest=digest_of(token))
    try:
        _letter(invitation, token).send()
    except (SMTPException, OSError, ValueError) as error:
        logger.warning("Invitation %s was not mailed: %s", invitation_id, type(error).__name__)
        refused = isinstance(error, SMTPRecipientsRefused)
        over = refused or invitation.tries >= MAX_TRIES
        mine.update(problem=_problem(refused), mail=Mail.FAILED if over else Mail.WAITING)
        return False
    return bool(mine.update(mail=Mail.SENT, problem=""))


def due_invitations() -> list[int]:
    """Return the invitations to mail, the longest waiting first."""
    rows = Invitation.objects.acceptable().filter(mail=Mail.WAITING, rests_until__lte=Now())
    return list(rows.order_by("rests_until", "pk").values_list("pk", flat=True)[:100])


def _letter(invitation: Invitation, token: str) -> EmailMessage:
    project = " ".join(invitation.project.name.split())
    context = {
        "invitation": invitation,
        "project": project,
        "role": named(invitation.role, invitation.blind),
        "link": f"{invitation.server}{reverse('invitation', args=[token])}",
    }
    return EmailMessage(
        subject=f"{invitation.user.username} invites you to “{project}”",
        body=render_to_string("registration/mails/invitation.txt", context),
        to=[invitation.email],
    )


def _problem(refused: bool) -> str:
    if refused:
        return "The mail server rejected this address."
    return "The mail server did not accept the e-mail. The server log says why."
