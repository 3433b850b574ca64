"""The entry steps that a campaign requires of a worker before their first task, in order.

Each step is a page named after it. A worker who has completed all steps is cleared, and only
cleared workers get tasks. Recorded and simulated workers, and those registered by a researcher, are
cleared when they join."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.db.models.functions import Coalesce, Now
from django.utils.translation import gettext, gettext_noop

from annotation.models import Campaign, Enrolment
from annotation.models.people.worker import PROGRAMS
from annotation.services.clock import database_now
from annotation.services.errors import StepMissing


@dataclass(frozen=True)
class Step:
    """An entry step. `what` describes it as part of a sentence; `is_required` says whether a
    campaign requires it, `is_done` whether a worker has done it."""

    name: str
    title: str
    what: str
    is_required: Callable[[Campaign], bool]
    is_done: Callable[[Enrolment], bool]


@dataclass(frozen=True)
class Place:
    """The position of a step among all required ones, counted from 1."""

    number: int
    of: int


APPROVAL = Step(
    "waiting",
    "Waiting",
    gettext_noop("wait until a researcher approves you"),
    is_required=lambda campaign: campaign.screened,
    is_done=lambda enrolment: enrolment.approved_at is not None,
)
CONSENT = Step(
    "consent",
    "Consent",
    gettext_noop("read the consent text"),
    is_required=lambda campaign: campaign.consent_version > 0,
    is_done=lambda enrolment: (
        enrolment.agreed_to is None or enrolment.agreed_to >= enrolment.campaign.consent_version
    ),
)
PRACTICE = Step(
    "practice",
    "Practice",
    gettext_noop("practise in the normal task interface"),
    is_required=lambda campaign: campaign.practice > 0,
    is_done=lambda enrolment: (
        enrolment.practised_at is not None or enrolment.restored_at is not None
    ),
)
QUIZ = Step(
    "quiz",
    "Questions",
    gettext_noop("answer the questions about the instructions"),
    is_required=lambda campaign: bool(campaign.quiz),
    is_done=lambda enrolment: enrolment.quizzed_at is not None or enrolment.restored_at is not None,
)
# In order. If any of these is required, reading the instructions is a step, too.
BEFORE_READING: tuple[Step, ...] = (APPROVAL, CONSENT)
AFTER_READING: tuple[Step, ...] = (PRACTICE, QUIZ)
INSTRUCTIONS = Step(
    "instructions",
    "Instructions",
    gettext_noop("read the instructions"),
    is_required=lambda campaign: any(
        step.is_required(campaign) for step in (*BEFORE_READING, *AFTER_READING)
    ),
    is_done=lambda enrolment: enrolment.read_at is not None,
)


def steps_of(campaign: Campaign) -> list[Step]:
    """Return the steps that a campaign requires; none if there are only instructions."""
    steps = (*BEFORE_READING, INSTRUCTIONS, *AFTER_READING)
    return [step for step in steps if step.is_required(campaign)]


def steps_for(enrolment: Enrolment) -> list[Step]:
    """Return the steps required of a worker. A cleared worker only has to agree again if the
    consent text has changed."""
    if enrolment.cleared_at is None:
        return steps_of(enrolment.campaign)
    return [] if CONSENT.is_done(enrolment) else [CONSENT]


def next_step(enrolment: Enrolment) -> Step | None:
    """Return the first missing step; None if there is none, or if the work has ended for this
    worker."""
    if enrolment.has_ended:
        return None
    return next((step for step in steps_for(enrolment) if not step.is_done(enrolment)), None)


def place_of(step: Step, enrolment: Enrolment) -> Place:
    steps = steps_for(enrolment)
    return Place(steps.index(step) + 1, len(steps))


def first_state(campaign: Campaign, source: str, *, vouched: bool) -> dict[str, object]:
    """Return the default columns of a new enrolment: cleared if no step is required."""
    state: dict[str, object] = {"of_program": source in PROGRAMS}
    if vouched or source in PROGRAMS:
        return state | {"cleared_at": database_now, "agreed_to": None}
    return state if steps_of(campaign) else state | {"cleared_at": database_now}


def let_through(enrolment: Enrolment) -> Enrolment:
    """Clear a worker who joined before and is now registered by a researcher."""
    rows = Enrolment.objects.filter(pk=enrolment.pk)
    rows.update(cleared_at=Coalesce("cleared_at", Now()), agreed_to=None)
    enrolment.refresh_from_db(fields=["cleared_at", "agreed_to"])
    return enrolment


def read_instructions(*, enrolment: Enrolment) -> Enrolment:
    """Record that a worker has read the instructions."""
    with transaction.atomic():
        enrolment = locked(enrolment)
        if enrolment.read_at is None:
            Enrolment.objects.filter(pk=enrolment.pk).update(read_at=Now())
        return clear_if_done(enrolment)


def clear_if_done(enrolment: Enrolment) -> Enrolment:
    """Clear a worker without missing steps. The caller has locked the enrolment."""
    enrolment.refresh_from_db()
    ended = enrolment.has_ended
    if enrolment.cleared_at is None and not ended and next_step(enrolment) is None:
        Enrolment.objects.filter(pk=enrolment.pk).update(cleared_at=Now())
        enrolment.refresh_from_db(fields=["cleared_at"])
    return enrolment


def require_steps(*, enrolment_id: int) -> None:
    """Clear a worker without missing steps (a campaign may require fewer than before); else raise
    StepMissing."""
    with transaction.atomic():
        enrolment = clear_if_done(locked(Enrolment(pk=enrolment_id)))
    step = next_step(enrolment)
    if step is not None:
        raise missing(step, enrolment.campaign)


def missing(step: Step, campaign: Campaign) -> StepMissing:
    return StepMissing(
        gettext("Before the first task: {what}.").format(what=gettext(step.what)),
        campaign_status=campaign.status,
        step=step.name,
    )


def locked(enrolment: Enrolment) -> Enrolment:
    """Lock and return an enrolment with its campaign and worker."""
    return (
        Enrolment.objects.select_for_update(of=("self",), no_key=True)
        .select_related("campaign", "worker")
        .get(pk=enrolment.pk)
    )
