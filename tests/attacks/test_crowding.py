"""Attack 43 of the promises: one person with many names."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from django.test import Client

from annotation.models import Arrival, Assignment, Campaign, Enrolment, Worker
from annotation.schemes.terms import UsualTerms
from annotation.services.people.identity import Identity
from annotation.services.people.join import join_campaign, let_in
from tasks.sweep import sweep
from tests.api.studies import API, Study
from tests.helpers.factories import at_once, make_campaign
from tests.helpers.pages import assert_shows
from tests.helpers.tiers import by_tier

CLASSROOM = 30


NAMES = by_tier(quick=40, long=1_000)


HERE, ELSEWHERE = "192.0.2.1", "203.0.113.7"


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Make a campaign of 20 HITs, 60 slots, with the default limits."""
    usual = UsualTerms()
    return make_campaign(
        texts=20,
        redundancy=3,
        joins_per_address=usual.joins_per_address,
        claims_per_minute=usual.claims_per_minute,
    )


def join(campaign: Campaign, name: str, address: str = HERE, **more: str) -> tuple[Client, Any]:
    client = Client(REMOTE_ADDR=address)
    return client, client.post(f"/w/{campaign.code}/", {"name": name} | more)


def take(campaign: Campaign, client: Client) -> Any:
    return client.post(f"/w/{campaign.code}/next/")


@pytest.mark.attack(43)
def test_of_many_names_from_one_address_a_classroom_comes_in(campaign: Campaign) -> None:
    statuses = Counter(join(campaign, f"name {n:03}")[1].status_code for n in range(NAMES))
    assert statuses == {302: CLASSROOM, 429: NAMES - CLASSROOM}
    assert campaign.enrolments.count() == Worker.objects.count() == CLASSROOM
    assert Arrival.objects.count() == CLASSROOM
    assert join(campaign, "somebody", ELSEWHERE)[1].status_code == 302


@pytest.mark.attack(43)
@pytest.mark.long
def test_60_sham_claims_from_one_address_leave_most_of_a_campaign(campaign: Campaign) -> None:
    for number in range(60):
        client, response = join(campaign, f"sham {number}")
        if response.status_code == 302:
            take(campaign, client)
    assert Assignment.objects.filter(status="open").count() == CLASSROOM


@pytest.mark.long
def test_the_refusal_says_when_to_come_again_and_whom_to_ask(campaign: Campaign) -> None:
    for number in range(CLASSROOM):
        join(campaign, f"name {number:03}")
    refused = join(campaign, "one more")[1]
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    page = refused.content.decode()
    assert_shows(page, "Try again in 60 minutes", "The researchers can change this limit")
    by_api = API().post(f"campaigns/{campaign.code}/join", {"name": "another"}, REMOTE_ADDR=HERE)
    assert by_api.status_code == 429
    assert by_api.json()["retry_after"] == int(by_api.headers["Retry-After"])


@pytest.mark.long
def test_whoever_was_here_before_comes_back_and_an_hour_later_anybody(campaign: Campaign) -> None:
    client, _ = join(campaign, "first")
    for number in range(CLASSROOM):
        join(campaign, f"name {number:03}")
    assert client.post(f"/w/{campaign.code}/", {"name": "first"}).status_code == 302
    code = Worker.objects.get(external_id="first").return_code
    assert join(campaign, "first", return_code=code)[1].status_code == 302
    assert join(campaign, "late")[1].status_code == 429
    Arrival.objects.update(at=Now() - timedelta(minutes=61))
    assert join(campaign, "late")[1].status_code == 302
    assert Arrival.objects.count() == 1


@pytest.mark.long
def test_no_address_is_stored_and_its_stand_in_goes_within_the_hour(campaign: Campaign) -> None:
    other = make_campaign(texts=2, joins_per_address=CLASSROOM)
    for one in (campaign, other):
        join(one, "first")
    origins = set(Arrival.objects.values_list("origin", flat=True))
    assert len(origins) == 2
    assert not any(HERE in origin for origin in origins)
    sweep()
    assert Arrival.objects.count() == 2
    Arrival.objects.update(at=Now() - timedelta(minutes=61))
    sweep()
    assert not Arrival.objects.exists()


@pytest.mark.long
def test_who_is_not_let_in_is_not_counted(campaign: Campaign) -> None:
    join(campaign, "Ada")
    for _ in range(CLASSROOM + 5):
        assert join(campaign, "Ada")[1].status_code == 409
        assert join(campaign, "\u200b")[1].status_code == 400
    assert join(campaign, "Grace")[1].status_code == 302


