"""Ready to publish? Each line of the checklist in green and in red, with and without a study."""

import socket
import threading
import time
from decimal import Decimal
from typing import Any, get_args

import pytest

from addons.prolific.models import ProlificStep, ProlificStudy
from addons.prolific.services import readiness
from addons.prolific.services.readiness import Check, Name, checks_of
from addons.prolific.tests.checked import JOIN_PAGE, made, priced, ready
from annotation.models import Campaign, ListedId
from annotation.services.campaigns.campaigns import edit_campaign, launch_campaign
from annotation.services.pay.budgets import set_project_money
from annotation.services.people.platform_tokens import address_of_study
from annotation.web import http_client
from tests.publishing.walking import owner_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("looked_up")]


def check(campaign: Campaign, name: str, join_page: str = JOIN_PAGE) -> Check:
    address = address_of_study(join_page.format(code=campaign.code))
    [found] = [one for one in checks_of(campaign, address) if one.name == name]
    return found


@pytest.mark.few(2)
@pytest.mark.parametrize("launch", [True, False])
@pytest.mark.parametrize("with_study", [True, False])
def test_a_study_that_is_ready_is_green(launch: bool, with_study: bool) -> None:
    campaign = ready(launch=launch, budget="10")
    if with_study:
        made(campaign)
    checks = {name: check(campaign, name) for name in get_args(Name)}
    assert {name: one.fix for name, one in checks.items()} == dict.fromkeys(checks, "")
    assert "12.00 an hour" in checks["pay"].told
    assert "5 minutes" in checks["minutes"].told
    # 4 × 1.00, and a third more.
    assert "4 submissions cost USD 5.34 with the fee" in checks["budget"].told


@pytest.mark.parametrize(
    "join_page",
    [
        "http://midpath.org/w/{code}/",
        "https://localhost/w/{code}/",
        "https://localhost:8000/w/{code}/",
        "https://midpath/w/{code}/",
        "https://midpath.local/w/{code}/",
        "https://midpath.internal./w/{code}/",
        "https://192.168.1.7/w/{code}/",
        "https://127.0.0.1/w/{code}/",
        "https://[::1]/w/{code}/",
    ],
)
def test_an_address_that_nobody_outside_reaches_is_red(join_page: str) -> None:
    assert check(ready(), "address", join_page).fix == "server"


def test_a_public_number_is_an_address(looked_up: list[str]) -> None:
    assert check(ready(), "address", "https://93.184.216.34/w/{code}/").ready
    assert looked_up == []


def test_a_name_that_nobody_finds_is_red(looked_up: list[str]) -> None:
    found = check(ready(), "address", "https://midpaht.org/w/{code}/")
    assert (found.fix, looked_up) == ("server", ["midpaht.org"])
    assert "midpaht.org: There is no such address." in found.told


def test_a_lookup_without_an_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign, ended = ready(), threading.Event()

    def resolve(*_: Any, **__: Any) -> Any:
        ended.wait(30)
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    lookups = threading.BoundedSemaphore(1)
    monkeypatch.setattr(http_client, "LOOKUPS", lookups)
    monkeypatch.setattr(readiness, "LOOKUP_SECONDS", 0.1)
    begun = time.monotonic()
    assert "could not be looked up in time" in check(campaign, "address").told
    assert time.monotonic() - begun < 15
    ended.set()
    # The lookup ends before the next test.
    assert lookups.acquire(timeout=30)


def test_a_join_page_that_admits_nobody_is_red() -> None:
    campaign = ready()
    Campaign.objects.filter(pk=campaign.pk).update(link_trust="signed")
    campaign.refresh_from_db()
    assert check(campaign, "address").fix == "link_trust"
    campaign.link_trust, campaign.platform_study = "platform", "77bb"
    made(campaign)
    assert check(campaign, "address").fix == "platform_study"


def test_a_study_that_leads_elsewhere_is_red() -> None:
    campaign = ready()
    made(campaign, external_study_url=address_of_study("https://other.org/w/abc/"))
    assert check(campaign, "address").fix == "study"


def test_a_missing_code_is_red() -> None:
    campaign = ready(completion_code="", screen_out_code="")
    assert check(campaign, "codes").fix == "completion_code"
    campaign.completion_code = "DONE42"
    assert check(campaign, "codes").ready
    ListedId.objects.create(campaign=campaign, side="out", external_id="x", folded="x")
    assert check(campaign, "codes").fix == "screen_out_code"


