"""Decisions: what adjudicators settled for HITs."""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.people.user import User
from annotation.models.work.hit import HIT
from annotation.models.work.judgment import Judgment

LONGEST_NOTE = 1000
PAIR = 2


class DecisionQuerySet(models.QuerySet["Decision"]):
    def standing(self) -> Self:
        return self.filter(withdrawn_at=None)

    def final(self) -> Self:
        return self.filter(final=True)

    def apart(self) -> Self:
        return self.filter(apart=True)

    def met(self) -> Self:
        """Keep those made apart that stood when another adjudicator decided the same HIT apart."""
        theirs = Decision.objects.apart().filter(hit=OuterRef("hit"), pk__gt=OuterRef("pk"))
        theirs = theirs.exclude(adjudicator=OuterRef("adjudicator"))
        earlier = theirs.filter(decided_at__lt=OuterRef("withdrawn_at"))
        return self.apart().filter(Q(Exists(theirs), withdrawn_at=None) | Q(Exists(earlier)))

    def revealed(self) -> Self:
        """Leave out what one adjudicator decided apart while another one may still decide."""
        return self.filter(_revealed())

    def shown_to(self, user: User) -> Self:
        """Leave out the same, but for what this adjudicator decided."""
        return self.filter(_revealed() | Q(user=user))


def _revealed() -> Q:
    both = Decision.objects.met().filter(hit=OuterRef("hit"))
    settled = Decision.objects.final().filter(hit=OuterRef("hit"))
    return Q(apart=False) | Q(Exists(both)) | Q(Exists(settled))


class Decision(models.Model):
    """An adjudicator's answer to a HIT. It is in no figure of agreement, and no judgment changes.

    `payload` and `vector` are as a judgment's. `adjudicator` is their number in the campaign, which
    stays when their account goes. `apart`: made without sight of what another adjudicator decided.
    `final`: it is the answer of its HIT. `seen` says what was on the screen: the version of the
    figures, judgments and decisions by number, the most frequent answer, whether answers were
    hidden. A decision is never changed: another one takes its place, and it is withdrawn.
    `submission_id` is made by the client, so that what is sent twice is stored once."""

    class How(models.TextChoices):
        ACCEPTED = "accepted", "accepted"
        EDITED = "edited", "edited"
        WRITTEN = "written", "written anew"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="decisions", db_index=False)
    hit = models.ForeignKey(HIT, models.CASCADE, related_name="decisions")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    adjudicator = models.PositiveSmallIntegerField()
    submission_id = models.UUIDField(null=True, unique=True)
    how = models.CharField(max_length=10, choices=How)
    judgment = models.ForeignKey(Judgment, models.CASCADE, null=True, related_name="decisions")
    payload = models.JSONField()
    vector = ArrayField(models.IntegerField())
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    seen = models.JSONField(default=dict)
    apart = models.BooleanField(default=False)
    final = models.BooleanField(default=False)
    decided_at = models.DateTimeField(db_default=Now(), editable=False)
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    # Whether this answers what had been sent before.
    again = False

    objects = DecisionQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("hit", "adjudicator", "apart"),
                condition=Q(withdrawn_at__isnull=True),
                name="one_standing_decision_per_hit_and_adjudicator",
            ),
            models.UniqueConstraint(
                fields=("hit",), condition=Q(final=True), name="one_final_decision_per_hit"
            ),
            models.CheckConstraint(
                condition=Q(final=False) | Q(withdrawn_at__isnull=True),
                name="no_withdrawn_decision_is_final",
            ),
            models.CheckConstraint(
                condition=Q(how="written", judgment__isnull=True)
                | Q(how__in=("accepted", "edited"), judgment__isnull=False),
                name="what_is_not_written_anew_comes_from_a_judgment",
            ),
            models.CheckConstraint(
                condition=Q(adjudicator__gte=1), name="adjudicators_count_from_one"
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_by__isnull=True) | Q(withdrawn_at__isnull=False),
                name="who_withdrew_a_decision_did_so_at_some_time",
            ),
        )
        indexes = (models.Index(fields=("campaign", "id"), name="decision_in_order"),)

    def __str__(self) -> str:
        return f"decision {self.pk}"
