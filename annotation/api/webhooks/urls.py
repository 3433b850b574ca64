"""The URLs of webhooks."""

from django.urls import URLPattern, path

from annotation.api.operations import address
from annotation.api.webhooks import webhooks

webhook_urls: list[URLPattern] = [
    path(
        "projects/<int:project_id>/webhooks",
        address("Webhooks", webhooks.Webhooks),
        name="webhooks",
    ),
    path("webhooks/<int:webhook_id>", address("Webhook", webhooks.OneWebhook), name="webhook"),
    path(
        "webhooks/<int:webhook_id>/remove",
        address("RemoveWebhook", webhooks.RemoveWebhook),
        name="remove_webhook",
    ),
    path(
        "webhooks/<int:webhook_id>/rotate",
        address("RotateSecret", webhooks.RotateSecret),
        name="rotate_webhook",
    ),
    path(
        "webhooks/<int:webhook_id>/ping",
        address("PingWebhook", webhooks.PingWebhook),
        name="ping_webhook",
    ),
    path(
        "webhooks/<int:webhook_id>/deliveries",
        address("Deliveries", webhooks.ListDeliveries),
        name="deliveries",
    ),
    path(
        "webhooks/<int:webhook_id>/deliveries/<int:delivery_id>/replay",
        address("ReplayDelivery", webhooks.ReplayDelivery),
        name="replay_delivery",
    ),
]
