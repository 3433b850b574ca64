"""The report of a connected study on its submissions."""

from collections.abc import Sequence
from decimal import Decimal

from addons.prolific.models import ProlificStudy, ProlificSubmission
from annotation.models import Campaign, Enrolment, Worker
from annotation.services.pay.place_reports import PlaceReport, ReportedPlace

Status = ProlificSubmission.Status
# These places are not paid yet, but may be.
OPEN = (Status.WAITS, "ACTIVE", "RESERVED")


def report_of(campaign: Campaign, enrolments: Sequence[Enrolment]) -> PlaceReport | None:
    """Return the submissions of these workers; None unless a study is connected that pays in the
    campaign's currency."""
    study = ProlificStudy.objects.filter(campaign=campaign).first()
    if study is None or study.reward is None or study.currency != campaign.currency:
        return None
    source = Worker.Source.PROLIFIC
    names = [one.worker.external_id for one in enrolments if one.worker.source == source]
    submissions = study.submissions.filter(participant__in=names).order_by("pk")
    return PlaceReport(
        source=source,
        study=study.study,
        reward=Decimal(study.reward) / 100,
        places=[
            ReportedPlace(
                worker=one.participant,
                session=one.submission,
                is_paid=one.status == Status.APPROVED,
                is_open=one.status in OPEN,
            )
            for one in submissions
        ],
    )
