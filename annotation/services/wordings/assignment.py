"""Assign workers to wordings of the instructions."""

from annotation.models import Campaign, Enrolment
from annotation.schemes import scheme_of
from annotation.services.wordings.terms import wordings_of
from midpath.wordings import drawn_wording


def assign_wording(*, campaign: Campaign, enrolment: Enrolment) -> None:
    """Assign a new worker to a wording, if there are several and the worker is a person.

    The caller has locked the campaign's row, so simultaneous joins are counted one after the
    other."""
    wordings = wordings_of(campaign)
    if not wordings or enrolment.of_program:
        return
    before = campaign.enrolments.filter(wording__isnull=False).count()
    enrolment.wording = drawn_wording(campaign.seed, len(wordings), before)
    enrolment.save(update_fields=["wording"])


def instructions_for(enrolment: Enrolment) -> str:
    """Return the instructions of a worker; those of programs are the first."""
    campaign, number = enrolment.campaign, enrolment.wording or 1
    if number > 1:
        return wordings_of(campaign)[number - 1]["instructions"]
    return campaign.instructions or scheme_of(campaign).instructions_of(campaign.settings)
