"""Store workers' submissions.

An answer is stored once under its submission id: sending it again returns the same receipt. A late
or repeated answer is stored even if it can no longer count."""

import json
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, OperationalError, transaction
from django.utils.translation import gettext, gettext_noop

from annotation.models import Assignment, Campaign, Enrolment, Item, Judgment
from annotation.schemes import scheme_of
from annotation.services.accounts.access import audit_refused_hit
from annotation.services.errors import AlreadySubmitted, Busy, Conflict, Invalid, NotFound, TooLarge
from annotation.services.monitoring.counters import SUBMITS, counted
from annotation.services.people.refusals import record_refused_answer
from annotation.services.prepared import fetch_one
from annotation.services.work.counting import is_out
from annotation.services.work.fold_trigger import trigger_fold_after_commit
from annotation.services.work.gold_scores import Training, training_of
from annotation.services.work.late_answers import late_is_paid
from annotation.services.work.lock import lock_assignment
from annotation.services.work.missing_judgments import lock_decision, settle_hits
from annotation.services.work.quality import Feedback, feedback_on, note_known
from annotation.services.work.time_spent import NO_TIMES, TimeSpent
from midpath.schemes.base import InvalidAnswer, Payload

NO_SUCH_HIT = gettext_noop("This task is not yours. Go back to the task that you have open.")
SECOND_IS_SAVED = gettext_noop(
    "You have already submitted a different answer to this task. The first answer counts; this "
    "one is saved with it."
)
SECOND_IS_LOGGED = gettext_noop(
    "You have already submitted a different answer to this task. The first answer counts; this "
    "second one was only logged."
)
# Bytes for the submission id and the names of the fields around a payload.
ROOM_AROUND_PAYLOAD = 1024

# Everything that a submission changes, in one round trip, because the worker waits for it. No time
# is longer than the time since the claim: longer times from a browser are cut, so that they cost no
# answer.
STORE = """
WITH stored AS (
    INSERT INTO annotation_judgment (assignment_id, campaign_id, hit_id, submission_id, payload,
        vector, late, took_slot, review, counts, folded, repeat, submitted_at, active_ms,
        first_action_ms, suggested, as_suggested)
    SELECT %(assignment)s, %(campaign)s, %(hit)s, %(submission_id)s, %(payload)s,
        %(vector)s::integer[], %(late)s, %(took)s, '', %(counts)s, false, %(repeat)s,
        statement_timestamp(),
        CASE WHEN spent.active IS NOT NULL THEN least(spent.active, spent.most) END,
        CASE WHEN spent.first IS NOT NULL THEN least(spent.first, spent.most) END,
        %(suggested)s::boolean,
        CASE WHEN %(suggested)s::boolean IS NOT NULL THEN EXISTS (
            SELECT FROM annotation_suggestion suggestion
            WHERE suggestion.hit_id = %(hit)s AND suggestion.vector = %(vector)s::integer[]) END
    FROM (SELECT %(active_ms)s::bigint AS active, %(first_action_ms)s::bigint AS first,
        floor(extract(epoch FROM statement_timestamp() - %(claimed_at)s) * 1000) AS most) spent
    RETURNING id, submitted_at, active_ms
), ended AS (
    UPDATE annotation_assignment
    SET status = 'submitted', ended_at = statement_timestamp(), later = false
    WHERE id = %(assignment)s AND %(took)s
), credited AS (
    UPDATE annotation_enrolment
    SET submitted = submitted + 1, earning = earning + %(took)s::integer,
        repeated = repeated + (%(took)s AND %(repeat)s)::integer,
        active_ms = active_ms + (SELECT coalesce(stored.active_ms, 0) FROM stored)
    WHERE id = %(enrolment)s
), audited AS (
    INSERT INTO annotation_auditevent (at, verb, campaign_id, worker_id, object_id, details)
    SELECT submitted_at, 'judgment.submitted', %(campaign)s, %(worker)s, id, '{}' FROM stored
)
SELECT id, submitted_at, active_ms FROM stored
"""


