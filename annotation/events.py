"""Events: what happened in the core, and who hears of it.

`emit` calls the subscribers of an event in the transaction of what happened, so that what they
write is stored with it or not at all. An add-on lists its subscribers as `SUBSCRIBERS` in its
module `subscribers`."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from annotation.addons import modules_of_addons
from annotation.models import Campaign, Enrolment, Job, PaymentLine, Worker


@dataclass(frozen=True)
class Event:
    """Something that happened."""


@dataclass(frozen=True)
class CampaignClosed(Event):
    """A researcher closed a campaign."""

    campaign: Campaign


@dataclass(frozen=True)
class JobEnded(Event):
    """A job is ready, or it failed."""

    job: Job
    failed: bool


@dataclass(frozen=True)
class PaymentsSettling(Event):
    """A researcher is marking payments of a list with a status. Subscribers may refuse it with
    Conflict."""

    lines: Collection[PaymentLine]
    status: PaymentLine.Status


@dataclass(frozen=True)
class WorkerErasing(Event):
    """A worker is being erased. Subscribers erase what they store about them, while the worker
    still has their id, and may refuse the erasure with Conflict."""

    worker: Worker


@dataclass(frozen=True)
class WorkerFlagged(Event):
    """A worker's answers need a look. `figures` are counts that belong to the reason."""

    enrolment: Enrolment
    reason: str
    figures: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class WorkFailed(Event):
    """Background work on a campaign that is no `Job` ended early. `kind` and `number` identify
    it."""

    campaign: Campaign
    kind: str
    number: int


@dataclass(frozen=True)
class Swept(Event):
    """The periodic sweep ran. Subscribers start what waits because a message was lost."""


Subscriber: TypeAlias = Callable[[Any], None]


def emit(event: Event) -> None:
    for subscriber in _subscribers().get(type(event), ()):
        subscriber(event)


@cache
def _subscribers() -> Mapping[type[Event], Sequence[Subscriber]]:
    found: dict[type[Event], list[Subscriber]] = defaultdict(list)
    for module in modules_of_addons("subscribers"):
        for kind, subscriber in module.SUBSCRIBERS.items():
            found[kind].append(subscriber)
    return found
