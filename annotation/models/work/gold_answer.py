"""Gold answers given by researchers in a campaign, in addition to those of the dataset's file."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotation.models.campaign import Campaign
from annotation.models.dataset import Item
from annotation.models.people.user import User
from annotation.models.rules import unique

MAX_WHY_LENGTH = 1000


class KnownAnswer(models.Model):
    """The gold answer of an item in one campaign, and the reason for it.

    `written` is the plain form of `vector` when it was given: the launch is refused if the settings
    now read it differently. Removed gold answers stay in the table, so that they can be
    restored."""

    class Use(models.TextChoices):
        KNOWN = "known", "gold answer"
        PRACTICE = "practice", "practice"
        EXAMPLE = "example", "worked example"

    class Source(models.TextChoices):
        DRAWN = "drawn", "drawn by a researcher"
        JUDGED = "judged", "from the judgments"
        FILE = "file", "from the file"
        COPIED = "copied", "from another campaign"
        SENT = "sent", "sent by a program"

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="known_answers", db_index=False
    )
    item = models.ForeignKey(Item, models.PROTECT, related_name="known_answers")
    vector = ArrayField(models.IntegerField())
    written = models.TextField()
    why = models.CharField(max_length=MAX_WHY_LENGTH, blank=True)
    use = models.CharField(max_length=10, choices=Use)
    source = models.CharField(max_length=10, choices=Source)
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(db_default=Now(), editable=False)
    removed_at = models.DateTimeField(null=True)

    # Workers see these answers before they work, so these items are never tasks.
    SHOWN = (Use.PRACTICE, Use.EXAMPLE)

    class Meta:
        constraints = (
            unique(
                "one_known_answer_per_item_of_a_campaign",
                "campaign",
                "item",
                condition=Q(removed_at__isnull=True),
            ),
        )
        indexes = (models.Index(fields=("campaign", "use"), name="known_answer_by_use"),)
