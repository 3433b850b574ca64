"""The warm-up: after their first HITs, workers see once how the reading test rates them.

The HITs are ordinary ones, paid and in the figures. The result comes from a job, so it may lag
behind or be missing; nobody waits for it."""

from dataclasses import dataclass
from typing import Literal

from django.db.models.functions import Now

from annotation.models import CampaignReport, Enrolment, WorkerSignals

State = Literal["certified", "open", "unknown", "not_compared"]


@dataclass(frozen=True)
class ReadingResult:
    """A worker's reading-test result.

    `compared` counts their answers that could be compared with others', `after` is how many of them
    it took to certify them, `half_after` how many it took for half of the campaign's workers, None
    until half are certified."""

    state: State
    compared: int = 0
    after: int | None = None
    half_after: int | None = None


def is_due(enrolment: Enrolment, done: int) -> bool:
    """Return whether a worker who has done this many HITs after the training sees the result before
    the next one. This reads nothing."""
    after = enrolment.campaign.warm_up
    return bool(after) and enrolment.warmed_up_at is None and done >= after


def reading_result(enrolment: Enrolment) -> ReadingResult:
    """Return the stored result. Workers whose answers fit other texts better, and those who lost
    their certificate, count as not certified yet, like others: this depends on chance and time, and
    is no accusation."""
    reports = CampaignReport.objects.filter(
        campaign=enrolment.campaign_id, kind=CampaignReport.Kind.SIGNALS
    )
    results = reports.values_list("results", flat=True).first()
    if results is None:
        return ReadingResult("unknown")
    if results["reason"]:
        return ReadingResult("not_compared")
    half = results["half_after"]
    one = WorkerSignals.objects.filter(pk=enrolment.pk).defer("ranks").first()
    if one is None or not one.ranked:
        return ReadingResult("unknown", half_after=half)
    if one.state == WorkerSignals.State.CERTIFIED:
        return ReadingResult("certified", one.ranked, one.certified_at, half)
    return ReadingResult("open", one.ranked, None, half)


def go_on(*, enrolment: Enrolment) -> None:
    """Record when the worker first continued."""
    Enrolment.objects.filter(pk=enrolment.pk, warmed_up_at=None).update(warmed_up_at=Now())
