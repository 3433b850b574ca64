"""The addresses of webhooks, for tests of the core."""

from collections.abc import Mapping

from addons.webhooks.tests.factories import pinged, sent_to
from annotation.models import Project, User
from tests.helpers.addons import Contract
from tests.permissions.rules import by_members, by_tokens, of_owners_act

ADDRESS = "https://new.example.org/"


def make(project: Project, user: User) -> Mapping[str, object]:
    delivery = pinged(project, user)
    return {"webhook_id": delivery.webhook_id, "delivery_id": delivery.pk}


OF_API = {
    "api:webhooks": by_tokens({"address": ADDRESS, "events": ["job.failed"]}, GET=403, POST=403),
    "api:webhook": by_tokens({"is_on": False}, GET=403, PATCH=403),
    "api:deliveries": by_tokens(GET=403),
    **{
        f"api:{step}": by_tokens(POST=403)
        for step in ("rotate_webhook", "ping_webhook", "remove_webhook", "replay_delivery")
    },
}
OF_PAGES = {
    "research:webhooks": by_members(
        {"address": ADDRESS, "events": ["job.failed"]}, GET=403, POST=403
    ),
    "research:webhook": by_members({"events": ["job.failed"]}, GET=403, POST=403),
    **{
        f"research:{step}": of_owners_act()
        for step in (
            "rotate_webhook",
            "switch_webhook",
            "test_webhook",
            "remove_webhook",
            "replay_delivery",
        )
    },
}
CONTRACT = Contract(
    rules=OF_PAGES | OF_API,
    roles={"owners": " ".join(OF_PAGES | OF_API)},
    scopes={"people": " ".join(OF_API)},
    writes="""
        remove_webhook   remove_webhook
        replay_delivery  replay_delivery
        rotate_webhook   rotate_webhook_secret
        switch_webhook   change_webhook
        test_webhook     ping_webhook
        webhook          change_webhook
        webhooks         add_webhook
    """,
    reads="""
        webhook          read_webhook list_deliveries
        webhooks         list_webhooks
    """,
    no_pages=frozenset(
        {"rotate_webhook", "switch_webhook", "test_webhook", "remove_webhook", "replay_delivery"}
    ),
    refused=frozenset({"webhooks"}),
    make=make,
    calls={"webhooks.Webhook.address": lambda address: sent_to(address).answer},
)
