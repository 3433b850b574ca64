"""Rejections for workers: which judgment, why, and their objections."""

from collections.abc import Collection, Mapping
from datetime import datetime
from uuid import uuid4

from django.db import transaction
from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now
from django.utils.translation import gettext, gettext_noop, ngettext

from annotation.models import Enrolment, Judgment, LedgerEntry, Message, Rejection, Worker
from annotation.models.people.platform import MIN_REASON_LENGTH
from annotation.services.audit import record_worker_event
from annotation.services.errors import Invalid, NotFound
from annotation.services.people.entry import locked

NO_SUCH_REJECTION = gettext_noop(
    "This decision is not about one of your tasks. Open “Your pay” again."
)


def check_rejection(judgments: QuerySet[Judgment], reason: str) -> None:
    """Raise Invalid if the reason is not sufficient to reject these judgments."""
    if not reason:
        raise Invalid("Say why: workers read the reason.", field="reason")
    if len(reason) < MIN_REASON_LENGTH and is_from_prolific(judgments):
        raise Invalid(
            f"Prolific requires at least {MIN_REASON_LENGTH} characters for the reason of a "
            f"rejection; this one has {len(reason)}. Say what was wrong, and how you know.",
            field="reason",
        )


def is_from_prolific(judgments: QuerySet[Judgment]) -> bool:
    """Return whether a Prolific worker made one of these judgments."""
    source = Worker.Source.PROLIFIC
    return judgments.filter(assignment__enrolment__worker__source=source).exists()


def enter_rejections(
    rejected: Mapping[int, int],
    entries: Mapping[int, LedgerEntry],
    *,
    reason: str,
    restores: bool = False,
) -> None:
    """Enter the rejections of judgments, given with their enrolments. A rejection that an undo
    `restores` gets its previous reason."""
    earlier = dict[int, str]()
    if restores:
        rows = Rejection.objects.filter(judgment__in=rejected).order_by("pk")
        earlier = dict(rows.values_list("judgment", "reason"))
    Rejection.objects.bulk_create(
        Rejection(
            judgment_id=judgment,
            enrolment_id=enrolment,
            entry=entries.get(enrolment),
            reason=earlier.get(judgment, reason),
        )
        for judgment, enrolment in rejected.items()
    )


def end_rejections(judgments: Collection[int]) -> None:
    """End the rejections of judgments whose review has changed. An objection without a remaining
    rejection needs no answer."""
    rows = Rejection.objects.filter(judgment__in=judgments)
    ended = list(rows.in_force().values_list("pk", flat=True))
    if not ended:
        return
    Rejection.objects.filter(pk__in=ended).update(ended_at=Now())
    in_force = Rejection.objects.in_force().filter(objection=OuterRef("pk"))
    waiting = Message.objects.filter(settled_at=None, rejections__in=ended)
    settled = list(waiting.exclude(Exists(in_force)).values_list("pk", flat=True))
    Message.objects.filter(pk__in=settled).update(settled_at=Now())


def object_to_rejections(
    *, enrolment: Enrolment, judgment_id: int | None = None, entry_id: int | None = None
) -> int:
    """Record a worker's objection to the rejection of one judgment, to those of one decision, or to
    all; return the number of new objections. Researchers see it among the worker's messages."""
    with transaction.atomic():
        enrolment = locked(enrolment)
        theirs = Rejection.objects.filter(enrolment=enrolment)
        if judgment_id is not None:
            theirs = theirs.filter(judgment=judgment_id)
        if entry_id is not None:
            theirs = theirs.filter(entry=entry_id)
        if not theirs.exists():
            raise NotFound(gettext(NO_SUCH_REJECTION))
        new = list(theirs.in_force().filter(objected_at=None).select_related("judgment"))
        if not new:
            return 0
        message = Message.objects.create(
            enrolment=enrolment,
            campaign=enrolment.campaign,
            sender=Message.Sender.WORKER,
            hit_id=new[0].judgment.hit_id if len(new) == 1 else None,
            text=_objection(len(new)),
            key=uuid4(),
        )
        keys = [one.pk for one in new]
        Rejection.objects.filter(pk__in=keys).update(objected_at=Now(), objection=message)
        record_worker_event(
            "rejection.objected", enrolment, object_id=message.pk, judgments=len(new)
        )
    return len(new)


def count_rejected(enrolment: Enrolment, *, since: datetime | None = None) -> int:
    """Return the number of a worker's rejected judgments, in total or since a time."""
    if enrolment.submitted == enrolment.earning:
        return 0
    rows = Rejection.objects.in_force().filter(enrolment=enrolment)
    return rows.filter(judgment__submitted_at__gte=since).count() if since else rows.count()


def rejected_tasks(enrolment: str = "pk") -> Coalesce:
    """Return the number of a worker's rejected judgments, as a subquery on enrolments."""
    in_force = Rejection.objects.in_force().filter(enrolment=OuterRef(enrolment)).order_by()
    counted = in_force.values("enrolment").annotate(n=Count("pk"))
    return Coalesce(Subquery(counted.values("n"), output_field=IntegerField()), 0)


def _objection(tasks: int) -> str:
    return ngettext(
        "I object to the decision not to accept this task. Please review it again.",
        "I object to the decision not to accept these {count} tasks. Please review them again.",
        tasks,
    ).format(count=tasks)
