"""Start and end dry runs: a researcher goes through a campaign as a participant does.

A dry run is a copy of the campaign in a project without members. Figures, money, files, webhooks
and workers are counted by campaign and by project, so a dry run is never counted. An ended dry run
is deleted like everything else, but without the day to undo it."""

from datetime import timedelta
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext

from annotation.capabilities import Capability
from annotation.models import AnnotationSet, Campaign, Dataset, Project, User
from annotation.models.campaign import CampaignQuerySet
from annotation.models.lifecycle import UNDO_FOR
from annotation.services.accounts.rights import require
from annotation.services.audit import record_campaign_event
from annotation.services.dry_runs.copying import copy_campaign
from annotation.services.errors import Forbidden, NotFound
from annotation.services.lifecycle.guard import require_open
from annotation.services.people.platform_return import has_codes
from annotation.services.people.rate_limit import tempo

RETENTION = timedelta(days=1)
AGAIN_A_MINUTE = 12
WALK = "go through a campaign as a participant"


def dry_run_by(campaign: Campaign, user: User) -> Campaign | None:
    """Return a researcher's open dry run of a campaign."""
    return campaign.dry_runs.filter(created_by=user, deleted_at=None).order_by("pk").last()


def start_dry_run(*, campaign: Campaign, user: User) -> Campaign:
    """Copy a campaign for one researcher to go through. Their previous dry run ends."""
    project = campaign.dataset.project
    require(project, user, Capability.RUN_CAMPAIGNS, WALK)
    require_open(campaign, campaign.dataset, project)
    with transaction.atomic():
        # One per researcher at a time, however often they click.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        _throw_away(Campaign.objects.filter(dry_run_of=campaign, created_by=user))
        copy = copy_campaign(campaign, user)
        record_campaign_event("campaign.dry_run", campaign, user)
    return copy


def start_again(*, dry_run: Campaign, user: User | None) -> Campaign:
    """Replace a dry run by a new one. Only the researcher who started it may, on any device."""
    campaign = dry_run.dry_run_of
    if campaign is None:
        raise NotFound(gettext("The work that this dry run belongs to has been deleted."))
    if user is None or user.pk != dry_run.created_by_id:
        raise Forbidden(
            gettext("Only the researcher who started this dry run can restart it. Sign in first.")
        )
    tempo.take(
        ("dry run", str(campaign.pk)),
        a_minute=AGAIN_A_MINUTE,
        message=gettext("This dry run was started a moment ago."),
    )
    return start_dry_run(campaign=campaign, user=user)


def end_dry_run(*, campaign: Campaign, user: User) -> None:
    """Delete a researcher's dry run. Idempotent."""
    with transaction.atomic():
        _throw_away(Campaign.objects.filter(dry_run_of=campaign, created_by=user))


def end_old_dry_runs() -> None:
    """Delete old dry runs, and those whose campaign is gone."""
    old = Q(created_at__lt=Now() - RETENTION) | Q(dry_run_of=None)
    old |= Q(dry_run_of__deleted_at__isnull=False)
    with transaction.atomic():
        _throw_away(Campaign.objects.filter(old, is_dry_run=True))


def link_of(dry_run: Campaign) -> dict[str, str]:
    """Return the query that a platform would add to the campaign's link: participant ids made up
    from the code. Empty if participants do not come from a platform."""
    who = f"dryrun{dry_run.code}"
    if not has_codes(dry_run):
        return {}
    host = urlsplit(dry_run.return_address).hostname or "app.prolific.com"
    if host.endswith(".sona-systems.com"):
        return {"id": who}
    if host == "connect.cloudresearch.com":
        return {"participantId": who, "projectId": "dryrun", "assignmentId": "dryrun"}
    return {"PROLIFIC_PID": who, "STUDY_ID": "dryrun", "SESSION_ID": "dryrun"}


def _throw_away(dry_runs: CampaignQuerySet) -> None:
    """Delete dry runs with their projects; the next sweep removes them permanently."""
    found = dry_runs.filter(is_dry_run=True).values_list("pk", "dataset__project")
    copies = dict(found.order_by("pk"))
    if not copies:
        return
    gone = {"deleted_at": Now() - UNDO_FOR}
    ended = {"status": Campaign.Status.CLOSED, "closed_at": Now()}
    Campaign.everything.filter(pk__in=copies).update(**ended, **gone)
    projects = copies.values()
    AnnotationSet.everything.filter(dataset__project__in=projects).update(**gone)
    Dataset.everything.filter(project__in=projects).update(**gone)
    Project.everything.filter(pk__in=projects).update(**gone)
