"""Compute the maximum cost of a campaign and its cost so far. Every page and the API show these
numbers, and claims and joins respect them."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from annotation.models import Campaign, Judgment, KnownAnswer
from midpath.text.formatting import fee_on, hourly


@dataclass(frozen=True)
class Budget:
    """The bounds of a campaign's cost.

    `hits` is the number of HITs without a gold answer, and `slots` the number of their judgments.
    One worker is paid for at most `known_each` gold HITs, and for at most `hits_each` HITs in all.
    At most one in `repeat_every` paid HITs of a worker is repeated. None means no bound, or no
    repeats. A judgment is expected to take `seconds_expected`, if that is known."""

    hits: int
    slots: int
    workers: int | None
    known_each: int
    hits_each: int | None
    reward: Decimal
    currency: str
    fee_percent: Decimal = Decimal(0)
    seconds_expected: int | None = None
    repeat_every: int | None = None

    @property
    def ordinary(self) -> int:
        return self.slots if self.workers is None else min(self.slots, self.hits * self.workers)

    @property
    def known(self) -> int | None:
        if self.workers is None:
            return None if self.known_each else 0
        return self.workers * self.known_each

    @property
    def repeats(self) -> int | None:
        """Return the maximum number of repeats: each worker has at most one for `repeat_every` - 1
        other judgments, and so do all workers together."""
        if self.repeat_every is None:
            return 0
        return (
            None if self.known is None else (self.ordinary + self.known) // (self.repeat_every - 1)
        )

    @property
    def by_workers(self) -> int | None:
        if self.workers is None or self.hits_each is None:
            return None
        return self.workers * self.hits_each

    @property
    def judgments(self) -> int | None:
        bounds = [self.by_workers]
        if self.known is not None and self.repeats is not None:
            bounds.append(self.ordinary + self.known + self.repeats)
        return min((bound for bound in bounds if bound is not None), default=None)

    @property
    def cost(self) -> Decimal | None:
        return None if self.judgments is None else self.judgments * self.reward

    @property
    def fee(self) -> Decimal | None:
        """Return the platform's exact fee on the maximum cost."""
        return None if self.cost is None else fee_on(self.cost, self.fee_percent)

    @property
    def total(self) -> Decimal | None:
        return None if self.cost is None or self.fee is None else self.cost + self.fee

    @property
    def seconds(self) -> int | None:
        if self.judgments is None or self.seconds_expected is None:
            return None
        return self.judgments * self.seconds_expected

    @property
    def hourly(self) -> Decimal | None:
        return hourly(self.reward, self.seconds_expected)


@dataclass(frozen=True)
class Spent:
    """The judgments and the money that a campaign has cost so far. `known` of the `judgments` are
    on gold HITs, `repeats` on repeated HITs. `unowed` of them were made by programs; `pretended` is
    what people would have earned for these."""

    judgments: int
    known: int
    repeats: int
    money: Decimal
    unowed: int = 0
    pretended: Decimal = Decimal(0)


def budget_of(campaign: Campaign, *, more: int = 0, slots: int | None = None) -> Budget:
    """Return the budget of a campaign: for a draft by its dataset, for a launched one by its HITs,
    as if there were `more` additional judgments. `slots` is the sum over the HITs, if known
    already."""
    hits = hits_of(campaign)
    caps = (campaign.most_hits_per_worker, campaign.most_project_hits)
    cap = min((one for one in caps if one is not None), default=None)
    return Budget(
        hits=hits,
        slots=_slots_of(campaign, hits, slots) + more,
        workers=campaign.most_workers,
        known_each=min(campaign.known_count, campaign.training_hits + _mixed_in(campaign, hits)),
        hits_each=None if cap is None else cap + campaign.training_hits,
        reward=Decimal(campaign.reward),
        currency=campaign.currency,
        fee_percent=Decimal(campaign.fee_percent),
        seconds_expected=campaign.seconds_expected,
        repeat_every=campaign.repeat_every,
    )