@dataclass(frozen=True)
class Receipt:
    """The receipt for a submission.

    `created` is False if this submission was stored before. `counts` says whether it is paid,
    whatever a review decides later. `feedback` is given on a gold HIT. `training` is the worker's
    progress in the training, `trained` how many of its HITs they have answered. `active_ms` is the
    active time of this judgment, `total_ms` that of all the worker's submissions."""

    judgment_id: int
    assignment_id: int
    submission_id: UUID
    submitted_at: datetime
    late: bool
    counts: bool
    created: bool
    feedback: Feedback | None
    training: Training | None
    trained: int
    active_ms: int
    total_ms: int


@dataclass(frozen=True)
class Answer:
    """A submitted answer, as a dict and as JSON, with its canonical vector or what is wrong with
    it."""

    payload: Payload
    written: str
    vector: tuple[int, ...]
    trouble: Invalid | None = None


def outcome_of(receipt: Receipt) -> str:
    if not receipt.created:
        return "again"
    return "late" if receipt.late else "stored"


@counted(SUBMITS, outcome_of)
def submit_judgment(
    *,
    enrolment: Enrolment,
    assignment_id: int,
    submission_id: UUID,
    payload: Payload,
    item: Item | None = None,
    spent: TimeSpent = NO_TIMES,
) -> Receipt:
    """Store an answer to an assignment and return its receipt.

    `item` is the assignment's item, if the caller has read it already; `spent` is the time reported
    by the worker's browser. The answer is parsed before locking, so a slow parse blocks no other
    request."""
    try:
        item = item or item_of(enrolment, assignment_id)
        if item is None:
            raise NotFound(gettext(NO_SUCH_HIT))
        answer = _parsed(enrolment.campaign, item, payload)
        if answer.trouble and not Judgment.objects.filter(assignment=assignment_id).exists():
            raise answer.trouble
        with transaction.atomic():
            assignment = lock_assignment(
                enrolment_id=enrolment.pk, assignment_id=assignment_id, item=item
            )
            if assignment is None:
                raise NotFound(gettext(NO_SUCH_HIT))
            stored = _stored(assignment)
            judgment = (
                _store(enrolment, assignment, submission_id, answer, spent)
                if stored is None
                else _again(enrolment, stored, submission_id, answer)
            )
    except NotFound:
        audit_refused_hit(enrolment=enrolment, assignment_id=assignment_id)
        raise
    except IntegrityError as error:
        raise Conflict(
            "This submission_id belongs to another task. Send each answer under an id of its own."
        ) from error
    except OperationalError as error:
        raise Busy(
            gettext("The server is busy. Your work is safe; try again in a moment.")
        ) from error
    if isinstance(judgment, AlreadySubmitted):
        raise judgment
    return _receipt(enrolment.campaign, assignment, judgment, created=stored is None)


def _stored(assignment: Assignment) -> Judgment | None:
    if assignment.status == Assignment.Status.OPEN:
        return None
    return Judgment.objects.filter(assignment=assignment).first()


def item_of(enrolment: Enrolment, assignment_id: int) -> Item | None:
    """Return the item of an assignment of this worker."""
    return Item.objects.filter(
        hits__assignments=assignment_id, hits__assignments__enrolment=enrolment
    ).first()


def room_for(campaign: Campaign, item: Item | None) -> int:
    """Return the maximum number of bytes of a submission. A larger one is refused unread."""
    scheme = scheme_of(campaign)
    room = scheme.room(item, campaign.settings) if item else 0
    return min(room, scheme.most_bytes) + ROOM_AROUND_PAYLOAD


