"""Attack 43 of the promises: one person with a thousand names. Limits per day, address and token,
an access code, and researchers who admit each new worker."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from annotation.models import AuditEvent, Campaign, Enrolment, LoginAttempt, Worker
from annotation.services.accounts.login_throttle import MAX_FROM_AN_ADDRESS_AT_A_TARGET
from annotation.services.accounts.members import add_member
from annotation.services.errors import TooMany
from annotation.services.people.rate_limit import Tempo, tempo
from tests.api.studies import API, Study, make_study
from tests.helpers.factories import at_once, make_user
from tests.helpers.pages import signed_in, text_of
from tests.helpers.tiers import by_tier

HERE = "192.0.2.1"


@pytest.fixture(autouse=True)
def unhurried() -> None:
    tempo.forget()


def change(study: Study, **terms: Any) -> None:
    Campaign.objects.filter(pk=study.campaign.pk).update(**terms)


def join_page(study: Study) -> str:
    return f"/w/{study.campaign.code}/"


def join(study: Study, name: str, address: str = HERE, **form: str) -> Any:
    return Client(REMOTE_ADDR=address).post(join_page(study), {"name": name, **form})


@pytest.mark.attack(43)
@pytest.mark.long
def test_many_names_from_one_address_are_thirty_workers(study: Study) -> None:
    change(study, joins_per_address=30)
    names = by_tier(quick=100, long=1_000)
    answers = [join(study, f"name{number}").status_code for number in range(names)]
    assert (answers.count(302), answers.count(429)) == (30, names - 30)
    assert study.campaign.enrolments.count() == 30 + 1
    assert 0 < int(join(study, "another").headers["Retry-After"]) <= 3_600


@pytest.mark.attack(43)
def test_many_addresses_take_no_more_than_a_days_places(study: Study) -> None:
    before = study.campaign.enrolments.count()
    change(study, joins_per_day=before + 3, joins_per_address=2)
    answers = [join(study, f"name{n}", f"198.51.100.{n}") for n in range(6)]
    assert [answer.status_code for answer in answers] == [302] * 3 + [429] * 3
    assert 86_000 < int(answers[-1].headers["Retry-After"]) <= 86_400
    assert not Worker.objects.filter(external_id="name5").exists()
    # Workers who are in can come back, and a researcher can still admit people they know.
    again = {"return_code": Worker.objects.get(external_id="name0").return_code}
    assert join(study, "name0", **again).status_code == 302
    vouched = study.researcher.post(f"{study.worker_path}/join", {"external_id": "known"})
    assert vouched.status_code == 200


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_no_more_join_than_a_day_has_room_for(db: None) -> None:
    study = make_study()
    before = study.campaign.enrolments.count()
    change(study, joins_per_day=before + 2)
    jobs = [lambda n=n: join(study, f"n{n:02}", f"198.51.100.{n}").status_code for n in range(12)]
    statuses = at_once(jobs, 6)
    assert (statuses.count(302), statuses.count(429)) == (2, 10)


def test_only_newcomers_need_an_access_code(study: Study) -> None:
    known = Client()
    assert known.post(join_page(study), {"name": "Ada"}).status_code == 302
    change(study, access_code="Blue Door")
    assert "Access code" in Client().get(join_page(study)).content.decode()
    for wrong in ({}, {"access_code": " "}, {"access_code": "red door"}):
        assert "access-error" in text_of(join(study, "Bob", **wrong), 400)
    assert not Worker.objects.filter(external_id="Bob").exists()
    assert join(study, "Bob", access_code=" blue DOOR ").status_code == 302
    assert known.post(join_page(study), {"name": "Ada"}).status_code == 302
    by_api = API().post(f"{study.worker_path}/join", {"name": "Cleo"})
    assert (by_api.status_code, by_api.json()["field"]) == (400, "access_code")
    right = {"name": "Cleo", "access_code": "blue door"}
    assert API().post(f"{study.worker_path}/join", right).status_code == 200


@pytest.mark.long
def test_access_codes_are_not_guessed_on_and_on_and_nobody_locks_others_out(study: Study) -> None:
    change(study, access_code="blue")
    for number in range(MAX_FROM_AN_ADDRESS_AT_A_TARGET):
        assert join(study, "Eve", access_code=f"guess{number}").status_code == 400
    assert join(study, "Eve", access_code="blue").status_code == 429
    LoginAttempt.objects.bulk_create(
        LoginAttempt(account=f"code {study.campaign.pk}", address=f"203.0.113.{n % 200}")
        for n in range(150)
    )
    assert join(study, "Ada", "198.51.100.7", access_code="blue").status_code == 302


@pytest.mark.long
def test_claims_of_one_address_are_slowed_down_and_of_another_not(study: Study) -> None:
    change(study, claims_per_address=6)
    workers = [Client(REMOTE_ADDR=HERE), Client(REMOTE_ADDR=HERE), Client(REMOTE_ADDR="192.0.2.9")]
    for number, worker in enumerate(workers):
        assert worker.post(join_page(study), {"name": f"n{number}"}).status_code == 302
    statuses = [worker.post(f"{join_page(study)}next/").status_code for worker in workers]
    assert statuses == [302, 429, 302]
    assert 0 < int(workers[1].post(f"{join_page(study)}next/").headers["Retry-After"]) <= 10
    assert study.worker.post(f"{study.worker_path}/claim").status_code == 200


@pytest.mark.long
def test_the_api_is_slowed_down_by_address_and_by_token(study: Study, settings: Settings) -> None:
    settings.API_PER_ADDRESS, settings.API_PER_TOKEN = 60, 0
    statuses = [API("midpath_wrong").get(study.path).status_code for _ in range(12)]
    assert statuses == [401] * 10 + [429] * 2
    refused = study.researcher.get(study.path)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
    assert int(refused.headers["Retry-After"]) == refused.json()["retry_after"] >= 1
    settings.API_PER_ADDRESS, settings.API_PER_TOKEN = 0, 12
    statuses = [study.researcher.get(study.path).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert study.worker.post(f"{study.worker_path}/claim").status_code == 200


def test_a_tempo_forgets_rather_than_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotation.services.people.rate_limit.MAX_REMEMBERED", 10)
    clock = Tempo()
    for number in range(100):
        clock.take((str(number),), a_minute=60, message="slow")
    assert len(clock.full_at) <= 11
    for _ in range(10):
        clock.take(("one",), a_minute=60, message="slow")
    with pytest.raises(TooMany):
        clock.take(("one",), a_minute=60, message="slow")


def _waiting(study: Study, names: list[str]) -> dict[str, Client]:
    change(study, screened=True)
    clients = {name: Client() for name in names}
    for name, client in clients.items():
        joined = client.post(join_page(study), {"name": name})
        assert joined.headers["Location"] == f"{join_page(study)}waiting/"
    return clients


def _decide(study: Study, who: Client, then: str, names: list[str]) -> None:
    keys = study.campaign.enrolments.filter(worker__external_id__in=names)
    form = {"worker": [*keys.values_list("pk", flat=True), "x", "9" * 30], "then": then}
    answer = who.post(reverse("research:decide_workers", args=(study.campaign.pk,)), form)
    assert answer.status_code == 302


@pytest.fixture
def owner(study: Study) -> Client:
    return signed_in(study.owner)


def test_whoever_waits_gets_nothing_until_they_are_let_in(study: Study, owner: Client) -> None:
    clients = _waiting(study, ["Ada", "Bob"])
    state = f"{join_page(study)}waiting/state/"
    for client in clients.values():
        assert "Waiting for approval" in client.get(f"{join_page(study)}waiting/").content.decode()
        assert client.get(state).json() == {"waiting": True}
        client.post(f"{join_page(study)}next/")
        assert client.get(f"{join_page(study)}hit/").status_code == 302
    page = owner.get(reverse("research:waiting_workers", args=(study.campaign.pk,)))
    assert page.content.decode().count("checked") == 2
    assert "Ada" not in page.content.decode()
    _decide(study, owner, "approve", ["Ada"])
    _decide(study, owner, "turn_away", ["Bob"])
    assert clients["Ada"].get(state).json() == {"waiting": False}
    moved = clients["Ada"].get(f"{join_page(study)}waiting/")
    assert moved.headers["Location"] == f"{join_page(study)}instructions/"
    clients["Ada"].post(f"{join_page(study)}instructions/")
    clients["Ada"].post(f"{join_page(study)}next/")
    assert clients["Ada"].get(f"{join_page(study)}hit/").status_code == 200
    shown = clients["Bob"].get(f"{join_page(study)}waiting/").content.decode()
    assert "You were not approved" in shown
    clients["Bob"].post(f"{join_page(study)}next/")
    assert clients["Bob"].get(f"{join_page(study)}hit/").status_code == 302
    verbs = AuditEvent.objects.filter(user=study.owner, verb__startswith="worker.")
    assert set(verbs.values_list("verb", flat=True)) == {"worker.approved", "worker.turned_away"}


@pytest.mark.long
def test_whom_one_turned_away_one_can_still_let_in(study: Study, owner: Client) -> None:
    _waiting(study, ["Bob"])
    for then in ("turn_away", "turn_away", "approve", "turn_away"):
        _decide(study, owner, then, ["Bob"])
        bob = Enrolment.objects.get(worker__external_id="Bob")
        assert (bob.approved_at is None) == (bob.turned_away_at is not None) == (then != "approve")


@pytest.mark.long
def test_a_stranger_and_a_worker_let_nobody_in(study: Study, other_study: Study) -> None:
    clients = _waiting(study, ["Ada"])
    stranger = signed_in(other_study.owner)
    keys = list(study.campaign.enrolments.values_list("pk", flat=True))
    address = reverse("research:decide_workers", args=(study.campaign.pk,))
    form = {"worker": keys, "then": "approve"}
    assert stranger.post(address, form).status_code == 404
    assert clients["Ada"].post(address, form).status_code == 302
    foreign = reverse("research:decide_workers", args=(other_study.campaign.pk,))
    assert stranger.post(foreign, form).status_code == 302
    assert Enrolment.objects.get(worker__external_id="Ada").approved_at is None


@pytest.mark.long
def test_members_let_in_too(study: Study) -> None:
    clients = _waiting(study, ["Ada"])
    teammate = make_user()
    add_member(project=study.project, by=study.owner, username=teammate.username)
    member = signed_in(teammate)
    _decide(study, member, "approve", ["Ada"])
    assert clients["Ada"].get(f"{join_page(study)}waiting/state/").json() == {"waiting": False}
