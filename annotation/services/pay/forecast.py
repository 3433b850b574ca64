"""Forecast how many judgments of a campaign will still be paid until it is complete.

These are the free slots: judgments replaced after exclusions and rejections, and those added by an
extension, are in each HIT's quota. A HIT with adaptive redundancy is expected to need as many
judgments as earlier ones. HITs outside the order (gold, training) are added. So the forecast is
exact where nothing is random, and never exceeds the maximum cost of the campaign (`budget_of`)."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.db import connection

from annotation.models import Campaign
from annotation.services.campaigns.budget import Budget, budget_of, gold_among, repeats_among
from annotation.services.clock import database_now

# The HITs of the order by campaign. HITs with adaptive redundancy are grouped by the number of
# judgments requested, not counting lost ones, and by whether they are decided. An extra request for
# a single HIT counts as if its workers had disagreed, up to the maximum: so the forecast is
# somewhat too high if more judgments were requested of HITs with agreement, but not too low for the
# others.
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

# People in the same state, by campaign: how many HITs of the order each has judged or leased, how
# many gold HITs in addition, the rest of a current training, whether they have an open HIT, and
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
class HitGroup:
    """HITs of the order in the same state: `requested` is the number of requested judgments,
    `settled` says whether they are decided, both None if the number is fixed; `free` is the number
    of their free slots, and `most` their maximum of slots. `at_least` is the extra request for a
    single HIT."""

    requested: int | None
    settled: bool | None
    hits: int
    free: int
    most: int
    at_least: int = 0


@dataclass(frozen=True)
class Crew:
    """Workers in the same state: how many HITs of the order each did or has open, how many gold
    HITs after the training, and what remains of the training; `here` if they have an open HIT."""

    done: int
    known: int
    training: int
    here: bool
    ended: bool
    workers: int


@dataclass(frozen=True)
class Course:
    """The current state of a campaign: its HITs, its people, and how many judgments are done,
    including simulated ones."""

    campaign: Campaign
    hits: Sequence[HitGroup] = field(default_factory=list)
    crews: Sequence[Crew] = field(default_factory=list)
    done: int = 0
    over: bool = False

    @property
    def leased(self) -> int:
        return sum(crew.workers for crew in self.crews if crew.here)

    @property
    def budget(self) -> Budget:
        """Return the maximum that can be paid, without reading the HITs again."""
        return budget_of(self.campaign, slots=sum(group.most for group in self.hits))

    @property
    def coming(self) -> int:
        """Return the number of judgments still to be paid, including those for open leases."""
        if self.over:
            return self.leased
        ordinary = sum(group.free for group in self.hits) + math.ceil(expected_extra(self.hits))
        gold = _besides(self, ordinary) if ordinary else 0
        coming = self.leased + ordinary + gold
        coming += repeats_among(self.campaign, ordinary + gold)
        coming += sum(crew.training * crew.workers for crew in self.crews)
        most = self.budget.judgments
        return coming if most is None else max(min(coming, most - self.done), self.leased)


def courses_of(campaigns: Sequence[Campaign], done: Mapping[int, int]) -> list[Course]:
    """Return the state of campaigns with two queries for all of them; `done` is the number of
    judgments by campaign."""
    keys = [campaign.pk for campaign in campaigns]
    hits: dict[int, list[HitGroup]] = {key: [] for key in keys}
    crews: dict[int, list[Crew]] = {key: [] for key in keys}
    with connection.cursor() as cursor:
        cursor.execute(HITS, [keys])
        for key, *columns in cursor:
            hits[key].append(HitGroup(*columns))
        cursor.execute(WORKERS, [keys])
        for key, *columns in cursor:
            crews[key].append(Crew(*columns))
    return [
        Course(one, hits[one.pk], crews[one.pk], done.get(one.pk, 0), _is_over(one))
        for one in campaigns
    ]


def expected_extra(hits: Sequence[HitGroup]) -> Fraction:
    """Return the expected number of judgments of HITs with adaptive redundancy beyond their current
    slots.

    After n judgments, some HITs were settled and the others continued. HITs with open leases count
    as having reached n judgments and not yet as settled (the product-limit estimate: Kaplan and
    Meier, JASA 1958). If no HIT has reached a number yet, all are taken to settle there.

    >>> settled = [HitGroup(3, True, 6, 0, 30), HitGroup(4, True, 2, 0, 10)]
    >>> expected_extra([*settled, HitGroup(3, False, 4, 12, 20)])
    Fraction(1, 1)
    """
    settled, unsettled = Counter[int](), Counter[int]()
    for group in hits:
        if group.requested is not None:
            (settled if group.settled else unsettled)[group.requested] += group.hits
    more = Fraction(0)
    going = 0 * more  # of the HITs with n judgments, how many will continue
    for number in range(min(unsettled, default=0), max(settled, default=-1) + 1):
        reached = sum(hits for n, hits in settled.items() if n >= number)
        reached += sum(hits for n, hits in unsettled.items() if n > number)
        going = (going + unsettled[number]) * (1 - Fraction(settled[number], reached or 1))
        more += going if reached else 0
    return more


def _besides(course: Course, ordinary: int) -> int:
    """Return how many gold HITs accompany this many judgments of the order: in the training of new
    workers, and mixed in afterwards."""
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
    return trained + max(min(gold_among(campaign, ordinary + done) - had, room), 0)


def _new_workers(course: Course, ordinary: int) -> int:
    """Return the expected number of new workers: enough for the work if each does as much as those
    who left (or the maximum, before anyone has left), and at least as many as one text needs."""
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
    """Return the maximum number of HITs of the order per worker."""
    most, every = Fraction(campaign.hit_count), campaign.known_every
    if campaign.most_hits_per_worker is None:
        return most
    share = Fraction(every - 1, every) if every else Fraction(1)
    return min(most, campaign.most_hits_per_worker * share)


def _is_over(campaign: Campaign) -> bool:
    ends = campaign.closes_at
    past = ends is not None and ends <= database_now()
    return campaign.status == Campaign.Status.CLOSED or past
