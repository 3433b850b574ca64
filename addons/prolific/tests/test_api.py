"""A study on Prolific over the API, as on the pages: owners only, from stored data; visits call
Prolific, replaced by a stand-in in its own process."""

import pytest

from addons.prolific.models import ProlificMessage, ProlificToken, ProlificVisit
from addons.prolific.services.tokens import opened
from addons.prolific.tests.desk import REASON, come, owe, study_with
from addons.prolific.tests.server import STUDY, TOKEN, submission
from annotation.models import AuditEvent, KeptAnswer, Membership
from annotation.services.accounts.tokens import issue_token
from annotation.services.pay.batches import make_batch
from tasks.run_job import run_job
from tests.api.studies import API, Study
from tests.helpers.stand_in import StandIn

pytestmark = pytest.mark.long


@pytest.fixture
def study(db: None) -> Study:
    found = study_with(completion_code="DONE1", place_hits=1)
    scopes = {"read", "money", "ids"}
    _, key = issue_token(project=found.project, user=found.owner, name="payer", scopes=scopes)
    found.researcher = API(key)
    return found


def token_at(study: Study) -> str:
    return f"projects/{study.project.pk}/prolific-token"


def at(study: Study, place: str = "") -> str:
    return f"{study.path}/prolific{place}"


def visit(study: Study) -> None:
    run_job("prolific_visit", ProlificVisit.objects.get(study__campaign=study.campaign).pk)


def connected(study: Study) -> None:
    assert study.researcher.post(token_at(study), {"token": TOKEN}).status_code == 200
    response = study.researcher.post(at(study, "/connect"), {"study": STUDY})
    assert (response.status_code, response.json()["visit"]["status"]) == (202, "waiting")
    visit(study)


def test_a_token_is_written_and_never_shown(study: Study) -> None:
    response = study.researcher.post(token_at(study), {"token": TOKEN})
    assert response.json()["last_four"] == TOKEN[-4:]
    for path in (token_at(study), at(study)):
        answer = study.researcher.get(path)
        assert answer.json()["token"]["last_four"] == TOKEN[-4:]
        assert TOKEN.encode() not in answer.content
    stored = ProlificToken.objects.get()
    assert TOKEN not in stored.sealed
    assert opened(stored) == TOKEN
    assert TOKEN not in str(AuditEvent.objects.values_list("details", flat=True))
    assert not KeptAnswer.objects.exists()
    assert study.researcher.post(token_at(study), {"token": "short"}).status_code == 400
    assert study.researcher.post(f"{token_at(study)}/forget").status_code == 204
    assert study.researcher.get(token_at(study)).json() == {"token": None}


def test_submissions_are_listed_and_decided(study: Study, site: StandIn) -> None:
    come(study, "p1", hits=1)
    site.set_state(submissions=[submission(1, "p1"), submission(2, "p2")])
    connected(study)
    body = study.researcher.get(at(study)).json()
    assert (body["study"]["state"], body["possible"]) == ("ACTIVE", ["PAUSE", "STOP", "PLACES"])
    sound, absent = study.researcher.get(at(study, "/submissions")).json()["results"]
    assert (sound["participant"], sound["hits"], sound["is_sound"]) == ("p1", 1, True)
    assert (absent["worker"], absent["is_sound"], absent["decision"]) == (None, False, "none")
    assert study.researcher.get(at(study, "/submissions"), only="absent").json()["results"] == [
        absent
    ]
    decide = at(study, "/submissions/decide")
    short = {"submissions": [absent["id"]], "decision": "reject", "reason": "No."}
    assert study.researcher.post(decide, short).status_code == 400
    full = short | {"category": "NO_DATA", "reason": REASON}
    assert study.researcher.post(decide, full).json() == {"decided": 1}
    assert study.researcher.get(at(study)).json()["unsent"] == 1
    visit(study)
    [gone] = study.researcher.get(at(study, "/submissions"), only="absent").json()["results"]
    assert (gone["status"], gone["decision"]) == ("REJECTED", "reject")
    assert study.researcher.post(at(study, "/submissions/again")).json() == {"decided": 0}


