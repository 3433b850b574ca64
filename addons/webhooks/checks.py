"""The checks of webhooks (annotation.services.monitoring)."""

from addons.webhooks.models import Webhook
from annotation.services.monitoring.checks import Check, Effect, Finding


def find_dead_webhooks() -> Finding | None:
    off = Webhook.objects.filter(project__deleted_at=None).exclude(off_because="")
    dead = off.count()
    if not dead:
        return None
    return Finding(
        f"Midpath switched off {dead} {'webhook' if dead == 1 else 'webhooks'}.",
        "The page of each webhook says why. Its project's owners can correct the address and "
        "switch it on again.",
    )


CHECKS = (Check("webhooks", Effect.WARNING, find_dead_webhooks),)
