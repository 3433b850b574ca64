"""A project's people, tokens, word lists and audit log through the API.

Owners manage, members read, and blind members see no worker.
"""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import (
    APIToken,
    AuditEvent,
    Dataset,
    Enrolment,
    Invitation,
    Publication,
    WordList,
)
from annotation.services.accounts.members import add_member
from annotation.services.accounts.tokens import find_token, issue_token
from annotation.services.campaigns.campaigns import close_campaign
from annotation.services.work.quality import stop_worker
from tests.api.studies import API, Study
from tests.helpers.documents import make_documents
from tests.helpers.factories import judge_next, make_user
from tests.helpers.pages import signed_in
from tests.helpers.queries import assert_queries
from tests.helpers.stored_snapshots import stored_snapshot


def of(study: Study, role: str, *, blind: bool = False) -> API:
    user = make_user()
    add_member(
        project=study.project, by=study.owner, username=user.username, role=role, blind=blind
    )
    return API(issue_token(project=study.project, user=user, name=role)[1])


@pytest.mark.long
def test_members_are_added_changed_and_removed(study: Study) -> None:
    where, account = f"projects/{study.project.pk}/members", make_user("rosa")
    added = study.researcher.post(where, {"username": "rosa", "role": "viewer", "blind": True})
    rosa = {"user": account.pk, "username": "rosa", "role": "viewer", "blind": True}
    assert (added.status_code, added.json()) == (201, rosa)
    assert study.researcher.get(where).json()["results"][-1] == rosa
    assert study.researcher.post(where, {"username": "rosa", "role": "viewer"}).status_code == 409
    nobody = study.researcher.post(where, {"username": "nobody", "role": "viewer"})
    assert (nobody.status_code, nobody.json()["field"]) == (400, "username")
    changed = study.researcher.patch(f"{where}/{account.pk}", {"role": "manager"})
    assert changed.json() == rosa | {"role": "manager", "blind": False}
    blind = study.researcher.patch(f"{where}/{account.pk}", {"role": "manager", "blind": True})
    assert (blind.status_code, blind.json()["field"]) == (400, "blind")
    assert study.researcher.post(f"{where}/{account.pk}/remove").status_code == 204
    assert study.researcher.post(f"{where}/{account.pk}/remove").status_code == 404
    last = study.researcher.post(f"{where}/{study.owner.pk}/remove")
    assert (last.status_code, "needs an owner" in last.json()["detail"]) == (409, True)


def test_a_members_token_sees_and_revokes_its_own_alone(study: Study) -> None:
    viewer = of(study, "viewer")
    where = f"projects/{study.project.pk}/tokens"
    [own] = viewer.get(where).json()["results"]
    assert (own["name"], own["revoked_at"]) == ("viewer", None)
    every = study.researcher.get(where).json()["results"]
    assert {one["name"] for one in every} == {"tests", "viewer"}
    assert "digest" not in str(every)
    owners = APIToken.objects.get(name="tests")
    assert viewer.post(f"{where}/{owners.pk}/revoke").status_code == 404
    assert study.researcher.post(f"{where}/{own['id']}/revoke").json()["revoked_at"]
    assert viewer.get(where).status_code == 401
    key = study.researcher.headers["Authorization"].removeprefix("Bearer ")
    assert study.researcher.post(f"{where}/{owners.pk}/revoke").status_code == 200
    assert find_token(key) is None


@pytest.mark.long
def test_the_audit_goes_on_where_it_was_left(study: Study) -> None:
    where = f"projects/{study.project.pk}/audit"
    events = study.researcher.get(where).json()["results"]
    assert events[0]["verb"] == "project.created"
    assert events[0]["user"] == study.owner.username
    last = events[-1]["id"]
    study.researcher.post(f"{study.path}/pause")
    [new] = study.researcher.get(where, after=last).json()["results"]
    assert (new["verb"], new["campaign"]) == ("campaign.paused", study.campaign.pk)


def test_those_who_see_workers_read_what_they_did_by_number(study: Study) -> None:
    judge_next(study.enrolment)
    where, number = f"projects/{study.project.pk}/audit", study.enrolment.worker.number
    assert {one["worker"] for one in study.researcher.get(where).json()["results"]} == {None}
    every = study.researcher.get(where, workers="true").json()["results"]
    assert number in {one["worker"] for one in every}
    blind = of(study, "viewer", blind=True).get(where, workers="true").json()["results"]
    assert {one["worker"] for one in blind} == {None}


@pytest.mark.long
def test_the_audit_and_the_members_cost_few_queries(study: Study) -> None:
    AuditEvent.objects.bulk_create(
        AuditEvent(verb="campaign.edited", project=study.project, user=study.owner)
        for _ in range(30)
    )
    for path in ("audit", "members", "tokens"):
        with CaptureQueriesContext(connection) as spent:
            study.researcher.get(f"projects/{study.project.pk}/{path}", limit=20)
        assert len(spent) <= 5, path


@pytest.mark.long
def test_a_worker_is_stopped_and_goes_on(study: Study) -> None:
    where = f"{study.path}/workers/{study.enrolment.worker.number}"
    assert study.researcher.post(f"{where}/stop").json()["stopped_at"]
    refused = study.worker.post(f"{study.worker_path}/claim")
    assert (refused.status_code, refused.json()["code"]) == (409, "stopped")
    assert study.researcher.post(f"{where}/restore").json()["stopped_at"] is None
    assert study.worker.post(f"{study.worker_path}/claim").status_code == 200
    assert study.researcher.post(f"{study.path}/workers/999/stop").status_code == 404