@pytest.mark.parametrize(
    "terms",
    [
        {"screened": True},
        {"qualifications": {"more_tasks_than": 5}},
        {"pass_share": Decimal("0.5")},
        {"practice_pass": 1},
        {"quiz": [{}]},
    ],
)
def test_whoever_may_be_excluded_needs_a_code(terms: dict[str, Any]) -> None:
    campaign = ready(screen_out_code="")
    for term, value in terms.items():
        setattr(campaign, term, value)
    assert check(campaign, "codes").fix == "screen_out_code"


def test_codes_that_the_study_does_not_have_are_red() -> None:
    campaign = ready()
    made(campaign)
    campaign.screen_out_code = "OUT8"
    found = check(campaign, "codes")
    assert found.fix == "study"
    assert "OUT8" in found.told


def test_minutes_that_are_too_short_or_unknown_are_red() -> None:
    campaign = ready()
    made(campaign, estimated_completion_time=4)
    assert check(campaign, "minutes").fix == "study"
    campaign.seconds_expected = None
    assert check(campaign, "minutes").fix == "dry_run"
    campaign.status = Campaign.Status.DRAFT
    assert check(campaign, "minutes").fix == "seconds_expected"
    campaign.place_hits = None
    assert check(campaign, "minutes").fix == "place_hits"
    campaign.place_minutes = 4
    assert check(campaign, "minutes").ready


@pytest.mark.parametrize(("reward", "fix"), [(66, "study"), (67, "")])
def test_less_than_prolifics_least_is_red(reward: int, fix: str) -> None:
    """Eight an hour is 66.7 cents for five minutes."""
    campaign = ready()
    ProlificStudy.objects.filter(pk=made(campaign).pk).update(reward=reward)
    found = check(campaign, "pay")
    assert found.fix == fix
    if fix:
        assert "pays only 7.92 an hour" in found.told
        assert "at least USD 0.67" in found.told


def test_low_pay_is_red_without_a_study() -> None:
    campaign = ready(reward="0.100")
    assert check(campaign, "pay").fix == "hourly_wage"
    campaign.place_hits = None
    assert check(campaign, "pay").fix == "place_hits"


@pytest.mark.parametrize(("budget", "fix"), [("5.33", "budget"), ("5.34", "")])
@pytest.mark.parametrize("launch", [True, False])
def test_a_budget_that_does_not_reach_for_all_places_is_red(
    budget: str, fix: str, launch: bool
) -> None:
    assert check(ready(launch=launch, budget=budget), "budget").fix == fix


@pytest.mark.parametrize(("budget", "fix"), [("5.33", "budget"), ("5.34", "")])
def test_a_fee_is_assumed_where_the_campaign_has_none(budget: str, fix: str) -> None:
    found = check(ready(budget=budget, fee_percent="0"), "budget")
    assert (found.fix, found.assumes_fee) == (fix, True)
    assert "USD 5.34 with the fee that Prolific charges universities, 33.33%" in found.told
    assert not check(ready(budget=budget), "budget").assumes_fee


def test_no_fee_is_assumed_once_prolific_names_its_price() -> None:
    campaign = ready(budget="4.50", fee_percent="0")
    priced(made(campaign), total="4.50")
    found = check(campaign, "budget")
    assert (found.fix, found.assumes_fee) == ("", False)


def test_the_budget_of_the_project_counts_too() -> None:
    campaign = ready()
    assert "No budget limits it" in check(campaign, "budget").told
    set_project_money(
        project=campaign.dataset.project,
        user=owner_of(campaign),
        budget=Decimal("5.33"),
        least_hourly=None,
        currency="USD",
    )
    assert check(campaign, "budget").fix == "project_budget"


def test_what_prolific_says_that_it_takes_counts() -> None:
    campaign = ready(budget="6")
    step = priced(made(campaign))
    assert check(campaign, "budget").ready
    ProlificStep.objects.filter(pk=step.pk).update(total="6.01")
    assert check(campaign, "budget").fix == "budget"


@pytest.mark.long
def test_a_draft_is_checked_as_it_would_be_launched() -> None:
    campaign = ready(launch=False)
    edit_campaign(campaign=campaign, user=owner_of(campaign), budget="5.33")
    campaign.refresh_from_db()
    assert check(campaign, "budget").fix == "budget"
    assert check(launch_campaign(campaign=campaign, user=None), "budget").fix == "budget"
