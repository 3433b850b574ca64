"""The time that a worker spent on a task, as reported by their browser or client.

docs/metrics/workers.md defines both times. Reported times are trusted within bounds: the INSERT of
a judgment cuts them to the time between claim and submission on the database's clock."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from statistics import median

from django.db import connection
from django.db.models import Aggregate, FloatField

# The maximum of the column. A lease longer than these 24 days is answered late.
MAX_MILLISECONDS = 2**31 - 1
# The latest tasks only, so that a page costs no more for workers with many.
LATEST = 1_000
MEDIANS = """
SELECT enrolment, percentile_cont(0.5) WITHIN GROUP (ORDER BY judgment.active_ms)
FROM unnest(%(enrolments)s::bigint[]) AS enrolment
CROSS JOIN LATERAL (
    SELECT id FROM annotation_assignment
    WHERE enrolment_id = enrolment
    ORDER BY id DESC LIMIT %(most)s
) latest
JOIN annotation_judgment judgment ON judgment.assignment_id = latest.id
WHERE judgment.active_ms IS NOT NULL
GROUP BY enrolment
"""


@dataclass(frozen=True)
class TimeSpent:
    """The active time on a task and the time to the first action; None if not reported."""

    active_ms: int | None = None
    first_action_ms: int | None = None


NO_TIMES = TimeSpent()


def read_time_spent(sent: dict[str, object]) -> TimeSpent:
    """Return the times reported with an answer from a page; nothing if they are invalid.

    A page cannot send its answer again without them, so an invalid time must not cost an answer."""
    return TimeSpent(_whole(sent.get("active_ms")), _whole(sent.get("first_action_ms")))


def _whole(value: object) -> int | None:
    if type(value) is not int or value < 0:
        return None
    return min(value, MAX_MILLISECONDS)


class Median(Aggregate):
    """The middle value, or the mean of the two in the middle. Nulls are left out."""

    function = "percentile_cont"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = FloatField()


def span_of(milliseconds: float | None) -> timedelta | None:
    return None if milliseconds is None else timedelta(milliseconds=milliseconds)


def median_of(times: Iterable[int | None]) -> float | None:
    """Return the same median of times already read."""
    known = [time for time in times if time is not None]
    return median(known) if known else None


def median_active_ms_of(enrolments: Iterable[int]) -> dict[int, float]:
    """Return the median active time of each of these enrolments that reported any for their latest
    tasks, with one query."""
    with connection.cursor() as cursor:
        cursor.execute(MEDIANS, {"enrolments": list(enrolments), "most": LATEST})
        return dict(cursor.fetchall())
