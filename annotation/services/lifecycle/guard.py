"""Refuse changes of archived or deleted objects."""

from annotation.models import AnnotationSet, Campaign, Dataset, Project
from annotation.services.errors import Archived, NotFound

Thing = AnnotationSet | Campaign | Dataset | Project


def require_open(*things: Thing) -> None:
    """Refuse a change of an object if it or its container is archived or deleted."""
    for thing in things:
        if thing.deleted_at is not None:
            raise NotFound(f"The {noun_of(thing)} “{thing}” was deleted.")
        if thing.archived_at is not None:
            raise Archived(
                f"The {noun_of(thing)} “{thing}” is archived: you can read but not change it. "
                "Restore it first."
            )


def require_open_project(project: Project | int) -> None:
    """Refuse a change in an archived or deleted project."""
    if isinstance(project, Project):
        require_open(project)
        return
    put_away = Project.everything.exclude(archived_at=None, deleted_at=None).filter(pk=project)
    require_open(*put_away.only("name", "archived_at", "deleted_at"))


def noun_of(thing: Thing) -> str:
    return str(thing._meta.verbose_name)
