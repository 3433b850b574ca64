"""Invitations through the API."""

from typing import Any

import pytest
from django.test import Client

from annotation.models import Invitation
from tests.api.studies import Study
from tests.helpers.factories import make_user


@pytest.mark.long
def test_an_owner_invites_lists_and_withdraws(study: Study) -> None:
    address = f"projects/{study.project.pk}/invitations"
    made = study.researcher.post(address, {"role": "viewer", "blind": True, "most_uses": 2})
    assert made.status_code == 201
    body = made.json()
    link = body.pop("link")
    assert link.startswith("http://testserver/account/invitations/")
    assert (body["state"], body["uses"], body["most_uses"]) == ("open", 0, 2)
    assert study.researcher.get(address).json()["results"] == [body]
    guest = Client()
    guest.force_login(make_user())
    assert guest.post(link, {"then": "accept"}).status_code == 302
    withdrawn = study.researcher.post(f"{address}/{body['id']}/withdraw").json()
    assert (withdrawn["state"], withdrawn["uses"]) == ("withdrawn", 1)
    assert study.researcher.post(f"{address}/0/withdraw").status_code == 404


@pytest.mark.long
def test_a_mailed_one_shows_no_link(study: Study) -> None:
    address = f"projects/{study.project.pk}/invitations"
    form = {"role": "auditor", "email": "ada@example.org"}
    body = study.researcher.post(address, form).json()
    assert (body["link"], body["state"], body["email"]) == ("", "waiting", "ada@example.org")
    assert Invitation.objects.get().server == "http://testserver"
    assert study.researcher.post(address, form).status_code == 409


@pytest.mark.long
def test_what_cannot_be_is_refused(study: Study) -> None:
    address = f"projects/{study.project.pk}/invitations"
    for wrong, field in (
        ({"role": "boss"}, "role"),
        ({"role": "manager", "blind": True}, "blind"),
        ({"role": "viewer", "email": "nobody"}, "email"),
        ({"role": "viewer", "days": 31}, "days"),
        ({"role": "viewer", "most_uses": 51}, "most_uses"),
    ):
        refused = study.researcher.post(address, wrong)
        assert refused.status_code == 400, wrong
        assert refused.json()["field"] == field


def test_the_list_costs_the_same(study: Study, django_assert_num_queries: Any) -> None:
    address = f"projects/{study.project.pk}/invitations"
    for _ in range(2):
        study.researcher.post(address, {"role": "viewer"})
        with django_assert_num_queries(3):
            assert study.researcher.get(address).status_code == 200
