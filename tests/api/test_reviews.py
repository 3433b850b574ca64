"""Reviewing many judgments over the API."""

import pytest

from annotation.models import Judgment, Message, Worker
from annotation.services.work.rejections import object_to_rejections
from tests.api.studies import Study
from tests.helpers.factories import enrol, judge_next

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_foreseen_done_and_undone(study: Study) -> None:
    mine = judge_next(study.enrolment)
    other = judge_next(enrol(study.campaign))
    wanted = {"review": "rejected", "worker": study.enrolment.worker.number}
    path = f"{study.path}/reviews"
    foreseen = study.researcher.post(f"{path}/foresee", wanted).json()
    assert (foreseen["judgments"], foreseen["leaving"], foreseen["coming"]) == (1, 1, 0)
    assert not Judgment.objects.filter(review="rejected").exists()
    refused = study.researcher.post(path, wanted)
    assert (refused.status_code, refused.json()["field"]) == (400, "reason")
    act = study.researcher.post(path, wanted | {"reason": "spam"}).json()
    assert (act["review"], act["status"], act["judgments"]) == ("rejected", "done", 1)
    assert Judgment.objects.get(review="rejected").pk == mine.judgment_id
    nothing = study.researcher.post(path, wanted | {"reason": "spam"})
    assert nothing.status_code == 409
    undone = study.researcher.post(f"{path}/{act['id']}/undo").json()
    assert (undone["status"], undone["kept"]) == ("undone", 0)
    assert study.researcher.get(f"{path}/{act['id']}").json() == undone
    assert set(Judgment.objects.values_list("review", flat=True)) == {""}
    named = {"review": "accepted", "judgments": [other.judgment_id]}
    assert study.researcher.post(path, named).json()["judgments"] == 1
    cleared = {"review": "none", "reviews": ["accepted"]}
    assert study.researcher.post(path, cleared).json()["judgments"] == 1


@pytest.mark.long
@pytest.mark.parametrize(
    "wrong",
    [
        {"review": "burnt"},
        {"review": "rejected", "known_below": "1.5"},
        {"review": "rejected", "since": "yesterday"},
        {"review": "rejected", "judgments": []},
        {"review": "rejected", "judgments": [1] * 1001},
        {"review": "rejected", "hat": 1},
    ],
)
def test_what_makes_no_sense_is_refused(study: Study, wrong: dict[str, object]) -> None:
    judge_next(study.enrolment)
    assert (
        study.researcher.post(f"{study.path}/reviews", wrong | {"reason": "x"}).status_code == 400
    )
    assert not Judgment.objects.exclude(review="").exists()


def test_a_number_that_no_worker_can_have_chooses_nothing(study: Study) -> None:
    judge_next(study.enrolment)
    nobodys = {"review": "rejected", "worker": 2**40}
    foreseen = study.researcher.post(f"{study.path}/reviews/foresee", nobodys)
    assert (foreseen.status_code, foreseen.json()["judgments"]) == (200, 0)


def test_prolific_requires_a_long_reason_and_an_objection_names_its_judgments(study: Study) -> None:
    Worker.objects.filter(pk=study.enrolment.worker_id).update(source="prolific")
    mine = judge_next(study.enrolment).judgment_id
    path, wanted = f"{study.path}/reviews", {"review": "rejected"}
    refused = study.researcher.post(path, wanted | {"reason": "x" * 99})
    assert (refused.status_code, refused.json()["field"]) == (400, "reason")
    assert "at least 100 characters" in refused.json()["detail"]
    assert "this one has 99" in refused.json()["detail"]
    assert study.researcher.post(path, wanted | {"reason": "x" * 100}).status_code == 200
    object_to_rejections(enrolment=study.enrolment)
    [waiting] = study.researcher.get(f"{study.path}/questions", settled="false").json()["results"]
    assert (waiting["sender"], waiting["judgments"]) == ("worker", [mine])
    accepted = {"review": "accepted", "reviews": ["rejected"], "judgments": waiting["judgments"]}
    assert study.researcher.post(path, accepted).json()["judgments"] == 1
    assert Message.objects.get().settled_at is not None