def _parsed(campaign: Campaign, item: Item, payload: Payload) -> Answer:
    written = json.dumps(payload)
    if len(written) > room_for(campaign, item):
        raise TooLarge(gettext("This answer is too large."), field="payload")
    try:
        vector = scheme_of(campaign).parse(payload, item, campaign.settings)
    except InvalidAnswer as error:
        trouble = Invalid(error.message, field=error.field, position=error.position)
        return Answer(payload, written, (), trouble)
    return Answer(payload, written, vector)


def _store(
    enrolment: Enrolment,
    assignment: Assignment,
    submission_id: UUID,
    answer: Answer,
    spent: TimeSpent,
) -> Judgment:
    campaign, hit = enrolment.campaign, assignment.hit
    late = assignment.status != Assignment.Status.OPEN
    # The locked row is current: the worker may have been stopped since they opened this HIT.
    current = assignment.enrolment
    left_out = is_out(campaign, current)
    outside = hit.known or assignment.repeat
    decides = not outside and (hit.cap is not None or left_out)
    if decides:
        lock_decision([hit.pk])
    took = not late or late_is_paid(campaign, current, assignment, decides=decides)
    judgment = Judgment(
        assignment=assignment,
        submission_id=submission_id,
        vector=list(answer.vector),
        late=late,
        took_slot=took,
        counts=took and not outside and not left_out,
        repeat=assignment.repeat,
        active_ms=spent.active_ms,
        first_action_ms=spent.first_action_ms,
        suggested=assignment.suggested,
    )
    _insert(enrolment, judgment, answer)
    if hit.known and took:
        note_known(campaign, current, hit, judgment)
    elif decides and took:
        settle_hits(campaign, [hit.pk], fold_follows=judgment.counts)
    if judgment.counts:
        trigger_fold_after_commit(enrolment.campaign_id)
    return judgment


def _insert(enrolment: Enrolment, judgment: Judgment, answer: Answer) -> None:
    row = fetch_one(
        STORE,
        {
            "assignment": judgment.assignment_id,
            "enrolment": enrolment.pk,
            "worker": enrolment.worker_id,
            "campaign": enrolment.campaign_id,
            "hit": judgment.assignment.hit_id,
            "submission_id": judgment.submission_id,
            "payload": answer.written,
            "vector": judgment.vector,
            "late": judgment.late,
            "took": judgment.took_slot,
            "counts": judgment.counts,
            "repeat": judgment.repeat,
            "claimed_at": judgment.assignment.claimed_at,
            "active_ms": judgment.active_ms,
            "first_action_ms": judgment.first_action_ms,
            "suggested": judgment.suggested,
        },
    )
    judgment.pk, judgment.submitted_at, judgment.active_ms = row
    judgment.assignment.enrolment.active_ms += judgment.active_ms or 0


def _again(
    enrolment: Enrolment, stored: Judgment, submission_id: UUID, answer: Answer
) -> Judgment | AlreadySubmitted:
    """Return the stored judgment if this is the same answer. Otherwise return the refusal, to be
    raised after the commit."""
    if stored.submission_id == submission_id and stored.payload == answer.payload:
        return stored
    whole = record_refused_answer(
        campaign=enrolment.campaign,
        worker_id=enrolment.worker_id,
        judgment_id=stored.pk,
        submission_id=str(submission_id),
        written=answer.written,
    )
    return AlreadySubmitted(gettext(SECOND_IS_SAVED if whole else SECOND_IS_LOGGED))


def _receipt(
    campaign: Campaign, assignment: Assignment, judgment: Judgment, *, created: bool
) -> Receipt:
    enrolment = assignment.enrolment
    return Receipt(
        judgment_id=judgment.pk,
        assignment_id=judgment.assignment_id,
        submission_id=judgment.submission_id,
        submitted_at=judgment.submitted_at,
        late=judgment.late,
        counts=judgment.took_slot,
        created=created,
        feedback=feedback_on(campaign, enrolment, assignment.hit, judgment),
        training=training_of(campaign, enrolment),
        trained=enrolment.training_done,
        active_ms=judgment.active_ms or 0,
        total_ms=enrolment.active_ms,
    )
