"""A warm-up among a campaign's terms: requested, copied, refused if it could show no result."""

import pytest
from django.test import Client
from django.urls import reverse

from analysis.schemes import ANALYSES
from annotation.models import Campaign
from annotation.schemes import COMPARABLE
from annotation.services.accounts.tokens import issue_token
from annotation.services.campaigns.copies import duplicate_campaign
from annotation.services.work.claim import claim_hit
from tests.api.studies import API
from tests.helpers.factories import enrol, make_campaign, submit
from tests.helpers.pages import text_of, words_on

pytestmark = pytest.mark.django_db
NOTE = "After 5 tasks, a page shows workers how their answers compare"


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(texts=12, warm_up=2)


def test_a_form_asks_for_it(campaign: Campaign, insider: Client) -> None:
    address = reverse("research:new_campaign", args=(campaign.dataset_id,))
    sent = {
        "name": "Warm",
        "scheme": "flat",
        "redundancy": "2",
        "reward": "0.05",
        "currency": "USD",
        "warm_up": "5",
        "minutes": "10",
        "walk": "together",
    }
    insider.post(address, sent)
    made = Campaign.objects.get(name="Warm")
    assert made.warm_up == 5
    assert NOTE in words_on(insider, "campaign", made.pk)
    insider.post(address, sent | {"name": "Cold", "warm_up": ""})
    assert Campaign.objects.get(name="Cold").warm_up == 0
    alone = text_of(insider.post(address, sent | {"name": "Alone", "redundancy": "1"}), 400)
    assert "no other answers to compare with" in alone
    assert "Warm-up" not in words_on(insider, "campaign", Campaign.objects.get(name="Cold").pk)


@pytest.mark.long
def test_a_duplicate_and_the_api_have_it(campaign: Campaign) -> None:
    user = campaign.dataset.project.memberships.get().user
    copy = duplicate_campaign(campaign=campaign, dataset=campaign.dataset, name="Copy", user=user)
    assert copy.warm_up == 2
    _, key = issue_token(project=campaign.dataset.project, user=user, name="tests")
    api = API(key)
    assert api.get(f"campaigns/{campaign.pk}").json()["warm_up"] == 2
    terms = {"name": "By program", "scheme": "flat", "dataset": campaign.dataset_id}
    assert api.post("campaigns", terms | {"warm_up": 7}).json()["warm_up"] == 7
    alone = api.post("campaigns", terms | {"name": "Alone", "warm_up": 7, "redundancy": 1})
    assert (alone.status_code, alone.json()["field"]) == (400, "warm_up")


def test_schemes_are_compared_that_have_a_reading_test() -> None:
    tested = {name for name, analysis in ANALYSES.items() if analysis.reading is not None}
    assert tested == {*COMPARABLE}


@pytest.mark.long
def test_it_is_paid_counts_and_stops_no_program(campaign: Campaign) -> None:
    enrolment = enrol(campaign)
    for _ in range(4):
        given = claim_hit(enrolment_id=enrolment.pk)
        submit(enrolment, given, {"boundaries": [0] * (len(given.hit.item.text.split()) - 1)})
    enrolment.refresh_from_db()
    assert (enrolment.submitted, enrolment.earning) == (4, 4)
    assert campaign.judgments.filter(counts=True).count() == 4
