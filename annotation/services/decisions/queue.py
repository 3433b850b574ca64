"""The HITs that wait for an adjudicator, in the order of a queue.

A queue is a database query and is not stored. Decided HITs have left it, so a second pass, or one
after more judgments, only fills the gaps and changes no decision."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    CharField,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import MD5, Cast, Coalesce, Concat

from annotation.models import HIT, Campaign, Decision, Judgment, User
from annotation.models.work.decision import PAIR
from annotation.schemes import scheme_of
from annotation.schemes.mixins import NoConsensus
from annotation.services.items.filters import ItemFilter

DISAGREEMENT, UNDECIDED, SAMPLE = "disagreement", "undecided", "sample"
FOUND = "found"
SETTLE, SINCE = "settle", "since"
MAX_SAMPLED = 100_000
LARGEST_SEED = 2**31 - 1
USUAL_SAMPLE = 50
EVERYTHING = ItemFilter()


@dataclass(frozen=True)
class Queue:
    """A selection of HITs to decide and their order: largest disagreement first, undecided
    consensus, or a random sample, reproducible by its seed. `settle`: HITs on which two independent
    decisions differ. `since`: HITs decided before more judgments arrived. With a filter, only the
    HITs that match it now; `found`: all of these, most disputed first."""

    by: str = DISAGREEMENT
    seed: int = 1
    size: int = USUAL_SAMPLE
    blind: bool = False
    wanted: ItemFilter = EVERYTHING


def orders_of(campaign: Campaign, wanted: ItemFilter) -> list[str]:
    """Return the queues that only some schemes have. If answers are not compared, there is neither
    disagreement nor an undecided consensus."""
    found = [FOUND] if wanted.written() else []
    alone = isinstance(scheme_of(campaign), NoConsensus)
    return [*found, *([] if alone else [DISAGREEMENT, UNDECIDED]), SAMPLE]


def queued(campaign: Campaign, queue: Queue) -> QuerySet[HIT]:
    """Return all HITs of a queue, decided or not, in its order, except gold HITs."""
    hits = HIT.objects.filter(campaign=campaign, known=False)
    if queue.wanted.written():
        hits = queue.wanted.hits(campaign).filter(known=False)
    if queue.by == SAMPLE:
        return _sampled(hits, queue)
    if queue.by == UNDECIDED:
        hits = hits.filter(summary__undecided=True)
    elif queue.by == DISAGREEMENT:
        hits = hits.filter(summary__disagreement__gt=0)
    elif queue.by == SETTLE:
        hits = hits.filter(~_final(), pk__in=_two_apart(campaign))
    elif queue.by == SINCE:
        hits = hits.filter(Exists(_judged_since()))
    most = Coalesce(F("summary__disagreement"), Value(0.0))
    return hits.annotate(order=most).order_by("-order", "pk")


def waiting(campaign: Campaign, user: User, queue: Queue) -> QuerySet[HIT]:
    """Return the HITs of a queue that this adjudicator can decide now, in its order."""
    hits = queued(campaign, queue)
    return hits if queue.by in (SETTLE, SINCE) else hits.filter(open_to(campaign, user))


def next_hit(campaign: Campaign, user: User, queue: Queue, after: HIT | None = None) -> HIT | None:
    """Return the first waiting HIT, or the first one after a given HIT."""
    hits = waiting(campaign, user, queue)
    if after is not None:
        hits = hits.filter(_behind(campaign, queue, after))
    return hits.first()


def open_to(campaign: Campaign, user: User) -> Q:
    """Return a filter for HITs that this adjudicator can decide."""
    if campaign.adjudicators != PAIR:
        return Q(~_final())
    mine = Decision.objects.in_force().apart().filter(hit=OuterRef("pk"), user=user)
    return Q(~_final(), ~Exists(mine)) & ~Q(pk__in=_two_apart(campaign))


@dataclass(frozen=True)
class Progress:
    """The number of HITs by decision status. `apart` wait for a second adjudicator, `unlike` for a
    third step; `since` were decided before more judgments arrived."""

    hits: int
    decided: int
    how: Mapping[str, int]
    apart: int
    unlike: int
    since: int


def progress_of(campaign: Campaign) -> Progress:
    final = Decision.objects.final().filter(campaign=campaign)
    how = dict(final.order_by().values_list("how").annotate(times=Count("pk")))
    two = HIT.objects.filter(~_final(), pk__in=_two_apart(campaign)).count()
    apart = Decision.objects.in_force().apart().filter(campaign=campaign)
    apart = apart.exclude(hit__in=_two_apart(campaign))
    alone = apart.filter(~Exists(Decision.objects.final().filter(hit=OuterRef("hit"))))
    hits = alone.order_by().values("hit").distinct().count()
    return Progress(
        HIT.objects.filter(campaign=campaign, known=False).count(),
        sum(how.values()),
        how,
        hits,
        two,
        HIT.objects.filter(Exists(_judged_since()), campaign=campaign).count(),
    )


def since_decided() -> Subquery:
    """Return how many counting judgments of a decision's HIT are newer than it."""
    later = Judgment.objects.counting().filter(
        hit=OuterRef("hit"), submitted_at__gt=OuterRef("decided_at")
    )
    times = later.order_by().values("hit").annotate(times=Count("pk")).values("times")
    return Subquery(times, output_field=IntegerField())


def _sampled(hits: QuerySet[HIT], queue: Queue) -> QuerySet[HIT]:
    """Return the first HITs in a random order that later judgments do not change."""
    drawn = _shuffled(hits, queue)
    chosen = drawn.values("pk")[: queue.size]
    return _shuffled(HIT.objects.filter(pk__in=chosen), queue)


def _shuffled(hits: QuerySet[HIT], queue: Queue) -> QuerySet[HIT]:
    place = Cast("item__position", CharField())
    return hits.annotate(order=MD5(Concat(Value(f"{queue.seed}:"), place))).order_by("order", "pk")


def _behind(campaign: Campaign, queue: Queue, after: HIT) -> Q:
    """Return a filter for HITs after a given one in the order of a queue."""
    if queue.by == SAMPLE:
        here: QuerySet[Any] = _shuffled(HIT.objects.filter(pk=after.pk), queue)
        order = here.values_list("order", flat=True).get()
        return Q(order__gt=order) | Q(order=order, pk__gt=after.pk)
    summary = getattr(after, "summary", None)
    most = summary.disagreement or 0.0 if summary else 0.0
    return Q(order__lt=most) | Q(order=most, pk__gt=after.pk)


def _final() -> Exists:
    return Exists(Decision.objects.final().filter(hit=OuterRef("pk")))


def _two_apart(campaign: Campaign) -> QuerySet[Decision, object]:
    return Decision.objects.met().filter(campaign=campaign).values("hit")


def _judged_since() -> QuerySet[Decision]:
    later = Judgment.objects.counting().filter(
        hit=OuterRef("hit"), submitted_at__gt=OuterRef("decided_at")
    )
    return Decision.objects.final().filter(Exists(later), hit=OuterRef("pk"))
