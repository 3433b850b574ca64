"""The versions of sites' policies that a researcher chose."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.people.user import User
from annotation.models.work.hit import HIT
from annotation.models.work.judgment import Judgment


class ChosenVersion(models.Model):
    """A researcher's choice among the versions of a site. Without one, the text of more than half
    of the site's workers is used."""

    hit = models.OneToOneField(HIT, models.CASCADE, related_name="chosen_version")
    judgment = models.ForeignKey(Judgment, models.CASCADE, related_name="+")
    chosen_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    chosen_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return f"judgment {self.judgment_id} for HIT {self.hit_id}"
