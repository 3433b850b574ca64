"""Webhooks of a project."""

from typing import Any

from annotation.models import Delivery, Project, User, Webhook
from annotation.services.url_checks import MAX_ADDRESS_LENGTH
from annotation.services.webhooks.webhooks import add_webhook, ping

EVENTS = Webhook.Event.values


def make_webhook(
    project: Project, user: User, address: str = "https://hooks.example.org/in", **terms: Any
) -> tuple[Webhook, str]:
    return add_webhook(project=project, user=user, address=address, **{"events": EVENTS} | terms)


def pinged(project: Project, user: User) -> Delivery:
    """Return an unsent test message with an address of maximum length."""
    address = "https://hooks.example.org/".ljust(MAX_ADDRESS_LENGTH, "a")
    return ping(webhook=make_webhook(project, user, address)[0], user=user)
