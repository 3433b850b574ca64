"""Decide whether a worker may get a HIT now, by the terms that may change during their work. Terms
that cannot change for a worker are checked once, when they join (qualifications)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, ngettext

from annotation.models import Campaign, Enrolment
from annotation.services.clock import database_now
from annotation.services.errors import Enough, HandsFull, NothingLeft, NotServing, Over
from annotation.services.work.gold_scores import training_of
from annotation.services.work.worker_state import WorkerState

OVER = gettext_noop("This work has ended. Thank you.")
# The first number of these advisory locks; no other advisory lock here uses it.
WORKER = 7_236_102
LOCK = "SELECT pg_advisory_xact_lock(%s, (%s %% 2147483647)::integer)"

# HITs that workers have done and have open in all campaigns of their project.
LOADS = """
SELECT enrolment.worker_id, coalesce(sum(enrolment.submitted - enrolment.training_done), 0),
       count(held.id)
FROM annotation_enrolment enrolment
LEFT JOIN annotation_assignment held ON held.enrolment_id = enrolment.id AND held.status = 'open'
WHERE enrolment.worker_id = ANY(%s)
GROUP BY enrolment.worker_id
"""


@dataclass(frozen=True)
class Load:
    """The number of HITs that a worker has done in a project, without training, and of those they
    have open."""

    done: int
    leased: int


def check_window(campaign_status: str, opens_at: datetime | None, over: bool, early: bool) -> None:
    """Raise NotServing before the opening and after the closing time of a campaign."""
    if early and opens_at is not None:
        raise NotServing(
            gettext("The work starts on {when}. Please come back then.").format(
                when=written_time(opens_at)
            ),
            campaign_status=campaign_status,
        )
    if over:
        raise Over(gettext(OVER), campaign_status=campaign_status)


def check_load(worker: WorkerState) -> None:
    """Raise Enough or HandsFull if a worker has done, or has open, the project's maximum.

    The worker is locked until commit, so simultaneous claims in two campaigns see each other.
    Submitting a lease, in any campaign, changes both numbers in one step, so the sum is right
    without that lock."""
    if worker.most_project_hits is not None or worker.most_at_once is not None:
        check_terms(worker, lock_load(worker.worker_id), in_training=worker.in_training)


def check_terms(terms: WorkerState | Campaign, load: Load, *, in_training: bool) -> None:
    """Raise the same errors, from a load already read."""
    most, at_once = terms.most_project_hits, terms.most_at_once
    if at_once is not None and load.leased >= at_once:
        raise HandsFull(_hands_full(at_once), campaign_status=terms.status)
    if most is None or in_training:
        return
    if load.done >= most:
        raise Enough(
            ngettext(
                "You have done {done} task in this study, the maximum per person. Thank you for "
                "your work.",
                "You have done {done} tasks in this study, the maximum per person. Thank you for "
                "your work.",
                load.done,
            ).format(done=f"{load.done:,}")
        )
    if load.done + load.leased >= most:
        raise HandsFull(
            gettext(
                "You can do at most {most} tasks in this study, including those that you have "
                "open elsewhere. Submit or return those first."
            ).format(most=f"{most:,}"),
            campaign_status=terms.status,
        )


def lock_load(worker_id: int) -> Load:
    """Lock a worker over all campaigns of their project and return their load.

    The lock is a separate statement: the reading statement begins after it."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [WORKER, worker_id])
    return _load(worker_id)


def _load(worker_id: int) -> Load:
    return loads_of([worker_id]).get(worker_id, Load(0, 0))


def may_do_one_more(campaign: Campaign, worker_id: int) -> bool:
    """Return whether a late answer, whose HIT is no longer open, keeps within the project's
    maximum."""
    most = campaign.most_project_hits
    if most is None:
        return True
    load = lock_load(worker_id)
    return load.done + load.leased < most


def is_over(campaign: Campaign) -> bool:
    """Return whether a campaign serves no more tasks by its own terms."""
    return campaign.closes_at is not None and campaign.closes_at <= database_now()


def opening_of(campaign: Campaign) -> str:
    """Return the opening time of a campaign as text for workers; empty once it has opened."""
    if campaign.opens_at is None or campaign.opens_at <= database_now():
        return ""
    return written_time(campaign.opens_at)


def loads_of(workers: Collection[int]) -> dict[int, Load]:
    """Return the load of each of these workers who has joined a campaign, with one query and
    without a lock."""
    with connection.cursor() as cursor:
        cursor.execute(LOADS, [list(workers)])
        return {worker: Load(int(done), leased) for worker, done, leased in cursor}


def obstacle(enrolment: Enrolment) -> NotServing | NothingLeft | None:
    """Return why a worker of a live campaign gets no HIT now by these terms, without a lock: for a
    page, not for a claim."""
    campaign = enrolment.campaign
    early = campaign.opens_at is not None and campaign.opens_at > database_now()
    over = is_over(campaign)
    try:
        check_window(campaign.status, campaign.opens_at, over, early)
        if campaign.most_project_hits is not None or campaign.most_at_once is not None:
            in_training = training_of(campaign, enrolment) is not None
            check_terms(campaign, _load(enrolment.worker_id), in_training=in_training)
    except (NotServing, NothingLeft) as error:
        return error
    return None


def written_time(at: datetime) -> str:
    return gettext("{day} at {time} UTC").format(
        day=date_format(at, "j F Y"), time=date_format(at, "H:i")
    )


def _hands_full(at_once: int) -> str:
    if at_once == 1:
        return gettext(
            "You have another task in this study open. Submit or return it first: you can have "
            "one open at a time."
        )
    return gettext(
        "You have {count} other tasks in this study open, which is the maximum. Submit or return "
        "one first."
    ).format(count=f"{at_once:,}")
