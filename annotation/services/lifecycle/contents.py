"""Find and lock what is archived or deleted together: an object and everything in it."""

from datetime import datetime
from typing import TypeVar

from annotation.models import AnnotationSet, Campaign, Dataset, Project
from annotation.models.campaign import CampaignQuerySet
from annotation.models.lifecycle import PutAway, PutAwayQuerySet
from annotation.services.errors import NameTaken, NotFound
from annotation.services.lifecycle.guard import Thing, noun_of
from annotation.services.unique_names import unless_taken

Held = TypeVar("Held", bound=Thing)


def project_of(thing: Thing) -> Project:
    match thing:
        case AnnotationSet() | Campaign():
            return thing.dataset.project
        case Dataset():
            return thing.project
        case Project():
            return thing


def rows_with(thing: Thing) -> list[PutAwayQuerySet[PutAway]]:
    """Return the rows that are archived or deleted together in locking order: containers first, as
    joining and launching lock them."""
    campaigns = Campaign.everything.order_by("pk")
    sets = AnnotationSet.everything.order_by("pk")
    match thing:
        case AnnotationSet():
            return [sets.filter(pk=thing.pk)]
        case Campaign():
            return [campaigns.filter(pk=thing.pk)]
        case Dataset():
            on_dataset = campaigns.filter(dataset=thing)
            own = Dataset.everything.filter(pk=thing.pk)
            return [on_dataset, own, sets.filter(dataset=thing)]
        case Project():
            return [
                Project.everything.filter(pk=thing.pk),
                campaigns.filter(dataset__project=thing),
                Dataset.everything.filter(project=thing).order_by("pk"),
                sets.filter(dataset__project=thing),
            ]


def campaigns_in(thing: Thing) -> CampaignQuerySet:
    """Return the campaigns archived or deleted with an object, except deleted ones."""
    match thing:
        case AnnotationSet():
            return Campaign.objects.none()
        case Campaign():
            return Campaign.objects.filter(pk=thing.pk)
        case Dataset():
            return Campaign.objects.filter(dataset=thing)
        case Project():
            return Campaign.objects.filter(dataset__project=thing)


def locked(thing: Held) -> Held:
    """Lock an object and everything in it, and return its current row, deleted or not."""
    found: Held | None = None
    for rows in rows_with(thing):
        for row in rows.select_for_update(of=("self",)):
            found = row if isinstance(row, type(thing)) and row.pk == thing.pk else found
    if found is None:
        raise NotFound(f"This {noun_of(thing)} no longer exists.")
    return found


def stamp(thing: Thing, column: str, at: datetime) -> None:
    """Archive or delete an object with everything in it that is not archived or deleted yet."""
    for rows in rows_with(thing):
        rows.not_deleted().order_by().filter(**{column: None}).update(**{column: at})


def take_back(thing: Thing, column: str) -> None:
    """Restore an object, with everything archived or deleted at the same moment."""
    taken = f"Another {noun_of(thing)} is now called “{thing}”. Rename that one first."
    with unless_taken("_of_a_name_per_", NameTaken(taken)):
        for rows in rows_with(thing):
            rows.order_by().filter(**{column: getattr(thing, column)}).update(**{column: None})
