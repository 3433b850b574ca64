"""Take one slot of a campaign, in one statement whose cost does not grow with the campaign."""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import connection

from annotation.models import HIT, Assignment, Campaign, Item
from annotation.services.campaigns.budget import most_known_mixed_in
from annotation.services.pay.purse import AFFORD, DRAW, Budgets
from annotation.services.work.known import Seen

MINUTE = 60
AT_ONCE = 5

# Each HIT takes its share of a minute, counted from the end of the last HIT's share or from now.
PACE = """
    paced_at = greatest(enrolment.paced_at, statement_timestamp())
        + make_interval(secs => %(pace)s)
"""

LEASE = """
    INSERT INTO annotation_assignment
        (hit_id, enrolment_id, status, claimed_at, expires_at, later, repeat)
    SELECT took.id, %(enrolment)s, 'open', statement_timestamp(),
           statement_timestamp() + make_interval(secs => %(seconds)s), false, %(repeat)s
    FROM took
    RETURNING id, claimed_at, expires_at
"""

# What was put off keeps its assignment.
LEASE_AGAIN = """
    UPDATE annotation_assignment again
    SET status = 'open', later = false, ended_at = NULL, claimed_at = statement_timestamp(),
        expires_at = statement_timestamp() + make_interval(secs => %(seconds)s)
    FROM mine WHERE again.id = mine.id
    RETURNING again.id, again.claimed_at, again.expires_at
"""

ANSWER = """
SELECT leased.id, leased.claimed_at, leased.expires_at, took.id, took.position, item.id,
       item.dataset_id, item.position, item.text, item.content::text, item.document_id
FROM leased, took JOIN annotation_item item ON item.id = took.item_id
"""

# `passed` is the first HIT before the slot that is still open and that the worker has not had.
# Another claim held its lock, so the worker's place stays before it and the next claim tries it
# again. OFFSET 0 keeps the planner from hashing all that the worker has done. Of the order only the
# stretch from `reached` to `last` is looked at; `shift` leads from its places to the worker's own.
TAKE_NEXT = """
WITH {afford}slot AS (
    SELECT hit.id, hit.{order} AS place
    FROM annotation_hit hit
    WHERE hit.campaign_id = %(campaign)s AND hit.{order} > %(reached)s AND hit.{order} <= %(last)s
      {afforded}
      AND NOT EXISTS (SELECT 1 FROM annotation_assignment mine
                      WHERE mine.hit_id = hit.id AND mine.enrolment_id = %(enrolment)s OFFSET 0)
    ORDER BY hit.{order}
    LIMIT 1
    FOR NO KEY UPDATE OF hit {wait}
), took AS (
    UPDATE annotation_hit hit SET taken = hit.taken + 1 FROM slot WHERE hit.id = slot.id
    RETURNING hit.id, hit.item_id, hit.position
), leased AS ({lease}), passed AS (
    SELECT min(hit.{order}) AS place
    FROM annotation_hit hit, slot
    WHERE hit.campaign_id = %(campaign)s
      AND hit.{order} > %(reached)s AND hit.{order} < slot.place
      AND NOT EXISTS (SELECT 1 FROM annotation_assignment mine
                      WHERE mine.hit_id = hit.id AND mine.enrolment_id = %(enrolment)s OFFSET 0)
), moved AS (
    UPDATE annotation_enrolment enrolment
    SET {reached} = coalesce((SELECT place - 1 FROM passed), slot.place) + %(shift)s, {pace}
    FROM slot WHERE enrolment.id = %(enrolment)s
)
"""

TAKE_NAMED = """
WITH {afford}took AS (
    UPDATE annotation_hit hit SET taken = hit.taken + (NOT hit.known)::integer
    WHERE hit.id = %(hit)s AND hit.campaign_id = %(campaign)s
      AND (hit.taken < hit.quota OR hit.known) {afforded}
      AND NOT EXISTS (SELECT 1 FROM annotation_assignment mine
                      WHERE mine.hit_id = hit.id AND mine.enrolment_id = %(enrolment)s)
    RETURNING hit.id, hit.item_id, hit.position
), leased AS ({lease})
"""

# Each worker gets the known HITs in a shuffled order of their own, which nobody else can predict.
TAKE_KNOWN = """
WITH {afford}took AS (
    SELECT hit.id, hit.item_id, hit.position FROM annotation_hit hit
    WHERE hit.campaign_id = %(campaign)s AND hit.known {afforded}
      AND NOT EXISTS (SELECT 1 FROM annotation_assignment mine
                      WHERE mine.hit_id = hit.id AND mine.enrolment_id = %(enrolment)s)
    ORDER BY md5(%(seed)s || ':' || %(enrolment)s || ':' || hit.position)
    LIMIT 1
), leased AS ({lease}), paced AS (
    UPDATE annotation_enrolment enrolment SET {pace} FROM took WHERE enrolment.id = %(enrolment)s
)
"""

