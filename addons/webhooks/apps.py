"""The declarations of the webhooks add-on."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from django.urls import reverse

from annotation.addons import AddOnConfig, NavigationEntry, Notice, ProjectObject
from annotation.capabilities import Capability

if TYPE_CHECKING:
    from annotation.models import Project


class WebhooksConfig(AddOnConfig):
    name = "addons.webhooks"
    default = True

    navigation = (NavigationEntry("Webhooks", page="webhooks", after="tokens"),)
    sections = {"webhook": "webhooks", "rotate_webhook": "webhooks"}
    help_page = "webhooks"
    help_group = "API and records"
    help_of = ("webhooks", "webhook")
    api_group = "Webhooks"
    path_parameters = {
        "delivery_id": "The number of a message to the webhook.",
        "webhook_id": "The webhook's number.",
    }
    response_links = {"webhook_id": {"add_webhook": "/id"}}
    objects = {"webhook": ProjectObject(from_project="webhooks", to_project="project__")}
    audit_sentences = {
        "webhook.added": "added a webhook to {host}",
        "webhook.changed": "changed the events of the webhook to {host}",
        "webhook.secret_changed": "created a new secret for the webhook to {host}",
        "webhook.removed": "removed the webhook to {host}",
        "webhook.pinged": "sent a test to {host}",
        "webhook.replayed": "sent a message ({event}) to {host} again",
        "webhook.switched_off": "turned off the webhook to {host} because it failed to respond",
    }
    columns_at_erasure = {
        "annotation_webhook": dict.fromkeys(
            ("address", "events", "sealed", "sealed_before", "off_because"), "researchers' own"
        ),
        "annotation_delivery": {
            "message": "made at random",
            "event": "one of a fixed list",
            "about": "numbers",
            "body": "numbers",
            "status": "one of a fixed list",
            "answer": "the start of a response from a server that researchers chose",
        },
    }

    task_queues = {"tasks.deliver": "elsewhere"}

    def project_notices(
        self, project: "Project", capabilities: Collection[Capability]
    ) -> Sequence[Notice]:
        """Report each webhook that Midpath turned off."""
        if Capability.MANAGE_MEMBERS not in capabilities:
            return ()
        rows = self.get_model("Webhook")._default_manager.filter(project=project)
        off = rows.exclude(off_because="").values_list("pk", flat=True)
        return [
            Notice(
                linked="Midpath turned off a webhook.",
                address=reverse("research:webhook", args=[pk]),
                text="The reason is on its page.",
            )
            for pk in off
        ]
