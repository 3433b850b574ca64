"""Select judgments to review by common properties, and preview the effect of a review."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import F, Q, QuerySet

from annotation.models import Campaign, Enrolment, Judgment
from midpath.json_types import JsonMapping

UNREVIEWED = (Judgment.Review.NONE.value,)

# Judgments that leave the figures are requested again if their HIT needs them.
FORESEE = """
WITH chosen AS ({chosen}),
leaving AS (
    SELECT hit_id, count(*) AS leaving FROM chosen WHERE counts GROUP BY hit_id
), short AS (
    SELECT hit.id, least(leaving.leaving, greatest(0,
               leaving.leaving + greatest(%s, hit.at_least) - hit.quota + (
               SELECT count(*) FROM annotation_judgment other
               WHERE other.hit_id = hit.id AND other.took_slot AND NOT other.counts
                 AND NOT other.repeat))) AS again
    FROM leaving JOIN annotation_hit hit ON hit.id = leaving.hit_id
)
SELECT (SELECT count(*) FROM chosen), (SELECT count(*) FROM chosen WHERE review = 'rejected'),
       (SELECT coalesce(sum(leaving), 0) FROM leaving), (SELECT count(*) FROM leaving),
       (SELECT coalesce(sum(again), 0) FROM short),
       (SELECT count(*) FROM chosen
        WHERE NOT counts AND review IN ('rejected', 'set_aside') AND NOT outside
          AND NOT out)
"""


def in_pilot(campaign: Campaign) -> Q:
    """Return the condition that a judgment belongs to the pilot: it was submitted before the pilot
    ended, on one of the pilot's items."""
    first = Q(hit__position__lte=campaign.pilot_items, hit__known=False)
    ended_at = campaign.pilot_ended_at
    return first if ended_at is None else first & Q(submitted_at__lt=ended_at)


@dataclass(frozen=True)
class Chosen:
    """The judgments to review, by all given conditions: of one worker (by number), of one HIT, with
    one of these reviews, submitted in a time span, of workers with fewer than a share of correct
    gold answers, or of the pilot. Judgments that took no slot are never included."""

    reviews: tuple[str, ...] = UNREVIEWED
    worker: int | None = None
    hit: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    known_below: Decimal | None = None
    judgments: tuple[int, ...] = ()
    pilot: bool = False

    def rows(self, campaign: Campaign) -> QuerySet[Judgment]:
        rows = Judgment.objects.filter(campaign=campaign, took_slot=True, review__in=self.reviews)
        if self.worker is not None:
            rows = rows.filter(assignment__enrolment__worker__number=self.worker)
        if self.hit is not None:
            rows = rows.filter(hit=self.hit)
        if self.since is not None:
            rows = rows.filter(submitted_at__gte=self.since)
        if self.until is not None:
            rows = rows.filter(submitted_at__lt=self.until)
        if self.known_below is not None:
            rows = rows.filter(assignment__enrolment__in=_below(campaign, self.known_below))
        if self.pilot:
            rows = rows.filter(in_pilot(campaign), repeat=False)
        return rows.filter(pk__in=self.judgments) if self.judgments else rows

    def to_review(self, campaign: Campaign, review: str) -> QuerySet[Judgment]:
        """Return those that a review changes. Paid judgments stay paid."""
        rows = self.rows(campaign).exclude(review=review)
        return rows if review in Judgment.APPROVED else rows.filter(payment__isnull=True)

    def written(self) -> dict[str, object]:
        """Return the selection for JSON; conditions that are not set are left out."""
        conditions = {
            name: value
            for name, value in asdict(self).items()
            if value is not False and value not in (None, ())
        }
        return {name: _plain(value) for name, value in conditions.items()}

    @classmethod
    def read(cls, written: JsonMapping) -> "Chosen":
        given = dict(written)
        for name in ("since", "until"):
            if name in given:
                given[name] = datetime.fromisoformat(given[name])
        if "known_below" in given:
            given["known_below"] = Decimal(given["known_below"])
        for name in ("reviews", "judgments"):
            if name in given:
                given[name] = tuple(given[name])
        return cls(**given)


@dataclass(frozen=True)
class Foreseen:
    """The effect that a review would have now. `asked_again` is the number of judgments requested
    again, an upper bound if `at_most`, since it depends on whether the other workers agree. `paid`
    is the change of the rewards that workers earned."""

    judgments: int
    leaving: int
    coming: int
    hits: int
    asked_again: int
    at_most: bool
    paid: Decimal

    def cost(self, campaign: Campaign) -> Decimal:
        """Return the rewards of the judgments requested again."""
        return self.asked_again * campaign.reward


def foresee_review(campaign: Campaign, chosen: Chosen, review: str) -> Foreseen:
    out = review in Judgment.OUT
    judgments, rejected, leaving, hits, again, coming = _counts(campaign, chosen, review)
    if not out:
        leaving = hits = again = 0
    more = -(judgments - rejected) if review == Judgment.Review.REJECTED else rejected
    return Foreseen(
        judgments=judgments,
        leaving=int(leaving),
        coming=0 if out else coming,
        hits=hits,
        asked_again=int(leaving if campaign.is_adaptive and out else again),
        at_most=campaign.is_adaptive,
        paid=more * Decimal(campaign.reward),
    )


def _counts(campaign: Campaign, chosen: Chosen, review: str) -> Sequence[int]:
    left = Q(assignment__enrolment__in=_left_out(campaign))
    rows = (
        chosen.to_review(campaign, review)
        .order_by()
        .annotate(outside=Q(hit__known=True) | Q(repeat=True), out=left)
        .values("pk", "hit_id", "review", "counts", "outside", "out")
    )
    try:
        sql, parameters = rows.query.sql_with_params()
    except EmptyResultSet:  # Django raises this for impossible conditions
        return (0,) * 6
    with connection.cursor() as cursor:
        cursor.execute(FORESEE.format(chosen=sql), [*parameters, campaign.redundancy])
        counts: Sequence[int] = cursor.fetchone()
    return counts


def _left_out(campaign: Campaign) -> QuerySet[Enrolment]:
    """Return the enrolments for which `is_out` is true."""
    gone = Q(excluded_at__isnull=False) | Q(withdrawn_at__isnull=False)
    if campaign.leave_out_failed:
        gone |= Q(stopped_at__isnull=False)
    return campaign.enrolments.filter(gone)


def _below(campaign: Campaign, share: Decimal) -> QuerySet[Enrolment]:
    done = F("training_done") + F("known_done")
    right = F("training_right") + F("known_right")
    return campaign.enrolments.alias(answered=done, right=right).filter(
        answered__gt=0, right__lt=F("answered") * share
    )


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value
