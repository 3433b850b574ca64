"""Find what a researcher may see: the projects that they are a member of; with a token, that
token's project alone.

Anything else is answered as if it did not exist, and the attempt is audited."""

from typing import cast

from rest_framework.request import Request

from annotation.models import APIToken, Campaign, Dataset, Project, User
from annotation.models.campaign import CampaignQuerySet
from annotation.models.dataset import DatasetQuerySet
from annotation.models.project import ProjectQuerySet
from annotation.services.accounts.access import audit_refused_access
from annotation.services.accounts.tokens import is_owner
from annotation.services.errors import Forbidden, NotFound


def caller(request: Request) -> User:
    return cast(User, request.user)


def projects_of(request: Request) -> ProjectQuerySet:
    projects = Project.objects.visible_to(caller(request))
    token = request.auth
    return projects.filter(pk=token.project_id) if isinstance(token, APIToken) else projects


def datasets_of(request: Request) -> DatasetQuerySet:
    return Dataset.objects.filter(project__in=projects_of(request))


def campaigns_of(request: Request) -> CampaignQuerySet:
    campaigns = Campaign.objects.filter(dataset__project__in=projects_of(request))
    return campaigns.select_related("dataset")


def project_for(request: Request, project_id: int) -> Project:
    found = projects_of(request).filter(pk=project_id).first()
    if found is None:
        audit_refused_access(user=caller(request), kind="project", object_id=project_id)
        raise NotFound("This project does not exist, or it is not one of yours.")
    return found


def dataset_for(request: Request, dataset_id: int) -> Dataset:
    found = datasets_of(request).filter(pk=dataset_id).first()
    if found is None:
        audit_refused_access(user=caller(request), kind="dataset", object_id=dataset_id)
        raise NotFound("This dataset does not exist, or it is not one of yours.")
    return found


def campaign_for(request: Request, campaign_id: int) -> Campaign:
    found = campaigns_of(request).filter(pk=campaign_id).first()
    if found is None:
        audit_refused_access(user=caller(request), kind="campaign", object_id=campaign_id)
        raise NotFound("This campaign does not exist, or it is not one of yours.")
    return found


def campaign_with_ids(request: Request, campaign_id: int) -> Campaign:
    """Return a campaign to whoever may read under which ids its workers came: an owner of the
    project, by session or by a token with that right."""
    campaign = campaign_for(request, campaign_id)
    token = request.auth
    if isinstance(token, APIToken) and not token.reads_ids:
        raise Forbidden(
            "This token may not read under which ids the workers came. Issue one that may."
        )
    if not is_owner(campaign.dataset.project, caller(request)):
        raise Forbidden("Only an owner of the project may read under which ids the workers came.")
    return campaign
