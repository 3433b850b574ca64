"""Invitations by e-mail: sent, tried again, and bounded."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from annotation.models import Invitation
from annotation.services.accounts.invitations import (
    MAX_MAILS_PER_DAY,
    MAX_MAILS_PER_USER_PER_DAY,
    MAX_OPEN_INVITATIONS,
    find_invitation,
)
from annotation.services.accounts.mail import MAX_TRIES
from annotation.services.errors import Conflict
from tasks.invitations import mail_waiting
from tests.helpers.factories import make_project
from tests.helpers.mail import MailServer, mail_server
from tests.helpers.pages import assert_shows
from tests.research.study import Study
from tests.research.test_invitations import NEW, TOKEN, _unhurried, link, mailed, page, state

pytestmark = pytest.mark.long
__all__ = ["_unhurried"]


@pytest.fixture
def post(settings: Settings) -> Iterator[MailServer]:
    with mail_server(settings) as server:
        yield server


def test_a_mail_has_a_link(study: Study, owner: Client, client: Client, post: MailServer) -> None:
    form = {"email": "nora@example.org", "role": "viewer", "days": "7", "most_uses": "9"}
    shown = owner.post(page(study), form, follow=True).content.decode()
    assert "nora@example.org" in shown
    assert TOKEN.search(shown) is None
    invitation = Invitation.objects.get()
    assert (state(invitation), invitation.most_uses, invitation.digest) == ("waiting", 1, "")
    mail_waiting()
    mail_waiting()
    [mail] = post.taken
    assert mail["To"] == "nora@example.org"
    assert mail["Subject"] == f"olga invites you to “{study.project.name}”"
    body = mail.get_content()
    assert_shows(body, "http://testserver/account/invitations/", "as viewer")
    assert state(invitation) == "sent"
    client.post(f"/account/invitations/{TOKEN.findall(body)[0]}/account/", NEW)
    assert state(invitation) == "accepted"


def test_an_undelivered_mail_is_resent_later_and_given_up(study: Study, post: MailServer) -> None:
    invitation = mailed(study)
    post.disconnects = True
    mail_waiting()
    invitation.refresh_from_db()
    assert (state(invitation), invitation.tries) == ("waiting", 1)
    assert "did not accept the e-mail" in invitation.problem
    mail_waiting()
    invitation.refresh_from_db()
    assert invitation.tries == 1, "it rests first"
    for _ in range(MAX_TRIES - 1):
        Invitation.objects.update(rests_until=timezone.now())
        mail_waiting()
    assert state(invitation) == "failed"
    assert post.taken == []


def test_a_refused_address_is_not_retried(study: Study, owner: Client, post: MailServer) -> None:
    post.unknown.add("nobody@example.org")
    refused, other = mailed(study, "nobody@example.org"), mailed(study)
    mail_waiting()
    assert (state(refused), state(other)) == ("failed", "sent")
    assert "rejected this address" in owner.get(page(study)).content.decode()


def test_after_a_lost_answer_the_last_mail_opens(study: Study, post: MailServer) -> None:
    """The process died after the mail server accepted the mail and before that was recorded."""
    invitation = mailed(study)
    mail_waiting()
    Invitation.objects.update(mail="waiting", rests_until=timezone.now())
    mail_waiting()
    first, second = (TOKEN.findall(mail.get_content())[0] for mail in post.taken)
    assert find_invitation(first) is None
    assert find_invitation(second) == invitation


def test_invitations_are_bounded(study: Study) -> None:
    mailed(study)
    with pytest.raises(Conflict, match="already"):
        mailed(study, "Nora@example.org")
    invitations = Invitation.objects.get()
    for number in range(MAX_MAILS_PER_DAY - 1):
        invitations.pk, invitations.email = None, f"p{number}@example.org"
        invitations.save()
    with pytest.raises(Conflict, match="within a day"):
        mailed(study, "last@example.org")
    for number in range(MAX_OPEN_INVITATIONS - MAX_MAILS_PER_DAY):
        invitations.pk, invitations.email, invitations.mail, invitations.digest = (
            None,
            "",
            "",
            f"{number:064}",
        )
        invitations.save()
    with pytest.raises(Conflict, match="are already open"):
        link(study)


@pytest.mark.quick
def test_one_person_has_no_more_mailed_by_having_more_projects(study: Study) -> None:
    invited, others = mailed(study), [make_project(study.owner) for _ in range(3)]
    for number in range(MAX_MAILS_PER_USER_PER_DAY - 1):
        invited.pk, invited.project, invited.email = (
            None,
            others[number % 3],
            f"p{number}@example.org",
        )
        invited.save()
    with pytest.raises(Conflict, match="You sent 100 invitations by e-mail"):
        mailed(study, "last@example.org")
    assert link(study)
    Invitation.objects.filter(pk=invited.pk).update(made_at=timezone.now() - timedelta(days=2))
    assert mailed(study, "last@example.org")
