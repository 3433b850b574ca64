"""Webhooks of a project."""

from typing import Any

from addons.webhooks.models import Delivery, Webhook
from addons.webhooks.services.webhooks import add_webhook, ping
from annotation.models import Project, User
from annotation.services.url_checks import MAX_ADDRESS_LENGTH

EVENTS = Webhook.Event.values


def make_webhook(
    project: Project, user: User, address: str = "https://hooks.example.org/in", **terms: Any
) -> tuple[Webhook, str]:
    return add_webhook(project=project, user=user, address=address, **{"events": EVENTS} | terms)


def pinged(project: Project, user: User) -> Delivery:
    """Return an unsent test message with an address of maximum length."""
    address = "https://hooks.example.org/".ljust(MAX_ADDRESS_LENGTH, "a")
    return ping(webhook=make_webhook(project, user, address)[0], user=user)
