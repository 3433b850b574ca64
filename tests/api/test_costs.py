"""Costs, limits and workers of a campaign, for programs."""

from typing import Any

import pytest

from annotation.models import Campaign
from annotation.services.accounts.tokens import issue_token
from tests.api.studies import API
from tests.helpers.factories import enrol
from tests.helpers.pairs import NO, YES, answer
from tests.helpers.queries import assert_queries
from tests.services.known import make_known

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    terms: dict[str, Any] = {"redundancy": 2, "training_hits": 2, "most_workers": 5}
    return make_known(pairs=24, known=8, reward="0.05", pass_share="0.5", **terms)


@pytest.fixture
def researcher(campaign: Campaign) -> API:
    project = campaign.dataset.project
    _, key = issue_token(project=project, user=project.memberships.get().user, name="tests")
    return API(key)


@pytest.mark.long
def test_the_costs_are_those_of_the_pages(campaign: Campaign, researcher: API) -> None:
    enrolment = enrol(campaign)
    for _ in range(6):
        answer(enrolment, YES)
    enrolment.refresh_from_db()
    assert researcher.get(f"campaigns/{campaign.pk}/costs").json() == {
        "currency": "USD",
        "reward": "0.050",
        "judgments_at_most": 32 + 5 * 8,
        "cost_at_most": "3.600",
        "fee_percent": "0.00",
        "fee_at_most": "0.00000",
        "seconds_at_most": 72 * 129,
        "paid_per_hour": "1.40",
        "known_at_most": 40,
        "known_per_worker": 8,
        "repeats_at_most": 0,
        "most_workers": 5,
        "workers": 1,
        "paid": 6,
        "unowed": 0,
        "known_paid": 2 + enrolment.known_done,
        "repeats_paid": 0,
        "spent": "0.300",
        "would_have_cost": "0.000",
    }


def test_without_a_bound_there_is_no_number(campaign: Campaign, researcher: API) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(most_workers=None)
    costs = researcher.get(f"campaigns/{campaign.pk}/costs").json()
    for name in ("judgments_at_most", "cost_at_most", "known_at_most"):
        assert costs[name] is None


@pytest.mark.long
def test_limits_are_changed(campaign: Campaign, researcher: API) -> None:
    where = f"campaigns/{campaign.pk}/limits"
    changed = researcher.post(where, {"most_workers": 9, "most_hits_per_worker": 4})
    assert changed.status_code == 200
    shown = changed.json()
    assert (shown["most_workers"], shown["most_hits_per_worker"]) == (9, 4)
    for wrong in ({"most_workers": None}, {"most_workers": 0}, {"most_workers": 1}):
        assert researcher.post(where, {"most_hits_per_worker": None} | wrong).status_code == 400
    assert researcher.post(where, {"most_workers": 9}).status_code == 400
    assert Campaign.objects.get(pk=campaign.pk).most_workers == 9


def test_a_draft_s_limits_are_among_its_terms() -> None:
    draft = make_known(launch=False)
    project = draft.dataset.project
    _, key = issue_token(project=project, user=project.memberships.get().user, name="tests")
    body = {"most_workers": 9, "most_hits_per_worker": None}
    refused = API(key).post(f"campaigns/{draft.pk}/limits", body)
    assert refused.status_code == 409
    assert "terms" in refused.json()["detail"]


@pytest.mark.long
def test_workers_are_listed_with_training_apart(campaign: Campaign, researcher: API) -> None:
    enrolments = [enrol(campaign) for _ in range(3)]
    answer(enrolments[0], YES)
    answer(enrolments[0], NO)
    with assert_queries(3):
        listed = researcher.get(f"campaigns/{campaign.pk}/workers").json()
    assert [row["worker"] for row in listed["results"]] == [1, 2, 3]
    first = listed["results"][0]
    assert (first["training_right"], first["training_done"], first["known_done"]) == (1, 2, 0)
    assert (first["judgments"], first["paid"], first["returned"]) == (2, 2, 0)
    assert researcher.get(f"campaigns/{campaign.pk}/workers", limit="2").json()["next"]


def test_workers_are_informed_of_training_and_mark_when_they_join(campaign: Campaign) -> None:
    welcome = API().post(f"campaigns/{campaign.code}/join", {"name": "Ada"}).json()
    assert (welcome["training_hits"], welcome["pass_share"]) == (2, "0.500")
    assert (welcome["hits"], welcome["most_hits"]) == (16, 16 + 6)


@pytest.mark.long
def test_whoever_is_too_late_is_informed(campaign: Campaign) -> None:
    for _ in range(5):
        enrol(campaign)
    refused = API().post(f"campaigns/{campaign.code}/join", {"name": "Ada"})
    assert refused.status_code == 409
    assert refused.json()["code"] == "full"


@pytest.mark.long
def test_a_worker_who_has_done_enough_is_informed() -> None:
    campaign = make_known(most_hits_per_worker=1)
    joined = API().post(f"campaigns/{campaign.code}/join", {"name": "Ada"}).json()
    worker = API(joined["token"])
    hit = worker.post(f"campaigns/{campaign.code}/claim").json()
    sent = {"submission_id": "6a1a3a0e-3a51-4a8e-9a53-0123456789ab", "payload": {"answer": YES}}
    where = f"campaigns/{campaign.code}/assignments/{hit['assignment']}/submit"
    assert worker.post(where, sent).json()["stopped"]["code"] == "enough"
    refused = worker.post(f"campaigns/{campaign.code}/claim")
    assert (refused.status_code, refused.json()["code"]) == (404, "enough")