@pytest.mark.long
def test_a_snapshot_is_published_and_taken_back(study: Study) -> None:
    close_campaign(campaign=study.campaign, user=study.owner)
    signed = {"manifest.json": b"{}", "signature.json": b"{}"}
    where = f"snapshots/{stored_snapshot(study.campaign, gold=b'{}', **signed).pk}"
    assert study.researcher.post(f"{where}/unpublish").status_code == 404
    made = study.researcher.post(f"{where}/publish", {"authors": "Ada Brandt"}).json()
    assert (made["authors"], made["licence"], made["withdrawn_at"]) == ("Ada Brandt", "", None)
    assert made["address"].startswith("http://testserver/")
    assert Publication.objects.get().code in made["address"]
    assert study.researcher.post(f"{where}/unpublish").json()["withdrawn_at"]
    nobody = study.researcher.post(f"{where}/publish", {"authors": "  "})
    assert (nobody.status_code, nobody.json()["field"]) == (400, "authors")


@pytest.mark.long
def test_a_worker_of_another_campaign_is_not_stopped(study: Study, other_study: Study) -> None:
    number = study.enrolment.worker.number
    assert other_study.researcher.post(f"{study.path}/workers/{number}/stop").status_code == 404
    assert Enrolment.objects.get(pk=study.enrolment.pk).stopped_at is None
    assert stop_worker(enrolment=study.enrolment, user=study.owner).stopped_at


@pytest.mark.long
def test_an_owner_invites_lists_and_withdraws(study: Study) -> None:
    address = f"projects/{study.project.pk}/invitations"
    made = study.researcher.post(address, {"role": "viewer", "blind": True, "most_uses": 2})
    assert made.status_code == 201
    body = made.json()
    link = body.pop("link")
    assert link.startswith("http://testserver/account/invitations/")
    assert (body["state"], body["uses"], body["most_uses"]) == ("open", 0, 2)
    assert study.researcher.get(address).json()["results"] == [body]
    assert signed_in(make_user()).post(link, {"then": "accept"}).status_code == 302
    withdrawn = study.researcher.post(f"{address}/{body['id']}/withdraw").json()
    assert (withdrawn["state"], withdrawn["uses"]) == ("withdrawn", 1)
    assert study.researcher.post(f"{address}/0/withdraw").status_code == 404


@pytest.mark.long
def test_a_mailed_one_shows_no_link(study: Study) -> None:
    address = f"projects/{study.project.pk}/invitations"
    form = {"role": "auditor", "email": "ada@example.org"}
    body = study.researcher.post(address, form).json()
    assert (body["link"], body["state"], body["email"]) == ("", "waiting", "ada@example.org")
    assert Invitation.objects.get().server == "http://testserver"
    assert study.researcher.post(address, form).status_code == 409


@pytest.mark.long
def test_what_cannot_be_is_refused(study: Study) -> None:
    address = f"projects/{study.project.pk}/invitations"
    for wrong, field in (
        ({"role": "boss"}, "role"),
        ({"role": "manager", "blind": True}, "blind"),
        ({"role": "viewer", "email": "nobody"}, "email"),
        ({"role": "viewer", "days": 31}, "days"),
        ({"role": "viewer", "most_uses": 51}, "most_uses"),
    ):
        refused = study.researcher.post(address, wrong)
        assert refused.status_code == 400, wrong
        assert refused.json()["field"] == field


def test_the_list_costs_the_same(study: Study) -> None:
    address = f"projects/{study.project.pk}/invitations"
    for _ in range(2):
        study.researcher.post(address, {"role": "viewer"})
        with assert_queries(3):
            assert study.researcher.get(address).status_code == 200


@pytest.fixture
def documents(study: Study) -> Dataset:
    return make_documents(study.project)


@pytest.mark.long
def test_a_project_has_words_of_its_own(study: Study) -> None:
    where = f"projects/{study.project.pk}/words"
    assert study.researcher.get(where).json()["results"] == []
    made = study.researcher.post(where, {"language": "en", "words": ["of", "in", "of"]}).json()
    assert (made["words"], made["revision"]) == (["in", "of"], 1)
    renamed = study.researcher.post(f"{where}/en/rename", {"to": "en-gb"}).json()
    assert (renamed["language"], renamed["revision"]) == ("en-gb", 2)
    assert study.researcher.get(where).json()["results"] == [renamed]
    assert study.researcher.post(f"{where}/en/rename", {"to": "de"}).status_code == 404
    two = study.researcher.post(where, {"language": "en", "words": ["in front"]})
    assert (two.status_code, two.json()["field"]) == (400, "words")
    wrong = study.researcher.post(f"{where}/en-gb/rename", {"to": "?"})
    assert (wrong.status_code, wrong.json()["field"]) == (400, "to")
    assert WordList.objects.count() == 1


@pytest.mark.long
@pytest.mark.parametrize("kind", ["project", "dataset", "campaign", "set"])
def test_things_are_renamed(study: Study, documents: Dataset, kind: str) -> None:
    numbers = {"project": study.project.pk, "dataset": documents.pk, "campaign": study.campaign.pk}
    where = f"{kind}s/{numbers.get(kind, 0)}/rename"
    renamed = study.researcher.post(where, {"name": "  Another  "})
    if kind == "set":
        assert renamed.status_code == 404
        return
    assert renamed.json() == {"id": numbers[kind], "name": "Another"}
    assert study.researcher.post(where, {"name": " "}).status_code == 400
    if kind == "dataset":
        taken = study.researcher.post(where, {"name": study.campaign.dataset.name})
        assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")
