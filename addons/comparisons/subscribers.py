"""Subscribers to what happens in the core."""

from collections.abc import Mapping

from addons.comparisons.services.due import due_comparisons
from annotation.events import Event, Subscriber, Swept
from annotation.services.jobs.messages import send_each


def compute_what_is_due(event: Swept) -> None:
    send_each("tasks.compare", due_comparisons())


SUBSCRIBERS: Mapping[type[Event], Subscriber] = {Swept: compute_what_is_due}