# What the worker put off is the same assignment again, so a draft of it is still theirs. The first
# that they put off comes first.
TAKE_PUT_OFF = """
WITH {afford}mine AS (
    SELECT mine.id, mine.hit_id FROM annotation_assignment mine
    JOIN annotation_hit hit ON hit.id = mine.hit_id
    WHERE mine.enrolment_id = %(enrolment)s AND mine.later AND hit.taken < hit.quota {afforded}
      AND NOT EXISTS (SELECT 1 FROM annotation_judgment judged WHERE judged.assignment_id = mine.id)
    ORDER BY mine.ended_at
    LIMIT 1
    FOR NO KEY UPDATE OF mine, hit
), took AS (
    UPDATE annotation_hit hit SET taken = hit.taken + 1 FROM mine WHERE hit.id = mine.hit_id
    RETURNING hit.id, hit.item_id, hit.position
), leased AS ({lease}), paced AS (
    UPDATE annotation_enrolment enrolment SET {pace} FROM took WHERE enrolment.id = %(enrolment)s
)
"""

# `recent` are the last HITs that the worker submitted. What is given again was submitted before all
# of these, and was no known one. A HIT that was put off keeps its old assignment, so the times are
# compared. Both walk back along the index of a worker's assignments: asked for one worker by an
# equation, the planner may walk back over everybody's.
TAKE_REPEAT = """
WITH {afford}recent AS (
    SELECT id, ended_at FROM annotation_assignment
    WHERE enrolment_id >= %(enrolment)s AND (enrolment_id, id) < (%(enrolment)s, %(beyond)s)
      AND status = 'submitted'
    ORDER BY enrolment_id DESC, id DESC LIMIT %(apart)s
), edge AS (
    SELECT min(id) AS id, min(ended_at) AS ended_at FROM recent HAVING count(*) = %(apart)s
), took AS (
    SELECT hit.id, hit.item_id, hit.position
    FROM annotation_assignment mine JOIN annotation_hit hit ON hit.id = mine.hit_id
    WHERE mine.enrolment_id >= %(enrolment)s
      AND (mine.enrolment_id, mine.id) < (%(enrolment)s, (SELECT id FROM edge))
      AND mine.ended_at <= (SELECT ended_at FROM edge)
      AND mine.status = 'submitted' AND NOT mine.repeat AND NOT hit.known {afforded}
      AND NOT EXISTS (SELECT 1 FROM annotation_assignment again
                      WHERE again.hit_id = hit.id AND again.enrolment_id = %(enrolment)s
                        AND again.repeat OFFSET 0)
    ORDER BY mine.enrolment_id DESC, mine.id DESC
    LIMIT 1
), leased AS ({lease}), paced AS (
    UPDATE annotation_enrolment enrolment SET {pace} FROM took WHERE enrolment.id = %(enrolment)s
)
"""

STAND = """
SELECT enrolment.id, campaign.id, campaign.status, campaign.reopenings, campaign.seconds_allotted,
       enrolment.position_reached, enrolment.reopening_reached, enrolment.nothing_left_at,
       num_nonnulls(enrolment.stopped_at, enrolment.excluded_at, enrolment.withdrawn_at,
                    enrolment.erased_at) > 0,
       enrolment.submitted - enrolment.training_done,
       enrolment.known_right, enrolment.known_done, enrolment.known_missed,
       CASE WHEN enrolment.restored_at IS NULL THEN campaign.pass_share END, campaign.pass_after,
       campaign.seed, campaign.hit_count, campaign.known_every,
       campaign.most_hits_per_worker, campaign.claims_per_minute,
       coalesce(extract(epoch FROM enrolment.paced_at - statement_timestamp()), 0)::float,
       campaign.training_hits > 0 AND enrolment.trained_at IS NULL
           AND enrolment.restored_at IS NULL,
       enrolment.cleared_at IS NOT NULL
           AND coalesce(enrolment.agreed_to >= campaign.consent_version, true),
       enrolment.worker_id, campaign.walk,
       campaign.opens_at, coalesce(campaign.opens_at > statement_timestamp(), false),
       coalesce(campaign.closes_at <= statement_timestamp(), false),
       campaign.most_project_hits, campaign.most_at_once,
       (SELECT project_id FROM annotation_dataset WHERE id = campaign.dataset_id),
       campaign.reward * (1 + campaign.fee_percent / 100),
       EXISTS (SELECT 1 FROM annotation_assignment put_off
               WHERE put_off.enrolment_id = enrolment.id AND put_off.later),
       campaign.repeat_every, campaign.repeat_after, enrolment.earning, enrolment.repeated
FROM annotation_enrolment enrolment
JOIN annotation_campaign campaign ON campaign.id = enrolment.campaign_id
WHERE enrolment.id = %s
FOR NO KEY UPDATE OF enrolment
"""


