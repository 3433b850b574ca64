"""One item in one campaign, with the slots that it still has."""

from typing import Self

from django.db import models
from django.db.models import BooleanField, ExpressionWrapper, F, Q

from annotation.models.campaign import Campaign
from annotation.models.dataset import Item


class HITQuerySet(models.QuerySet["HIT"]):
    def open(self) -> Self:
        return self.filter(is_open=True)


class HIT(models.Model):
    """`position` is its place in the campaign's stable shuffled order; `taken` slots are leased or
    judged; `reopened` numbers the last time that a slot came back."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="hits")
    item = models.ForeignKey(Item, models.PROTECT, related_name="hits")
    position = models.PositiveIntegerField()
    quota = models.PositiveSmallIntegerField()
    taken = models.PositiveSmallIntegerField(default=0)
    reopened = models.BigIntegerField(null=True)
    is_open = models.GeneratedField(
        expression=ExpressionWrapper(Q(taken__lt=F("quota")), BooleanField()),
        output_field=BooleanField(),
        db_persist=True,
    )

    objects = HITQuerySet.as_manager()

    class Meta:
        ordering = ("campaign", "position")
        constraints = (
            models.UniqueConstraint(
                fields=("campaign", "item"), name="one_hit_per_item_of_a_campaign"
            ),
            models.UniqueConstraint(
                fields=("campaign", "position"), name="one_hit_per_position_of_a_campaign"
            ),
            models.CheckConstraint(
                condition=Q(taken__lte=F("quota")), name="no_more_taken_than_quota"
            ),
        )
        indexes = (
            models.Index(
                fields=("campaign", "position"), condition=Q(is_open=True), name="hit_open_in_order"
            ),
            models.Index(
                fields=("campaign", "reopened"),
                condition=Q(is_open=True, reopened__isnull=False),
                name="hit_reopened_in_order",
            ),
        )

    def __str__(self) -> str:
        return f"HIT {self.position} of {self.campaign}"
