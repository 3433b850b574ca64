"""Things that can be archived, and deleted with a day to undo it: campaigns, datasets, projects."""

from datetime import timedelta
from typing import Self, TypeVar

from django.db import models
from django.db.models.functions import Now

UNDO_FOR = timedelta(days=1)
Row_co = TypeVar("Row_co", bound="PutAway", covariant=True)


class PutAwayQuerySet(models.QuerySet[Row_co]):
    def in_use(self) -> Self:
        """Leave out archived objects."""
        return self.filter(archived_at=None)

    def archived(self) -> Self:
        return self.filter(archived_at__isnull=False)

    def not_deleted(self) -> Self:
        """Leave out deleted objects."""
        return self.filter(deleted_at=None)

    def to_undo(self) -> Self:
        """Keep deleted objects that can be restored."""
        return self.filter(deleted_at__gt=Now() - UNDO_FOR)

    def to_remove(self) -> Self:
        """Keep deleted objects whose time to undo is over, to be removed permanently."""
        return self.filter(deleted_at__lte=Now() - UNDO_FOR)


class PutAway(models.Model):
    """An object that can be archived and deleted.

    Archived objects are read-only. Only `everything` finds deleted ones. Objects archived or
    deleted together, such as a project with its contents, have the same time, by which they are
    restored together."""

    archived_at = models.DateTimeField(null=True, editable=False)
    deleted_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        abstract = True
