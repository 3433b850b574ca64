"""Reviews of many judgments at once, with the previous state of each judgment."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.people.user import User
from annotation.models.rules import rule
from annotation.models.work.judgment import Judgment


class ReviewAct(models.Model):
    """A review of all judgments that match a filter, up to the judgment `last_id`.

    It runs in chunks, in the order of ids; `reached` is the last id of the last chunk. If the
    process dies, the sweep does the rest."""

    class Status(models.TextChoices):
        RUNNING = "running", "under way"
        DONE = "done", "done"
        UNDOING = "undoing", "being undone"
        UNDONE = "undone", "undone"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="reviews", db_index=False)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", db_index=False)
    review = models.CharField(
        max_length=10, choices=Judgment.Review, default=Judgment.Review.NONE, blank=True
    )
    reason = models.CharField(max_length=500, blank=True)
    filters = models.JSONField(default=dict)
    reached = models.BigIntegerField(default=0)
    last_id = models.BigIntegerField()
    judgments = models.PositiveIntegerField(default=0)
    asked_again = models.PositiveIntegerField(default=0)
    kept = models.PositiveIntegerField(
        default=0, help_text="How many an undo left, which were reviewed or paid since."
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    at = models.DateTimeField(db_default=Now(), editable=False)
    undone_by = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="+", db_index=False
    )
    undone_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            rule("a_review_is_one_of_four", Q(review__in=Judgment.Review.values)),
            rule("a_review_ends_where_it_should", Q(reached__lte=F("last_id"))),
        )
        indexes = (
            models.Index(fields=("campaign", "-id"), name="review_by_campaign"),
            models.Index(
                fields=("id",),
                condition=Q(status__in=("running", "undoing")),
                name="review_to_go_on_with",
            ),
        )


class ReviewChunk(models.Model):
    """The judgments changed by one transaction of a review, each with its previous review."""

    act = models.ForeignKey(ReviewAct, models.CASCADE, related_name="chunks")
    judgments = ArrayField(models.BigIntegerField())
    before = ArrayField(models.CharField(max_length=10, blank=True))
    undone = models.BooleanField(default=False)

    class Meta:
        constraints = (
            rule("each_reviewed_judgment_had_a_review", Q(judgments__len=F("before__len"))),
        )
