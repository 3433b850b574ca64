"""The rate at which judgments arrive, and the time that the rest will take: one cell of the
dashboard."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection

from annotation.models import Campaign
from annotation.research.results.figures import Cell
from midpath.text.formatting import UNDEFINED, counted

Status = Campaign.Status
NOT_SERVING = {Status.PAUSED: "The campaign is paused.", Status.CLOSED: "The campaign is closed."}

MINUTE, HOUR, DAY = 60, 3600, 86_400
# The rate is that of the last minutes if enough arrived in them, else that of the newest judgments.
MINUTES = 5
ENOUGH = 20
NEWEST = 50
# No rate is computed from fewer judgments or a shorter time.
FEWEST = 5
MIN_LENGTH = 60.0
# Work has stopped if nothing arrived for this long: many times the usual gap, or a quarter of an
# hour.
SILENT = 900.0
GAPS = 20

# Reads a limited number of rows: those of the last minutes, and a few by the index on times.
JUDGMENT_TIMES = """
WITH newest AS (
    SELECT submitted_at AS at FROM annotation_judgment
    WHERE campaign_id = %(campaign)s AND submitted_at > now() - interval '1 day'
    ORDER BY submitted_at DESC LIMIT %(newest)s
)
SELECT statement_timestamp(), (
    SELECT count(*) FROM annotation_judgment WHERE campaign_id = %(campaign)s
    AND submitted_at > statement_timestamp() - make_interval(mins => %(minutes)s)
), count(*), min(at), max(at), (
    SELECT min(submitted_at) FROM annotation_judgment WHERE campaign_id = %(campaign)s
), (
    SELECT max(submitted_at) FROM annotation_judgment WHERE campaign_id = %(campaign)s
)
FROM newest
"""

LONG = (
    f"Judgments still requested, at the recent rate: that of the last {MINUTES} minutes, or if "
    "few came in, of the newest judgments up to now. It is an estimate: workers come and go."
)


@dataclass(frozen=True)
class JudgmentTimes:
    """The times at which judgments arrived: `lately` counts those of the last minutes, and `newest`
    those of the last day between `since` and `last`. `first` and `last` are of all judgments."""

    now: datetime
    lately: int
    newest: int
    since: datetime | None
    until: datetime | None
    first: datetime | None
    last: datetime | None


@dataclass(frozen=True)
class Pace:
    """Judgments per second; None, with a reason, if there is no rate."""

    a_second: float | None
    reason: str = ""


def time_cell(campaign: Campaign, *, payable: int, is_whole: bool) -> Cell:
    """Return the time in which the `payable` judgments will arrive, or how long all of them took
    if the campaign `is_whole`."""
    times = _judgment_times(campaign)
    pace = pace_of(times)
    value, note, reason = UNDEFINED, "", ""
    if is_whole:
        value, note = "done", _took(times)
    elif campaign.status in NOT_SERVING:
        reason = NOT_SERVING[Status(campaign.status)]
    elif campaign.waits_for_pilot:
        reason = "Workers get only the pilot until you end it."
    elif pace.a_second is None:
        reason = pace.reason
    else:
        seconds = payable / pace.a_second
        end = finished_at(times.now, seconds)
        value, note = lasting(seconds), f"{rate_in_words(pace.a_second)} lately · done {end}"
    return Cell(
        key="time",
        label="Time left",
        value=value,
        note=note,
        reason=reason,
        definition=LONG,
        numbers=[
            ("recent rate", UNDEFINED if pace.a_second is None else rate_in_words(pace.a_second)),
            ("first judgment (UTC)", _moment(times.first)),
            ("newest judgment (UTC)", _moment(times.last)),
        ],
    )


def _judgment_times(campaign: Campaign) -> JudgmentTimes:
    with connection.cursor() as cursor:
        cursor.execute(
            JUDGMENT_TIMES, {"campaign": campaign.pk, "newest": NEWEST, "minutes": MINUTES}
        )
        [row] = cursor.fetchall()
    return JudgmentTimes(*row)


def pace_of(times: JudgmentTimes) -> Pace:
    """Return the recent rate.

    It includes the time up to now, so it falls while no judgments come in."""
    now, first, last = times.now, times.first, times.last
    if first is None or last is None:
        return Pace(None, "No judgments yet.")
    silent = (now - last).total_seconds()
    if times.since is None or times.until is None:
        return Pace(None, f"No judgments in the last {lasting(silent)}.")
    usual = (times.until - times.since).total_seconds() / max(times.newest - 1, 1)
    if silent > max(SILENT, GAPS * usual):
        return Pace(None, f"No judgments in the last {lasting(silent)}.")
    if times.newest < FEWEST:
        return Pace(None, f"Shown after {FEWEST} judgments within a day.")
    if times.lately >= ENOUGH:
        count = times.lately
        span = min((now - first).total_seconds(), float(MINUTES * MINUTE))
    else:
        count, span = times.newest, (now - times.since).total_seconds()
    if span < MIN_LENGTH:
        return Pace(None, "Shown after the first minute.")
    return Pace(count / span)


def lasting(seconds: float) -> str:
    """Format a duration in one unit.

    >>> lasting(40), lasting(95), lasting(5400), lasting(7200), lasting(200_000)
    ('less than a minute', '2 min', '90 min', '2 h', '2 days')
    """
    if seconds < MINUTE:
        return "less than a minute"
    if seconds < 100 * MINUTE:
        return f"{round(seconds / MINUTE):,} min"
    if seconds < 2 * DAY:
        return f"{round(seconds / HOUR):,} h"
    return counted(round(seconds / DAY), "day")


def rate_in_words(a_second: float) -> str:
    """Format a rate per minute, hour or day, the first that gives at least one.

    >>> rate_in_words(1), rate_in_words(0.05), rate_in_words(0.01), rate_in_words(0.0001)
    ('60 a minute', '3 a minute', '36 an hour', '9 a day')
    """
    for size, unit in ((MINUTE, "a minute"), (HOUR, "an hour")):
        if round(a_second * size) >= 1 and a_second * size >= 1:
            return f"{a_second * size:,.0f} {unit}"
    return f"{max(a_second * DAY, 1):,.0f} a day"


def finished_at(now: datetime, seconds: float) -> str:
    """Return the approximate time in this many seconds, as precisely as can be predicted."""
    at = now + timedelta(seconds=seconds)
    if seconds >= 2 * DAY:
        return f"about {at.day} {at:%b %Y}"
    return (
        f"about {at:%H:%M} UTC" if at.date() == now.date() else f"about {at.day} {at:%b %H:%M} UTC"
    )


def _moment(at: datetime | None) -> str:
    return f"{at:%-d %b %Y %H:%M}" if at else UNDEFINED


def _took(times: JudgmentTimes) -> str:
    if times.first is None or times.last is None:
        return "all judgments are in"
    return f"took {lasting((times.last - times.first).total_seconds())}"
