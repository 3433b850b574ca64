"""Subscribers to what happens in the core."""

from collections.abc import Mapping

from addons.model_annotators.services.runs import due_runs
from annotation.events import Event, Subscriber, Swept
from annotation.services.jobs.messages import send_each


def work_on_due_rounds(event: Swept) -> None:
    send_each("tasks.ask", due_runs())


SUBSCRIBERS: Mapping[type[Event], Subscriber] = {Swept: work_on_due_rounds}
