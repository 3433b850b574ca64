"""Operations that archive, delete and restore campaigns, datasets, sets and projects."""

from collections.abc import Callable

from django.urls import URLPattern
from rest_framework.request import Request

from annotation.api.basic_fields import Array, Choice, DateTime, Integer, Object, String
from annotation.api.fields import Form, Strict, Text
from annotation.api.operations import (
    ResearcherOperation,
    deletes,
    runs_campaigns,
    sees_figures,
    url,
)
from annotation.api.scope import (
    caller,
    campaign_for,
    dataset_for,
    only_project,
    project_for,
    projects_of,
    set_for,
)
from annotation.models import AnnotationSet, Campaign, Dataset, Project
from annotation.models.lifecycle import UNDO_FOR
from annotation.scopes import Scope
from annotation.services.accounts.access import Kind, audit_refused_access
from annotation.services.errors import NotFound
from annotation.services.lifecycle.archive import archive, restore
from annotation.services.lifecycle.consequences import consequences_of
from annotation.services.lifecycle.deletion import (
    delete,
    deleted_in,
    deleted_projects,
    require_right,
    undo_deletion,
)
from annotation.services.lifecycle.guard import Thing, noun_of

FIND: dict[str, Callable[[Request, int], Thing]] = {
    "campaign": campaign_for,
    "dataset": dataset_for,
    "project": project_for,
    "set": set_for,
}
KINDS: dict[str, type[Thing]] = {
    "campaign": Campaign,
    "dataset": Dataset,
    "project": Project,
    "set": AnnotationSet,
}
TO_PROJECT = {
    "campaign": "dataset__project__",
    "dataset": "project__",
    "project": "",
    "set": "dataset__project__",
}


class PutAway(Form):
    """The state of an object: in use, archived, or deleted and still restorable."""

    kind = Choice("What it is.", sorted(KINDS))
    id = Integer("Its number among those of its kind.")
    name = String("Its name.")
    archived_at = DateTime("When it was archived (read-only); null: it is not.", allow_null=True)
    deleted_at = DateTime("When it was deleted; null: it is not.", allow_null=True)
    undo_until = DateTime(
        "Until when a deletion can be undone; null: it is not deleted.", allow_null=True
    )


class PaidSum(Form):
    """An amount paid, in one currency."""

    currency = String("Three capital letters.")
    amount = String("The sum, a decimal string.")
    workers = Integer("The number of workers paid.")


class ForeseenDeletion(Form):
    """The consequences of deleting it now."""

    goes = Object("What is deleted with it: counts by noun.", source="counts", child=Integer())
    paid = PaidSum(many=True, help_text="What was paid for it; these records are deleted, too.")
    obstacles = Array("Why it cannot be deleted now; empty: it can be.", child=String())


class DeletedThings(Form):
    """Deleted objects that can be restored."""

    results = PutAway(many=True, help_text="The latest first.")


class ProjectNameInput(Strict):
    name = Text("The project's name, to prevent accidental deletion.", max_length=120)


class ListDeleted(ResearcherOperation):
    @sees_figures(name="list_deleted", gives={200: DeletedThings})
    def get(self, request: Request) -> object:
        """List deleted objects that can be restored."""
        found: list[Thing] = [*_own(request, deleted_projects(caller(request)))]
        for project in projects_of(request):
            found += deleted_in(project)
        return {"results": [_to_dict(one) for one in found]}


def lifecycle_urls(kind: Kind, folder: str) -> list[URLPattern]:
    class Archive(ResearcherOperation):
        @deletes(name=f"archive_{kind}", gives={200: PutAway})
        def post(self, request: Request, **ids: int) -> object:
            """Archive it with everything in it: read-only and hidden from the lists."""
            thing = FIND[kind](request, ids[f"{kind}_id"])
            archive(thing=thing, user=caller(request))
            return _as_it_is_now(thing)

    class Restore(ResearcherOperation):
        @deletes(name=f"restore_{kind}", gives={200: PutAway})
        def post(self, request: Request, **ids: int) -> object:
            """Restore it from the archive, with everything archived with it."""
            thing = FIND[kind](request, ids[f"{kind}_id"])
            restore(thing=thing, user=caller(request))
            return _as_it_is_now(thing)

    class Foresee(ResearcherOperation):
        @runs_campaigns(
            name=f"foresee_deletion_of_{kind}",
            scopes=(Scope.DELETE,),
            gives={200: ForeseenDeletion},
        )
        def get(self, request: Request, **ids: int) -> object:
            """Read what a deletion would delete, and what prevents it."""
            thing = FIND[kind](request, ids[f"{kind}_id"])
            require_right(thing, caller(request), "delete")
            return consequences_of(thing)

    class Delete(ResearcherOperation):
        @runs_campaigns(
            name=f"delete_{kind}",
            scopes=(Scope.DELETE,),
            takes=ProjectNameInput if kind == "project" else None,
            gives={200: PutAway},
        )
        def post(self, request: Request, **ids: int) -> object:
            """Delete it with everything in it. This can be undone for a day."""
            thing = FIND[kind](request, ids[f"{kind}_id"])
            name = self.body["name"] if kind == "project" else ""
            delete(thing=thing, user=caller(request), name=name)
            return _as_it_is_now(thing)

    class Undo(ResearcherOperation):
        @runs_campaigns(
            name=f"undo_deletion_of_{kind}", scopes=(Scope.DELETE,), gives={200: PutAway}
        )
        def post(self, request: Request, **ids: int) -> object:
            """Undo a deletion within a day, with everything deleted with it."""
            thing = _deleted_for(request, kind, ids[f"{kind}_id"])
            undo_deletion(thing=thing, user=caller(request))
            return _as_it_is_now(thing)

    def one(step: str, *operations: type[ResearcherOperation]) -> URLPattern:
        return url(f"{folder}/<int:{kind}_id>/{step}", f"{step}_{kind}", *operations)

    return [
        one("archive", Archive),
        one("restore", Restore),
        one("delete", Foresee, Delete),
        one("undelete", Undo),
    ]


def _own(request: Request, projects: list[Project]) -> list[Project]:
    """Refuse a project token for other projects."""
    only = only_project(request)
    return [project for project in projects if only in {None, project.pk}]


def _deleted_for(request: Request, kind: Kind, pk: int) -> Thing:
    way = TO_PROJECT[kind]
    rows = KINDS[kind].everything.filter(**{f"{way}memberships__user": caller(request)}, pk=pk)
    if kind != "project":
        rows = rows.filter(**{f"{way}deleted_at": None})
    if (only := only_project(request)) is not None:
        rows = rows.filter(**{f"{way}pk": only})
    found = rows.first()
    if found is None:
        audit_refused_access(user=caller(request), kind=kind, object_id=pk)
        raise NotFound(f"This {kind} does not exist, or you have no access to it.")
    return found


def _as_it_is_now(thing: Thing) -> dict[str, object]:
    return _to_dict(type(thing).everything.get(pk=thing.pk))


def _to_dict(thing: Thing) -> dict[str, object]:
    undo_until = thing.deleted_at and thing.deleted_at + UNDO_FOR
    return vars(thing) | {"kind": noun_of(thing), "undo_until": undo_until}
