"""Workers' questions, workers who wait for admission and expiring links, over the API as on
pages."""

from typing import Any
from uuid import uuid4

import pytest

from annotation.models import AuditEvent, Campaign, Message
from annotation.services.people.questions import ask_question
from tests.api.studies import API, Study


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
        joined = API().post(f"{study.worker_path}/join", {"name": name})
        assert joined.status_code == 200
    found = study.campaign.enrolments.filter(worker__external_id__in=names).order_by("pk")
    return list(found.values_list("worker__number", flat=True))


@pytest.mark.long
def test_waiting_workers_are_let_in_or_not(study: Study, django_assert_num_queries: Any) -> None:
    ann, bob, eve = screened(study, "ann", "bob", "eve")
    address = f"{study.path}/waiting-workers"
    with django_assert_num_queries(3):
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
