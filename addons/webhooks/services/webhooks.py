"""Add, change and remove webhooks, rotate their secrets, and resend missed messages."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import TypedDict, Unpack
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models.functions import Now

from addons.webhooks.models import Delivery, Webhook
from addons.webhooks.services.payloads import PING, body_of, start_delivery
from addons.webhooks.services.signing import new_secret
from annotation.capabilities import Capability
from annotation.models import Project, User
from annotation.services.accounts.rights import require
from annotation.services.audit import record_event
from annotation.services.encryption import sealed
from annotation.services.errors import Conflict, Invalid
from annotation.services.unique_names import unless_taken
from annotation.services.url_checks import checked_address

SALT = "midpath.webhook.secret"
MAX_WEBHOOKS = 10
BOTH_SECRETS_FOR = timedelta(days=1)
MAX_BEFORE_A_TEST = 20


def add_webhook(
    *, project: Project, user: User, address: str, events: Collection[str]
) -> tuple[Webhook, str]:
    """Store an address and return it with its secret, which is not shown again."""
    _require(project, user)
    secret = new_secret()
    own = Webhook(
        project=project,
        address=checked_address(address, may_ask=True),
        events=_chosen(events),
        sealed=sealed(secret, SALT),
        user=user,
    )
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        if Webhook.objects.filter(project=project).count() >= MAX_WEBHOOKS:
            raise Conflict(f"A project can have at most {MAX_WEBHOOKS} webhooks. Remove one first.")
        refusal = Conflict("The project already has a webhook with this address.", field="address")
        with unless_taken("one_webhook_of_an_address_per_project", refusal):
            own.save()
        record("added", own, user, events=own.events)
    own.refresh_from_db()
    return own, secret


def change_webhook(
    *,
    webhook: Webhook,
    user: User,
    events: Collection[str] | None = None,
    is_on: bool | None = None,
) -> Webhook:
    """Change the events, or switch the webhook off or on. Waiting messages continue once it is on
    again."""
    with transaction.atomic():
        own = _locked(webhook, user)
        before = (own.events, own.is_on)
        if events is not None:
            own.events = _chosen(events)
        if is_on is not None and is_on != own.is_on:
            own.is_on, own.off_because, own.dead_in_row = is_on, "", 0
            transaction.on_commit(start_delivery)
        if (own.events, own.is_on) != before:
            own.save()
            record("changed", own, user, events=own.events, on=own.is_on)
    return own


def rotate_secret(*, webhook: Webhook, user: User) -> str:
    """Create a new secret and return it. For a day messages are signed with both."""
    secret = new_secret()
    with transaction.atomic():
        own = _locked(webhook, user)
        Webhook.objects.filter(pk=own.pk).update(
            sealed=sealed(secret, SALT),
            sealed_before=own.sealed,
            before_until=Now() + BOTH_SECRETS_FOR,
        )
        record("secret_changed", own, user)
    return secret


def remove_webhook(*, webhook: Webhook, user: User) -> None:
    """Delete a webhook with its sent and waiting messages."""
    with transaction.atomic():
        own = _locked(webhook, user, no_key=False)
        record("removed", own, user)
        own.delete()


def ping(*, webhook: Webhook, user: User) -> Delivery:
    """Send a test message."""
    with transaction.atomic():
        own = _locked(webhook, user)
        _require_on(own)
        waiting = own.deliveries.filter(status=Delivery.Status.WAITING)
        if waiting[: MAX_BEFORE_A_TEST + 1].count() > MAX_BEFORE_A_TEST:
            raise Conflict(
                f"More than {MAX_BEFORE_A_TEST} messages are waiting for this address. Send a "
                "test once they have been sent or dropped."
            )
        body = body_of(PING, {"project": own.project_id})
        sent = Delivery.objects.create(webhook=own, event=PING, body=body)
        record("pinged", own, user)
        transaction.on_commit(start_delivery)
    sent.refresh_from_db()
    return sent


def replay(*, delivery: Delivery, user: User) -> Delivery:
    """Resend a message as if it had never been tried; its id stays. A waiting message is tried at
    once."""
    with transaction.atomic():
        own = _locked(delivery.webhook, user)
        _require_on(own)
        sent = Delivery.objects.readable().filter(pk=delivery.pk)
        if not sent.update(status=Delivery.Status.WAITING, attempts=0, due_at=Now(), ended_at=None):
            raise Conflict("This message is too old and no longer stored.")
        record("replayed", own, user, event=delivery.event)
        transaction.on_commit(start_delivery)
    delivery.refresh_from_db()
    return delivery


def _locked(webhook: Webhook, user: User, *, no_key: bool = True) -> Webhook:
    """Lock a webhook. With `no_key` messages can be queued for it in the meantime."""
    _require(webhook.project, user)
    rows = Webhook.objects.select_for_update(of=("self",), no_key=no_key)
    found = rows.select_related("project").filter(pk=webhook.pk).first()
    if found is None:
        raise Conflict("This webhook has been removed.")
    return found


def _require_on(own: Webhook) -> None:
    if not own.is_on:
        raise Conflict("This webhook is off. Turn it on first.")


def _chosen(events: Collection[str]) -> list[str]:
    unknown = sorted(set(events) - set(Webhook.Event.values))
    if unknown:
        raise Invalid(
            f"There is no event {unknown[0]}. Events: {', '.join(Webhook.Event.values)}.",
            field="events",
        )
    if not events:
        raise Invalid("Choose at least one event.", field="events")
    return [event for event in Webhook.Event.values if event in set(events)]


def _require(project: Project, user: User) -> None:
    require(project, user, Capability.MANAGE_MEMBERS, "manage its webhooks")


class _Details(TypedDict, total=False):
    """Details of these acts in the audit log."""

    events: Sequence[str]
    on: bool
    event: str


def record(what: str, own: Webhook, user: User | None, **details: Unpack[_Details]) -> None:
    """Record an act. An address may contain a key, so the audit log names only its host."""
    record_event(
        f"webhook.{what}",
        project=own.project,
        user=user,
        object_id=own.pk,
        host=urlsplit(own.address).hostname,
        **details,
    )
