"""Foresee how many judgments of a campaign are still to be paid until its work is done.

Those are the slots that are free: what was asked again after exclusions and rejections and what an
extension added stand in each HIT's quota. A HIT that is asked until its workers agree will be asked
as often as those before it. What is given outside the order (known answers, training) comes with
it. So the forecast is exact where nothing is left to chance, and never more than a campaign can
cost at most (`budget_of`)."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.db import connection

from annotation.models import Campaign
from annotation.services.campaigns.budget import (
    Budget,
    budget_of,
    known_beside,
    repeats_beside,
)
from annotation.services.clock import database_now

# The HITs of the order by campaign. Those that are asked until their workers agree by how often
# they are asked, lost judgments aside, and by whether that was decided. What a researcher asked of
# one in particular counts as if its workers had disagreed, up to the most: so the forecast is
# rather too high where those were asked on that had agreed, and is none the lower for the others.
HITS = """
SELECT hit.campaign_id, stage.asked, stage.settled, count(*), sum(hit.quota - hit.taken),
       sum(coalesce(hit.cap, hit.quota)), max(hit.at_least)
FROM annotation_hit hit JOIN annotation_campaign campaign ON campaign.id = hit.campaign_id,
LATERAL (SELECT
    CASE WHEN hit.cap IS NOT NULL THEN
        least(hit.quota - (hit.cap - greatest(campaign.most_judgments, hit.at_least)),
              campaign.most_judgments)
    END asked,
    CASE WHEN hit.cap IS NOT NULL THEN hit.taken = hit.quota AND NOT EXISTS (
        SELECT FROM annotation_assignment held WHERE held.hit_id = hit.id AND held.status = 'open')
    END settled
) stage
WHERE hit.campaign_id = ANY(%s) AND NOT hit.known
GROUP BY hit.campaign_id, stage.asked, stage.settled
"""

# Alike people by campaign: how many HITs of the order each has judged or holds, how many known
# ones beside them, what is left of a training that they are in, whether they hold a HIT, and
# whether their work has ended.
WORKERS = """
SELECT worker.campaign_id, stage.done + coalesce(NOT held.outside, false)::integer,
       worker.known_done + (NOT stage.training AND coalesce(held.known, false))::integer,
       CASE WHEN stage.training AND held.known IS NOT NULL
            THEN greatest(campaign.training_hits - worker.training_done - 1, 0) ELSE 0 END,
       held.known IS NOT NULL,
       worker.stopped_at IS NOT NULL OR worker.excluded_at IS NOT NULL
           OR worker.withdrawn_at IS NOT NULL OR worker.erased_at IS NOT NULL,
       count(*)
