"""Apply gold answers and training: they decide who may continue and whose judgments count.

A HIT with a gold answer is paid like any other and never counts in the figures."""

from datetime import datetime
from typing import TypedDict

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext, gettext_noop

from annotation.events import WorkerFlagged, emit
from annotation.models import HIT, Assignment, Campaign, Enrolment, Judgment, User
from annotation.services.audit import record_event, record_worker_event
from annotation.services.campaigns.quiz_questions import needed
from annotation.services.campaigns.terms import gold_scheme_of
from annotation.services.people.entry import locked
from annotation.services.work.counting import recount
from annotation.services.work.gold_scores import seen_by, training_of

WORK_IS_SAVED = gettext_noop(
    "Everything you submitted is saved. The task that you had open is now offered to others. You "
    "can still submit it; it counts if no one else has received it."
)
MISSED_TOO = gettext_noop(
    "Tasks that you returned, or whose time ran out, count as not correct: {missed}."
)
FAILED_QUIZ = gettext_noop(
    "In your last try you answered {right} of {of} questions about the instructions correctly, "
    "but {needed} are required, so you get no tasks here. Thank you for your interest."
)
FAILED_PRACTICE = gettext_noop(
    "In your last practice try you had {right} of {of} correct, but {needed} are required, so "
    "you get no tasks here. Thank you for your interest."
)
FAILED_TRAINING = gettext_noop(
    "You answered {right} of the {done} training examples correctly, but {share} are required to "
    "continue, so your work here has ended."
)
FAILED_KNOWN = gettext_noop(
    "Some tasks have an expected answer. You gave it for {right} of {done} tasks, but {share} "
    "are required, so your work here has ended."
)
ENDED = gettext_noop("A researcher has ended your work here.")
EXCLUDED = gettext_noop(
    "Everything you submitted is saved. The task that you had open is now offered to others."
)
WITHDRAWN = gettext_noop(
    "You withdrew from this work. Your answers are no longer used in the results, and you get no "
    "new tasks."
)
PAID = gettext_noop("You are paid for everything you submitted in time, including these tasks.")
# Gold HITs with these statuses were counted as missed, until a late answer undoes that.
MISSED = (Assignment.Status.RETURNED, Assignment.Status.EXPIRED)
COUNTS = (
    "training_done",
    "training_right",
    "training_missed",
    "known_done",
    "known_right",
    "known_missed",
)


class Feedback(TypedDict):
    """The feedback on a HIT with a gold answer: whether the answer was correct, the gold answer,
    and the reason for it."""

    right: bool
    answer: str
    why: str


def feedback_on(
    campaign: Campaign, enrolment: Enrolment, hit: HIT, judgment: Judgment
) -> Feedback | None:
    """Return the feedback on an answer, or None if the campaign gives none. Training always has
    feedback."""
    trained_at = enrolment.trained_at
    trained = trained_at is not None and trained_at < judgment.submitted_at
    if not hit.known or not (campaign.known_feedback or (campaign.training_hits and not trained)):
        return None
    scheme = gold_scheme_of(campaign)
    if hit.answer is not None:
        answer = scheme.written(hit.answer.vector, hit.item, campaign.settings)
        why = hit.answer.why
    elif scheme.known_vector(hit.item, campaign.settings) is None:
        return None
    else:
        answer, why = scheme.describe_gold(hit.item, campaign.settings)
    return Feedback(right=_is_right(campaign, hit, judgment), answer=answer, why=why)


def note_known(campaign: Campaign, enrolment: Enrolment, hit: HIT, judgment: Judgment) -> None:
    """Count an answer to a HIT with a gold answer, and end the training or stop the worker if the
    terms require it. The caller has locked the enrolment."""
    right = _is_right(campaign, hit, judgment)
    was_missed = judgment.assignment.status in MISSED
    failed = False
    if training_of(campaign, enrolment) is None:
        enrolment.known_done += 1
        enrolment.known_right += right
        enrolment.known_missed -= min(enrolment.known_missed, was_missed)
        seen = seen_by(campaign, enrolment)
        failed = seen.fails(campaign.pass_share, campaign.pass_after)
    else:
        enrolment.training_done += 1
        enrolment.training_right += right
        enrolment.training_missed -= min(enrolment.training_missed, was_missed)
        if enrolment.stopped_at is None:
            failed = _end_training(campaign, enrolment, judgment.submitted_at)
    enrolment.save(update_fields=[*COUNTS, "trained_at"])
    if failed:
        _stop_once(campaign, enrolment)


def _is_right(campaign: Campaign, hit: HIT, judgment: Judgment) -> bool:
    scheme, at_least = gold_scheme_of(campaign), campaign.known_agreement
    known = hit.answer.vector if hit.answer else scheme.known_vector(hit.item, campaign.settings)
    return known is not None and scheme.agrees(judgment.vector, known, campaign.settings, at_least)


def stop_failed(*, enrolment_id: int) -> None:
    """Stop a worker who is below the pass score. Idempotent."""
    with transaction.atomic():
        enrolment = locked(Enrolment(pk=enrolment_id))
        if training_of(enrolment.campaign, enrolment) is None and _fails(enrolment):
            _stop_once(enrolment.campaign, enrolment)


