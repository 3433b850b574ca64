"""Events in the core, and their subscribers.

`emit` calls the subscribers of an event in the transaction that caused it, so that what they
write is committed with it or not at all. An add-on lists its subscribers as `SUBSCRIBERS` in its
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
    """A researcher is marking payments of a list with a status. Subscribers may raise Conflict to
    refuse this."""

    lines: Collection[PaymentLine]
    status: PaymentLine.Status


@dataclass(frozen=True)
class WorkerErasing(Event):
    """A worker is being erased, but still has their id. Subscribers erase what they store about the
    worker, and may raise Conflict to refuse the erasure."""

    worker: Worker


@dataclass(frozen=True)
class WorkerFlagged(Event):
    """A worker's answers should be reviewed. `figures` are the counts behind the reason."""

    enrolment: Enrolment
    reason: str
    figures: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class WorkFailed(Event):
    """Background work on a campaign, other than a `Job`, ended early. `kind` and `number` identify
    it."""

    campaign: Campaign
    kind: str
    number: int


@dataclass(frozen=True)
class Swept(Event):
    """The periodic sweep ran. Subscribers start work that waits because its message was lost."""


Subscriber: TypeAlias = Callable[[Any], None]


def emit(event: Event) -> None:
    for subscriber in subscribers_of(type(event)):
        subscriber(event)


def subscribers_of(kind: type[Event]) -> Sequence[Subscriber]:
    return _subscribers().get(kind, ())


@cache
def _subscribers() -> Mapping[type[Event], Sequence[Subscriber]]:
    found: dict[type[Event], list[Subscriber]] = defaultdict(list)
    for module in modules_of_addons("subscribers"):
        for kind, subscriber in module.SUBSCRIBERS.items():
            found[kind].append(subscriber)
    return found
