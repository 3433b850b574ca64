"""What a campaign can come to at most, and what it has come to: every page and the API tell these
numbers, and claims and joins hold to them."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from annotation.models import Campaign


@dataclass(frozen=True)
class Budget:
    """`hits` have no known answer, and of these there are `slots`; `known_each` HITs with a known
    answer are paid to one worker at most, `hits_each` HITs in all. None is without bound."""

    hits: int
    slots: int
    workers: int | None
    known_each: int
    hits_each: int | None
    reward: Decimal
    currency: str

    @property
    def ordinary(self) -> int:
        """Judgments of HITs without a known answer."""
        return self.slots if self.workers is None else min(self.slots, self.hits * self.workers)

    @property
    def known(self) -> int | None:
        if self.workers is None:
            return None if self.known_each else 0
        return self.workers * self.known_each

    @property
    def by_workers(self) -> int | None:
        """As many as all workers can do who may join."""
        if self.workers is None or self.hits_each is None:
            return None
        return self.workers * self.hits_each

    @property
    def judgments(self) -> int | None:
        bounds = [self.by_workers]
        bounds.append(None if self.known is None else self.ordinary + self.known)
        return min((bound for bound in bounds if bound is not None), default=None)

    @property
    def cost(self) -> Decimal | None:
        return None if self.judgments is None else self.judgments * self.reward


@dataclass(frozen=True)
class Spent:
    """`judgments` are paid; `known` of them are of HITs with a known answer."""

    judgments: int
    known: int
    money: Decimal


def budget_of(campaign: Campaign, *, more: int = 0) -> Budget:
    """Of a draft by its dataset, of a launched campaign by its HITs, as if each of these were asked
    `more` times than now."""
    hits = campaign.hit_count or campaign.dataset.item_count - campaign.known_count
    cap = campaign.most_hits_per_worker
    return Budget(
        hits=hits,
        slots=_slots_of(campaign, hits) + hits * more,
        workers=campaign.most_workers,
        known_each=min(campaign.known_count, campaign.training_hits + _mixed_in(campaign, hits)),
        hits_each=None if cap is None else cap + campaign.training_hits,
        reward=Decimal(campaign.reward),
        currency=campaign.currency,
    )


def spent_by(campaign: Campaign) -> Spent:
    paid = campaign.enrolments.aggregate(
        judgments=Coalesce(Sum("earning"), 0),
        known=Coalesce(Sum(F("training_done") + F("known_done")), 0),
    )
    return Spent(**paid, money=paid["judgments"] * campaign.reward)


def most_known_mixed_in(hits: int, every: int, cap: int | None) -> int:
    """How many known HITs come at most to one worker after training: one stands in each run of
    `every`, as long as an ordinary one of `hits` is left, and their most HITs are not done."""
    runs = -(-hits // (every - 1))
    return runs if cap is None else min(runs, -(-cap // every))


def most_hits_after_training(campaign: Campaign, training_done: int) -> int:
    """How many HITs can come to one worker who answered so many in training; the campaign is
    launched."""
    mixed = min(_mixed_in(campaign, campaign.hit_count), campaign.known_count - training_done)
    most = campaign.hit_count + max(mixed, 0)
    cap = campaign.most_hits_per_worker
    return most if cap is None else min(most, cap)


def _slots_of(campaign: Campaign, hits: int) -> int:
    """What is asked again of others, beyond what each HIT began with, stands in its quota. Where it
    is asked for whoever fails, every worker who may join may come to judge every HIT."""
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
