"""Platform ids of workers: owners see them on a page, in a file and with a scope of the API; no one
else sees them anywhere."""

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import AuditEvent, Enrolment, Membership, User
from annotation.services.accounts.members import add_member
from annotation.services.accounts.tokens import issue_token
from annotation.services.errors import Forbidden, NotQualified
from annotation.services.people.identity import Identity
from annotation.services.people.join import let_in
from annotation.services.people.sessions import MAX_SESSIONS, keep_session
from tests.api.studies import API, Study, make_study
from tests.helpers.factories import enrol, judge_next, make_user
from tests.helpers.pages import read, signed_in
from tests.helpers.queries import assert_queries

pytestmark = pytest.mark.long
PID, STUDY, SESSION = "5f1d7a2b9c3e4d5f6a7b8c9d", "66aa00000000000000000001", "77bb0000000000000001"


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


def come(study: Study, pid: str = PID, session: str = SESSION) -> Enrolment:
    who = Identity("prolific", pid, STUDY, session)
    known = Enrolment.objects.filter(worker__external_id=pid).values_list("worker", flat=True)
    return let_in(campaign=study.campaign, who=who, address="192.0.2.1", known=list(known))


def page(study: Study) -> str:
    return reverse("research:worker_ids", args=(study.campaign.pk,))


def file(study: Study) -> str:
    return reverse("research:worker_ids_csv", args=(study.campaign.pk,))


@pytest.fixture
def owner(study: Study) -> Client:
    return signed_in(study.owner)


@pytest.fixture
def teammate(study: Study) -> User:
    user = make_user()
    add_member(project=study.project, by=study.owner, username=user.username)
    return user


def test_an_owner_sees_each_session_once(study: Study, owner: Client) -> None:
    for session in (SESSION, SESSION, "88cc"):
        come(study, session=session)
    shown = owner.get(page(study)).content.decode()
    assert [shown.count(one) for one in (PID, STUDY, SESSION, "88cc")] == [1, 2, 1, 1]
    assert "Prolific" in shown
    rows = list(csv.DictReader(io.StringIO(owner.get(file(study)).content.decode())))
    of_prolific = [row for row in rows if row["source"] == "prolific"]
    assert [row["session"] for row in of_prolific] == [SESSION, "88cc"]
    assert {row["id"] for row in of_prolific} == {PID}
    assert AuditEvent.objects.filter(verb="file.taken", user=study.owner).count() == 1


def test_each_session_has_the_hits_that_were_done_for_it(study: Study, owner: Client) -> None:
    judge_next(come(study))
    come(study, session="88cc")
    rows = list(csv.DictReader(io.StringIO(owner.get(file(study)).content.decode())))
    found = [(row["session"], row["judgments"], row["hits"]) for row in rows if row["id"] == PID]
    assert found == [(SESSION, "1", "1"), ("88cc", "1", "0")]
    shown = "".join(owner.get(page(study)).content.decode().split())
    assert '<tdclass="number"><div>1</div><div>0</div></td>' in shown


def test_a_chosen_name_is_nobodys_id(study: Study, owner: Client) -> None:
    let_in(campaign=study.campaign, who=Identity.named("Rosalind"), address="192.0.2.1")
    assert "Rosalind" not in owner.get(page(study)).content.decode()
    assert "Rosalind" not in owner.get(file(study)).content.decode()


def test_one_finds_an_id_by_any_part_of_any_of_them(study: Study, owner: Client) -> None:
    come(study)
    come(study, "aaaa1111", "9999")
    for query, found in (("aaaa", "aaaa1111"), ("77bb", PID), ("9999", "aaaa1111")):
        shown = owner.get(page(study), {"q": query}).content.decode()
        assert (PID in shown, "aaaa1111" in shown) == (found == PID, found == "aaaa1111")
    assert "No id contains" in owner.get(page(study), {"q": "nobody"}).content.decode()


def test_a_page_holds_fifty_and_costs_the_same_however_many_there_are(
    study: Study, owner: Client
) -> None:
    come(study)
    owner.get(page(study))
    with assert_queries(6):
        owner.get(page(study))
    for number in range(60):
        come(study, f"many{number:02}", f"session{number}")
    with assert_queries(6):
        first = owner.get(page(study)).content.decode()
    assert first.count("<tr><th scope=") == 50
    assert "Next page" in first
    last = study.campaign.enrolments.order_by("pk")[49].pk
    second = owner.get(page(study), {"after": last}).content.decode()
    assert "many59" in second
    assert "many00" not in second


def test_a_formula_is_none_in_the_file(study: Study, owner: Client) -> None:
    come(study, "=cmd()", "@SUM(1)")
    assert "'=cmd()" in owner.get(file(study)).content.decode()
    assert "'@SUM(1)" in owner.get(file(study)).content.decode()


@pytest.mark.quick
def test_a_member_sees_none_of_it(study: Study, teammate: User) -> None:
    come(study)
    client = signed_in(teammate)
    for address in (page(study), file(study)):
        assert PID not in read(client, address, 403)
    workers = reverse("research:workers", args=(study.campaign.pk,))
    assert page(study) not in client.get(workers).content.decode()
    assert page(study) in signed_in(study.owner).get(workers).content.decode()


@pytest.mark.quick
def test_a_token_reads_ids_only_with_that_right(study: Study, teammate: User) -> None:
    come(study)
    path = f"{study.path}/worker-ids"
    assert study.researcher.get(path).status_code == 403
    token, key = issue_token(project=study.project, user=study.owner, name="pays", scopes=["ids"])
    listed = API(key).get(path).json()["results"]
    [one] = [row for row in listed if row["sent_by"] == "prolific"]
    assert (one["external_id"], one["worker"]) == (PID, come(study).worker.number)
    [session] = one["sessions"]
    assert (session["study"], session["session"]) == (STUDY, SESSION)
    assert session["done_before"] == 0
    with pytest.raises(Forbidden):
        issue_token(project=study.project, user=teammate, name="pries", scopes=["ids"])
    Membership.objects.filter(user=token.user).update(role=Membership.Role.MANAGER)
    assert API(key).get(path).status_code == 403


def test_only_owners_are_offered_the_right(study: Study, teammate: User) -> None:
    tokens = reverse("research:tokens", args=(study.project.pk,))
    sent = {"name": "pays", "days": 3, "scopes": ["money", "ids"]}
    assert 'value="ids"' in signed_in(study.owner).get(tokens).content.decode()
    assert 'value="ids"' not in signed_in(teammate).get(tokens).content.decode()
    signed_in(teammate).post(tokens, sent)
    assert not study.project.tokens.filter(scopes__contains=["ids"]).exists()
    signed_in(study.owner).post(tokens, sent)
    assert study.project.tokens.filter(scopes=["money", "ids"], user=study.owner).count() == 1


def test_the_sessions_of_one_worker_are_bounded(study: Study) -> None:
    enrolment = enrol(study.campaign)
    for number in range(MAX_SESSIONS):
        keep_session(enrolment=enrolment, study="s", session=str(number))
    with pytest.raises(NotQualified, match="the maximum number of submissions per person"):
        keep_session(enrolment=enrolment, study="s", session="one more")
    keep_session(enrolment=enrolment, study="s", session="0")
    assert enrolment.platform_sessions.count() == MAX_SESSIONS