@dataclass(frozen=True)
class WorkerState:
    """A worker's place in a campaign and the terms that apply to them. The enrolment stays locked
    until commit.

    `done` counts the submissions after the training; `known_done` counts the known HITs among
    them."""

    enrolment_id: int
    campaign_id: int
    status: str
    reopenings: int
    seconds_allotted: int
    position_reached: int
    reopening_reached: int
    nothing_left_at: int | None
    stopped: bool
    done: int
    known_right: int
    known_done: int
    known_missed: int
    pass_share: Decimal | None
    pass_after: int
    seed: int
    hit_count: int
    known_every: int | None
    most_hits: int | None
    claims_per_minute: int | None
    ahead: float
    in_training: bool
    cleared: bool
    worker_id: int
    walk: str
    opens_at: datetime | None
    too_early: bool
    too_late: bool
    most_project_hits: int | None
    most_at_once: int | None
    project_id: int
    unit: Decimal
    has_put_off: bool
    repeat_every: int | None
    repeat_after: int
    earning: int
    repeated: int

    @property
    def budgets(self) -> Budgets:
        return Budgets(self.campaign_id, self.project_id, self.unit)

    @property
    def pace(self) -> float:
        """Return how many seconds a HIT takes at least, on average."""
        return MINUTE / self.claims_per_minute if self.claims_per_minute else 0

    @property
    def wait(self) -> int:
        """Return the seconds until the next HIT is due. The first few come at once, so that two
        easy HITs in a row delay nobody."""
        return max(0, math.ceil(self.ahead - (AT_ONCE - 1) * self.pace)) if self.pace else 0

    @property
    def start(self) -> int:
        """Return how many HITs of the order lie before the one with which the worker begins: none
        where all walk it together, else a number drawn by the campaign's seed."""
        if self.walk == Campaign.Walk.TOGETHER or not self.hit_count:
            return 0
        return self._drawn("start") % self.hit_count

    @property
    def has_done_enough(self) -> bool:
        return self.most_hits is not None and not self.in_training and self.done >= self.most_hits

    @property
    def has_failed(self) -> bool:
        """Return whether the worker fails. Known HITs given back or timed out may have caused it
        since the last answer."""
        seen = Seen.counted(self.known_right, self.known_done, self.known_missed)
        return not self.in_training and seen.fails(self.pass_share, self.pass_after)

    @property
    def known_is_next(self) -> bool:
        """Return whether the next HIT is a known one.

        In training every HIT is. After it, one is at a random place in each run of `known_every`,
        by the campaign's seed and the enrolment, up to the number that is paid at most."""
        if self.in_training or not self.known_every:
            return self.in_training
        most = most_known_mixed_in(self.hit_count, self.known_every, self.most_hits)
        if self.known_done >= most:
            return False
        run, place = divmod(self.done, self.known_every)
        return place == self._drawn(str(run)) % self.known_every

    @property
    def repeat_is_next(self) -> bool:
        """Return whether the next HIT is one that they had before: one at a random place in each
        run of `repeat_every` but the first, and never more than one for so many other HITs that
        are paid. A campaign's budget rests on this bound."""
        every = self.repeat_every
        if self.in_training or every is None:
            return False
        if (self.repeated + 1) * (every - 1) > self.earning - self.repeated:
            return False
        run, place = divmod(self.done, every)
        return run > 0 and place == self._drawn(f"{run}:again") % every

    @property
    def repeat_apart(self) -> int:
        """Return how many HITs lie between a HIT and its repeat: a random number from
        `repeat_after` to twice as many, as far as the worker has come."""
        least = self.repeat_after
        spare = min(self.done - least, least + 1)
        return least + (self._drawn(f"{self.done}:apart") % spare if spare > 0 else 0)

    def _drawn(self, what: str) -> int:
        """Return a number that nobody can guess without the campaign's seed."""
        luck = hashlib.sha256(f"{self.seed}:{self.enrolment_id}:{what}".encode()).digest()
        return int.from_bytes(luck[:8])


@dataclass(frozen=True)
class Order:
    """An order of a campaign's HITs, and the column that keeps how far a worker has come in it."""

    column: str
    reached: str


REOPENED = Order("open_reopened", "reopening_reached")
FRESH = Order("open_position", "position_reached")
LAST_OF_ALL = 2**63 - 1


@dataclass(frozen=True)
class Stretch:
    """A part of an order that a worker still has to walk: what is beyond `after`, up to `last`.

    A place of it plus `shift` is how far the worker has come then."""

    order: Order
    after: int
    last: int
    shift: int = 0


