"""The form takes an hourly wage, and warns of low pay as the launch page does."""

import re
from decimal import Decimal
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Campaign
from tests.helpers.pages import text_of
from tests.research.study import Study

SENT = {
    "scheme": "flat",
    "name": "Wages",
    "redundancy": "7",
    "currency": "USD",
    "minutes": "2.5",
    "instructions": "Cut what you like.",
}
WAGE = {"pay": "wage", "hourly_wage": "18", "seconds_expected": "100"}
PAPERS = {"pay": "papers", "seconds_expected": "49"}


def words(page: bytes) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.decode())).split())


def made(owner: Client, study: Study, **typed: str) -> Campaign:
    answer = owner.post(reverse("research:new_campaign", args=(study.dataset.pk,)), SENT | typed)
    assert answer.status_code == 302, words(answer.content)
    return Campaign.objects.get(name="Wages")


def cost(owner: Client, study: Study, **typed: str) -> str:
    address = reverse("research:new_cost", args=(study.dataset.pk,))
    return words(owner.get(address, SENT | typed).content)


def test_the_form_begins_with_twelve_an_hour(study: Study, owner: Client) -> None:
    page = owner.get(reverse("research:new_campaign", args=(study.dataset.pk,)))
    form = page.context["form"]
    filled = [form[name].value() for name in ("pay", "hourly_wage", "seconds_expected", "reward")]
    assert filled == ["wage", "12.00", 49, ""]
    assert "USD 0.02 for flat segmentation (2013)" in words(page.content)


def test_the_reward_follows_from_the_wage_and_is_shown_at_once(study: Study, owner: Client) -> None:
    found = cost(owner, study, **WAGE)
    assert found.endswith("USD 0.50 per judgment")
    assert "workers earn USD 18.00 an hour" in found
    campaign = made(owner, study, **WAGE, reward="0.01")
    assert (campaign.hourly_wage, campaign.reward) == (Decimal(18), Decimal("0.5"))


@pytest.mark.long
def test_an_edit_begins_with_what_was_chosen(study: Study, owner: Client) -> None:
    address = reverse("research:edit_campaign", args=(made(owner, study, **WAGE).pk,))
    form = owner.get(address).context["form"]
    assert (form["pay"].value(), form["hourly_wage"].value()) == ("wage", "18.00")
    owner.post(address, SENT | {"pay": "fixed", "reward": "0.7", "seconds_expected": "100"})
    form = owner.get(address).context["form"]
    assert (form["pay"].value(), form["reward"].value()) == ("fixed", "0.70")


def test_the_papers_prices_are_a_choice_and_warned_of(study: Study, owner: Client) -> None:
    both = cost(owner, study, **PAPERS, also="nested")
    # 3,600 × .02 ÷ 49 = 1.469… and 3,600 × .06 ÷ 112 = 1.928…
    assert "only USD 1.47 an hour" in both
    assert "only USD 1.93 an hour" in both
    campaign = made(owner, study, **PAPERS)
    assert (campaign.hourly_wage, campaign.reward) == (None, Decimal("0.02"))
    for name, args in (("campaign", ()), ("move_campaign", ("launch",))):
        page = owner.get(reverse(f"research:{name}", args=(campaign.pk, *args)))
        assert "only USD 1.47 an hour" in words(page.content)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"pay": "wage", "hourly_wage": "", "seconds_expected": "9"}, "hourly_wage"),
        ({"pay": "wage", "hourly_wage": "12"}, "seconds_expected"),
        ({"pay": "fixed"}, "reward"),
        ({"pay": "papers", "currency": "EUR"}, "currency"),
        ({"pay": "gifts", "reward": "1"}, "pay"),
    ],
)
def test_pay_that_is_not_said_is_requested(
    study: Study, owner: Client, typed: dict[str, str], field: str
) -> None:
    address = reverse("research:new_campaign", args=(study.dataset.pk,))
    assert f'id="id_{field}_error"' in text_of(owner.post(address, SENT | typed), 400)
    assert (
        owner.get(reverse("research:new_cost", args=(study.dataset.pk,)), typed).status_code == 200
    )


def test_who_asks_is_filled_in_from_the_last_campaign(study: Study, owner: Client) -> None:
    who = {"researcher": "Ada Byron", "institution": "University", "contact": "ada@example.org"}
    campaign = made(owner, study, **WAGE, **who, title="Search queries")
    assert (campaign.title, campaign.contact) == ("Search queries", "ada@example.org")
    form = owner.get(reverse("research:new_campaign", args=(study.dataset.pk,))).context["form"]
    assert {name: form[name].value() for name in who} == who
    assert form["title"].value() == ""


def test_a_launch_says_that_nobody_is_named(study: Study, owner: Client) -> None:
    launch = reverse("research:move_campaign", args=(study.draft.pk, "launch"))
    assert "Workers do not see who runs the study" in words(owner.get(launch).content)
    Campaign.objects.filter(pk=study.draft.pk).update(researcher="Ada", contact="ada@example.org")
    assert "Workers do not see who runs the study" not in words(owner.get(launch).content)
