"""The terms on the order of HITs and the limits on workers."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import TextChoices

from annotation.models.terms.base import Moment, Selection, WholeOrNever, term
from midpath.options.base import Tick, Whole

MAX_WORKERS = 100_000
MAX_HITS = 1_000_000
MAX_JOINS = 10_000
MAX_CLAIMS = 600
MAX_CONCURRENT = 100


class Walk(TextChoices):
    TOGETHER = "together", "all from the first task"
    OWN = "own", "each from a different place"


@dataclass
class Limits:
    """The limits on workers, which can change while a campaign runs."""

    most_workers: int | None = term(
        None,
        Whole(1, MAX_WORKERS, optional=True),
        label="Maximum workers",
        help="When this many have joined, no new workers can. Required with training or gold "
        "answers, because each worker is paid for those. Leave empty for no limit.",
        api="The maximum number of workers; required with training or gold answers, which are paid "
        "per worker. null: no limit.",
        column="The maximum number of workers; required with training or gold answers.",
    )
    most_hits_per_worker: int | None = term(
        None,
        Whole(1, MAX_HITS, optional=True),
        label="Maximum tasks per worker",
        help="Training tasks are not counted. Leave empty for no limit.",
        api="The maximum number of HITs per worker after training; null: all.",
        column="The maximum number of HITs per worker, after training.",
    )
    # Enough for a classroom behind one address, and as fast as a person can answer.
    joins_per_address: int | None = term(
        30,
        Whole(1, MAX_JOINS, optional=True),
        label="New workers per hour from one address",
        help="A school or an office often shares one address. Leave empty for no limit.",
        api="The maximum number of new workers per hour from one IP address (for IPv6, one /64 "
        "network); null: no limit. Workers joined with a researcher's token are not limited.",
        column="The maximum number of joins per hour from one address; null: no limit.",
    )
    claims_per_minute: int | None = term(
        30,
        Whole(1, MAX_CLAIMS, optional=True),
        label="Tasks per minute for one worker",
        help="On average; the first five come at once. Faster workers wait for the next task. "
        "Leave empty for no limit.",
        api="The maximum average number of HITs per minute and worker; the first five are not "
        "delayed. null: no limit.",
        column="The maximum number of HITs per minute and worker; null: no limit.",
    )


@dataclass
class Order:
    """The order of HITs, which is fixed once a campaign is launched."""

    walk: str = term(
        "together",
        Selection(Walk.choices),
        label="Order of tasks",
        help="From the first task on: items already started are finished first, and a few fast "
        "workers may do most of the work. From a different place: each worker starts at a "
        "different item and goes round, so that the time at which an item is judged does not "
        "determine who judges it. Items then get their judgments late, so the reading test "
        "certifies workers later, and certifies fewer of them if they do only a few tasks each.",
        api="`together`: all workers follow one order from the first HIT; `own`: each starts at a "
        "random place (by the campaign's seed) and goes round. With `own`, items get their "
        "judgments late, so the reading test certifies workers late. Fixed at launch.",
        layout="alone",
    )
    pilot_items: int = term(
        0,
        WholeOrNever(0, MAX_HITS),
        label="Pilot items",
        help="Workers judge this many items first. The dashboard reports them separately, and "
        "later you can leave their judgments out of the figures. Leave empty for no pilot.",
        api="The number of items, first in the order, that are a pilot: all workers judge them "
        "first, and their figures are separate; 0: no pilot. Needs the order `together`. Fixed at "
        "launch.",
        column="Items, first in the order, that are a pilot; 0: none.",
        layout="alone",
    )
    pilot_pauses: bool = term(
        True,
        Tick(),
        label="After the pilot, give out no tasks until you continue",
        api="Whether HITs after the pilot are handed out only once `end_pilot` was called.",
    )


@dataclass
class Serving:
    """The limits in the project and the times, which can change while a campaign runs."""

    most_project_hits: int | None = term(
        None,
        Whole(1, MAX_HITS, optional=True),
        label="Maximum tasks per worker in the project",
        help="Workers who have done this many tasks in all campaigns of the project get no more "
        "here. Leave empty for no limit.",
        api="The maximum number of HITs per worker in all campaigns of the project, without "
        "training, after which they get no more here; null: no limit.",
        column="The maximum number of HITs per worker in the project.",
    )
    most_at_once: int | None = term(
        None,
        Whole(1, MAX_CONCURRENT, optional=True),
        label="Maximum open tasks per worker",
        help="Counts all campaigns of the project; within one campaign, a worker has one task at a "
        "time. Leave empty for one in each campaign.",
        api="The maximum number of open HITs per worker in all campaigns of the project; null: one "
        "in each.",
        column="The maximum number of open HITs per worker in the project.",
    )
    opens_at: datetime | None = term(
        None,
        Moment(optional=True),
        label="Opens at (UTC)",
        help="Leave empty to open at launch.",
        api="When HITs are first handed out, by the database clock; null: at once.",
        column="When the first HITs are handed out; null: at launch.",
    )
    closes_at: datetime | None = term(
        None,
        Moment(optional=True),
        label="Closes at (UTC)",
        help="Workers get no new tasks after this time; tasks in progress can still be submitted. "
        "Leave empty to close it yourself.",
        api="When the last HITs are handed out; open HITs can still be submitted. null: no end.",
        column="When HITs are no longer handed out; null: no end.",
    )
