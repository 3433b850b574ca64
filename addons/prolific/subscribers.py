"""Subscribers to what happens in the core."""

from collections.abc import Mapping

from addons.prolific.services.in_flight import erase_on_prolific, settle_by_hand
from annotation.events import Event, PaymentsSettling, Subscriber, WorkerErasing

SUBSCRIBERS: Mapping[type[Event], Subscriber] = {
    PaymentsSettling: lambda event: settle_by_hand(event.lines, event.status),
    WorkerErasing: lambda event: erase_on_prolific(event.worker),
}