def reopened_ones(worker: WorkerState) -> Stretch:
    return Stretch(REOPENED, worker.reopening_reached, LAST_OF_ALL)


def stretches_of(worker: WorkerState) -> list[Stretch]:
    """Return the stretches of fresh HITs before a worker, in the order in which they are walked.

    `position_reached` counts from where the worker began. From a place of their own they come to
    the end of the order, and go on at its beginning up to where they began."""
    start, reached = worker.start, worker.position_reached
    to_end = worker.hit_count - start
    onward = Stretch(FRESH, start + reached, worker.hit_count, -start)
    again = Stretch(FRESH, max(reached - to_end, 0), start, to_end)
    return [one for one in (onward, again) if one.after < one.last]


def lock_worker_state(enrolment_id: int) -> WorkerState:
    """Lock an enrolment and return the state of its worker."""
    with connection.cursor() as cursor:
        cursor.execute(STAND, [enrolment_id])
        return WorkerState(*cursor.fetchone())


def take_next_slot(worker: WorkerState, stretch: Stretch, *, wait: bool) -> Assignment | None:
    """Take the first open HIT of a stretch that the worker has not had. Without `wait`, HITs that
    are locked are skipped."""
    order = stretch.order
    words = {"order": order.column, "reached": order.reached, "pace": PACE}
    places = {"reached": stretch.after, "last": stretch.last, "shift": stretch.shift}
    return _take(TAKE_NEXT, worker, words, wait=wait, **places)


def take_named_slot(worker: WorkerState, hit_id: int) -> Assignment | None:
    """Take a slot of this very HIT; None if it is full or the worker has had it."""
    return _take(TAKE_NAMED, worker, {}, wait=True, hit=hit_id)


def take_known(worker: WorkerState) -> Assignment | None:
    """Take a known HIT that the worker has not had; None if they have had them all."""
    return _take(TAKE_KNOWN, worker, {"pace": PACE}, wait=True, seed=worker.seed)


def take_repeat(worker: WorkerState) -> Assignment | None:
    """Give the worker a HIT again; None if none that they did lies far enough back."""
    words, apart = {"pace": PACE}, worker.repeat_apart
    return _take(
        TAKE_REPEAT, worker, words, wait=True, apart=apart, repeat=True, beyond=LAST_OF_ALL
    )


def take_put_off(worker: WorkerState) -> Assignment | None:
    """Take again what the worker put off; None if there is none that is still needed."""
    return _take(TAKE_PUT_OFF, worker, {"pace": PACE, "own_lease": LEASE_AGAIN}, wait=True)


def _take(
    statement: str,
    worker: WorkerState,
    words: Mapping[str, str],
    *,
    wait: bool,
    **places: int,
) -> Assignment | None:
    """Take a slot within the budgets. A free judgment draws on none."""
    lock = "" if wait else "SKIP LOCKED"
    own_lease = words.get("own_lease", LEASE)
    paid = bool(worker.unit)
    statement = statement.format(
        afford=f"{AFFORD.format(wait=lock)}, " if paid else "",
        afforded="AND EXISTS (SELECT FROM afforded)" if paid else "",
        lease=f"{own_lease}), {DRAW.removesuffix(')').rstrip()}" if paid else own_lease,
        wait=lock,
        **words,
    )
    with connection.cursor() as cursor:
        cursor.execute(
            statement + ANSWER,
            {
                "campaign": worker.campaign_id,
                "enrolment": worker.enrolment_id,
                "seconds": worker.seconds_allotted,
                "pace": worker.pace,
                "project": worker.project_id,
                "unit": worker.unit,
                "repeat": False,
                **places,
            },
        )
        row = cursor.fetchone()
    return _assignment(worker, row) if row else None


def _assignment(worker: WorkerState, row: tuple[Any, ...]) -> Assignment:
    """Return the rows that the statement wrote as models."""
    assignment_id, claimed_at, expires_at, hit_id, place, *columns = row
    item = item_from(columns)
    hit = HIT.from_db(
        None,
        ("id", "campaign_id", "item_id", "position"),
        (hit_id, worker.campaign_id, item.pk, place),
    )
    hit.item = item
    assignment = Assignment(
        id=assignment_id,
        hit=hit,
        enrolment_id=worker.enrolment_id,
        claimed_at=claimed_at,
        expires_at=expires_at,
    )
    assignment._state.adding = False
    assignment.read_at = claimed_at
    return assignment


def item_from(columns: Sequence[Any]) -> Item:
    """Return an item from its columns in the order of the model, with its content as JSON text."""
    item_id, dataset_id, position, text, content, document_id = columns
    return Item(item_id, dataset_id, position, text, json.loads(content), document_id)
