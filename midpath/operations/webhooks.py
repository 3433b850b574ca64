"""Webhooks. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller


class Operations(Caller):
    def add_webhook(
        self, project_id: int, *, idempotency_key: str = "", **body: Unpack[models.WebhooksInput]
    ) -> models.WebhookWithSecret:
        """Add a webhook; the response has its signing secret."""
        return self._post(
            models.WebhookWithSecret, f"projects/{project_id}/webhooks", body, idempotency_key
        )

    def change_webhook(
        self, webhook_id: int, **body: Unpack[models.PatchedOneWebhookInput]
    ) -> models.Webhook:
        """Change the events of a webhook, or turn it on or off."""
        return self._patch(models.Webhook, f"webhooks/{webhook_id}", body)

    def list_deliveries(
        self, webhook_id: int, **asked: Unpack[models.ListDeliveriesQuery]
    ) -> Rows[models.Delivery]:
        """List the messages of a webhook of the last 30 days, and those waiting."""
        return self._rows(models.Delivery, f"webhooks/{webhook_id}/deliveries", asked)

    def list_webhooks(
        self, project_id: int, **asked: Unpack[models.ListWebhooksQuery]
    ) -> Rows[models.Webhook]:
        """List the webhooks of a project."""
        return self._rows(models.Webhook, f"projects/{project_id}/webhooks", asked)

    def ping_webhook(self, webhook_id: int, *, idempotency_key: str = "") -> models.Delivery:
        """Send a test message."""
        return self._post(models.Delivery, f"webhooks/{webhook_id}/ping", key=idempotency_key)

    def read_webhook(self, webhook_id: int) -> models.Webhook:
        """Read a webhook, without its secret."""
        return self._get(models.Webhook, f"webhooks/{webhook_id}")

    def remove_webhook(self, webhook_id: int) -> None:
        """Delete a webhook with its messages."""
        return self._post(type(None), f"webhooks/{webhook_id}/remove")

    def replay_delivery(
        self, webhook_id: int, delivery_id: int, *, idempotency_key: str = ""
    ) -> models.Delivery:
        """Send a message again with the same id."""
        return self._post(
            models.Delivery,
            f"webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
            key=idempotency_key,
        )

    def rotate_webhook_secret(self, webhook_id: int) -> models.WebhookWithSecret:
        """Create a new secret; for a day, messages are signed with both."""
        return self._post(models.WebhookWithSecret, f"webhooks/{webhook_id}/rotate")
