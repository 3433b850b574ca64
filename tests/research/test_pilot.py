"""The pilot on the dashboard: its figures, how it ends, and whether its judgments count."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Campaign
from tests.helpers.factories import enrol, judge_rest, make_campaign
from tests.helpers.figures import make_figures
from tests.helpers.pages import assert_hides, assert_shows, read, signed_in
from tests.research.study import Study


@pytest.fixture
def campaign(study: Study) -> Campaign:
    campaign = make_campaign(study.dataset, redundancy=2, pilot_items=2, reward="0.05")
    for worker in (enrol(campaign), enrol(campaign)):
        judge_rest(worker)
    return campaign


def test_a_pilot_ends_and_leaves_the_figures_on_its_page(study: Study, campaign: Campaign) -> None:
    client = signed_in(study.owner)
    page, end, count = (
        reverse(f"research:{name}", args=[campaign.pk])
        for name in ("campaign", "end_pilot", "count_pilot")
    )
    shown = read(client, page)
    assert_shows(shown, "2 of them have all their judgments", "Workers get no others until")
    assert_shows(shown, "Workers get only the pilot until you end it.")
    assert_hides(shown, count)
    assert client.post(count, {"counts": "no"}).status_code == 409
    assert_shows(read(client, end), campaign.instructions.splitlines()[0])
    assert client.post(end, {"instructions": "Now cut."}).status_code == 302
    assert_shows(client.post(end, {"instructions": ""}).content.decode(), "has ended already")
    make_figures(campaign)
    shown = read(client, page)
    assert_shows(shown, "then the instructions were changed", "4 of its 4 judgments are in")
    client.post(count, {"counts": "no"})
    assert_shows(read(client, page), "Its 4 judgments are paid but not in the figures")
    client.post(count, {"counts": "yes"})
    assert_shows(read(client, page), "4 of its 4 judgments are in")


def test_the_card_is_only_on_campaigns_with_a_pilot(study: Study) -> None:
    client = signed_in(study.owner)
    assert_hides(read(client, reverse("research:campaign", args=[study.flat.pk])), "pilot-title")
    end = reverse("research:end_pilot", args=[study.flat.pk])
    assert client.get(end).status_code == 404


def test_clients_end_and_count_a_pilot(study: Study, campaign: Campaign) -> None:
    client: Client = signed_in(study.owner)
    address = f"/api/v1/campaigns/{campaign.pk}"
    made = client.get(address).json()
    assert (made["pilot_items"], made["pilot_pauses"], made["pilot_ended_at"]) == (2, True, None)

    def post(what: str, **body: object) -> int:
        sent = json.dumps(body)
        return client.post(f"{address}/pilot/{what}", sent, "application/json").status_code

    assert post("count", counts=False) == 409
    assert post("end", instructions="Now cut.") == 200
    assert post("end") == 409
    assert post("count", counts=False) == 200
    assert client.get(address).json()["instructions"] == "Now cut."
    assert not campaign.judgments.filter(counts=True).exists()
    assert post("count", counts=True) == 200
    assert campaign.judgments.filter(counts=True).count() == 4
