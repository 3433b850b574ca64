"""Find the objects that a researcher may access: in the projects that they are a member of (with a
project's token, in that project only) and in which their role has the capability that the operation
needs.

A member whose role lacks it is refused. Anything else is answered as if it did not exist, and the
attempt is audited."""

from collections.abc import Callable, Iterable
from typing import NoReturn, TypeVar, cast

from django.db.models import Model, QuerySet
from rest_framework.request import Request

from annotation.capabilities import Capability, refusal_of
from annotation.models import AnnotationSet, APIToken, Campaign, Dataset, Project, User
from annotation.models.annotation_set import AnnotationSetQuerySet
from annotation.models.campaign import CampaignQuerySet
from annotation.models.dataset import DatasetQuerySet
from annotation.models.project import ProjectQuerySet
from annotation.scopes import SCOPE_OF, Scope
from annotation.services.accounts.access import Kind, audit_refused_access, from_project
from annotation.services.errors import Forbidden, NotFound

Row = TypeVar("Row", bound=Model)


def caller(request: Request) -> User:
    return cast(User, request.user)


def needed(request: Request) -> Capability:
    capability: Capability | None = (request.parser_context or {})["view"].needs
    if capability is None:
        raise NotImplementedError("An operation on a project names the capability that it needs.")
    return capability


def note_project(request: Request, project_id: int) -> None:
    """Record the project that the operation is about."""
    (request.parser_context or {})["view"].project_id = project_id


def noted_project(request: Request) -> int:
    project_id: int | None = (request.parser_context or {})["view"].project_id
    if project_id is None:
        raise NotImplementedError("An operation that creates notes the project that it is about.")
    return project_id


def projects_of(request: Request) -> ProjectQuerySet:
    return _of_token(request, Project.objects.visible_to(caller(request), needed(request)))


def datasets_of(request: Request) -> DatasetQuerySet:
    return Dataset.objects.filter(project__in=projects_of(request))


def campaigns_of(request: Request) -> CampaignQuerySet:
    campaigns = Campaign.objects.filter(dataset__project__in=projects_of(request))
    return campaigns.select_related("dataset")


def sets_of(request: Request) -> AnnotationSetQuerySet:
    found = AnnotationSet.objects.filter(dataset__in=datasets_of(request))
    return found.select_related("dataset__project")


def set_for(request: Request, set_id: int) -> AnnotationSet:
    found = sets_of(request).filter(pk=set_id).first() or refuse(request, "set", set_id)
    note_project(request, found.dataset.project_id)
    return found


def project_for(request: Request, project_id: int) -> Project:
    found = projects_of(request).filter(pk=project_id).first()
    found = found or refuse(request, "project", project_id)
    note_project(request, found.pk)
    return found


def dataset_for(request: Request, dataset_id: int) -> Dataset:
    found = datasets_of(request).filter(pk=dataset_id).first()
    found = found or refuse(request, "dataset", dataset_id)
    note_project(request, found.project_id)
    return found


def campaign_for(
    request: Request,
    campaign_id: int,
    annotate: Callable[[Request, CampaignQuerySet], CampaignQuerySet] = lambda _, rows: rows,
) -> Campaign:
    """Return a campaign; `annotate` adds the annotations that the response needs."""
    found = annotate(request, campaigns_of(request)).filter(pk=campaign_id).first()
    found = found or refuse(request, "campaign", campaign_id)
    note_project(request, found.dataset.project_id)
    return found


def first_of(rows: QuerySet[Row], otherwise: str) -> Row:
    """Return the first of some rows; if there is none, refuse with the message `otherwise`."""
    found = rows.first()
    if found is None:
        raise NotFound(otherwise)
    return found


def enrolments_of(campaign: Campaign, numbers: Iterable[int]) -> list[int]:
    """Return the enrolments of workers, identified by their numbers in the project."""
    wanted = set(numbers)
    rows = campaign.enrolments.filter(worker__number__in=wanted)
    found = dict(rows.values_list("worker__number", "pk"))
    if strange := sorted(wanted - found.keys()):
        raise NotFound(f"There is no worker {strange[0]} in this campaign.", field="workers")
    return list(found.values())


def require_scopes(request: Request, scopes: Iterable[Scope]) -> None:
    """Refuse a token without the operation's scope. Sessions have no scopes."""
    for scope in scopes:
        if not _has(request, scope):
            raise Forbidden(
                f"This token lacks the scope “{scope}”. Use one that has it.", scope=scope
            )


def may_ask_in(request: Request, project_id: int) -> bool:
    """Return whether the caller's role in a project has the capability that the operation needs, if
    any."""
    seen = Project.objects.visible_to(caller(request), (request.parser_context or {})["view"].needs)
    return _of_token(request, seen).filter(pk=project_id).exists()


def may(request: Request, capability: Capability, project_id: int) -> bool:
    """Return whether the caller's role in a project also has another capability."""
    if not _has(request, SCOPE_OF[capability]):
        return False
    seen = Project.objects.visible_to(caller(request), capability)
    return _of_token(request, seen).filter(pk=project_id).exists()


def refuse(request: Request, kind: Kind, object_id: int) -> NoReturn:
    """Refuse access to an object that was not found: members are refused because of their role,
    others get a 404."""
    here = _of_token(request, Project.objects.visible_to(caller(request)))
    lacking = here.exclude(pk__in=projects_of(request))
    if lacking.filter(**{from_project(kind): object_id}).exists():
        raise Forbidden(refusal_of(needed(request)))
    audit_refused_access(user=caller(request), kind=kind, object_id=object_id)
    raise NotFound(f"This {kind} does not exist, or it is not one of yours.")


def _has(request: Request, scope: Scope) -> bool:
    return not isinstance(request.auth, APIToken) or scope in request.auth.scopes


def only_project(request: Request) -> int | None:
    """Return the only project of a project's token; None with an account's token or without one."""
    token = request.auth
    return token.project_id if isinstance(token, APIToken) and not token.of_account else None


def _of_token(request: Request, projects: ProjectQuerySet) -> ProjectQuerySet:
    """Restrict a project's token to its own project."""
    only = only_project(request)
    return projects if only is None else projects.filter(pk=only)
