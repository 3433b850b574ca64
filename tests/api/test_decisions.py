"""Decisions over the API: the queue, deciding once, withdrawing, and reviewing many judgments."""

from typing import Any
from uuid import uuid4

import pytest

from annotation.models import (
    AgreementState,
    Campaign,
    Decision,
    Judgment,
    Membership,
    Message,
    Worker,
)
from annotation.services.accounts.members import add_member
from annotation.services.accounts.tokens import issue_token
from annotation.services.work.rejections import object_to_rejections
from tasks.decision_reports import make_decided
from tasks.fold import fold_all
from tests.api.studies import API, TEXTS, Study
from tests.helpers.factories import enrol, judge_next, make_campaign, make_user

pytestmark = pytest.mark.django_db

CUT, WHOLE = [1, 0], [0, 0]


@pytest.fixture
def judged(study: Study) -> Study:
    """Return three texts, each judged by two workers who disagree on all of them."""
    for worker, boundaries in ((study.enrolment, CUT), (enrol(study.campaign), WHOLE)):
        for _ in range(3):
            judge_next(worker, {"boundaries": boundaries})
    fold_all(study.campaign.pk)
    return study


def body(hit: int, **more: Any) -> dict[str, Any]:
    return {"submission_id": str(uuid4()), "hit": hit, **more}


def waiting(study: Study, **query: Any) -> dict[str, Any]:
    answer = study.researcher.get(f"{study.path}/decisions/waiting", **query)
    assert answer.status_code == 200
    body: dict[str, Any] = answer.json()
    return body


@pytest.mark.long
def test_a_queue_is_decided_one_after_another_and_no_figure_moves(judged: Study) -> None:
    path, api = f"{judged.path}/decisions", judged.researcher
    before = AgreementState.objects.get(campaign=judged.campaign)
    first, second, third = waiting(judged)["results"]
    assert (first["judgments"], first["disagreement"]) == (2, 0.5)
    assert TEXTS[first["position"] - 1] == first["text"]
    judgment = Judgment.objects.filter(hit=first["hit"]).earliest("pk")
    accepted = api.post(
        path, body(first["hit"], judgment=judgment.pk, seen=[judgment.pk], note="As it says.")
    )
    assert accepted.status_code == 201
    content = accepted.json()
    found = (content["how"], content["judgment"], content["note"])
    assert found == ("accepted", judgment.pk, "As it says.")
    assert (content["final"], content["adjudicator"]) == (True, 1)
    assert content["form"].replace(" |", "") == first["text"]
    assert content["seen"]["judgments"] == [judgment.pk]
    other = Judgment.objects.filter(hit=second["hit"]).earliest("pk")
    edited = body(second["hit"], judgment=other.pk, payload={"boundaries": [1, 1]})
    assert api.post(path, edited).json()["how"] == "edited"
    form = third["text"].replace(" ", " | ", 1)
    written = body(third["hit"], payload={"answer": form}, blind=True)
    content = api.post(path, written).json()
    assert (content["how"], content["vector"], content["seen"]["blind"]) == ("written", CUT, True)
    assert waiting(judged) == {"left": 0, "results": []}
    fold_all(judged.campaign.pk)
    after = AgreementState.objects.get(campaign=judged.campaign)
    assert (after.version, after.figures) == (before.version, before.figures)


@pytest.mark.long
def test_what_is_sent_again_is_stored_once(judged: Study) -> None:
    path, api = f"{judged.path}/decisions", judged.researcher
    hit = waiting(judged)["results"][0]["hit"]
    sent = body(hit, payload={"boundaries": CUT})
    first, again = api.post(path, sent), api.post(path, sent)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert api.post(path, sent | {"payload": {"boundaries": WHOLE}}).status_code == 409
    assert Decision.objects.count() == 1


