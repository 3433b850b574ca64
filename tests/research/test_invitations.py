"""Invitations by link: made, opened, accepted, declined and withdrawn; by owners and strangers."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from annotation.models import AuditEvent, Invitation, Membership, User
from annotation.services.accounts.accounts import disable_account
from annotation.services.accounts.invitations import (
    accept_invitation,
    find_invitation,
    forget_invitations,
    invite_by_link,
    invite_by_mail,
)
from annotation.services.accounts.members import change_member, leave_project
from annotation.services.errors import Conflict, Forbidden, NotFound
from annotation.services.people import rate_limit
from tests.helpers.pages import assert_shows, read, signed_in, text_of
from tests.helpers.queries import assert_queries
from tests.research.study import Study

NEW = {"username": "nora", "password": "longer horse 7", "again": "longer horse 7"}


TOKEN = re.compile(r"/account/invitations/([\w-]{43})/")


@pytest.fixture(autouse=True)
def _unhurried() -> Iterator[None]:
    rate_limit.tempo.forget()
    yield
    rate_limit.tempo.forget()


def page(study: Study) -> str:
    return f"/research/projects/{study.project.pk}/invitations/"


def link(study: Study, role: str = "viewer", **rest: Any) -> tuple[Invitation, str]:
    invitation, token = invite_by_link(project=study.project, by=study.owner, role=role, **rest)
    return invitation, f"/account/invitations/{token}/"


def mailed(study: Study, email: str = "nora@example.org") -> Invitation:
    return invite_by_mail(
        project=study.project, by=study.owner, role="viewer", email=email, server="http://here"
    )


def state(invitation: Invitation) -> str:
    return Invitation.objects.with_details().get(pk=invitation.pk).state


def audit_verbs(study: Study) -> list[str]:
    rows = AuditEvent.objects.filter(project=study.project).order_by("pk")
    return [verb for verb in rows.values_list("verb", flat=True) if "project" not in verb]


def role_of(study: Study, user: User) -> str | None:
    return study.project.memberships.filter(user=user).values_list("role", flat=True).first()


def test_a_link_is_shown_once_and_only_its_hash_is_stored(study: Study, owner: Client) -> None:
    made = owner.post(page(study), {"role": "viewer", "days": "7", "most_uses": "1"})
    [token] = TOKEN.findall(made.content.decode())
    assert token not in owner.get(page(study)).content.decode()
    assert token not in str(Invitation.objects.values().get())
    assert find_invitation(token) is not None


def test_opening_a_link_only_explains_it(study: Study, client: Client, stranger: Client) -> None:
    _, where = link(study, "auditor")
    for browser in (client, stranger):
        shown = browser.get(where)
        assert_shows(shown.content.decode(), study.project.name, "olga invites you", "auditor")
        # No other site receives the address; with a stricter policy, browsers would not send a
        # form's origin.
        assert shown.headers["Referrer-Policy"] == "same-origin"
        assert "no-store" in shown.headers["Cache-Control"]
    assert role_of(study, study.stranger) is None
    assert client.post(where, {"then": "accept"}).headers["Location"].startswith("/account/login/")


@pytest.mark.long
def test_somebody_accepts_with_their_account(study: Study, stranger: Client) -> None:
    invitation, where = link(study)
    joined = stranger.post(where, {"then": "accept"}, follow=True)
    assert "You are now a member" in joined.content.decode()
    assert role_of(study, study.stranger) == "viewer"
    assert state(invitation) == "accepted"
    event = AuditEvent.objects.get(verb="member.joined")
    assert event.details == {"role": "viewer", "before": "", "inviter": "olga"}
    assert "Ask the sender" in read(stranger, where, 404)


@pytest.mark.long
def test_somebody_makes_an_account_and_is_a_member_with_it(study: Study, client: Client) -> None:
    _, where = link(study, "viewer", blind=True)
    joined = client.post(f"{where}account/", NEW, follow=True)
    assert "You are now a member" in joined.content.decode()
    found = study.project.memberships.get(user__username="nora")
    assert (found.role, found.blind) == ("viewer", True)
    verbs = AuditEvent.objects.filter(user=found.user).values_list("verb", flat=True)
    assert {"account.created", "member.joined", "account.signed_in"} == set(verbs)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"username": "olga"}, "exists"),
        ({"again": "another horse 7"}, "do not match"),
        ({"password": "1234", "again": "1234"}, "too short"),
        ({"username": "no ra"}, "valid username"),
        ({"username": ""}, "Choose a name"),
    ],
)
def test_what_is_wrong_with_a_new_account_is_reported_and_uses_nothing_up(
    study: Study, client: Client, wrong: dict[str, str], said: str
) -> None:
    invitation, where = link(study)
    assert said in text_of(client.post(f"{where}account/", NEW | wrong), 400)
    assert not User.objects.filter(username="nora").exists()
    assert state(invitation) == "open"


def test_no_account_is_made_without_an_invitation(study: Study, client: Client) -> None:
    _, where = link(study)
    client.post(where, {"then": "decline"})
    assert client.post(f"{where}account/", NEW).status_code == 404
    assert client.post("/account/invitations/made-up/account/", NEW).status_code == 404
    assert not User.objects.filter(username="nora").exists()


@pytest.mark.long
def test_declining_ends_an_invitation_for_one_person_only(study: Study, client: Client) -> None:
    one, where = link(study)
    several, shared = link(study, most_uses=3)
    assert "no longer works" in client.post(where, {"then": "decline"}).content.decode()
    shown = client.post(shared, {"then": "decline"}).content.decode()
    assert "Other people who have the link" in shown
    assert (state(one), state(several)) == ("declined", "open")


@pytest.mark.long
def test_a_shared_link_ends_with_last_use(study: Study, stranger: Client, client: Client) -> None:
    invitation, where = link(study, most_uses=2)
    stranger.post(where, {"then": "accept"})
    assert state(invitation) == "open"
    again = stranger.post(where, {"then": "accept"})
    assert again.status_code == 409, "who is a member already uses nothing up"
    client.post(f"{where}account/", NEW)
    invitation.refresh_from_db()
    assert (invitation.uses, state(invitation)) == (2, "accepted")
    with pytest.raises(IntegrityError, match="used_no_more"), transaction.atomic():
        Invitation.objects.filter(pk=invitation.pk).update(uses=3)


@pytest.mark.parametrize(
    ("now", "invited", "then"),
    [
        ("manager", "viewer", "manager"),
        ("manager", "manager", "manager"),
        ("viewer", "manager", "manager"),
        ("auditor", "viewer", "viewer"),
        ("owner", "auditor", "owner"),
    ],
)
def test_a_member_gains_what_is_more_and_loses_nothing(
    study: Study, teammate: Client, now: str, invited: str, then: str
) -> None:
    change_member(project=study.project, by=study.owner, user_id=study.teammate.pk, role=now)
    _, where = link(study, invited)
    assert teammate.post(where, {"then": "accept"}).status_code == (302 if now != then else 409)
    assert role_of(study, study.teammate) == then


def test_a_blind_member_is_not_made_another_that_sees_less(study: Study) -> None:
    change_member(
        project=study.project,
        by=study.owner,
        user_id=study.teammate.pk,
        role="adjudicator",
        blind=True,
    )
    _, where = link(study, "viewer")
    with pytest.raises(Conflict, match="adjudicator, blind"):
        accept_invitation(token=where.split("/")[3], user=study.teammate)


def test_an_invitation_dies_with_its_inviters_right(study: Study, stranger: Client) -> None:
    change_member(project=study.project, by=study.owner, user_id=study.teammate.pk, role="owner")
    owner, project = study.teammate, study.project
    invitations = [invite_by_link(project=project, by=owner, role="viewer") for _ in range(2)]
    change_member(project=project, by=study.owner, user_id=owner.pk, role="manager")
    change_member(project=project, by=study.owner, user_id=owner.pk, role="owner")
    assert [state(invitation) for invitation, _ in invitations] == ["withdrawn"] * 2
    assert stranger.post(f"/account/invitations/{invitations[0][1]}/").status_code == 404
    left, token = invite_by_link(project=project, by=owner, role="viewer")
    leave_project(project=project, user=owner)
    assert state(left) == "withdrawn"
    _, token = invite_by_link(project=project, by=study.owner, role="viewer")
    Membership.objects.filter(user=study.owner).update(role="viewer")
    assert find_invitation(token) is None, "also where the role changed beside the services"


def test_a_disabled_account_invites_nobody(study: Study) -> None:
    invitation, _ = link(study)
    disable_account(user=study.owner)
    assert state(invitation) == "withdrawn"


def test_only_owners_invite_and_withdraw(study: Study, owner: Client, teammate: Client) -> None:
    invitation, where = link(study)
    withdraw = f"{page(study)}{invitation.pk}/withdraw/"
    assert teammate.post(page(study), {"role": "viewer", "days": "7"}).status_code == 403
    assert teammate.post(withdraw).status_code == 403
    with pytest.raises(Forbidden):
        invite_by_link(project=study.project, by=study.teammate, role="auditor")
    assert owner.post(withdraw).status_code == 302
    assert owner.get(where).status_code == 404
    owner.post(withdraw)
    assert audit_verbs(study).count("invitation.withdrawn") == 1


def test_an_expired_invitation_opens_nothing_and_a_week_later_is_gone(study: Study) -> None:
    mail, (short, where) = mailed(study), link(study)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert state(short) == "expired"
    with pytest.raises(NotFound):
        accept_invitation(token=where.split("/")[3], user=study.stranger)
    forget_invitations()
    assert Invitation.objects.count() == 2
    Invitation.objects.update(expires_at=timezone.now() - timedelta(days=7, minutes=1))
    forget_invitations()
    assert not Invitation.objects.exists()
    rows = AuditEvent.objects.filter(object_id=mail.pk, verb="invitation.made")
    assert "nora@example.org" not in str(rows.values())


def test_opening_is_limited(study: Study, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "INVITATIONS_A_MINUTE", 6)
    answers = [client.get("/account/invitations/guess/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [404, 429, 429]
    assert int(answers[-1].headers["Retry-After"]) > 0


@pytest.mark.long
def test_the_list_asks_the_same_of_many(study: Study, owner: Client) -> None:
    link(study)
    with assert_queries(5):
        owner.get(page(study))
    for number in range(5):
        mailed(study, f"p{number}@example.org")
    with assert_queries(5):
        owner.get(page(study))


@pytest.mark.long
def test_all_is_audited(study: Study, owner: Client) -> None:
    _, where = link(study)
    signed_in(study.stranger).post(where, {"then": "accept"})
    audit = owner.get(f"/research/projects/{study.project.pk}/audit/").content.decode()
    assert_shows(audit, "for the role viewer", "joined as viewer, invited by olga")
