"""Bounds of webhooks: none starves others, and deliveries are not repeated."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models.functions import Now

from addons.webhooks.models import Delivery, Webhook
from addons.webhooks.services import delivery
from addons.webhooks.services.delivery import deliver_due, forget_deliveries
from addons.webhooks.services.payloads import Event, queue_event
from addons.webhooks.services.webhooks import (
    MAX_BEFORE_A_TEST,
    change_webhook,
    ping,
    remove_webhook,
    replay,
)
from addons.webhooks.tests.factories import make_webhook
from annotation.models import AuditEvent, Project, User
from annotation.services.errors import Conflict
from tests.helpers.factories import at_once, make_project
from tests.helpers.pages import read, signed_in
from tests.helpers.stand_in import StandIn

pytestmark = pytest.mark.django_db(transaction=True)


def crowd(project: Project, owner: User, webhooks: int, messages: int = 6) -> None:
    """Queue messages for many webhooks of a project."""
    for number in range(webhooks):
        make_webhook(project, owner, f"https://hooks.example.org/{number}")
    for _ in range(messages):
        queue_event(Event.FAILED, project_id=project.pk)


def test_slow_webhooks_of_a_project_keep_no_other_project_waiting(
    project: Project, owner: User
) -> None:
    crowd(project, owner, webhooks=5)
    other = make_project(owner)
    crowd(other, owner, webhooks=1, messages=1)
    claimed = delivery._claim()
    projects = [one.webhook.project_id for one in claimed]
    assert projects.count(other.pk) == 1
    assert projects.count(project.pk) == delivery.AT_ONCE_OF_ONE
    assert len({one.webhook_id for one in claimed}) == len(claimed)


@pytest.mark.long
def test_several_slow_projects_keep_no_other_waiting(owner: User) -> None:
    for _ in range(4):
        crowd(make_project(owner), owner, webhooks=4)
    last = make_project(owner)
    crowd(last, owner, webhooks=1, messages=1)
    claimed = delivery._claim()
    assert last.pk in {one.webhook.project_id for one in claimed}
    assert len(claimed) == delivery.AT_ONCE


@pytest.mark.long
def test_a_test_is_refused_while_many_messages_wait(own: Webhook, owner: User) -> None:
    for _ in range(MAX_BEFORE_A_TEST + 1):
        ping(webhook=own, user=owner)
    with pytest.raises(Conflict, match="More than 20 messages are waiting"):
        ping(webhook=own, user=owner)
    deliver_due()
    ping(webhook=own, user=owner)


@pytest.mark.long
def test_a_webhook_that_does_not_keep_up_is_switched_off_and_its_owners_are_told(
    own: Webhook, project: Project, owner: User, site: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "MAX_WAITING", 3)
    for _ in range(3):
        queue_event(Event.FAILED, project_id=project.pk)
    assert deliver_due() == 3
    for _ in range(4):
        queue_event(Event.FAILED, project_id=project.pk)
    assert deliver_due() == 0
    own.refresh_from_db()
    assert not own.is_on
    assert "More than 3 messages were waiting for it" in own.off_because
    assert AuditEvent.objects.get(verb="webhook.switched_off").project == project
    assert Delivery.objects.filter(status="dead").count() == 4
    change_webhook(webhook=own, user=owner, is_on=True)
    assert deliver_due() == 0
    assert Webhook.objects.get().is_on
    shown = read(signed_in(owner), f"/research/webhooks/{own.pk}/")
    assert shown.count("Send\nagain") == 7
    replay(delivery=Delivery.objects.filter(status="dead")[0], user=owner)
    assert deliver_due() == 1


def test_taking_a_webhook_away_waits_for_what_tells_it_something(
    own: Webhook, project: Project, owner: User
) -> None:
    def remove() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '300ms'")
        remove_webhook(webhook=own, user=owner)

    def others_go_on() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '300ms'")
        queue_event(Event.FAILED, project_id=project.pk)
        change_webhook(webhook=own, user=owner, events=["job.failed", "export.ready"])

    with transaction.atomic():
        queue_event(Event.FAILED, project_id=project.pk)
        [removed] = at_once([remove], threads=1)
        assert isinstance(removed, OperationalError)
        assert at_once([others_go_on], threads=1) == [None]
    assert Delivery.objects.count() == 2
    assert at_once([partial(remove_webhook, webhook=own, user=owner)], threads=1) == [None]
    assert not Delivery.objects.exists()


def test_what_was_told_once_is_not_told_again_after_its_text_is_gone(
    own: Webhook, project: Project, owner: User
) -> None:
    queue_near = partial(
        queue_event, Event.BUDGET, project_id=project.pk, about="campaign 1 of 10.00"
    )
    queue_near()
    queue_event(Event.FAILED, project_id=project.pk)
    Delivery.objects.update(created_at=Now() - timedelta(days=31), answer="said 500")
    assert forget_deliveries() == 2
    one = Delivery.objects.get()
    assert (one.event, one.body, one.answer, one.status) == ("budget.near", "", "", "dead")
    assert forget_deliveries() == 0
    queue_near()
    assert Delivery.objects.count() == 1
    assert deliver_due() == 0
    assert not own.deliveries.readable().exists()
    with pytest.raises(Conflict, match="no longer stored"):
        replay(delivery=one, user=owner)
    client = signed_in(owner)
    page = f"/research/webhooks/{own.pk}/"
    assert b"budget.near</td>" not in client.get(page).content
    assert client.post(f"{page}messages/{one.pk}/replay/").status_code == 404
