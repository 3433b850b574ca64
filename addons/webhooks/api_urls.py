"""The URLs of the operations."""

from django.urls import URLPattern, path

from addons.webhooks import api
from annotation.api.operations import address

urlpatterns: list[URLPattern] = [
    path(
        "projects/<int:project_id>/webhooks",
        address("Webhooks", api.Webhooks),
        name="webhooks",
    ),
    path("webhooks/<int:webhook_id>", address("Webhook", api.OneWebhook), name="webhook"),
    path(
        "webhooks/<int:webhook_id>/remove",
        address("RemoveWebhook", api.RemoveWebhook),
        name="remove_webhook",
    ),
    path(
        "webhooks/<int:webhook_id>/rotate",
        address("RotateSecret", api.RotateSecret),
        name="rotate_webhook",
    ),
    path(
        "webhooks/<int:webhook_id>/ping",
        address("PingWebhook", api.PingWebhook),
        name="ping_webhook",
    ),
    path(
        "webhooks/<int:webhook_id>/deliveries",
        address("Deliveries", api.ListDeliveries),
        name="deliveries",
    ),
    path(
        "webhooks/<int:webhook_id>/deliveries/<int:delivery_id>/replay",
        address("ReplayDelivery", api.ReplayDelivery),
        name="replay_delivery",
    ),
]
