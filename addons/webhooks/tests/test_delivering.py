"""Messages are signed, sent, retried and given up, and owners read their status."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings
from standardwebhooks import Webhook as Receiver
from standardwebhooks.webhooks import WebhookVerificationError

from addons.webhooks.models import Delivery, Webhook
from addons.webhooks.services import delivery
from addons.webhooks.services.delivery import (
    MAX_ATTEMPTS,
    MAX_DEATHS_IN_A_ROW,
    deliver_due,
    forget_deliveries,
    wait_before,
)
from addons.webhooks.services.payloads import Event, queue_event
from addons.webhooks.services.webhooks import (
    add_webhook,
    change_webhook,
    ping,
    remove_webhook,
    replay,
    rotate_secret,
)
from addons.webhooks.tests.factories import make_webhook
from annotation.models import AuditEvent, Project, User
from annotation.services.errors import Conflict, Forbidden, Invalid
from tests.helpers.factories import make_user
from tests.helpers.stand_in import StandIn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
Hook = tuple[Webhook, str]


def of(own: Webhook) -> User:
    """Return the owner who added a webhook."""
    assert own.user is not None
    return own.user


def taken(site: StandIn) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = site.state()["taken"]
    return found


def give_up(one: Delivery) -> None:
    """Make the next attempt the last one."""
    Delivery.objects.filter(pk=one.pk).update(attempts=MAX_ATTEMPTS - 1, due_at=Now())


def test_the_standard_library_knows_the_signature(
    hook: Hook, site: StandIn, project: Project
) -> None:
    own, secret = hook
    queue_event(Event.FAILED, project_id=project.pk, kind="draw", job=7)
    assert deliver_due() == 1
    [request] = taken(site)
    message = Receiver(secret).verify(request["body"], request["headers"])
    one = Delivery.objects.get()
    assert message["type"] == "job.failed"
    assert message["data"] == {"project": project.pk, "kind": "draw", "job": 7}
    assert (one.status, one.code, one.attempts, one.answer) == ("delivered", 200, 1, "said 200")
    assert one.ended_at is not None
    with pytest.raises(WebhookVerificationError):
        Receiver(secret).verify(request["body"].replace("7", "8"), request["headers"])
    assert secret not in own.sealed


def test_what_fails_is_tried_again_later_with_the_same_id(hook: Hook, site: StandIn) -> None:
    own, secret = hook
    site.set_state(faults=["500"])
    one = ping(webhook=own, user=of(own))
    deliver_due()
    one.refresh_from_db()
    assert (one.status, one.code, one.answer) == ("waiting", 500, "said 500")
    assert deliver_due() == 0
    later = Delivery.objects.filter(due_at__gt=Now() + timedelta(seconds=2))
    assert later.filter(due_at__lt=Now() + timedelta(seconds=8)).exists()
    Delivery.objects.update(due_at=Now())
    assert deliver_due() == 1
    first, second = taken(site)
    assert first["headers"]["webhook-id"] == second["headers"]["webhook-id"] == one.header_id
    Receiver(secret).verify(second["body"], second["headers"])
    one.refresh_from_db()
    assert (one.status, one.attempts) == ("delivered", 2)


@pytest.mark.quick
def test_waits_grow_fourfold_and_differ_between_messages() -> None:
    waits = [wait_before("msg_a", attempts) for attempts in range(1, MAX_ATTEMPTS)]
    usual = [min(5 * 4**power, 12 * 3600) for power in range(MAX_ATTEMPTS - 1)]
    for wait, about in zip(waits, usual, strict=True):
        assert 0.75 * about <= wait <= 1.25 * about
    assert waits == [wait_before("msg_a", attempts) for attempts in range(1, MAX_ATTEMPTS)]
    assert len({round(wait_before(f"msg_{number}", 1), 3) for number in range(50)}) > 40


def test_after_the_last_attempt_a_message_is_dead_and_can_be_replayed(
    own: Webhook, site: StandIn
) -> None:
    site.set_state(faults=["503"])
    one = ping(webhook=own, user=of(own))
    give_up(one)
    deliver_due()
    one.refresh_from_db()
    assert (one.status, one.code, one.attempts) == ("dead", 503, MAX_ATTEMPTS)
    assert Webhook.objects.get().dead_in_row == 1
    replay(delivery=one, user=of(own))
    deliver_due()
    one.refresh_from_db()
    assert (one.status, one.attempts) == ("delivered", 1)
    assert Webhook.objects.get().dead_in_row == 0
    assert AuditEvent.objects.filter(verb="webhook.replayed").exists()


@pytest.mark.quick
def test_after_some_dead_in_a_row_it_is_switched_off_and_owners_are_told(
    own: Webhook, site: StandIn, project: Project
) -> None:
    site.set_state(faults=["500"] * MAX_DEATHS_IN_A_ROW)
    for _ in range(MAX_DEATHS_IN_A_ROW):
        give_up(ping(webhook=own, user=of(own)))
        deliver_due()
    own.refresh_from_db()
    assert not own.is_on
    assert "in a row" in own.off_because
    assert AuditEvent.objects.get(verb="webhook.switched_off").project == project
    queue_event(Event.FAILED, project_id=project.pk)
    assert Delivery.objects.filter(status="waiting").count() == 0
    with pytest.raises(Conflict, match="Turn it on"):
        ping(webhook=own, user=of(own))
    with pytest.raises(Conflict, match="Turn it on"):
        replay(delivery=own.deliveries.all()[0], user=of(own))
    change_webhook(webhook=own, user=of(own), is_on=True)
    own.refresh_from_db()
    assert (own.is_on, own.off_because, own.dead_in_row) == (True, "", 0)


def test_an_address_that_is_gone_is_told_nothing_more(own: Webhook, site: StandIn) -> None:
    site.set_state(faults=["410"])
    ping(webhook=own, user=of(own))
    deliver_due()
    own.refresh_from_db()
    assert not own.is_on
    assert "410" in own.off_because
    assert Delivery.objects.get().status == "dead"


def test_what_waits_goes_on_once_it_is_on_again(own: Webhook, site: StandIn) -> None:
    ping(webhook=own, user=of(own))
    change_webhook(webhook=own, user=of(own), is_on=False)
    assert deliver_due() == 0
    change_webhook(webhook=own, user=of(own), is_on=True)
    assert deliver_due() == 1


@pytest.mark.quick
def test_for_a_day_both_secrets_sign(hook: Hook, site: StandIn) -> None:
    own, before = hook
    after = rotate_secret(webhook=own, user=of(own))
    ping(webhook=own, user=of(own))
    deliver_due()
    Webhook.objects.update(before_until=Now() - timedelta(seconds=1))
    ping(webhook=own, user=of(own))
    deliver_due()
    first, second = taken(site)
    for secret in (before, after):
        Receiver(secret).verify(first["body"], first["headers"])
    Receiver(after).verify(second["body"], second["headers"])
    with pytest.raises(WebhookVerificationError):
        Receiver(before).verify(second["body"], second["headers"])


def test_another_secret_key_of_the_server_says_so(
    own: Webhook, site: StandIn, settings: Settings
) -> None:
    ping(webhook=own, user=of(own))
    settings.SECRET_KEY = "another" * 9
    deliver_due()
    one = Delivery.objects.get()
    assert one.status == "waiting"
    assert "Create a new secret" in one.answer
    assert taken(site) == []


@pytest.mark.quick
def test_an_event_and_its_message_are_written_together_or_not_at_all(
    hook: Hook, project: Project
) -> None:
    def tell_and_fail() -> None:
        with transaction.atomic():
            queue_event(Event.FAILED, project_id=project.pk)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        tell_and_fail()
    assert not Delivery.objects.exists()


def test_a_thing_is_told_once(hook: Hook, project: Project) -> None:
    for _ in range(2):
        queue_event(Event.BUDGET, project_id=project.pk, about="campaign 1 of 10.00")
        queue_event(Event.FAILED, project_id=project.pk)
    events = Delivery.objects.order_by("event").values_list("event", flat=True)
    assert list(events) == ["budget.near", "job.failed", "job.failed"]


@pytest.mark.quick
def test_only_what_was_chosen_is_told_and_without_listeners_one_query_is_made(
    project: Project, owner: User
) -> None:
    make_webhook(project, owner, events=["export.ready"])
    with CaptureQueriesContext(connection) as asked:
        queue_event(Event.FAILED, project_id=project.pk)
    assert len(asked) == 1
    assert not Delivery.objects.exists()


def test_a_process_that_was_killed_leaves_a_claim_that_ends(own: Webhook, site: StandIn) -> None:
    ping(webhook=own, user=of(own))
    [claimed] = delivery._claim()
    assert deliver_due() == 0
    Delivery.objects.update(due_at=F("due_at") - delivery.CLAIMED_FOR)
    assert deliver_due() == 1
    assert len(taken(site)) == 1
    assert claimed.attempts == 1
    assert Delivery.objects.get().attempts == 2


def test_a_slow_webhook_keeps_no_other_waiting(
    own: Webhook, site: StandIn, project: Project
) -> None:
    for _ in range(20):
        ping(webhook=own, user=of(own))
    other, _ = make_webhook(project, of(own), f"{site.address}/other")
    last = ping(webhook=other, user=of(own))
    claimed = delivery._claim()
    assert last in claimed
    assert len(claimed) == delivery.AT_ONCE_OF_ONE


def test_what_is_kept_long_enough_is_deleted(own: Webhook) -> None:
    ping(webhook=own, user=of(own))
    old = ping(webhook=own, user=of(own))
    Delivery.objects.filter(pk=old.pk).update(created_at=Now() - timedelta(days=31))
    assert forget_deliveries() == 1
    assert not Delivery.objects.filter(pk=old.pk).exists()


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://hooks.example.org/", "https://"),
        ("ftp://hooks.example.org/", "https://"),
        ("https://", "https://"),
        ("https://a@b.example.org/", "alone"),
        ("https://hooks.example.org/#part", "alone"),
        ("https://hooks.example.org/a b", "https://"),
        ("https://hooks.example.org/" + 300 * "a", "300"),
        ("https://[::1/", "no address"),
    ],
)
def test_odd_addresses_are_refused(project: Project, owner: User, address: str, why: str) -> None:
    with pytest.raises(Invalid, match=why):
        add_webhook(project=project, user=owner, address=address, events=["job.failed"])


@pytest.mark.quick
def test_the_service_refuses_whoever_may_not(project: Project, owner: User) -> None:
    own, _ = make_webhook(project, owner)
    stranger = make_user()
    for act in (remove_webhook, ping, rotate_secret):
        with pytest.raises(Forbidden):
            act(webhook=own, user=stranger)
    with pytest.raises(Conflict, match="already"):
        make_webhook(project, owner)
    with pytest.raises(Invalid, match="no event"):
        change_webhook(webhook=own, user=owner, events=["what"])
    with pytest.raises(Invalid, match="one event"):
        change_webhook(webhook=own, user=owner, events=[])
    for number in range(9):
        make_webhook(project, owner, f"https://hooks.example.org/{number}")
    with pytest.raises(Conflict, match="at most 10 webhooks"):
        make_webhook(project, owner, "https://hooks.example.org/more")


@pytest.mark.quick
def test_the_audit_names_no_path_that_may_be_a_key(project: Project, owner: User) -> None:
    make_webhook(project, owner, "https://hooks.example.org/T0/secret?key=1")
    event = AuditEvent.objects.get(verb="webhook.added")
    assert event.details["host"] == "hooks.example.org"
    assert "secret" not in str(event.details)
