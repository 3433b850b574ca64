"""Count a worker's results on gold HITs, in training and after it."""

from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from django.db.models import F

from annotation.models import Campaign, Enrolment

# One gold HIT returned or expired may be an accident; each further one counts as wrong.
FREE_MISSES = 1


@dataclass(frozen=True)
class Training:
    """A worker's progress in training: `done` HITs `of` its number."""

    done: int
    of: int


class Seen(NamedTuple):
    """A worker's results on gold HITs, in training or after it. `done` includes the `missed`
    HITs."""

    right: int
    done: int
    missed: int

    @classmethod
    def counted(cls, right: int, answered: int, missed: int) -> "Seen":
        counting = max(missed - FREE_MISSES, 0)
        return cls(right, answered + counting, counting)

    def is_below(self, share: Decimal | None) -> bool:
        """Return whether the correct answers are below a share. It compares whole numbers and
        decimals, so that three of four are exactly .75."""
        return share is not None and self.right < share * self.done

    def fails(self, share: Decimal | None, after: int) -> bool:
        """Return whether a worker fails after the training: enough gold HITs are done and too few
        are correct."""
        return self.done >= after and self.is_below(share)


def training_of(campaign: Campaign, enrolment: Enrolment) -> Training | None:
    """Return a worker's progress in training; None if there is none or it is over for them."""
    if not campaign.training_hits or enrolment.trained_at or enrolment.restored_at:
        return None
    return Training(enrolment.training_done, campaign.training_hits)


def seen_by(campaign: Campaign, enrolment: Enrolment) -> Seen:
    """Return a worker's results on gold HITs: those in training during the training, else those
    after it."""
    if training_of(campaign, enrolment):
        return Seen.counted(
            enrolment.training_right, enrolment.training_done, enrolment.training_missed
        )
    return Seen.counted(enrolment.known_right, enrolment.known_done, enrolment.known_missed)


def count_missed(campaign: Campaign, enrolment: Enrolment) -> None:
    """Count a gold HIT that was returned or expired, since the worker has seen it.

    Consequences follow when the worker comes back. The enrolment is locked by the caller."""
    column = "training_missed" if training_of(campaign, enrolment) else "known_missed"
    Enrolment.objects.filter(pk=enrolment.pk).update(**{column: F(column) + 1})