@pytest.mark.long
def test_a_decision_is_replaced_only_by_who_names_it(judged: Study) -> None:
    path, api = f"{judged.path}/decisions", judged.researcher
    hit = waiting(judged)["results"][0]["hit"]
    first = api.post(path, body(hit, payload={"boundaries": CUT})).json()
    refused = api.post(path, body(hit, payload={"boundaries": WHOLE}))
    assert refused.status_code == 409
    assert "decided in the meantime" in refused.json()["detail"]
    second = api.post(path, body(hit, payload={"boundaries": WHOLE}, replaces=[first["id"]]))
    assert second.status_code == 201
    content = api.get(path, hit=hit).json()["results"]
    found = [(one["id"], one["final"]) for one in content]
    assert found == [(first["id"], False), (second.json()["id"], True)]
    assert [one["id"] for one in api.get(path, withdrawn="true").json()["results"]] == [first["id"]]
    here = f"{path}/{second.json()['id']}/withdraw"
    gone, again = api.post(here), api.post(here)
    assert gone.json()["withdrawn_at"] is not None
    assert again.json() == gone.json()
    assert waiting(judged)["left"] == 3


def test_two_decide_apart_and_neither_reads_the_others(judged: Study) -> None:
    path = f"{judged.path}/decisions"
    bob = make_user()
    add_member(project=judged.project, by=judged.owner, username=bob.username)
    other = API(issue_token(project=judged.project, user=bob, name="tests")[1])
    shared = judged.researcher.post(f"{path}/adjudicators", {"adjudicators": 2})
    assert shared.json() == {"adjudicators": 2}
    hit = waiting(judged)["results"][0]["hit"]
    sent = body(hit, payload={"boundaries": CUT})
    mine = judged.researcher.post(path, sent).json()
    assert (mine["apart"], mine["final"]) == (True, False)
    assert judged.researcher.post(path, sent).status_code == 200
    assert other.get(path).json()["results"] == []
    assert other.post(f"{path}/{mine['id']}/withdraw").status_code == 404
    assert other.post(path, sent).status_code == 409
    theirs = other.post(path, body(hit, payload={"boundaries": WHOLE})).json()
    assert (theirs["adjudicator"], theirs["final"]) == (2, False)
    assert len(other.get(path, apart="true").json()["results"]) == 2
    assert other.get(f"{path}/beside").json()["progress"]["unlike"] == 1
    assert [one["hit"] for one in waiting(judged, by="settle")["results"]] == [hit]
    settled = body(hit, payload={"boundaries": CUT}, replaces=[mine["id"], theirs["id"]])
    assert judged.researcher.post(path, settled).json()["final"]


def test_what_is_shown_next_to_decisions_is_reported(
    judged: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"{judged.path}/decisions"
    before = judged.researcher.get(f"{path}/beside").json()
    assert (before["progress"]["decided"], before["results"]) == (0, None)
    for one in waiting(judged)["results"]:
        judged.researcher.post(path, body(one["hit"], payload={"boundaries": CUT}))
    with monkeypatch.context() as patch:
        patch.setattr("tasks.decision_reports.read_decided", None)
        with pytest.raises(TypeError):
            make_decided(judged.campaign.pk)
    failed = judged.researcher.get(f"{path}/beside").json()
    assert (failed["progress"]["decided"], failed["version"], failed["results"]) == (3, None, None)
    make_decided(judged.campaign.pk)
    content = judged.researcher.get(f"{path}/beside").json()
    assert (content["progress"]["decided"], content["progress"]["written"]) == (3, 3)
    rows = {one["worker"]: one for one in content["results"]["workers"]}
    assert rows[judged.enrolment.worker.number]["same"] == 1.0
    assert sorted(one["same"] for one in rows.values()) == [0.0, 1.0]


@pytest.mark.long
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({}, "payload"),
        ({"payload": {"boundaries": [2, 0]}}, "boundaries"),
        ({"payload": {"boundaries": [0]}}, "boundaries"),
        ({"judgment": 2**62}, "judgment"),
        ({"judgment": 2**63}, ""),
        ({"payload": {"boundaries": CUT}, "note": "n" * 1001}, "note"),
        ({"payload": {"boundaries": CUT}, "submission_id": "x"}, "submission_id"),
        ({"payload": {"boundaries": CUT}, "hat": 1}, "hat"),
        ({"payload": {"boundaries": CUT}, "final": True}, "final"),
        ({"payload": {"boundaries": CUT}, "adjudicator": 9}, "adjudicator"),
    ],
)
def test_what_is_no_decision_is_refused(judged: Study, wrong: dict[str, Any], field: str) -> None:
    hit = waiting(judged)["results"][0]["hit"]
    refused = judged.researcher.post(f"{judged.path}/decisions", body(hit) | wrong)
    assert refused.status_code == 400
    if field:
        content = refused.json()
        found = {content.get("field"), *(one.get("field") for one in content.get("errors", ()))}
        assert field in found
    assert not Decision.objects.exists()


