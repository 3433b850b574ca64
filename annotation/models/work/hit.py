"""A HIT: one item in one campaign, with its free slots."""

from django.db import models
from django.db.models import Case, F, Q, When

from annotation.models.campaign import Campaign
from annotation.models.dataset import Item
from annotation.models.rules import rule, unique
from annotation.models.work.gold_answer import KnownAnswer


def where_open(column: str) -> models.GeneratedField:
    """Return a generated column: the value of this column while the HIT has a free slot, else NULL.

    An index orders the open HITs by it, so no query plan can scan the full ones."""
    return models.GeneratedField(
        expression=Case(When(taken__lt=F("quota"), then=F(column))),
        output_field=models.BigIntegerField(null=True),
        db_persist=True,
    )


class HIT(models.Model):
    """An item in a campaign.

    `position` is its place in the campaign's stable shuffled order. `taken` slots are leased or
    judged. `reopened` numbers the last time that a slot was freed. With adaptive redundancy `quota`
    grows up to `cap`. `at_least` is a researcher's request for this HIT alone: a minimum number of
    judgments that count, whatever the campaign requests; 0 is none. A `known` HIT is a gold HIT: it
    has no slots, is outside the order, and is given to every worker in turn. Its gold answer is
    `answer`, else the one in the file. Workers may start from its `suggestion`, if it has one."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="hits", db_index=False)
    item = models.ForeignKey(Item, models.PROTECT, related_name="hits")
    position = models.PositiveIntegerField()
    quota = models.PositiveSmallIntegerField()
    cap = models.PositiveSmallIntegerField(null=True)
    at_least = models.PositiveSmallIntegerField(default=0, db_default=0)
    known = models.BooleanField(default=False, db_default=False)
    answer = models.ForeignKey(
        KnownAnswer, models.PROTECT, null=True, db_index=False, related_name="hits"
    )
    taken = models.PositiveSmallIntegerField(default=0)
    reopened = models.BigIntegerField(null=True)
    open_position = where_open("position")
    open_reopened = where_open("reopened")

    class Meta:
        ordering = ("campaign_id", "position")
        constraints = (
            unique("one_hit_per_item_of_a_campaign", "campaign", "item"),
            unique("one_hit_per_position_of_a_campaign", "campaign", "position"),
            rule("no_more_taken_than_quota", Q(taken__lte=F("quota"))),
            rule("no_quota_beyond_the_cap", Q(cap__isnull=True) | Q(quota__lte=F("cap"))),
            rule("no_fewer_slots_than_were_asked_in_particular", Q(at_least__lte=F("quota"))),
            rule("a_known_hit_has_no_slots", Q(known=False) | Q(quota=0)),
            rule("only_a_known_hit_has_an_answer", Q(answer__isnull=True) | Q(known=True)),
        )
        indexes = (
            models.Index(
                fields=("campaign", "open_position"),
                condition=Q(open_position__isnull=False),
                name="hit_open_in_order",
            ),
            models.Index(
                fields=("campaign", "open_reopened"),
                condition=Q(open_reopened__isnull=False),
                name="hit_reopened_in_order",
            ),
            models.Index(fields=("campaign",), condition=Q(known=True), name="hit_known"),
        )
