"""Values for orders without an index: each is computed in one pass over the HITs that match the
filter."""

from collections.abc import Callable, Mapping

from django.db.models import (
    BooleanField,
    Count,
    ExpressionWrapper,
    FilteredRelation,
    OuterRef,
    Q,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce

from annotation.models import Judgment
from annotation.services.items.filters import ItemFilter

JUDGMENTS, REVIEWED, LATE, DECIDED, WORKER = "judgments", "reviewed", "late", "decided", "worker"


def _counted(wanted: ItemFilter) -> dict[str, object]:
    return {"place": Coalesce("summary__judgments", Value(0))}


def _reviewed(wanted: ItemFilter) -> dict[str, object]:
    return _times(~Q(judgments__review=Judgment.Review.NONE))


def _late(wanted: ItemFilter) -> dict[str, object]:
    return _times(Q(judgments__late=True))


def _decided(wanted: ItemFilter) -> dict[str, object]:
    final = FilteredRelation("decisions", condition=Q(decisions__final=True))
    is_decided = ExpressionWrapper(Q(such__isnull=False), output_field=BooleanField())
    return {"such": final, "place": is_decided}


def _judged_by_worker(wanted: ItemFilter) -> dict[str, object]:
    """Return when the filter's worker last judged a HIT, by a judgment that matches the filter."""
    theirs = Judgment.objects.filter(hit=OuterRef("pk"), **wanted.of_judgments())
    return {"place": Subquery(theirs.order_by("-submitted_at").values("submitted_at")[:1])}


def _times(which: Q) -> dict[str, object]:
    """Return how many such judgments a HIT has, whether or not they count. They are read once: a
    lookup per HIT takes three times as long."""
    return {"such": FilteredRelation("judgments", condition=which), "place": Count("such")}


IN_ONE_PASS: Mapping[str, Callable[[ItemFilter], dict[str, object]]] = {
    JUDGMENTS: _counted,
    REVIEWED: _reviewed,
    LATE: _late,
    DECIDED: _decided,
    WORKER: _judged_by_worker,
}
