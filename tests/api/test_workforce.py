"""Workers over the API: exclusion, questions, admission, expiring links and stored signals."""

from uuid import uuid4

import pytest

from annotation.models import HIT, AuditEvent, Campaign, Judgment, Message, WorkerSignals
from annotation.services.people.questions import ask_question
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.api.studies import API, Study
from tests.helpers.factories import enrol, judge_many, submit
from tests.helpers.invariants import check_serving
from tests.helpers.queries import assert_queries


def excluded(study: Study) -> str:
    return f"{study.path}/workers/{study.enrolment.worker.number}/exclude"


@pytest.mark.long
def test_a_worker_is_excluded_and_included_again(study: Study) -> None:
    judge_many(study.enrolment, 3)
    said = study.researcher.post(excluded(study), {"reason": "cuts everywhere"})
    assert said.status_code == 200
    number = study.enrolment.worker.number
    body = said.json()
    assert body["excluded_at"]
    assert (body["worker"], body["judgments"], body["asked_again"]) == (number, 3, 3)
    judgments = study.researcher.get(f"{study.path}/judgments", worker=number, counts="false")
    assert len(judgments.json()["results"]) == 3
    listed = study.researcher.get(f"{study.path}/workers").json()["results"]
    found = [(one["worker"], one["exclusion_reason"]) for one in listed]
    assert found == [(number, "cuts everywhere")]
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


def question_of(study: Study, text: str) -> Message:
    return ask_question(enrolment=study.enrolment, text=text, key=uuid4())


def at_worker(study: Study, step: str) -> str:
    return f"{study.path}/workers/{study.enrolment.worker.number}/{step}"


def verbs() -> list[str]:
    return list(AuditEvent.objects.order_by("pk").values_list("verb", flat=True))


@pytest.mark.long
def test_an_answer_is_stored_once_and_ends_the_wait(study: Study) -> None:
    question_of(study, "Where is the end?")
    body = {"submission_id": str(uuid4()), "text": "  After the last word. "}
    first = study.researcher.post(at_worker(study, "answer"), body)
    again = study.researcher.post(at_worker(study, "answer"), body)
    assert (first.status_code, again.json()) == (200, first.json())
    content = first.json()
    assert (content["sender"], content["text"]) == ("researcher", "After the last word.")
    assert Message.objects.filter(sender="researcher").count() == 1
    listed = study.researcher.get(f"{study.path}/questions", settled="false").json()["results"]
    assert [one["id"] for one in listed] == [content["id"]]
    assert verbs().count("question.answered") == 1


@pytest.mark.long
def test_what_cannot_be_an_answer_is_refused(study: Study) -> None:
    for body in (
        {"text": "Yes."},
        {"submission_id": str(uuid4()), "text": " "},
        {"submission_id": str(uuid4()), "text": "x" * 2_001},
        {"submission_id": "1", "text": "Yes."},
    ):
        assert study.researcher.post(at_worker(study, "answer"), body).status_code == 400
    nobody = f"{study.path}/workers/999/answer"
    body = {"submission_id": str(uuid4()), "text": "Yes."}
    assert study.researcher.post(nobody, body).status_code == 404
    assert not Message.objects.exists()


@pytest.mark.long
def test_questions_are_settled_up_to_what_was_read(study: Study) -> None:
    first = question_of(study, "One?")
    question_of(study, "Two?")
    address = at_worker(study, "settle")
    assert study.researcher.post(address, {"until": first.pk}).json()["settled"] == 1
    assert study.researcher.post(address, {"until": first.pk}).json()["settled"] == 0
    assert Message.objects.filter(settled_at=None).count() == 1


def screened(study: Study, *names: str) -> list[int]:
    """Return the numbers of workers who wait for admission."""
    Campaign.objects.filter(pk=study.campaign.pk).update(screened=True)
    for name in names:
        assert API().post(f"{study.worker_path}/join", {"name": name}).status_code == 200
    found = study.campaign.enrolments.filter(worker__external_id__in=names).order_by("pk")
    return list(found.values_list("worker__number", flat=True))


@pytest.mark.long
def test_waiting_workers_are_let_in_or_not(study: Study) -> None:
    ann, bob, eve = screened(study, "ann", "bob", "eve")
    address = f"{study.path}/waiting-workers"
    with assert_queries(3):
        page = study.researcher.get(address, limit=2).json()
    assert [one["worker"] for one in page["results"]] == [ann, bob]
    assert page["next"].endswith(f"after={bob}")

    def decide(then: str, *workers: int) -> int:
        answer = study.researcher.post(address, {"workers": workers, "then": then})
        return int(answer.json()["decided"])

    assert decide("approve", ann) == 1
    assert decide("approve", ann, bob) == 1
    assert decide("turn_away", eve, ann) == 2
    assert study.researcher.get(address).json()["results"] == []
    assert decide("approve", eve) == 1
    assert verbs().count("worker.approved") == 3


def test_an_unknown_worker_decides_nothing(study: Study, other_study: Study) -> None:
    (ann,) = screened(study, "ann")
    address = f"{study.path}/waiting-workers"
    strange = {"workers": [ann, 10_000], "then": "approve"}
    answer = study.researcher.post(address, strange)
    assert (answer.status_code, answer.json()["field"]) == (404, "workers")
    of_others = other_study.researcher.post(address, {"workers": [ann], "then": "approve"})
    assert of_others.status_code == 404
    for body in (
        {"workers": [], "then": "approve"},
        {"workers": [ann], "then": "eat"},
        {"workers": list(range(1, 502)), "then": "approve"},
    ):
        assert study.researcher.post(address, body).status_code == 400
    waiting = study.researcher.get(address).json()["results"]
    assert [one["worker"] for one in waiting] == [ann]


def test_links_that_were_signed_end(study: Study) -> None:
    owner = API()
    owner.client.force_login(study.owner)
    before = study.campaign.link_version
    assert study.researcher.post(f"{study.path}/signed-links/end").status_code == 403
    assert owner.post(f"{study.path}/signed-links/end").status_code == 204
    study.campaign.refresh_from_db()
    assert study.campaign.link_version == before + 1
    assert verbs().count("links.ended") == 1


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
