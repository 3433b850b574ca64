"""The reward of a campaign follows from an hourly wage and the time, unless it is given."""

from decimal import Decimal
from typing import Any

import pytest

from annotation.models import Campaign
from annotation.services.campaigns.campaigns import create_campaign, edit_campaign
from annotation.services.campaigns.copies import create_campaigns, duplicate_campaign
from annotation.services.campaigns.wages import low_pay, warnings_of
from tests.helpers.factories import make_dataset, make_user
from tests.helpers.refusals import refused_at, refused_by_database


def drafted(**terms: Any) -> Campaign:
    dataset = make_dataset(3)
    campaign = create_campaign(dataset=dataset, scheme="flat", user=None, name="Wages", **terms)
    campaign.refresh_from_db()
    return campaign


def pay_of(campaign: Campaign) -> tuple[Any, ...]:
    return campaign.hourly_wage, campaign.seconds_expected, campaign.reward


def test_the_usual_reward_is_twelve_an_hour_rounded_up() -> None:
    # 12 × 49 ÷ 3,600 = .16333…
    assert pay_of(drafted()) == (12, 49, Decimal("0.164"))


def test_a_wage_and_the_time_make_the_reward() -> None:
    made = drafted(hourly_wage=Decimal("15.50"), seconds_expected=100)
    assert pay_of(made) == (Decimal("15.50"), 100, Decimal("0.431"))


def test_a_reward_may_still_be_given_and_ends_the_wage() -> None:
    made = drafted(reward=Decimal("0.5"))
    assert pay_of(made) == (None, 49, Decimal("0.5"))
    waged = edit_campaign(campaign=made, user=make_user(), hourly_wage=Decimal(9))
    assert waged.reward == Decimal("0.123")
    later = edit_campaign(campaign=waged, user=make_user(), seconds_expected=98)
    assert later.reward == Decimal("0.245")
    fixed = edit_campaign(campaign=later, user=make_user(), reward=Decimal(1))
    assert pay_of(fixed) == (None, 98, 1)


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"seconds_expected": None}, "seconds_expected"),
        ({"hourly_wage": None}, "reward"),
        ({"hourly_wage": Decimal(12), "reward": Decimal("0.02")}, "reward"),
        ({"hourly_wage": Decimal(0)}, "hourly_wage"),
        ({"hourly_wage": Decimal(9999), "seconds_expected": 604_800}, "hourly_wage"),
    ],
)
def test_pay_that_cannot_be_is_refused_at_its_field(terms: dict[str, Any], field: str) -> None:
    with refused_at(field):
        drafted(**terms)


def test_no_row_pays_less_than_its_wage() -> None:
    made = Campaign.objects.filter(pk=drafted().pk)
    for wrong in ({"reward": Decimal("0.163")}, {"seconds_expected": None}, {"hourly_wage": 13}):
        with refused_by_database("a_reward_pays"):
            made.update(**wrong)


def test_the_companion_campaign_pays_the_same_wage_or_its_own_papers_price() -> None:
    def companion(**terms: Any) -> Campaign:
        _, nested = create_campaigns(
            dataset=make_dataset(3),
            scheme="flat",
            user=make_user(),
            companion=True,
            name="Two",
            **terms,
        )
        return nested

    assert pay_of(companion(hourly_wage=Decimal(18))) == (18, 112, Decimal("0.56"))
    assert pay_of(companion(reward=Decimal("0.02"))) == (None, 112, Decimal("0.06"))
    assert pay_of(companion(reward=Decimal("0.03"))) == (12, 112, Decimal("0.374"))


def test_a_duplicate_keeps_the_wage() -> None:
    made = drafted(hourly_wage=Decimal(15))
    user = make_user()
    copy = duplicate_campaign(campaign=made, dataset=made.dataset, name="Again", user=user)
    assert pay_of(copy) == pay_of(made)


def test_pay_below_eight_an_hour_is_warned_of() -> None:
    def warned(**terms: Any) -> str:
        return low_pay(Campaign(scheme="flat", currency="USD", **terms))

    # 8 × 49 ÷ 3,600 = .10888…
    assert "only USD 7.93 an hour" in warned(reward=Decimal("0.108"), seconds_expected=49)
    assert "at least USD 0.109 per" in warned(reward=Decimal("0.108"), seconds_expected=49)
    assert warned(reward=Decimal("0.109"), seconds_expected=49) == ""
    # 7.9992 per hour, which is 8.00 to the cent.
    assert "only USD 7.99 an hour" in warned(reward=Decimal("22.22"), seconds_expected=10_000)
    assert "The hourly pay is unknown" in warned(reward=Decimal("0.02"), seconds_expected=None)
    assert warned(reward=Decimal(0), seconds_expected=49) == ""


def test_a_launch_without_a_name_and_a_contact_is_warned_of() -> None:
    named = {"researcher": "Ada Byron", "contact": "ada@example.org"}
    assert warnings_of(drafted(**named)) == []
    warnings = warnings_of(drafted(researcher="Ada Byron"))
    assert [one[:30] for one in warnings] == ["Workers do not see who runs th"]
