"""The signals of a campaign's workers through the API: stored results, without names."""

import pytest

from annotation.models import WorkerSignals
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.api.studies import Study
from tests.helpers.factories import enrol, submit


def judged(study: Study) -> None:
    for enrolment in (study.enrolment, enrol(study.campaign)):
        for _ in range(study.campaign.hit_count):
            submit(enrolment, claim_hit(enrolment_id=enrolment.pk))
    fold_all(study.campaign.pk)


@pytest.mark.long
def test_signals_are_reported_once_there_is_a_report(study: Study) -> None:
    judged(study)
    before = study.researcher.get(f"{study.path}/signals").json()
    assert (before["reading"], before["results"], before["next"]) == (None, [], None)
    make_reports(study.campaign.pk)
    found = study.researcher.get(f"{study.path}/signals").json()
    assert found["reading"]["version"] == study.campaign.agreement.version
    assert (found["reading"]["others"], found["reading"]["reason"]) == (1, "")
    numbers = [one["worker"] for one in found["results"]]
    assert numbers == [one.worker.number for one in study.campaign.enrolments.order_by("pk")]
    first = found["results"][0]
    assert first["judgments"] == study.campaign.hit_count
    stored = WorkerSignals.objects.get(enrolment=study.enrolment)
    assert (first["same"], first["state"]) == (1.0, stored.state)
    assert (first["ranked"], first["p"]) == (stored.ranked, stored.p)
    assert study.enrolment.worker.external_id not in str(found)


@pytest.mark.long
def test_signals_come_in_pages(study: Study) -> None:
    judged(study)
    make_reports(study.campaign.pk)
    first = study.researcher.get(f"{study.path}/signals", limit=1).json()
    assert len(first["results"]) == 1
    second = study.researcher.get(
        f"{study.path}/signals", limit=1, after=first["next"].split("after=")[1].split("&")[0]
    ).json()
    assert second["next"] is None
    assert second["results"] != first["results"]


def test_a_stranger_gets_none(study: Study, other_study: Study) -> None:
    assert other_study.researcher.get(f"{study.path}/signals").status_code == 404
    assert study.worker.get(f"{study.path}/signals").status_code in {401, 403}
