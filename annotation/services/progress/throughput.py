"""The arrival of a campaign's judgments, in few buckets of equal length."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.db import connection

from annotation.models import Campaign
from midpath.text.formatting import counted

MAX_BUCKETS = 60
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECOND, MINUTE, HOUR, DAY = 1, 60, 3600, 86_400
WIDTHS = (
    *(SECOND * count for count in (1, 2, 5, 10, 15, 30)),
    *(MINUTE * count for count in (1, 2, 5, 10, 15, 30)),
    *(HOUR * count for count in (1, 2, 3, 6, 12)),
    *(DAY * count for count in (1, 2, 7)),
)
UNITS = ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (SECOND, "second"))
# The seconds between the epoch, a Thursday, and the Monday that weeks are counted from.
MONDAY = 4 * DAY

SPAN = """
SELECT min(submitted_at), max(submitted_at), statement_timestamp(), NOT EXISTS (
    SELECT FROM annotation_enrolment WHERE campaign_id = %(campaign)s AND of_program)
FROM annotation_judgment WHERE campaign_id = %(campaign)s
"""
# Buckets start at round times: those of minutes at whole minutes, those of days at midnight (UTC).
ARRIVALS = """
SELECT floor(extract(epoch FROM submitted_at - %(begin)s) / %(seconds)s)::integer AS place,
    count(*), count(*) FILTER (WHERE took_slot AND review <> 'rejected')
FROM annotation_judgment
WHERE campaign_id = %(campaign)s AND submitted_at > %(after)s AND submitted_at <= %(until)s
GROUP BY 1
"""


class Span(NamedTuple):
    """The first and last judgment, the time now, and whether only people take part."""

    first: datetime | None
    last: datetime | None
    now: datetime
    by_people: bool


@dataclass(frozen=True)
class Bucket:
    """A bucket of `seconds`. `so_far` counts all judgments up to its end, `paid_so_far` those that
    earn their reward; it is 0 if programs took part, whose judgments earn nothing."""

    at: datetime
    judgments: int
    so_far: int
    seconds: int
    paid_so_far: int = 0

    @property
    def width(self) -> str:
        """Return the length in words, as in "in each 5 minutes"."""
        size, unit = next(one for one in UNITS if self.seconds % one[0] == 0)
        return unit if self.seconds == size else counted(self.seconds // size, unit)


@dataclass(frozen=True)
class Arrivals:
    """Arrivals until a moment: the number of judgments in each bucket of `seconds` from `begin` on,
    and how many of them earn their reward if they are by people."""

    begin: datetime
    seconds: int
    until: datetime
    counts: Mapping[int, tuple[int, int]]

    def has_room_for(self, first: datetime, last: datetime) -> bool:
        """Return whether the buckets still fit, since a campaign gets longer."""
        places = (last - self.begin).total_seconds() // self.seconds + 1
        return self.begin <= first and places <= MAX_BUCKETS

    def with_later(self, campaign: Campaign, until: datetime) -> "Arrivals":
        """Return the arrivals until a later moment."""
        found = dict(self.counts)
        with connection.cursor() as cursor:
            cursor.execute(
                ARRIVALS,
                {
                    "campaign": campaign.pk,
                    "begin": self.begin,
                    "seconds": self.seconds,
                    "after": self.until,
                    "until": until,
                },
            )
            for place, judgments, paid in cursor.fetchall():
                before = found.get(place, (0, 0))
                found[place] = (before[0] + judgments, before[1] + paid)
        return Arrivals(self.begin, self.seconds, until, found)

    def as_buckets(self, *, by_people: bool) -> list[Bucket]:
        """Return all buckets up to the last one that is not empty."""
        return [*self._buckets(by_people)]

    def _buckets(self, by_people: bool) -> Iterator[Bucket]:
        so_far = paid_so_far = 0
        for place in range(max(self.counts, default=-1) + 1):
            judgments, paid = self.counts.get(place, (0, 0))
            so_far += judgments
            paid_so_far += paid if by_people else 0
            at = self.begin + timedelta(seconds=place * self.seconds)
            yield Bucket(at, judgments, so_far, self.seconds, paid_so_far)


def span_of(campaign: Campaign) -> Span:
    with connection.cursor() as cursor:
        cursor.execute(SPAN, {"campaign": campaign.pk})
        [row] = cursor.fetchall()
    return Span(*row)


def nothing_yet(first: datetime, last: datetime) -> Arrivals:
    """Return empty buckets for the time between a campaign's first and last judgment."""
    seconds = width_of((last - first).total_seconds())
    return Arrivals(begin_of(first, seconds), seconds, EPOCH, {})


def width_of(seconds: float) -> int:
    """Return the length of a bucket: the shortest round length that divides the span into at most
    MAX_BUCKETS buckets, wherever it begins.

    >>> width_of(0), width_of(59), width_of(3600), width_of(10 * 86_400)
    (1, 2, 120, 21600)
    """
    fits = (width for width in WIDTHS if seconds // width + 2 <= MAX_BUCKETS)
    weeks = -(-int(seconds) // (7 * DAY * (MAX_BUCKETS - 2)))
    return next(fits, 7 * DAY * weeks)


def begin_of(first: datetime, width: int) -> datetime:
    """Return the start of the bucket that contains this time: a multiple of the width since
    midnight; for weeks, since a Monday."""
    origin = MONDAY if width % (7 * DAY) == 0 else 0
    since = int((first - EPOCH).total_seconds()) - origin
    return EPOCH + timedelta(seconds=since // width * width + origin)
