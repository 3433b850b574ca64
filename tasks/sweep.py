"""The periodic sweep: every few seconds, it picks up what lost messages, dead processes and people
left undone."""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

from celery import shared_task
from django.conf import settings
from django.db import OperationalError, connection
from django.db.models import QuerySet

from annotation.events import Swept, subscribers_of
from annotation.models import AgreementState, Judgment
from annotation.services.accounts.invitation_mail import due_invitations
from annotation.services.accounts.invitations import forget_invitations
from annotation.services.accounts.login import forget_sessions
from annotation.services.accounts.login_throttle import forget_guesses
from annotation.services.accounts.mail import due_letters
from annotation.services.dry_runs.dry_runs import end_old_dry_runs
from annotation.services.health import beat_heart
from annotation.services.idempotency import delete_stored_responses
from annotation.services.jobs.messages import send, send_each
from annotation.services.lifecycle.removal import remove_what_is_gone
from annotation.services.monitoring.dead_letters import forget_letters
from annotation.services.pay.approval import approve_overdue
from annotation.services.people.erasure import empty_what_left_the_figures
from annotation.services.people.join import forget_arrivals
from annotation.services.snapshots.snapshots import forget_discarded
from annotation.services.work.release import expire_overdue
from annotation.services.work.reviews import go_on_with_reviews
from tasks.campaign_counts import due_counts
from tasks.decision_reports import due_decided
from tasks.fold import fold_part
from tasks.jobs import start_waiting
from tasks.reference_sets import due_held_sets
from tasks.reports import due_campaigns

logger = logging.getLogger(__name__)

SECONDS_FOR_FOLDS = 3.0
# The tasks that compute what is stored for rows, and what returns the rows for which that is due.
DUE: dict[str, Callable[[], Iterable[int]]] = {
    "tasks.count_campaign": due_counts,
    "tasks.report": due_campaigns,
    "tasks.report_decisions": due_decided,
    "tasks.hold": due_held_sets,
}
# A beat that is in the future was written before the database's clock was set back. It is compared
# with the time after waiting for the row: others may have written it since this statement began.
TAKE_TURN = """
INSERT INTO annotation_heartbeat AS last (name, beat_at) VALUES (%s, clock_timestamp())
ON CONFLICT (name) DO UPDATE SET beat_at = clock_timestamp()
WHERE NOT last.beat_at BETWEEN clock_timestamp() - make_interval(secs => %s) AND clock_timestamp()
RETURNING name
"""


@shared_task(name="tasks.sweep")
def sweep_in_turn() -> bool:
    """Sweep, unless another process has just begun to: a second beat, and messages that piled up
    while no worker ran, cause no more work.

    Messages of beat have no expiry: it would compare the clocks of two machines."""
    if is_turn := take_turn():
        sweep()
    return is_turn


def take_turn() -> bool:
    """Return whether it is time for a sweep, by the database's clock, and note its beginning."""
    with connection.cursor() as cursor:
        cursor.execute(TAKE_TURN, ["sweep begun", settings.SWEEP_SECONDS / 2])
        return cursor.fetchone() is not None


class Steps:
    """The steps of a sweep. An error in one of them does not stop the others."""

    def __init__(self) -> None:
        self._failures: list[Exception] = []

    def do(self, *steps: Callable[[], object]) -> None:
        """Do each step; leave what is locked, and what fails, to the next sweep."""
        for step in steps:
            try:
                step()
            except OperationalError as error:
                logger.warning("Left to the next sweep: %s", error)
            except Exception as error:
                logger.exception("Left to the next sweep")
                self._failures.append(error)

    def end(self) -> None:
        """Raise the first failure, if any, so that the task leaves a dead letter."""
        if self._failures:
            raise self._failures[0]


def sweep() -> None:
    steps = Steps()
    steps.do(expire_overdue, approve_overdue, go_on_with_reviews)
    steps.do(partial(fold_leftovers, steps))
    steps.do(empty_what_left_the_figures, forget_arrivals)
    steps.do(partial(beat_heart, "sweep"))
    steps.do(end_old_dry_runs, remove_what_is_gone, forget_discarded, forget_invitations)
    steps.do(delete_stored_responses)
    steps.do(*(partial(send_due, task, due) for task, due in DUE.items()), send_mails)
    steps.do(*(partial(subscriber, Swept()) for subscriber in subscribers_of(Swept)))
    steps.do(start_waiting)
    steps.end()


def send_due(task: str, due: Callable[[], Iterable[int]]) -> None:
    send_each(task, due())


def send_mails() -> None:
    if due_letters() or due_invitations():
        send("tasks.invite")


@shared_task(name="tasks.forget_sessions")
def forget_expired_sessions() -> None:
    """Delete expired sessions, old attempts to sign in and old dead letters; once an hour is
    enough, since they give no access."""
    forget_sessions()
    forget_guesses()
    forget_letters()


def fold_leftovers(steps: Steps) -> None:
    """Fold what no message announced, by turns, beginning with the campaign folded longest ago.

    What takes more than some seconds is left to messages, which take turns as well. So whatever
    waits after a night without workers, campaigns do not wait for each other, nor for the rest of
    the sweep, and sweeps do not take all processes.
    """
    until = time.monotonic() + SECONDS_FOR_FOLDS
    waiting = deque(campaigns_to_fold())

    def fold_next() -> None:
        campaign_id = waiting.popleft()
        if fold_part(campaign_id):
            waiting.append(campaign_id)

    while waiting and time.monotonic() < until:
        steps.do(fold_next)
    send_each("tasks.fold", waiting)


def campaigns_to_fold() -> QuerySet[AgreementState, int]:
    unfolded = Judgment.objects.unfolded().filter(campaign__deleted_at=None).order_by()
    states = AgreementState.objects.filter(campaign__in=unfolded.values("campaign"))
    return states.order_by("folded_at", "campaign").values_list("campaign_id", flat=True)
