"""Mail to researchers and invitations, sent one by one for some seconds at a time, in the lane for
external servers, so that a slow mail server blocks nothing else."""

import time

from celery import shared_task

from annotation.services.accounts.invitation_mail import due_invitations, mail_invitation
from annotation.services.accounts.mail import due_letters, send_letter
from annotation.services.jobs.kinds import Lane
from tasks.leases import alone

SECONDS_AT_A_TIME = 10


@shared_task(name="tasks.invite")
def invite() -> bool:
    """Send waiting mail; if another process does so, or the lane is full, leave it to the next
    sweep."""
    with alone("invite", Lane.ELSEWHERE) as mine:
        if mine:
            mail_waiting()
    return mine


def mail_waiting() -> None:
    until = time.monotonic() + SECONDS_AT_A_TIME
    for letter_id in due_letters():
        send_letter(letter_id)
        if time.monotonic() > until:
            return
    for invitation_id in due_invitations():
        mail_invitation(invitation_id)
        if time.monotonic() > until:
            return