FROM annotation_enrolment worker
JOIN annotation_campaign campaign ON campaign.id = worker.campaign_id
LEFT JOIN LATERAL (
    SELECT hit.known, hit.known OR mine.repeat AS outside
    FROM annotation_assignment mine JOIN annotation_hit hit ON hit.id = mine.hit_id
    WHERE mine.enrolment_id = worker.id AND mine.status = 'open'
) held ON true,
LATERAL (SELECT
    worker.submitted - worker.training_done - worker.known_done - worker.repeated AS done,
    campaign.training_hits > 0 AND worker.trained_at IS NULL AND worker.restored_at IS NULL
        AS training
) stage
WHERE worker.campaign_id = ANY(%s) AND NOT worker.of_program
GROUP BY 1, 2, 3, 4, 5, 6
"""


@dataclass(frozen=True)
class Asked:
    """HITs of the order in the same state: `asked` so often and `settled` or not, both None where
    the number of judgments is fixed; their `free` slots, and the `most` that they can ever have.
    Of one of them `at_least` so many judgments were asked in particular."""

    asked: int | None
    settled: bool | None
    hits: int
    free: int
    most: int
    at_least: int = 0


@dataclass(frozen=True)
class Crew:
    """Workers in the same state: how many HITs of the order each did or holds, how many known ones
    after the training, and what the training still asks; `here` if they have an open HIT."""

    done: int
    known: int
    training: int
    here: bool
    ended: bool
    workers: int


@dataclass(frozen=True)
class Course:
    """The current state of a campaign: its HITs, its people, and how many judgments are done, those
    of programs among them."""

    campaign: Campaign
    hits: Sequence[Asked] = field(default_factory=list)
    crews: Sequence[Crew] = field(default_factory=list)
    done: int = 0
    over: bool = False

    @property
    def held(self) -> int:
        return sum(crew.workers for crew in self.crews if crew.here)

    @property
    def budget(self) -> Budget:
        """The most that can be paid, without reading the HITs again."""
        return budget_of(self.campaign, slots=sum(group.most for group in self.hits))

    @property
    def coming(self) -> int:
        """The judgments that are still to be paid, those in the hands of workers among them."""
        if self.over:
            return self.held
        ordinary = sum(group.free for group in self.hits) + math.ceil(asked_on(self.hits))
        beside = _besides(self, ordinary) if ordinary else 0
        coming = self.held + ordinary + beside
        coming += repeats_beside(self.campaign, ordinary + beside)
        coming += sum(crew.training * crew.workers for crew in self.crews)
        most = self.budget.judgments
        return coming if most is None else max(min(coming, most - self.done), self.held)


def courses_of(campaigns: Sequence[Campaign], done: Mapping[int, int]) -> list[Course]:
    """Return the state of campaigns with two queries for all of them; `done` judgments by
    campaign."""
    keys = [campaign.pk for campaign in campaigns]
    hits: dict[int, list[Asked]] = {key: [] for key in keys}
    crews: dict[int, list[Crew]] = {key: [] for key in keys}
    with connection.cursor() as cursor:
        cursor.execute(HITS, [keys])
        for key, *columns in cursor:
            hits[key].append(Asked(*columns))
        cursor.execute(WORKERS, [keys])
        for key, *columns in cursor:
            crews[key].append(Crew(*columns))
    return [
        Course(one, hits[one.pk], crews[one.pk], done.get(one.pk, 0), _is_over(one))
        for one in campaigns
    ]


def asked_on(hits: Sequence[Asked]) -> Fraction:
    """Return how many more judgments HITs will be asked for that are asked until their workers
    agree, beyond the slots that they have.

    Of the HITs that were asked n times some were settled then and the others were asked on. What is
    in the hands of workers counts as asked n times and not yet as settled (the product-limit
    estimate: Kaplan and Meier, JASA 1958). A number to which no HIT has come yet settles.

    >>> asked_on([Asked(3, True, 6, 0, 30), Asked(4, True, 2, 0, 10), Asked(3, False, 4, 12, 20)])
    Fraction(1, 1)
    """
    settled, unsettled = Counter[int](), Counter[int]()
    for group in hits:
        if group.asked is not None:
            (settled if group.settled else unsettled)[group.asked] += group.hits
    more = Fraction(0)
    going = 0 * more  # of the HITs that are asked n times, how many will be asked on
    for asked in range(min(unsettled, default=0), max(settled, default=-1) + 1):
        reached = sum(hits for n, hits in settled.items() if n >= asked)
        reached += sum(hits for n, hits in unsettled.items() if n > asked)
        going = (going + unsettled[asked]) * (1 - Fraction(settled[asked], reached or 1))
        more += going if reached else 0
    return more


def _besides(course: Course, ordinary: int) -> int:
    """Return how many known HITs come with so many judgments of the order: in the training of
    whoever joins for them, and mixed in among them."""
    campaign, crews = course.campaign, course.crews
    if not campaign.uses_known:
        return 0
    new = _new_workers(course, ordinary)
    each = course.budget.known_each
    trained = new * min(campaign.training_hits, each)
    able = [crew for crew in crews if not crew.ended]
    most = (new + sum(crew.workers for crew in able)) * max(each - campaign.training_hits, 0)
    room = most - sum(crew.known * crew.workers for crew in able)
    # Workers in the middle of a run may or may not have had its gold HIT.
    here = [crew for crew in crews if crew.here]
    done = sum(crew.done * crew.workers for crew in here)
    had = sum(crew.known * crew.workers for crew in here)
    return trained + max(min(known_beside(campaign, ordinary + done) - had, room), 0)


def _new_workers(course: Course, ordinary: int) -> int:
    """Return how many workers will come yet: as many as it takes if each does as much as those who
    left, or all that one may before anybody has, and no fewer than one text needs."""
    campaign, crews = course.campaign, course.crews
    left = [crew for crew in crews if crew.done and not crew.here]
    each = _most_each(campaign)
    if left:
        done = sum(crew.done * crew.workers for crew in left)
        each = Fraction(done, sum(crew.workers for crew in left))
    busy = [crew for crew in crews if crew.here and crew.done < each]
    more = sum(((each - crew.done) * crew.workers for crew in busy), Fraction(0))
    needed = max(math.ceil((ordinary - more) / each), 0)
    able = [crew for crew in crews if not crew.ended]
    idle = sum(crew.workers for crew in able if not crew.done and not crew.here)
    of_one = max((group.at_least for group in course.hits), default=0)
    of_one = max(of_one, campaign.redundancy)
    needed = max(needed, of_one - sum(crew.workers for crew in able) + idle)
    if campaign.most_workers is None:
        return max(needed, 0)
    return max(min(needed, campaign.most_workers - campaign.worker_count + idle), 0)


def _most_each(campaign: Campaign) -> Fraction:
    """Return the most HITs of the order that one worker may do."""
    most, every = Fraction(campaign.hit_count), campaign.known_every
    if campaign.most_hits_per_worker is None:
        return most
    share = Fraction(every - 1, every) if every else Fraction(1)
    return min(most, campaign.most_hits_per_worker * share)


def _is_over(campaign: Campaign) -> bool:
    ends = campaign.closes_at
    past = ends is not None and ends <= database_now()
    return campaign.status == Campaign.Status.CLOSED or past
