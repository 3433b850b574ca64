"""Store workers' answers to the consent text."""

from django.db import transaction
from django.utils.translation import gettext, gettext_noop

from annotation.models import Campaign, ConsentAnswer, ConsentText, Enrolment
from annotation.services.audit import record_worker_event
from annotation.services.errors import Conflict
from annotation.services.people.entry import clear_if_done, locked

CHANGED = gettext_noop("The text has changed since you opened this page. Please read it again.")


def answer_consent(*, enrolment: Enrolment, version: int, agreed: bool) -> Enrolment:
    """Store a worker's answer to this version of the text.

    Any version other than the current one is refused: workers agree only to a text that they have
    seen. A worker who has agreed to a version stays agreed."""
    with transaction.atomic():
        enrolment = locked(enrolment)
        text = ConsentText.objects.filter(campaign=enrolment.campaign_id, version=version).first()
        versions = Campaign.objects.values_list("consent_version", flat=True)
        if text is None or versions.get(pk=enrolment.campaign_id) != version:
            raise Conflict(gettext(CHANGED))
        if enrolment.agreed_to is None or enrolment.agreed_to >= version:
            return enrolment
        ConsentAnswer.objects.create(enrolment=enrolment, text=text, agreed=agreed)
        record_worker_event(
            "consent.agreed" if agreed else "consent.declined", enrolment, version=version
        )
        if not agreed:
            return enrolment
        Enrolment.objects.filter(pk=enrolment.pk).update(agreed_to=version)
        return clear_if_done(enrolment)
