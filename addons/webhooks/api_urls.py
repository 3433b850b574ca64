"""The URLs of the operations."""

from django.urls import URLPattern

from addons.webhooks import api
from annotation.api.operations import url

WEBHOOK = "webhooks/<int:webhook_id>"

urlpatterns: list[URLPattern] = [
    url("projects/<int:project_id>/webhooks", "webhooks", api.Webhooks),
    url(WEBHOOK, "webhook", api.OneWebhook),
    url(f"{WEBHOOK}/remove", "remove_webhook", api.RemoveWebhook),
    url(f"{WEBHOOK}/rotate", "rotate_webhook", api.RotateSecret),
    url(f"{WEBHOOK}/ping", "ping_webhook", api.PingWebhook),
    url(f"{WEBHOOK}/deliveries", "deliveries", api.ListDeliveries),
    url(f"{WEBHOOK}/deliveries/<int:delivery_id>/replay", "replay_delivery", api.ReplayDelivery),
]