def test_a_study_is_written_made_priced_and_published(study: Study, site: StandIn) -> None:
    study.researcher.post(token_at(study), {"token": TOKEN})
    proposal = study.researcher.get(at(study, "/draft")).json()
    assert (proposal["reward"], proposal["currency"]) == ("0.02", "USD")
    terms = {"name": "Cut", "description": "Cut texts.", "reward": "0.50", "places": 2}
    draft = study.researcher.post(at(study, "/draft"), terms | {"minutes": 3})
    assert (draft.status_code, draft.json()["state"]) == (201, "written")
    assert draft.json()["codes"] == [
        {"code": "DONE1", "kind": "COMPLETED", "then": "MANUALLY_REVIEW"}
    ]
    assert study.researcher.post(at(study, "/draft/make")).status_code == 202
    visit(study)
    body = study.researcher.get(at(study)).json()
    if body["step"]["state"] == "asked":
        assert study.researcher.post(at(study, "/ask")).status_code == 202
        visit(study)
        body = study.researcher.get(at(study)).json()
    step = body["step"]
    assert (step["action"], step["state"], body["draft"]) == ("PUBLISH", "priced", None)
    confirm = at(study, f"/steps/{step['id']}/confirm")
    assert study.researcher.post(confirm, {"cost": "1/1"}).status_code == 409
    found = study.researcher.get(at(study, "/readiness")).json()
    wrong = [one["name"] for one in found["checks"] if not one["ready"]]
    assert (found["ready"], wrong[0], found["checks"][0]["fix"]) == (False, "address", "server")
    refused = study.researcher.post(confirm, {"cost": step["cost"]})
    assert (refused.status_code, refused.json()["not_ready"]) == (409, wrong)
    accepted = {"cost": step["cost"], "accept_unready": True}
    assert study.researcher.post(confirm, accepted).status_code == 200
    visit(study)
    after = study.researcher.get(at(study)).json()
    assert (after["step"]["state"], after["study"]["state"]) == ("done", "ACTIVE")
    paused = study.researcher.post(at(study, "/steps"), {"action": "PAUSE"})
    assert (paused.status_code, paused.json()["cost"]) == (201, None)


def test_a_message_is_written_once_for_a_key(study: Study, site: StandIn) -> None:
    site.set_state(submissions=[submission(1, "p1")])
    connected(study)
    [one] = study.researcher.get(at(study, "/submissions")).json()["results"]
    study.researcher.headers["Idempotency-Key"] = "one"
    body = {"submissions": [one["id"]], "body": "Thank you."}
    for _ in range(2):
        assert study.researcher.post(at(study, "/messages"), body).json() == {"messages": 1}
    assert ProlificMessage.objects.count() == 1
    [content] = study.researcher.get(at(study, "/messages")).json()["results"]
    assert (content["participant"], content["state"]) == ("p1", "wanted")


def test_a_list_is_paid_at_the_cost_that_was_read(study: Study, site: StandIn) -> None:
    owe(study, "p0", "1.50")
    site.set_state(submissions=[submission(0, "p0", "APPROVED")])
    site.set_state(study=site.state()["study"] | {"reward": 0})
    connected(study)
    batch = make_batch(campaign=study.campaign, user=study.owner, source="prolific")
    path = f"{study.path}/pay/batches/{batch.pk}/prolific"
    assert study.researcher.post(path).status_code == 202
    visit(study)
    body = study.researcher.get(path).json()
    assert [one["state"] for one in body["bulks"]] == ["priced"]
    assert study.researcher.post(f"{path}/pay", {"total": "0.01"}).status_code == 409
    assert study.researcher.post(f"{path}/free").status_code == 409
    assert study.researcher.post(f"{path}/pay", {"total": body["total"]}).status_code == 202
    visit(study)
    assert study.researcher.get(path).json()["bulks"][0]["state"] in {"sent", "done"}


def test_it_is_stopped_and_left(study: Study, site: StandIn) -> None:
    connected(study)
    assert study.researcher.post(at(study, "/ask")).status_code == 202
    assert study.researcher.post(at(study, "/disconnect")).status_code == 409
    assert study.researcher.post(at(study, "/stop")).json()["visit"]["status"] == "discarded"
    assert study.researcher.post(at(study, "/disconnect")).status_code == 204
    assert study.researcher.get(at(study)).json()["study"] is None
    assert study.researcher.get(at(study, "/submissions")).status_code == 404


@pytest.mark.quick
def test_ids_of_participants_need_the_scope_of_ids(study: Study) -> None:
    _, key = issue_token(project=study.project, user=study.owner, name="m", scopes={"money"})
    for place in ("/submissions", "/messages"):
        refused = API(key).get(at(study, place))
        assert (refused.status_code, refused.json()["scope"]) == (403, "ids")
    assert API(key).get(at(study)).status_code == 200


def test_owners_alone_may(study: Study, other_study: Study) -> None:
    assert other_study.researcher.get(at(study)).status_code == 404
    Membership.objects.filter(user=study.owner).update(role="manager")
    for place in ("", "/submissions", "/draft", "/messages"):
        assert study.researcher.get(at(study, place)).status_code == 403
    assert study.researcher.post(token_at(study), {"token": TOKEN}).status_code == 403
