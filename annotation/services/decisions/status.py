"""The state of the decision on a HIT, for one adjudicator."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.models import HIT, Decision, User
from annotation.models.work.decision import PAIR


@dataclass(frozen=True)
class Standing:
    """The decisions on a HIT that stand. `asked`: how many decide it apart, 1 where nobody does.
    `own` is this adjudicator's apart from others. `met`: two have decided apart, and saw each
    other's, even if one of them withdrew since."""

    decisions: Sequence[Decision]
    asked: int
    own: Decision | None
    met: bool = False

    @property
    def final(self) -> Decision | None:
        return next((one for one in self.decisions if one.final), None)

    @property
    def made_apart(self) -> Sequence[Decision]:
        return [one for one in self.decisions if one.apart]

    @property
    def unlike(self) -> bool:
        """Return whether two adjudicators disagree, so that a third step must resolve it."""
        return self.final is None and (self.met or len(self.made_apart) >= PAIR)

    @property
    def apart(self) -> bool:
        """Return whether the next decision is made independently of others."""
        return self.asked == PAIR and self.final is None and not self.unlike

    @property
    def waits(self) -> bool:
        """Return whether only another adjudicator can go on; a change begins with a withdrawal."""
        return self.apart and self.own is not None

    @property
    def shown(self) -> Sequence[Decision]:
        """Return what this adjudicator may see: another adjudicator's decision is hidden until both
        have decided."""
        if self.final is not None or self.unlike or not self.apart:
            return self.decisions
        return [one for one in self.decisions if not one.apart or one is self.own]

    @property
    def replaced(self) -> Sequence[Decision]:
        """Return the decisions in whose place the next one comes."""
        return [] if self.apart else [one for one in self.decisions if not one.apart]


def standing_on(hit: HIT, user: User) -> Standing:
    """Return how far the decision on a HIT has come, in the order in which it was made."""
    rows = Decision.objects.standing().filter(hit=hit).select_related("user", "judgment")
    found = list(rows.order_by("pk"))
    own = next((one for one in found if one.apart and one.user_id == user.pk), None)
    asked = hit.campaign.adjudicators
    met = asked == PAIR and Decision.objects.met().filter(hit=hit).exists()
    return Standing(found, asked, own, met)