def hits_of(campaign: Campaign) -> int:
    """Return the number of HITs without a gold answer; for a draft, how many there would be."""
    return campaign.hit_count or _hits_of_draft(campaign)


def _hits_of_draft(campaign: Campaign) -> int:
    own = KnownAnswer.objects.filter(campaign=campaign.pk, removed_at=None)
    examples = own.filter(use__in=KnownAnswer.SHOWN).count() if campaign.pk else 0
    items = campaign.dataset.item_count - campaign.left_out
    return max(items - campaign.known_count - examples, 0)


def spent_by(campaign: Campaign) -> Spent:
    paid = campaign.enrolments.aggregate(
        judgments=Coalesce(Sum("earning"), 0),
        known=Coalesce(Sum(F("training_done") + F("known_done")), 0),
        repeats=Coalesce(Sum("repeated"), 0),
        owing=Coalesce(Sum("owing"), 0),
    )
    owing = paid.pop("owing")
    rejected = Judgment.objects.filter(
        campaign=campaign, took_slot=True, review=Judgment.Review.REJECTED
    )
    if campaign.uses_known:
        paid["known"] -= rejected.filter(hit__known=True).count()
    if campaign.repeat_every:
        paid["repeats"] -= rejected.filter(repeat=True).count()
    reward, unowed = Decimal(campaign.reward), paid["judgments"] - owing
    return Spent(**paid, money=owing * reward, unowed=unowed, pretended=unowed * reward)


def most_known_mixed_in(hits: int, every: int, cap: int | None) -> int:
    """Return the maximum number of gold HITs that one worker gets after training.

    There is one in each run of `every` HITs, as long as one of the ordinary `hits` is left and the
    worker has not done `cap` HITs."""
    runs = -(-hits // (every - 1))
    return runs if cap is None else min(runs, -(-cap // every))


def most_hits_after_training(campaign: Campaign, training_done: int) -> int:
    """Return the maximum number of HITs for one worker who answered `training_done` HITs in
    training. The campaign is launched. Each run of HITs but the first contains one repeat."""
    mixed = min(_mixed_in(campaign, campaign.hit_count), campaign.known_count - training_done)
    most = campaign.hit_count + max(mixed, 0)
    if campaign.repeat_every:
        most += (most - 1) // (campaign.repeat_every - 1)
    cap = campaign.most_hits_per_worker
    return most if cap is None else min(most, cap)


def gold_among(campaign: Campaign, ordinary: int) -> int:
    """Return how many HITs outside the order accompany this many ordinary judgments after training,
    if workers complete each run. Anything else that is given outside the order and paid is added
    here and in `budget_of`."""
    return -(-ordinary // (campaign.known_every - 1)) if campaign.known_every else 0


def repeats_among(campaign: Campaign, others: int) -> int:
    """Return the maximum number of repeats among this many other judgments."""
    return others // (campaign.repeat_every - 1) if campaign.repeat_every else 0


def _slots_of(campaign: Campaign, hits: int, slots: int | None) -> int:
    """Return the maximum number of judgments of HITs without a gold answer.

    Replacement judgments are included in each HIT's quota. If a campaign replaces the judgments of
    all workers who fail, every worker who may join may have to judge every HIT."""
    if slots is None:
        slots = hits * campaign.most_per_item
        if campaign.hit_count:
            ordinary = campaign.hits.filter(known=False)
            slots = ordinary.aggregate(slots=Coalesce(Sum(Coalesce("cap", "quota")), 0))["slots"]
    if campaign.leave_out_failed and campaign.most_workers is not None:
        return max(slots, hits * campaign.most_workers)
    return slots


def _mixed_in(campaign: Campaign, hits: int) -> int:
    if not campaign.known_every:
        return 0
    return most_known_mixed_in(hits, campaign.known_every, campaign.most_hits_per_worker)
