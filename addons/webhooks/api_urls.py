"""The URLs of the operations."""

from django.urls import URLPattern, path

from addons.webhooks import api
from annotation.api.operations import address

OF_WEBHOOK = (
    ("", "webhook", address("Webhook", api.OneWebhook)),
    ("/remove", "remove_webhook", address("RemoveWebhook", api.RemoveWebhook)),
    ("/rotate", "rotate_webhook", address("RotateSecret", api.RotateSecret)),
    ("/ping", "ping_webhook", address("PingWebhook", api.PingWebhook)),
    ("/deliveries", "deliveries", address("Deliveries", api.ListDeliveries)),
    (
        "/deliveries/<int:delivery_id>/replay",
        "replay_delivery",
        address("ReplayDelivery", api.ReplayDelivery),
    ),
)
urlpatterns: list[URLPattern] = [
    path("projects/<int:project_id>/webhooks", address("Webhooks", api.Webhooks), name="webhooks"),
    *(
        path(f"webhooks/<int:webhook_id>{place}", view, name=name)
        for place, name, view in OF_WEBHOOK
    ),
]
