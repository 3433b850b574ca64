"""Things that can be archived, and deleted with a day to undo it: campaigns, datasets, projects."""

from datetime import timedelta
from typing import Self, TypeVar

from django.db import models
from django.db.models.functions import Now

UNDO_FOR = timedelta(days=1)
Row_co = TypeVar("Row_co", bound="PutAway", covariant=True)


class PutAwayQuerySet(models.QuerySet[Row_co]):
    def in_use(self) -> Self:
        """Leave out what is archived."""
        return self.filter(archived_at=None)

    def archived(self) -> Self:
        return self.filter(archived_at__isnull=False)

    def standing(self) -> Self:
        """Leave out what is deleted."""
        return self.filter(deleted_at=None)

    def to_undo(self) -> Self:
        """Return what is deleted and can be brought back."""
        return self.filter(deleted_at__gt=Now() - UNDO_FOR)

    def to_remove(self) -> Self:
        """Return what was deleted so long ago that it is to be removed for good."""
        return self.filter(deleted_at__lte=Now() - UNDO_FOR)


class PutAway(models.Model):
    """A thing that can be archived and deleted.

    What is archived can be read, not changed. What is deleted is found by `everything` alone. What
    was put away together, as a project with all that it holds, bears one time, by which it comes
    back together."""

    archived_at = models.DateTimeField(null=True, editable=False)
    deleted_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        abstract = True
