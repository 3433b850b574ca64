"""How a worker stands with the known HITs that they were given: in training, and after it."""

from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from django.db.models import F

from annotation.models import Campaign, Enrolment

# One known HIT given back or timed out may be an accident; each further one counts as not right.
FREE_MISSES = 1


@dataclass(frozen=True)
class Training:
    """How far a worker has come in it."""

    done: int
    of: int


class Seen(NamedTuple):
    """What a worker made of known HITs, in training or after it. `done` holds those `missed`."""

    right: int
    done: int
    missed: int

    @classmethod
    def counted(cls, right: int, answered: int, missed: int) -> "Seen":
        counting = max(missed - FREE_MISSES, 0)
        return cls(right, answered + counting, counting)

    def is_below(self, share: Decimal | None) -> bool:
        """In whole numbers and decimals, so that three of four are exactly .75."""
        return share is not None and self.right < share * self.done

    def fails(self, share: Decimal | None, after: int) -> bool:
        """Once the training is over."""
        return self.done >= after and self.is_below(share)


def training_of(campaign: Campaign, enrolment: Enrolment) -> Training | None:
    """None where there is none, and for whoever has it behind them."""
    if not campaign.training_hits or enrolment.trained_at or enrolment.restored_at:
        return None
    return Training(enrolment.training_done, campaign.training_hits)


def seen_by(campaign: Campaign, enrolment: Enrolment) -> Seen:
    """In training or after it, wherever this worker is."""
    theirs = enrolment
    if training_of(campaign, enrolment):
        return Seen.counted(theirs.training_right, theirs.training_done, theirs.training_missed)
    return Seen.counted(theirs.known_right, theirs.known_done, theirs.known_missed)


def count_missed(campaign: Campaign, enrolment: Enrolment) -> None:
    """A known HIT was given back or timed out: it has been seen. What follows from it is drawn
    when the worker comes back. The enrolment is locked."""
    column = "training_missed" if training_of(campaign, enrolment) else "known_missed"
    Enrolment.objects.filter(pk=enrolment.pk).update(**{column: F(column) + 1})
