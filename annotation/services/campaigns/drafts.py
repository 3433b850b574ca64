"""Delete drafts, of which nobody has judged anything."""

from django.db import transaction

from annotation.models import Campaign, User
from annotation.services.audit import record_event
from annotation.services.errors import Conflict


def delete_draft(*, campaign: Campaign, user: User) -> None:
    """Delete a draft for good. What was launched holds the work of people and stays. Nothing
    happens if it is gone already."""
    with transaction.atomic():
        campaigns = Campaign.objects.select_for_update(of=("self",)).select_related("dataset")
        found = campaigns.filter(pk=campaign.pk).first()
        if found is None:
            return
        if found.status != Campaign.Status.DRAFT:
            raise Conflict("Only a draft can be deleted. Close the campaign instead.")
        record_event(
            "campaign.deleted",
            project=found.dataset.project_id,
            user=user,
            object_id=found.pk,
            name=found.name,
        )
        found.delete()
