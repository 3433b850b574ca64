"""Refusals at the door: workers are told what to do, and what exactly is wrong."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from annotation.models import Campaign
from annotation.services.people.lists import set_list
from tests.helpers.factories import make_campaign
from tests.worker.browser import text_of

pytestmark = pytest.mark.django_db


def door(campaign: Campaign) -> str:
    return reverse("worker:join", args=(campaign.code,))


def test_whoever_is_not_let_in_is_told_what_to_do() -> None:
    campaign = make_campaign()
    user = campaign.dataset.project.memberships.get().user
    set_list(campaign=campaign, user=user, side="out", written="eve")
    answer = Client().post(door(campaign), {"worker": "eve"})
    assert answer.status_code == 403
    assert "return your place there" in text_of(answer)
    assert "ask whoever invited you" in text_of(answer)
    assert reverse("worker:home") in answer.content.decode()


def test_other_refusals_say_nothing_of_places() -> None:
    answer = Client().put(door(make_campaign()))
    assert answer.status_code == 405
    assert "return your place there" not in text_of(answer)


def test_the_door_says_when_the_work_begins_until_it_has() -> None:
    campaign = make_campaign(opens_at=now() + timedelta(days=1))
    assert "The work begins on" in text_of(Client().get(door(campaign)))
    Campaign.objects.filter(pk=campaign.pk).update(opens_at=now() - timedelta(days=1))
    assert "The work begins on" not in text_of(Client().get(door(campaign)))


def test_a_wrong_access_code_leaves_the_name_alone() -> None:
    campaign = make_campaign(access_code="Linden-7")
    answer = Client().post(door(campaign), {"name": "Ada", "access_code": "oak"})
    name, code = (
        next(tag for tag in answer.content.decode().split("<input") if f'id="{field}"' in tag)
        for field in ("name", "access-code")
    )
    name, code = name.split(">")[0], code.split(">")[0]
    assert "aria-invalid" not in name
    assert "autofocus" not in name
    assert "autofocus" in code
    assert 'aria-invalid="true"' in code
