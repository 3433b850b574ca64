"""The status of the decision on a HIT, for one adjudicator."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.models import HIT, Decision, User
from annotation.models.work.decision import PAIR


@dataclass(frozen=True)
class DecisionStatus:
    """The decisions in force on a HIT. `adjudicators`: how many decide it independently, 1 for a
    single one. `own` is this adjudicator's independent decision. `met`: two have decided
    independently and saw each other's decisions, even if one was withdrawn since."""

    decisions: Sequence[Decision]
    adjudicators: int
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
        return self.adjudicators == PAIR and self.final is None and not self.unlike

    @property
    def waits(self) -> bool:
        """Return whether only another adjudicator can proceed; to change a decision, it is
        withdrawn first."""
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
        """Return the decisions that the next one replaces."""
        return [] if self.apart else [one for one in self.decisions if not one.apart]


def decision_status(hit: HIT, user: User) -> DecisionStatus:
    """Return the status of the decision on a HIT, with its decisions in the order in which they
    were made."""
    rows = Decision.objects.in_force().filter(hit=hit).select_related("user", "judgment")
    rows = rows.prefetch_related("codes__reason")
    found = list(rows.order_by("pk"))
    own = next((one for one in found if one.apart and one.user_id == user.pk), None)
    adjudicators = hit.campaign.adjudicators
    met = adjudicators == PAIR and Decision.objects.met().filter(hit=hit).exists()
    return DecisionStatus(found, adjudicators, own, met)
