"""Webhooks of a project."""

from typing import Any

from addons.webhooks.models import Delivery, Webhook
from addons.webhooks.services.delivery import deliver_due
from addons.webhooks.services.webhooks import add_webhook, ping
from annotation.models import Project, User
from annotation.services.url_checks import MAX_ADDRESS_LENGTH
from tests.helpers.factories import make_project, make_user

EVENTS = Webhook.Event.values


def make_webhook(
    project: Project, user: User, address: str = "https://hooks.example.org/in", **terms: Any
) -> tuple[Webhook, str]:
    return add_webhook(project=project, user=user, address=address, **{"events": EVENTS} | terms)


def pinged(project: Project, user: User) -> Delivery:
    """Return an unsent test message with an address of maximum length."""
    address = "https://hooks.example.org/".ljust(MAX_ADDRESS_LENGTH, "a")
    return ping(webhook=make_webhook(project, user, address)[0], user=user)


def sent_to(address: str) -> Delivery:
    """Send a test message to an address, checked or not, and return the result."""
    user = make_user()
    own, _ = make_webhook(make_project(user), user, "https://x.example.org/")
    Webhook.objects.filter(pk=own.pk).update(address=address)
    one = ping(webhook=own, user=user)
    deliver_due(seconds=0.01)
    one.refresh_from_db()
    return one
