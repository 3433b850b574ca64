"""Erase a worker: their identity, their origin, and everything in their own words.

`erasure_losses.py` lists what happens to each column. Answers that are choices stay in the figures,
unattributed. Answers in a worker's own words first leave the figures, as for a withdrawal, and are
then emptied. Counts stay: no past figure changes, and no digest of a downloaded file. Erasure is
permanent."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat, Now
from django.utils.crypto import get_random_string

from annotation.events import WorkerErasing, emit
from annotation.models import (
    AuditEvent,
    ClaimedTraits,
    DeadLetter,
    Decision,
    Enrolment,
    JoinTrace,
    Judgment,
    LedgerEntry,
    ListedId,
    LoginAttempt,
    Message,
    PaymentLine,
    PlacePayment,
    PlatformSession,
    Project,
    Rejection,
    Skip,
    User,
    Worker,
)
from annotation.models.people.worker import new_return_code
from annotation.schemes import OWN_WORDS, SCHEMES
from annotation.services.accounts.login_throttle import AT_WORKERS
from annotation.services.audit import record_event
from annotation.services.datasets.question_texts import questions_by, replaced
from annotation.services.decisions.decide import withdraw_own_words
from annotation.services.erasure_obstacles import obstacle_to
from annotation.services.errors import Conflict
from annotation.services.people.workers import keep_digest
from annotation.services.snapshots.snapshots import forget_words_in_snapshots
from annotation.services.work.counting import recount
from annotation.services.work.withdrawal import withdraw

# Placeholder for columns that must not be empty.
ERASED = "(erased)"
PORTION = 500
# Non-numeric details of audit events that say nothing about a person.
PLAIN_DETAILS = {"amount", "currency", "kind", "review", "side", "status"}


@dataclass(frozen=True)
class Erased:
    """The effect of an erasure: how many judgments left the figures, because they are in the
    worker's own words. `again` says that the worker was erased before."""

    judgments: int = 0
    again: bool = False


def erase_worker(*, worker: Worker, user: User | None = None) -> Erased:
    """Erase a worker of a project, at their own wish or, by an owner, on their request.

    Add-ons may have an obstacle. After a failed attempt, calling it again completes the
    erasure."""
    obstacle = obstacle_to(worker)
    if obstacle is not None:
        raise Conflict(obstacle.to_worker)
    own = worker.enrolments.filter(campaign__scheme__in=OWN_WORDS).select_related("campaign")
    left = sum(withdraw(enrolment=one).judgments for one in own.order_by("pk"))
    with transaction.atomic():
        # One erasure at a time in a project, and none while a new worker is admitted.
        Project.objects.select_for_update(no_key=True).get(pk=worker.project_id)
        worker = Worker.objects.select_for_update(no_key=True).get(pk=worker.pk)
        if worker.erased_at is not None:
            return Erased(again=True)
        _end_work(worker, user)
        emit(WorkerErasing(worker))
        _forget_ids(worker)
        _forget_words(worker)
        _forget_in_audit(worker)
        keep_digest(worker)
        _rename(worker)
        record_event(
            "worker.erased",
            project=worker.project_id,
            user=user,
            worker=worker,
            object_id=worker.pk,
            judgments=left,
        )
    return Erased(left)


def in_own_words(worker: Worker) -> int:
    """Return how many judgments an erasure removes from the figures."""
    rows = Judgment.objects.counting().filter(assignment__enrolment__worker=worker)
    return rows.filter(campaign__scheme__in=OWN_WORDS).count()


def empty_what_left_the_figures() -> None:
    """Empty erased workers' answers in their own words that a fold has removed from the figures
    since."""
    for name, scheme in OWN_WORDS.items():
        _, vector = scheme.emptied
        rows = Judgment.objects.filter(
            assignment__enrolment__erased_at__isnull=False, campaign__scheme=name, folded=False
        )
        rows.exclude(vector=list(vector)).update(vector=list(vector))


def _end_work(worker: Worker, user: User | None) -> None:
    """End all work of a worker; their open tasks are offered to others."""
    rows = worker.enrolments.select_for_update(of=("self",), no_key=True)
    for one in rows.select_related("campaign").order_by("campaign_id"):
        Enrolment.objects.filter(pk=one.pk).update(erased_at=Now())
        one.refresh_from_db(fields=["erased_at"])
        recount(one.campaign, one, user)
    worker.enrolments.exclude(exclusion_reason="").update(exclusion_reason=ERASED)