def test_who_finds_a_campaign_full_has_not_come(campaign: Campaign) -> None:
    most = campaign.redundancy
    Campaign.objects.filter(pk=campaign.pk).update(most_workers=most)
    statuses = [join(campaign, f"name {number}")[1].status_code for number in range(most + 3)]
    assert statuses == [302] * most + [409] * 3
    assert Arrival.objects.count() == most


@pytest.mark.long
def test_rotating_addresses_before_the_proxy_is_useless(campaign: Campaign, settings: Any) -> None:
    settings.PROXIES = 1
    statuses = Counter(
        Client(HTTP_X_FORWARDED_FOR=f"198.51.100.{n}, {ELSEWHERE}")
        .post(f"/w/{campaign.code}/", {"name": f"name {n:03}"})
        .status_code
        for n in range(CLASSROOM + 10)
    )
    assert statuses == {302: CLASSROOM, 429: 10}


@pytest.mark.long
def test_what_a_campaign_says_holds_and_a_researchers_token_comes_in_addition(study: Study) -> None:
    Campaign.objects.filter(pk=study.campaign.pk).update(joins_per_address=2)
    path = f"{study.worker_path}/join"
    statuses = [API().post(path, {"name": f"n{n}"}).status_code for n in range(4)]
    assert statuses == [200, 200, 429, 429]
    vouched = [study.researcher.post(path, {"external_id": f"id{n}"}) for n in range(6)]
    assert {answer.status_code for answer in vouched} == {200}


@pytest.mark.long
def test_a_researcher_changes_both_while_people_come(study: Study, owner: Client) -> None:
    """The page and the API change both; the API leaves omitted fields unchanged."""
    where = f"/research/campaigns/{study.campaign.pk}/limits/"
    sent = {"joins_per_address": "1", "claims_per_minute": "7"}
    assert owner.post(where, sent).status_code == 302
    assert "Each worker can do at most 7 tasks a minute" in _page(owner, study)
    path = f"{study.worker_path}/join"
    assert [API().post(path, {"name": f"n{n}"}).status_code for n in range(2)] == [200, 429]
    body = {"most_workers": None, "most_hits_per_worker": None}
    changed = study.researcher.post(f"{study.path}/limits", body | {"joins_per_address": 50})
    assert changed.json()["joins_per_address"] == 50
    assert changed.json()["claims_per_minute"] == 7
    assert API().post(path, {"name": "n2"}).status_code == 200
    for wrong in (0, 10_001, "5", 1.5):
        refused = study.researcher.post(f"{study.path}/limits", body | {"joins_per_address": wrong})
        assert (refused.status_code, refused.json()["field"]) == (400, "joins_per_address")
    assert owner.post(where, {"joins_per_address": ""}).status_code == 302
    study.campaign.refresh_from_db()
    assert study.campaign.joins_per_address is None


def _page(client: Client, study: Study) -> str:
    content: bytes = client.get(f"/research/campaigns/{study.campaign.pk}/").content
    return " ".join(content.decode().split())


@pytest.mark.long
def test_new_campaigns_have_both_whoever_drafts_them(study: Study, owner: Client) -> None:
    body = {"dataset": study.campaign.dataset_id, "name": "New", "scheme": "flat"}
    made = study.researcher.post("campaigns", body).json()
    assert (made["joins_per_address"], made["claims_per_minute"]) == (CLASSROOM, 30)
    form = owner.get(f"/research/datasets/{study.campaign.dataset_id}/campaigns/new/")
    assert b'name="joins_per_address" value="30"' in form.content


@pytest.mark.long
def test_who_joins_by_a_service_is_not_slowed(campaign: Campaign) -> None:
    for number in range(CLASSROOM + 10):
        join_campaign(campaign=campaign, source="simulated", external_id=f"s{number}")
    assert not Arrival.objects.exists()


@pytest.mark.attack(43)
@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_no_more_than_the_limit_come_in(campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(joins_per_address=5)
    campaign.refresh_from_db()

    def come(number: int) -> Enrolment:
        return let_in(campaign=campaign, who=Identity.named(f"n{number:02}"), address=HERE)

    at_once([lambda number=number: come(number) for number in range(24)], threads=8)  # type: ignore[misc]
    assert campaign.enrolments.count() <= 5
    assert Arrival.objects.count() == campaign.enrolments.count()
