"""Read and lock a worker's state in a campaign, which determines the next HIT."""

import hashlib
import math
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from annotation.models.terms.serving_terms import Walk
from annotation.services.campaigns.budget import most_known_mixed_in
from annotation.services.pay.purse import Budgets
from annotation.services.prepared import fetch_one
from annotation.services.work.gold_scores import Seen

MINUTE = 60
AT_ONCE = 5

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
       CASE WHEN enrolment.of_program THEN 0
            ELSE campaign.reward * (1 + campaign.fee_percent / 100) END,
       EXISTS (SELECT 1 FROM annotation_assignment put_off
               WHERE put_off.enrolment_id = enrolment.id AND put_off.later),
       campaign.repeat_every, campaign.repeat_after, enrolment.earning, enrolment.repeated,
       CASE WHEN NOT enrolment.of_program
                 AND enrolment.submitted - enrolment.training_done >= campaign.warm_up
            THEN (SELECT tenths FROM annotation_preannotation WHERE campaign_id = campaign.id) END,
       CASE WHEN campaign.pilot_items > 0 AND campaign.pilot_pauses
                 AND campaign.pilot_ended_at IS NULL
            THEN campaign.pilot_items END
FROM annotation_enrolment enrolment
JOIN annotation_campaign campaign ON campaign.id = enrolment.campaign_id
WHERE enrolment.id = %s
FOR NO KEY UPDATE OF enrolment
"""


@dataclass(frozen=True)
class WorkerState:
    """A worker's state in a campaign and the terms that apply to them. The enrolment stays locked
    until commit.

    `done` counts the submissions after the training; `known_done` counts the gold HITs among them.
    `unit` is the cost of a judgment, fee included: zero for programs. On `tenths` of each ten HITs
    they start from a model's answer; None if they work without suggestions, as programs do, and
    everyone until their warm-up is over. Only the first `pilot` HITs of the order are handed out;
    None: all are."""

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
    tenths: int | None
    pilot: int | None

    @property
    def budgets(self) -> Budgets:
        return Budgets(self.campaign_id, self.project_id, self.unit)

    def without_budget(self) -> "WorkerState":
        """Return the state without a budget, so that a slot draws on none."""
        return replace(self, unit=Decimal(0)) if self.unit else self

    @property
    def pace(self) -> float:
        """Return the minimum average number of seconds per HIT."""
        return MINUTE / self.claims_per_minute if self.claims_per_minute else 0

    @property
    def wait(self) -> int:
        """Return the seconds until the next HIT is due. The first few come at once, so that two
        easy HITs in a row cause no delay."""
        return max(0, math.ceil(self.ahead - (AT_ONCE - 1) * self.pace)) if self.pace else 0

    @property
    def start(self) -> int:
        """Return how many HITs of the order lie before the worker's first one: none if all workers
        share one starting point, else a random number from the campaign's seed."""
        if self.walk == Walk.TOGETHER or not self.hit_count:
            return 0
        return self._drawn("start") % self.hit_count

    @property
    def has_done_enough(self) -> bool:
        return self.most_hits is not None and not self.in_training and self.done >= self.most_hits

    @property
    def has_failed(self) -> bool:
        """Return whether the worker fails. Gold HITs returned or expired since the last answer may
        have caused it."""
        seen = Seen.counted(self.known_right, self.known_done, self.known_missed)
        return not self.in_training and seen.fails(self.pass_share, self.pass_after)

    @property
    def known_is_next(self) -> bool:
        """Return whether the next HIT is a gold HIT.

        In training every HIT is. Afterwards, there is one at a random place in each run of
        `known_every`, by the campaign's seed and the enrolment, up to the maximum number that is
        paid."""
        if self.in_training or not self.known_every:
            return self.in_training
        most = most_known_mixed_in(self.hit_count, self.known_every, self.most_hits)
        if self.known_done >= most:
            return False
        run, place = divmod(self.done, self.known_every)
        return place == self._drawn(str(run)) % self.known_every

    @property
    def repeat_is_next(self) -> bool:
        """Return whether the next HIT is a repeat: there is one at a random place in each run of
        `repeat_every` but the first, and never more than one for this many other paid HITs. A
        campaign's budget relies on this bound."""
        every = self.repeat_every
        if self.in_training or every is None:
            return False
        if (self.repeated + 1) * (every - 1) > self.earning - self.repeated:
            return False
        run, place = divmod(self.done, every)
        return run > 0 and place == self._drawn(f"{run}:again") % every

    @property
    def repeat_apart(self) -> int:
        """Return the distance between a HIT and its repeat: a random number from `repeat_after` to
        twice as many, as far as the worker has come."""
        least = self.repeat_after
        spare = min(self.done - least, least + 1)
        return least + (self._drawn(f"{self.done}:apart") % spare if spare > 0 else 0)

    def _drawn(self, what: str) -> int:
        """Return a random number that cannot be guessed without the campaign's seed."""
        luck = hashlib.sha256(f"{self.seed}:{self.enrolment_id}:{what}".encode()).digest()
        return int.from_bytes(luck[:8])


@dataclass(frozen=True)
class Order:
    """An order of a campaign's HITs, and the column for a worker's progress in it."""

    column: str
    reached: str


REOPENED = Order("open_reopened", "reopening_reached")
FRESH = Order("open_position", "position_reached")
LAST_OF_ALL = 2**63 - 1


@dataclass(frozen=True)
class Stretch:
    """A part of an order that a worker has not walked yet: what is after `after`, up to `last`.

    A place in it plus `shift` is the worker's progress at that place."""

    order: Order
    after: int
    last: int
    shift: int = 0


def reopened_ones(worker: WorkerState) -> Stretch:
    return Stretch(REOPENED, worker.reopening_reached, LAST_OF_ALL)


def stretches_of(worker: WorkerState) -> list[Stretch]:
    """Return the stretches of new HITs ahead of a worker, in walking order.

    `position_reached` counts from the worker's starting point. From there they walk to the end of
    the order, then continue at its beginning up to the starting point."""
    start, reached = worker.start, worker.position_reached
    if worker.pilot is not None:  # there, all workers start at the first HIT
        pilot = Stretch(FRESH, reached, min(worker.pilot, worker.hit_count))
        return [pilot] if pilot.after < pilot.last else []
    to_end = worker.hit_count - start
    fresh = Stretch(FRESH, start + reached, worker.hit_count, -start)
    again = Stretch(FRESH, max(reached - to_end, 0), start, to_end)
    return [one for one in (fresh, again) if one.after < one.last]


def lock_worker_state(enrolment_id: int) -> WorkerState:
    """Lock an enrolment and return the state of its worker."""
    row = fetch_one(STAND, [enrolment_id])
    return WorkerState(*row)