def test_only_hits_of_the_campaign_that_are_served_are_decided(judged: Study) -> None:
    other = make_campaign(judged.campaign.dataset, name="Another")
    theirs = other.hits.earliest("pk").pk
    sent = body(theirs, payload={"boundaries": CUT})
    assert judged.researcher.post(f"{judged.path}/decisions", sent).status_code == 404
    hit = waiting(judged)["results"][0]["hit"]
    judged.campaign.hits.filter(pk=hit).update(known=True, quota=0, taken=0)
    sent = body(hit, payload={"boundaries": CUT})
    assert judged.researcher.post(f"{judged.path}/decisions", sent).status_code == 404
    Campaign.objects.filter(pk=other.pk).update(status="draft", launched_at=None)
    assert judged.researcher.get(f"campaigns/{other.pk}/decisions/waiting").status_code == 409


@pytest.mark.long
@pytest.mark.parametrize("query", [{"by": "x"}, {"seed": "-1"}, {"size": "0"}, {"limit": "501"}])
def test_a_queue_that_there_is_not_is_refused(judged: Study, query: dict[str, str]) -> None:
    path = f"{judged.path}/decisions/waiting"
    assert judged.researcher.get(path, **query).status_code == 400


@pytest.mark.long
def test_a_saved_filter_narrows_what_waits(judged: Study) -> None:
    body = {"name": "Third", "filter": {"length_to": "3", "q": "d e"}}
    saved = judged.researcher.send("POST", f"{judged.path}/filters", body).json()["id"]
    (one,) = waiting(judged, saved=saved)["results"]
    assert one["text"].casefold().startswith("d e")
    assert waiting(judged, saved=saved, by="found")["left"] == 1
    for query in ({"by": "found"}, {"saved": saved + 1}):
        assert judged.researcher.get(f"{judged.path}/decisions/waiting", **query).status_code == 400


def test_filters_in_the_query_narrow_what_waits(judged: Study) -> None:
    (one,) = waiting(judged, q="d e", length_to=3)["results"]
    assert one["text"].casefold().startswith("d e")
    assert waiting(judged, q="d e", by="found")["left"] == 1
    body = {"name": "Nowhere", "filter": {"q": "nowhere"}}
    saved = judged.researcher.send("POST", f"{judged.path}/filters", body).json()["id"]
    assert waiting(judged, saved=saved)["left"] == 0
    assert waiting(judged, saved=saved, q="d e")["left"] == 1
    path = f"{judged.path}/decisions/waiting"
    assert judged.researcher.get(path, length_from=3, length_to=2).status_code == 400
    assert waiting(judged, worker=1)["left"] >= 0
    Membership.objects.filter(user=judged.owner).update(role="adjudicator", blind=True)
    assert judged.researcher.get(path, worker=1).status_code == 403


def test_a_blind_adjudicator_uses_no_saved_filter_by_worker(judged: Study) -> None:
    body = {"name": "Of one", "filter": {"worker": "1"}}
    saved = judged.researcher.send("POST", f"{judged.path}/filters", body).json()["id"]
    assert waiting(judged, saved=saved)["left"] >= 0
    Membership.objects.filter(user=judged.owner).update(role="adjudicator", blind=True)
    assert judged.researcher.get(f"{judged.path}/decisions/waiting", saved=saved).status_code == 403


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
    assert study.researcher.post(path, wanted | {"reason": "spam"}).status_code == 409
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
    status = study.researcher.post(f"{study.path}/reviews", wrong | {"reason": "x"}).status_code
    assert status == 400
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
