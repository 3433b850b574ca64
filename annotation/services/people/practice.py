"""Let workers practise in their scheme's task interface before their first task.

Each try consists of some of the practice items, starting with those that this worker has
practised least. The feedback is immediate. Tries are stored, so a worker can continue after a
lost connection or on another device."""

import hashlib
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Now
from django.utils.translation import gettext, gettext_noop

from annotation.models import Campaign, Enrolment, KnownAnswer, PracticeTask
from annotation.schemes import scheme_of
from annotation.services.audit import record_worker_event
from annotation.services.errors import Conflict, Invalid, NotFound
from annotation.services.people.entry import PRACTICE, clear_if_done, locked, next_step
from annotation.services.work.quality import Feedback, stop_enrolment
from midpath.schemes.base import InvalidAnswer, Payload

NOT_NOW = gettext_noop("You do not need to practise now.")
NO_SUCH_PRACTICE = gettext_noop(
    "This is not your practice example. Go back to the one you have open."
)
NONE_LEFT = gettext_noop("There are no practice examples at the moment. Please come back later.")


@dataclass(frozen=True)
class Try:
    """A worker's try: its tasks in order."""

    number: int
    tasks: list[PracticeTask]

    @property
    def open(self) -> PracticeTask | None:
        return next((task for task in self.tasks if task.right is None), None)

    @property
    def done(self) -> int:
        return sum(task.right is not None for task in self.tasks)

    @property
    def right(self) -> int:
        return sum(task.right is True for task in self.tasks)

    @property
    def of(self) -> int:
        return len(self.tasks)


def last_try(enrolment: Enrolment) -> Try | None:
    """Return a worker's last try, finished or not."""
    last = enrolment.practice.aggregate(last=Max("number"))["last"]
    return None if last is None else _try_of(enrolment, last)


def start_practice(*, enrolment: Enrolment) -> Try:
    """Start the next try; return the open one if there is one."""
    with transaction.atomic():
        enrolment = locked(enrolment)
        last = last_try(enrolment)
        if last is not None and last.open is not None:
            return last
        if next_step(enrolment) is not PRACTICE:
            raise Conflict(gettext(NOT_NOW))
        number = last.number + 1 if last else 1
        chosen = _chosen(enrolment, number)
        if not chosen:
            raise Conflict(gettext(NONE_LEFT))
        PracticeTask.objects.bulk_create(
            PracticeTask(enrolment=enrolment, number=number, place=place, answer=answer)
            for place, answer in enumerate(chosen, 1)
        )
        return _try_of(enrolment, number)


def answer_practice(
    *, enrolment: Enrolment, task_id: int, payload: Payload
) -> tuple[Feedback, Try]:
    """Store an answer and return the feedback, with the current state of the try. A repeated answer
    is ignored: the first one already got feedback."""
    with transaction.atomic():
        enrolment = locked(enrolment)
        task = (
            enrolment.practice.select_related("answer__item__document").filter(pk=task_id).first()
        )
        if task is None:
            raise NotFound(gettext(NO_SUCH_PRACTICE))
        campaign = enrolment.campaign
        if task.right is None:
            _keep(campaign, task, payload)
            stands = _try_of(enrolment, task.number)
            if stands.open is None:
                _end(enrolment, stands)
        return _feedback(campaign, task), _try_of(enrolment, task.number)


def _try_of(enrolment: Enrolment, number: int) -> Try:
    tasks = enrolment.practice.filter(number=number).select_related("answer__item__document")
    return Try(number, list(tasks.order_by("place")))


def needed_in_practice(campaign: Campaign) -> int:
    """Return the required number of correct answers; 0 if workers only go through the examples."""
    return campaign.practice_pass or 0


def _keep(campaign: Campaign, task: PracticeTask, payload: Payload) -> None:
    scheme, item = scheme_of(campaign), task.answer.item
    try:
        vector = scheme.parse(payload, item, campaign.settings)
    except InvalidAnswer as error:
        raise Invalid(error.message, field=error.field, position=error.position) from error
    task.vector = list(vector)
    known, at_least = task.answer.vector, campaign.known_agreement
    task.right = scheme.agrees(vector, known, campaign.settings, at_least)
    PracticeTask.objects.filter(pk=task.pk).update(
        vector=task.vector, right=task.right, answered_at=Now()
    )


def _end(enrolment: Enrolment, stands: Try) -> None:
    """Let the worker continue, or count a failed try; a worker who fails the last try is
    stopped."""
    campaign = enrolment.campaign
    if enrolment.practised_at is not None or enrolment.has_ended:
        return
    passed = stands.right >= min(needed_in_practice(campaign), stands.of)
    record_worker_event(
        "practice.passed" if passed else "practice.failed",
        enrolment,
        number=stands.number,
        right=stands.right,
        of=stands.of,
    )
    if passed:
        Enrolment.objects.filter(pk=enrolment.pk).update(practised_at=Now())
        clear_if_done(enrolment)
    elif stands.number >= campaign.practice_tries:
        stop_enrolment(campaign, enrolment, None)


def _feedback(campaign: Campaign, task: PracticeTask) -> Feedback:
    scheme, known = scheme_of(campaign), task.answer
    answer = scheme.written(known.vector, known.item, campaign.settings)
    return Feedback(right=bool(task.right), answer=answer, why=known.why)


def _chosen(enrolment: Enrolment, number: int) -> list[KnownAnswer]:
    """Return the items of the try, in an order specific to this worker."""
    campaign = enrolment.campaign
    answers = campaign.known_answers.filter(use=KnownAnswer.Use.PRACTICE, removed_at=None)
    had = list(enrolment.practice.values_list("answer", flat=True))
    luck = {
        one.pk: hashlib.sha256(
            f"{campaign.seed}:{enrolment.pk}:{number}:{one.pk}".encode()
        ).digest()
        for one in answers
    }
    ordered = sorted(answers, key=lambda one: (had.count(one.pk), luck[one.pk]))
    return ordered[: campaign.practice]
