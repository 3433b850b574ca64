"""Excluding and including workers of a campaign over the API."""

import pytest

from annotation.models import HIT, Judgment
from tests.api.studies import Study
from tests.helpers.factories import judge_next
from tests.helpers.invariants import check_serving


def excluded(study: Study) -> str:
    return f"{study.path}/workers/{study.enrolment.worker.number}/exclude"


@pytest.mark.long
def test_a_worker_is_excluded_and_included_again(study: Study) -> None:
    for _ in range(3):
        judge_next(study.enrolment)
    said = study.researcher.post(excluded(study), {"reason": "cuts everywhere"})
    assert said.status_code == 200
    number = study.enrolment.worker.number
    body = said.json()
    assert body["excluded_at"]
    assert (body["worker"], body["judgments"], body["asked_again"]) == (number, 3, 3)
    judgments = study.researcher.get(f"{study.path}/judgments", worker=number, counts="false")
    assert len(judgments.json()["results"]) == 3
    listed = study.researcher.get(f"{study.path}/workers").json()["results"]
    assert [(one["worker"], one["exclusion_reason"]) for one in listed] == [
        (number, "cuts everywhere")
    ]
    claimed = study.worker.post(f"{study.worker_path}/claim")
    assert (claimed.status_code, claimed.json()["code"]) == (409, "stopped")
    again = study.researcher.post(excluded(study), {"reason": "twice"}).json()
    assert (again["judgments"], again["excluded_at"]) == (0, body["excluded_at"])
    back = study.researcher.post(excluded(study).replace("exclude", "include")).json()
    assert (back["judgments"], back["asked_again"], back["excluded_at"]) == (3, 0, None)
    assert not HIT.objects.filter(quota=3).exists()
    assert Judgment.objects.counting().count() == 3
    check_serving(study.campaign)


def test_a_reason_and_a_worker_of_the_campaign_are_needed(study: Study, other_study: Study) -> None:
    for body in ({}, {"reason": " "}, {"reason": "x" * 501}, {"reason": "spam", "force": True}):
        refused = study.researcher.post(excluded(study), body)
        assert refused.status_code == 400
        assert refused.json().get("field", "force") in {"reason", "force"}
    nobody = f"{study.path}/workers/999/exclude"
    assert study.researcher.post(nobody, {"reason": "spam"}).status_code == 404
    assert other_study.researcher.post(excluded(study), {"reason": "spam"}).status_code == 404
    assert study.worker.post(excluded(study), {"reason": "spam"}).status_code == 401
    study.enrolment.refresh_from_db()
    assert study.enrolment.excluded_at is None
