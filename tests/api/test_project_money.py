"""A project's money and leaving a project, over the API as on pages."""

from decimal import Decimal
from typing import Any

import pytest

from annotation.models import Membership
from annotation.services.accounts.members import add_member
from annotation.services.accounts.tokens import issue_token
from tests.api.studies import API, Study
from tests.helpers.factories import judge_all_at_random, make_user
from tests.helpers.queries import assert_max_queries

NONE = {"budget": None, "least_hourly": None, "currency": ""}


@pytest.mark.long
def test_money_by_campaign_and_currency(study: Study) -> None:
    judge_all_at_random(study.campaign, workers=1, seed=1)
    with assert_max_queries(12):
        body = study.researcher.get(f"projects/{study.project.pk}/money").json()
    (own,) = body["campaigns"]
    (total,) = body["totals"]
    assert (own["campaign"], own["currency"]) == (study.campaign.pk, study.campaign.currency)
    assert (total["spent"], own["spent"], own["paid"]) == ("0.06", "0.06", "0.00")
    assert Decimal(own["forecast"]) > Decimal(own["spent"])
    assert (body["budget"], body["left"], body["currency"]) == (None, None, "")


@pytest.mark.long
def test_a_budget_is_set_and_taken_away(study: Study) -> None:
    address = f"projects/{study.project.pk}/money"
    terms = {"budget": "9.50", "least_hourly": "12", "currency": study.campaign.currency}
    body = study.researcher.post(address, terms).json()
    assert (body["budget"], body["least_hourly"]) == ("9.50", "12.00")
    assert Decimal(body["left"]) <= Decimal("9.50")
    assert study.researcher.get(address).json() == body
    assert study.researcher.post(address, NONE).json()["budget"] is None


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"budget": "5"}, "currency"),
        ({"budget": "-1", "currency": "USD"}, "budget"),
        ({"least_hourly": "0", "currency": "USD"}, "least_hourly"),
        ({"least_hourly": "0.00", "currency": "USD"}, "least_hourly"),
        ({"currency": "usd"}, "currency"),
        ({"more": 1}, "more"),
    ],
)
def test_what_cannot_be_a_budget_is_named(study: Study, wrong: Any, field: str) -> None:
    answer = study.researcher.post(f"projects/{study.project.pk}/money", NONE | wrong)
    assert (answer.status_code, answer.json()["field"]) == (400, field)
    study.project.refresh_from_db()
    assert (study.project.budget, study.project.least_hourly) == (None, None)


@pytest.mark.long
def test_a_member_leaves_with_their_tokens_and_the_last_owner_stays(study: Study) -> None:
    colleague = make_user()
    add_member(project=study.project, by=study.owner, username=colleague.username, role="viewer")
    _, key = issue_token(project=study.project, user=colleague, name="theirs")
    address = f"projects/{study.project.pk}/leave"
    assert API(key).post(address).status_code == 204
    assert API(key).post(address).status_code == 401
    assert study.researcher.post(address).status_code == 409
    found = list(Membership.objects.filter(project=study.project))
    assert found == [Membership.objects.get(project=study.project, user=study.owner)]