def stop_worker(*, enrolment: Enrolment, user: User) -> Enrolment:
    """Give a worker no more HITs and take back their open one. If the campaign leaves out failed
    work, their judgments no longer count."""
    with transaction.atomic():
        enrolment = locked(enrolment)
        if enrolment.stopped_at is None:
            stop_enrolment(enrolment.campaign, enrolment, user)
    return enrolment


def restore_worker(*, enrolment: Enrolment, user: User) -> Enrolment:
    """Let a stopped worker continue, also past the training. Gold answers no longer stop them, and
    their judgments count again."""
    with transaction.atomic():
        enrolment = locked(enrolment)
        if enrolment.stopped_at is None:
            return enrolment
        Enrolment.objects.filter(pk=enrolment.pk).update(
            stopped_at=None, restored_at=Now(), nothing_left_at=None
        )
        enrolment.refresh_from_db()
        recount(enrolment.campaign, enrolment, user)
        record_worker_event("worker.restored", enrolment, user)
    return enrolment


def stop_enrolment(campaign: Campaign, enrolment: Enrolment, user: User | None) -> None:
    """Stop a locked enrolment and record it. `user` is None if gold answers stopped the worker."""
    Enrolment.objects.filter(pk=enrolment.pk).update(stopped_at=Now(), restored_at=None)
    enrolment.refresh_from_db(fields=["stopped_at", "restored_at"])
    recount(campaign, enrolment, user)
    seen = seen_by(campaign, enrolment)._asdict()
    record_event(
        "worker.stopped" if user is None else "worker.stopped_by_hand",
        campaign=campaign,
        user=user,
        worker=enrolment.worker_id,
        object_id=enrolment.pk,
        **seen,
    )
    if user is None:
        emit(WorkerFlagged(enrolment, "known_answers", seen))


def why_stopped(enrolment_id: int) -> str:
    """Return the message to a worker that says why they were stopped, and what this means for their
    work and pay."""
    enrolment = Enrolment.objects.select_related("campaign").get(pk=enrolment_id)
    campaign = enrolment.campaign
    pay = [gettext(PAID)] if campaign.reward else []
    if enrolment.withdrawn_at is not None:
        return " ".join([gettext(WITHDRAWN), *pay])
    if enrolment.excluded_at is not None:
        return " ".join([gettext(ENDED), gettext(EXCLUDED), *pay])
    if failed := _failed_practice(campaign, enrolment) or _failed_quiz(campaign, enrolment):
        return " ".join([failed, *([gettext(WORK_IS_SAVED), *pay] if enrolment.submitted else [])])
    right, done, missed = seen = seen_by(campaign, enrolment)
    if training_of(campaign, enrolment) and enrolment.training_done >= campaign.training_hits:
        failed = FAILED_TRAINING
    elif seen.is_below(campaign.pass_share):
        failed = FAILED_KNOWN
    else:
        return " ".join([gettext(ENDED), gettext(WORK_IS_SAVED), *pay])
    why = [gettext(failed).format(right=right, done=done, share=campaign.pass_percent)]
    why += [gettext(MISSED_TOO).format(missed=missed)] * bool(missed)
    return " ".join([*why, gettext(WORK_IS_SAVED), *pay])


def _failed_practice(campaign: Campaign, enrolment: Enrolment) -> str:
    """Return the message to a worker who failed the last try of the practice; empty if they did
    not."""
    if enrolment.practised_at is not None or not campaign.practice_pass:
        return ""
    last = enrolment.practice.filter(number=campaign.practice_tries)
    marks = list(last.values_list("right", flat=True))
    if not marks or None in marks:
        return ""
    return gettext(FAILED_PRACTICE).format(
        right=marks.count(True), of=len(marks), needed=campaign.practice_pass
    )


def _failed_quiz(campaign: Campaign, enrolment: Enrolment) -> str:
    """Return the message to a worker who failed the last try at the questions; empty if they did
    not."""
    if enrolment.quizzed_at is not None or not campaign.quiz:
        return ""
    last = enrolment.quiz_tries.order_by("-number").first()
    if last is None or last.number < campaign.quiz_tries:
        return ""
    return gettext(FAILED_QUIZ).format(right=last.right, of=last.of, needed=needed(campaign))


def _end_training(campaign: Campaign, enrolment: Enrolment, at: datetime) -> bool:
    """End the training if all its HITs are done; return whether the worker has failed it."""
    if enrolment.training_done < campaign.training_hits:
        return False
    seen = seen_by(campaign, enrolment)
    if seen.is_below(campaign.pass_share):
        return True
    record_event(
        "worker.trained",
        campaign=campaign,
        worker=enrolment.worker_id,
        object_id=enrolment.pk,
        **seen._asdict(),
    )
    enrolment.trained_at = at
    return False


def _fails(enrolment: Enrolment) -> bool:
    campaign = enrolment.campaign
    return seen_by(campaign, enrolment).fails(campaign.pass_share, campaign.pass_after)


def _stop_once(campaign: Campaign, enrolment: Enrolment) -> None:
    if enrolment.stopped_at is None and enrolment.restored_at is None:
        stop_enrolment(campaign, enrolment, None)
