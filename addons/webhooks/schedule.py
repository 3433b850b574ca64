"""The schedule of the tasks of webhooks."""

from collections.abc import Mapping

SCHEDULE: Mapping[str, Mapping[str, object]] = {
    "forget_deliveries": {"task": "tasks.forget_deliveries", "schedule": 3600},
}