def _forget_ids(worker: Worker) -> None:
    """Delete every row that only serves to identify them."""
    here = {"campaign__dataset__project": worker.project_id}
    by_id = Q(external_id=worker.external_id)
    if worker.source == Worker.Source.NAME:
        by_id |= Q(folded=worker.folded)
    ListedId.objects.filter(by_id, **here).delete()
    ClaimedTraits.objects.filter(project=worker.project_id, external_id=worker.external_id).delete()
    places = PlacePayment.objects.filter(line__enrolment__worker=worker)
    places.update(submission=Concat(Value("erased"), Cast("pk", CharField())))
    PlatformSession.objects.filter(enrolment__worker=worker).delete()
    JoinTrace.objects.filter(enrolment__worker=worker).delete()
    LoginAttempt.objects.filter(account=f"{AT_WORKERS}{worker.pk}").delete()
    # The message of an error may quote anyone.
    DeadLetter.objects.exclude(message="").update(message="")


def _forget_words(worker: Worker) -> None:
    """Replace their own texts, and researchers' texts to them alone."""
    Message.objects.filter(enrolment__worker=worker).delete()
    Skip.objects.filter(assignment__enrolment__worker=worker).exclude(words="").update(words="")
    PaymentLine.objects.filter(enrolment__worker=worker).exclude(note="").update(note="")
    # The ledger refuses every other change.
    LedgerEntry.objects.filter(enrolment__worker=worker).exclude(reason="").update(reason=ERASED)
    own = Rejection.objects.filter(enrolment__worker=worker)
    own.exclude(reason="").update(reason=ERASED)
    for some in _portions(Judgment.objects.filter(assignment__enrolment__worker=worker)):
        _empty(some)
    forget_words_in_snapshots(worker)
    for item in questions_by(worker):
        item.content = replaced(item.content, ERASED)
        item.save(update_fields=["content"])


def _portions(rows: QuerySet[Judgment]) -> Iterable[list[Judgment]]:
    last = 0
    fields = ("payload", "vector", "folded", "campaign__scheme")
    rows = rows.select_related("campaign").only(*fields).order_by("pk")
    while some := list(rows.filter(pk__gt=last)[:PORTION]):
        yield some
        last = some[-1].pk


def _empty(judgments: list[Judgment]) -> None:
    """Keep only the choices in each payload. The vector of own words still in the figures stays
    until the next fold, which subtracts it."""
    changed = []
    for one in judgments:
        scheme, own = SCHEMES[one.campaign.scheme], OWN_WORDS.get(one.campaign.scheme)
        payload, vector = scheme.impersonal(one.payload), one.vector
        if own is not None and not one.folded:
            vector = list(own.emptied[1])
        if (payload, vector) != (one.payload, one.vector):
            one.payload, one.vector = payload, vector
            changed.append(one)
    Judgment.objects.bulk_update(changed, ["payload", "vector"])
    _empty_decisions(judgments)


def _empty_decisions(judgments: list[Judgment]) -> None:
    """Withdraw and empty decisions based on own words."""
    own = [one.pk for one in judgments if one.campaign.scheme in OWN_WORDS]
    withdraw_own_words(own)
    for name, scheme in OWN_WORDS.items():
        payload, vector = scheme.emptied
        made = Decision.objects.filter(judgment__in=judgments, campaign__scheme=name)
        made.update(payload=dict(payload), vector=list(vector))


def _forget_in_audit(worker: Worker) -> None:
    mine = Judgment.objects.filter(assignment__enrolment__worker=worker).values("pk")
    about = Q(worker=worker) | Q(verb__startswith="judgment.", object_id__in=mine)
    for event in AuditEvent.objects.filter(about).exclude(details={}).iterator(chunk_size=PORTION):
        details = {name: _plain(name, value) for name, value in event.details.items()}
        remaining = {name: value for name, value in details.items() if value is not None}
        if remaining != event.details:
            AuditEvent.objects.filter(pk=event.pk).update(details=remaining)


def _plain(name: str, value: object) -> object:
    if name == "reason":
        return ERASED
    return value if name in PLAIN_DETAILS or isinstance(value, int | float) else None


def _rename(worker: Worker) -> None:
    """Assign a pseudonym that cannot be guessed, so that nobody can return under it."""
    pseudonym = f"erased {worker.number} {get_random_string(12)}"
    Worker.objects.filter(pk=worker.pk).update(
        external_id=pseudonym,
        folded=pseudonym,
        looks=pseudonym,
        return_code=new_return_code(),
        pay_to="",
        erased_at=Now(),
    )
