"""Values by which items are put in order though no index holds them: each is found in one pass over
what the filter finds."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from annotation.models import Decision, Judgment
from annotation.services.items.filters import ItemFilter

JUDGMENTS, REVIEWED, LATE, DECIDED, WORKER = "judgments", "reviewed", "late", "decided", "worker"


def _counted(wanted: ItemFilter) -> Any:
    return Coalesce("summary__judgments", Value(0))


def _reviewed(wanted: ItemFilter) -> Any:
    return _times(~Q(review=Judgment.Review.NONE))


def _late(wanted: ItemFilter) -> Any:
    return _times(Q(late=True))


def _decided(wanted: ItemFilter) -> Any:
    return Exists(Decision.objects.final().filter(hit=OuterRef("pk")))


def _judged_by_worker(wanted: ItemFilter) -> Any:
    """Return when the worker of the filter judged a HIT last, by a judgment that the filter
    finds."""
    theirs = Judgment.objects.filter(hit=OuterRef("pk"), **wanted.of_judgments())
    return Subquery(theirs.order_by("-submitted_at").values("submitted_at")[:1])


def _times(which: Q) -> Coalesce:
    """Return how many judgments of a HIT are such, whether or not they count."""
    found = Judgment.objects.filter(which, hit=OuterRef("pk")).order_by().values("hit")
    times = found.annotate(times=Count("pk")).values("times")
    return Coalesce(Subquery(times, output_field=IntegerField()), Value(0))


IN_ONE_PASS: Mapping[str, Callable[[ItemFilter], Any]] = {
    JUDGMENTS: _counted,
    REVIEWED: _reviewed,
    LATE: _late,
    DECIDED: _decided,
    WORKER: _judged_by_worker,
}
