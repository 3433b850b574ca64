"""What a researcher may reach: projects that she is a member of; by a token, that project alone.

Anything else is answered as if it did not exist, and the attempt is audited."""

from typing import cast

from django.db.models import QuerySet
from rest_framework.request import Request

from annotation.models import APIToken, Campaign, Dataset, Project, User
from annotation.services.audit import record_event
from annotation.services.errors import NotFound


def caller(request: Request) -> User:
    return cast(User, request.user)


def projects_of(request: Request) -> QuerySet[Project]:
    projects = Project.objects.visible_to(caller(request))
    token = request.auth
    return projects.filter(pk=token.project_id) if isinstance(token, APIToken) else projects


def datasets_of(request: Request) -> QuerySet[Dataset]:
    return Dataset.objects.filter(project__in=projects_of(request))


def campaigns_of(request: Request) -> QuerySet[Campaign]:
    campaigns = Campaign.objects.filter(dataset__project__in=projects_of(request))
    return campaigns.select_related("dataset")


def project_for(request: Request, project_id: int) -> Project:
    found = projects_of(request).filter(pk=project_id).first()
    if found is None:
        _audit(request, "project", project_id, Project.objects.filter(pk=project_id).first())
        raise NotFound("There is no such project, or it is not one of yours.")
    return found


def dataset_for(request: Request, dataset_id: int) -> Dataset:
    found = datasets_of(request).filter(pk=dataset_id).first()
    if found is None:
        owner = Project.objects.filter(datasets=dataset_id).first()
        _audit(request, "dataset", dataset_id, owner)
        raise NotFound("There is no such dataset, or it is not one of yours.")
    return found


def campaign_for(request: Request, campaign_id: int) -> Campaign:
    found = campaigns_of(request).filter(pk=campaign_id).first()
    if found is None:
        owner = Project.objects.filter(datasets__campaigns=campaign_id).first()
        _audit(request, "campaign", campaign_id, owner)
        raise NotFound("There is no such campaign, or it is not one of yours.")
    return found


def _audit(request: Request, kind: str, pk: int, owner: Project | None) -> None:
    if owner is not None:
        record_event("access.refused", project=owner, user=caller(request), object_id=pk, kind=kind)
