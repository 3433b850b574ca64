"""Publish consent texts. Each version is stored as it was shown."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Max, Q

from annotation.models import Campaign, ConsentText, User
from annotation.models.terms.reading_terms import MAX_CONSENT_LENGTH
from annotation.services.audit import record_campaign_event
from annotation.services.campaigns.campaign_lock import lock_launched_campaign
from annotation.services.errors import Invalid


@dataclass(frozen=True)
class Counts:
    """The number of workers who agreed to a version, and of those who declined it and have not
    agreed since."""

    text: ConsentText
    agreed: int
    declined: int


def publish_consent(campaign: Campaign) -> None:
    """Store the campaign's consent text as its next version, which is required from now on; without
    a text none is. The caller has locked the campaign and saves it."""
    if not campaign.consent.strip():
        campaign.consent_version = 0
        return
    last = campaign.consent_texts.aggregate(last=Max("version"))["last"] or 0
    campaign.consent_version = last + 1
    ConsentText.objects.create(
        campaign=campaign, version=campaign.consent_version, text=campaign.consent
    )


def change_consent(*, campaign: Campaign, user: User, text: str) -> Campaign:
    """Change the consent text. Workers who agreed to an earlier version are asked again before
    their next task. An unchanged text has no effect."""
    with transaction.atomic():
        campaign = lock_launched_campaign(campaign, "its consent text is")
        text = text.replace("\r\n", "\n")
        if len(text) > MAX_CONSENT_LENGTH:
            raise Invalid(f"Write at most {MAX_CONSENT_LENGTH:,} characters.", field="consent")
        if text.strip() == campaign.consent.replace("\r\n", "\n").strip():
            return campaign
        before, campaign.consent = campaign.consent_version, text
        publish_consent(campaign)
        campaign.save(update_fields=["consent", "consent_version"])
        record_campaign_event(
            "consent.changed", campaign, user, before=before, after=campaign.consent_version
        )
    return campaign


def consent_counts(campaign: Campaign) -> list[Counts]:
    """Return the versions, the latest first, each with the counts of its answers."""
    who = "answers__enrolment"
    agreed = Count(who, Q(answers__agreed=True), distinct=True)
    versions = campaign.consent_texts.annotate(yes=agreed, all=Count(who, distinct=True))
    return [Counts(one, one.yes, one.all - one.yes) for one in versions.order_by("-version")]
